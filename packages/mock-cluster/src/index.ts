// A scripted cluster that speaks real IIOP on loopback.
export type { BeanKind, BindOptions, Servant, ServantFactory } from "./bean-binding.ts";
export type { SecurityDemand } from "./csi-component.ts";
export {
  MockClusterError,
  MockSystemException,
  MockUserException,
  type SystemExceptionAnswer,
  type UserExceptionAnswer,
} from "./errors.ts";
export type { FaultHandle, FaultScope, FaultScript } from "./fault-script.ts";
export type {
  CallPhase,
  CloseManner,
  ConnectionFault,
  Fault,
  ForwardTarget,
  ReplyFault,
  UpdateFault,
} from "./faults.ts";
export { type JavaExceptionOptions, javaException, MockJavaException } from "./java-exception.ts";
export {
  type CallState,
  type Journal,
  type JournalEntry,
  type JournalQuery,
  JournalTimeoutError,
  type JournalWait,
  type MemberCounts,
  type ReplyOutcome,
} from "./journal.ts";
export type { MemberInfo, MembershipView, ReferenceLabel } from "./membership.ts";
export { type MembershipUpdates, MockCluster, type MockClusterOptions } from "./mock-cluster.ts";
export type {
  AdvertisedOptions,
  MemberOptions,
  MemberState,
  MockMember,
  StartOptions,
} from "./mock-member.ts";
export type {
  MockMonitoring,
  MonitoringBehaviour,
  MonitoringOptions,
  MonitoringRequest,
} from "./monitoring/mock-monitoring.ts";
export type { MonitoringNumbers, ScriptedNumbers } from "./monitoring/monitoring-numbers.ts";
export type { PlannedStop, StopOptions } from "./planned-stop.ts";
export { type BuiltInNames, bindBuiltIns, builtInNames } from "./servants/built-in.ts";
export { Cart, cartServant } from "./servants/cart.ts";
export { Counter, counterServant } from "./servants/counter.ts";
export { Echo, echoServant } from "./servants/echo.ts";
export type { JavaThrowable } from "./values/throwable.ts";
