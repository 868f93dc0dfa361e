export {
  type ArrayTypes,
  type BeanType,
  BigDecimal,
  type CompletionStatus,
  type CustomData,
  Duration,
  type EnumType,
  type FutureType,
  Instant,
  type InterfaceKind,
  incompleteBy,
  JavaCalendar,
  type JavaCalendarParts,
  type JavaClass,
  JavaClassName,
  type JavaClassOptions,
  type JavaField,
  type JavaFieldTypes,
  JavaInput,
  type JavaIoTypes,
  type JavaLangTypes,
  JavaLocale,
  type JavaLocaleParts,
  type JavaMathTypes,
  type JavaNetTypes,
  JavaOutput,
  type JavaSqlTypes,
  JavaThrowable,
  type JavaThrowableClass,
  type JavaThrowableOptions,
  type JavaTimeTypes,
  type JavaType,
  JavaTyped,
  type JavaTypes,
  type JavaUtilTypes,
  JavaValue,
  java,
  javaClass,
  javaClassOf,
  javaField,
  javaThrowable,
  type ListTypes,
  LocalDate,
  LocalDateTime,
  LocalProtocolError,
  LocalTime,
  type MapTypes,
  type MethodDescriptor,
  type MethodOptions,
  MonthDay,
  method,
  nonNull,
  OffsetDateTime,
  OffsetTime,
  OrbError,
  Period,
  type PrimitiveArrays,
  type PrimitiveType,
  type RemoteInterface,
  type RemoteInterfaceOptions,
  type RemoteMethod,
  RemoteProtocolError,
  remoteInterface,
  type SetTypes,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  type StackTraceElement,
  type ThrowableType,
  typed,
  UnknownValue,
  type WireForm,
  Year,
  YearMonth,
  ZonedDateTime,
  type ZoneId,
  ZoneOffset,
  ZoneRegion,
} from "@remora/protocol";
export * from "./config/index.ts";
export {
  type EJBHandle,
  type EJBHome,
  type EJBMetaData,
  type EJBObject,
  ejbHomeMethods,
  ejbObjectMethods,
  type MethodDescriptors,
  objectOfHandle,
} from "./ejb/home.ts";
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
  NoCandidateError,
  NoSuchEJBException,
  NotSupportedError,
  type RemovedCandidate,
  SessionLostError,
  SessionUnavailableError,
  SystemException,
  TimeoutError,
  UnreadableReplyError,
  UserException,
  type UserExceptionClass,
  type UserExceptionData,
} from "./errors.ts";
export type {
  EndpointNote,
  OpenSession,
  OrbEventEmitter,
  OrbEvents,
  PolicyNames,
} from "./events.ts";
export type {
  ExplainedCluster,
  ExplainedDecision,
  ExplainedMember,
  ExplainedSelection,
  ExplainedSite,
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
export {
  type CallbackLoadOptions,
  callbackLoad,
  type LoadRequest,
} from "./load/callback-load.ts";
export type { GlassFishFigure } from "./load/glassfish-figures.ts";
export { glassfishMonitoring } from "./load/glassfish-monitoring.ts";
export type { GlassFishMonitoringOptions } from "./load/glassfish-options.ts";
export { type HttpLoadOptions, httpLoad } from "./load/http-load.ts";
export type { LoadHost, LoadSource, MemberCounters } from "./load/load-source.ts";
export type { FiguresByMember } from "./load/named-figures.ts";
export { type OwnCountersOptions, ownCounters } from "./load/own-counters.ts";
export { type StaticLoadOptions, staticLoad } from "./load/static-load.ts";
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
export type { DrainOptions } from "./policy/drain.ts";
export { type PolicyChange, PolicyControl } from "./policy/policy-control.ts";
// For tools.
export type { AddressMap, HostPort } from "./resolution/address-map.ts";
export type { CandidateRow } from "./resolution/candidates.ts";
export type {
  NamedPolicy,
  PolicyChoice,
  SelectionPolicies,
  SelectionPolicyOption,
} from "./selection/selection-options.ts";
export type { ByteStream, DialAddress, StreamHandlers, Transport } from "./transport/transport.ts";
