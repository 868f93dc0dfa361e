export {
  type BeanType,
  type CompletionStatus,
  type InterfaceKind,
  type JavaType,
  java,
  LocalProtocolError,
  type MethodDescriptor,
  type MethodOptions,
  method,
  nonNull,
  OrbError,
  type RemoteInterface,
  type RemoteInterfaceOptions,
  type RemoteMethod,
  RemoteProtocolError,
  remoteInterface,
} from "@remora/protocol";
export * from "./config/index.ts";
export {
  AbortError,
  AllEndpointsFailedError,
  ArgumentError,
  AsyncResultLostError,
  type CallAttempt,
  CallError,
  type CallErrorDetails,
  ClosedError,
  ConcurrentAccessException,
  ConcurrentAccessTimeoutException,
  ConfigurationError,
  ConnectionError,
  type ConnectionPhase,
  EJBAccessException,
  EJBException,
  type EJBExceptionData,
  EJBTransactionRequiredException,
  EJBTransactionRolledbackException,
  JavaException,
  NamingError,
  NoSuchEJBException,
  NotSupportedError,
  SessionLostError,
  SessionUnavailableError,
  SystemException,
  TimeoutError,
  UnreadableReplyError,
  UserException,
  type UserExceptionClass,
  type UserExceptionData,
} from "./errors.ts";
export type { EndpointNote, OpenSession, OrbEventEmitter, OrbEvents } from "./events.ts";
export type {
  ExplainedCluster,
  ExplainedDecision,
  ExplainedMember,
  OrbExplanation,
  ReferenceExplanation,
} from "./explanation.ts";
export type { ObjectReference } from "./invocation/object-reference.ts";
export type { SessionConcurrency } from "./invocation/session.ts";
export {
  isSameObject,
  narrow,
  referenceOf,
  withOptions,
} from "./invocation/stub.ts";
export type { OperationSignature } from "./invocation/untyped-method.ts";
export type { BoundName } from "./naming/bound-name.ts";
export { InitialContext } from "./naming/initial-context.ts";
export type { LookupOptions, NamingOptions } from "./naming/lookup-options.ts";
export type { ListOptions } from "./naming/name-listing.ts";
export { type CallOptions, defaultOptions, type Failback, type OrbOptions } from "./options.ts";
export {
  type ClientContainerXmlOptions,
  type CloseOptions,
  type ContextOptions,
  Orb,
  type OrbLookupOptions,
} from "./orb.ts";
export type { PingOptions, PingResult } from "./ping.ts";
// For tools.
export type { AddressMap, HostPort } from "./resolution/address-map.ts";
export type { CandidateRow } from "./resolution/candidates.ts";
export type { ByteStream, DialAddress, StreamHandlers, Transport } from "./transport/transport.ts";
