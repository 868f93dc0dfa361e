export {
  type ClientContainerXmlOptions,
  type CloseOptions,
  type ContextOptions,
  Orb,
  type OrbLookupOptions,
} from "./orb.ts";
export { InitialContext, type LookupOptions } from "./naming/initial-context.ts";
export { type CallOptions, type Failback, type OrbOptions, defaultOptions } from "./options.ts";
export type { EndpointNote, OrbEventEmitter, OrbEvents } from "./events.ts";
export {
  isSameObject,
  narrow,
  referenceOf,
  withOptions,
} from "./invocation/stub.ts";
export {
  type JavaType,
  type MethodDescriptor,
  type MethodOptions,
  type RemoteInterface,
  type RemoteMethod,
  java,
  method,
  nonNull,
  remoteInterface,
} from "@remora/protocol";
export {
  AbortError,
  AllEndpointsFailedError,
  ArgumentError,
  type CallAttempt,
  CallError,
  type CallErrorDetails,
  ClosedError,
  ConfigurationError,
  ConnectionError,
  type ConnectionPhase,
  NamingError,
  NoSuchEJBException,
  NotSupportedError,
  SessionLostError,
  SessionUnavailableError,
  SystemException,
  TimeoutError,
  UnreadableReplyError,
  UserException,
} from "./errors.ts";
export {
  type CompletionStatus,
  LocalProtocolError,
  OrbError,
  RemoteProtocolError,
} from "@remora/protocol";
// For tools.
export type { AddressMap, HostPort } from "./resolution/address-map.ts";
export type { CandidateRow } from "./resolution/candidates.ts";
export type {
  ExplainedCluster,
  ExplainedDecision,
  ExplainedMember,
  OrbExplanation,
  ReferenceExplanation,
} from "./explanation.ts";
export type { ObjectReference } from "./invocation/object-reference.ts";
export type { OperationSignature } from "./invocation/untyped-method.ts";
export type { PingOptions, PingResult } from "./ping.ts";
export type { ByteStream, DialAddress, StreamHandlers, Transport } from "./transport/transport.ts";
export * from "./config/index.ts";
