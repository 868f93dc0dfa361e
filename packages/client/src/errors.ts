import type { Explanation } from "@remora/cluster";
import { type CompletionStatus, OrbError } from "@remora/protocol";

/** One attempt of a call, as errors and `orb.explain()` show it. */
export interface CallAttempt {
  /** `host:port` as it was dialled; empty while no endpoint had been chosen. */
  readonly endpoint: string;
  /** The cluster member's name, where it is known. */
  readonly member?: string;
  /** What went wrong: an error's or a CORBA exception's code, for instance `ECONNREFUSED`. */
  readonly code: string;
  /** The failure in words. */
  readonly message: string;
  /** Whether the operation ran in this attempt. */
  readonly completed: CompletionStatus;
  /** Milliseconds from the start of the call to the failure. */
  readonly afterMs: number;
  /** Milliseconds that this attempt alone took. */
  readonly tookMs: number;
  /** The rule of `docs/failover.md` that decided what came next. */
  readonly rule: string;
  /** What the rule decided, in words. */
  readonly decision: string;
}

/** What every error of a call carries, beside its message. */
export interface CallErrorDetails {
  /** Whether the operation may have run: `maybe` means that nobody can know. */
  readonly completed: CompletionStatus;
  /** All attempts, in order; the last one is the failure shown. */
  readonly attempts: readonly CallAttempt[];
  /** `host:port` of the last attempt. */
  readonly endpoint: string;
  /** The cluster member of the last attempt, where it is known. */
  readonly member?: string;
  /** The operation as it stands on the wire, or `lookup`. */
  readonly operation: string;
  /** Milliseconds since the caller's call. */
  readonly elapsedMs: number;
}

/** Details for a failure before any endpoint was chosen. */
export const noDetails: CallErrorDetails = {
  completed: "no",
  attempts: [],
  endpoint: "",
  operation: "",
  elapsedMs: 0,
};

/** The caller's options, a file or a string are wrong. `code` is `CONFIGURATION`. */
export class ConfigurationError extends OrbError {
  /** Always `ConfigurationError`. */
  override get name(): string {
    return "ConfigurationError";
  }
  constructor(message: string, options: { readonly cause?: unknown; readonly code?: string } = {}) {
    super(options.code ?? "CONFIGURATION", message, { cause: options.cause });
  }
}

/**
 * Wrong arguments of a call: their number, an option key, a value. `code` is `ARGUMENT`; nothing was sent (`completed`
 * is `maybe` only where the caller changed an argument between two attempts).
 */
export class ArgumentError extends OrbError {
  /** Always `ArgumentError`. */
  override get name(): string {
    return "ArgumentError";
  }
  constructor(message: string, cause?: unknown, completed: CompletionStatus = "no") {
    super("ARGUMENT", message, { cause, completed });
  }
}

/** A feature that is documented as not supported yet. `code` is `NOT_SUPPORTED`; nothing was sent. */
export class NotSupportedError extends OrbError {
  /** Always `NotSupportedError`. */
  override get name(): string {
    return "NotSupportedError";
  }
  constructor(message: string) {
    super("NOT_SUPPORTED", message, { completed: "no" });
  }
}

const shownCandidates = 20;

/** What a policy has left out, and why. */
export interface RemovedCandidate {
  /** The member or site. */
  readonly name: string;
  /** Why it cannot be chosen, as a lower-case clause. */
  readonly reason: string;
}

/**
 * Nobody can be chosen: every member or site was taken away by a hard rule (drained, maximum count, user assignment,
 * weight 0). `code` is `NO_CANDIDATE`; nothing was sent.
 */
export class NoCandidateError extends OrbError {
  override get name(): string {
    return "NoCandidateError";
  }
  /** Name of the policy that decided; `rotation` without one. */
  readonly policy: string;
  /** Everybody, with the reason. */
  readonly candidates: readonly RemovedCandidate[];
  /** What each stage of the policy did; undefined for the rotation. */
  readonly explanation: Explanation | undefined;
  constructor(policy: string, candidates: readonly RemovedCandidate[], explanation?: Explanation) {
    const shown = candidates
      .slice(0, shownCandidates)
      .map(({ name, reason }) => `${name} ${reason}`)
      .join(", ");
    const more = candidates.length - shownCandidates;
    const who =
      candidates.length === 0
        ? "it has no candidates at all"
        : `${shown}${more > 0 ? ` and ${more} more` : ""}`;
    super("NO_CANDIDATE", `the policy ${policy} can choose nobody: ${who}`, { completed: "no" });
    this.policy = policy;
    this.candidates = candidates;
    this.explanation = explanation;
  }
}

/** The Orb, or the thing asked for, is closed. `code` is `CLOSED`. */
export class ClosedError extends OrbError {
  /** Always `ClosedError`. */
  override get name(): string {
    return "ClosedError";
  }
  constructor(message: string, completed: CompletionStatus = "no") {
    super("CLOSED", message, { completed });
  }
}

/** Root of the errors of one call: all of them say whether it ran, where it went, and how long it took. */
export class CallError extends OrbError implements CallErrorDetails {
  /** The class, also in minified code: `CallError`, `TimeoutError`, … */
  override get name(): string {
    return "CallError";
  }
  /** Whether the operation may have run: `maybe` means that nobody can know. */
  declare readonly completed: CompletionStatus;
  /** All failed attempts, in order. Empty when the caller or the deadline ended the first one. */
  readonly attempts: readonly CallAttempt[];
  /** `host:port` of the last attempt; empty before any endpoint was chosen. */
  readonly endpoint: string;
  /** The cluster member of the last attempt, where it is known. */
  readonly member?: string;
  /** The operation as it stands on the wire, or `lookup`. */
  readonly operation: string;
  /** Milliseconds since the caller's call. */
  readonly elapsedMs: number;

  constructor(code: string, message: string, details: CallErrorDetails, cause?: unknown) {
    super(code, message, { cause, completed: details.completed });
    this.attempts = details.attempts;
    this.endpoint = details.endpoint;
    if (details.member !== undefined) this.member = details.member;
    this.operation = details.operation;
    this.elapsedMs = details.elapsedMs;
  }
}

/** Where a connection was when it failed. */
export type ConnectionPhase = "resolve" | "connect" | "handshake" | "send" | "receive";

/**
 * The network: a refused connect, a name that does not resolve, a connection lost under a call.
 * `code` is Node's (`ECONNRESET`, `EPIPE`, `ETIMEDOUT`, …) or one of ours: `CONNECTION_LOST`, `CLOSE_CONNECTION`,
 * `MESSAGE_ERROR`, `FRAMING_LOST`, `LOCATION_FORWARD`. docs/errors.md explains each.
 */
export class ConnectionError extends CallError {
  override get name(): string {
    return "ConnectionError";
  }
  /** What was going on: `resolve`, `connect` and `send` mean that nothing had been sent. */
  readonly phase: ConnectionPhase;
  constructor(
    code: string,
    message: string,
    phase: ConnectionPhase,
    details: CallErrorDetails,
    cause?: unknown,
  ) {
    super(code, message, details, cause);
    this.phase = phase;
  }
}

/** The deadline passed. `code` is `TIMEOUT`; `completed` is `maybe` once the request had been handed to the socket. */
export class TimeoutError extends CallError {
  override get name(): string {
    return "TimeoutError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("TIMEOUT", message, details, cause);
  }
}

/** The caller's signal fired. `code` is `ABORTED`, `name` is `AbortError`, `cause` is the signal's reason. */
export class AbortError extends CallError {
  override get name(): string {
    return "AbortError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("ABORTED", message, details, cause);
  }
}

/** No endpoint could be used. `code` is `ALL_ENDPOINTS_FAILED`; `attempts` has one row per try, in order. */
export class AllEndpointsFailedError extends CallError {
  override get name(): string {
    return "AllEndpointsFailedError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("ALL_ENDPOINTS_FAILED", message, details, cause);
  }
}

/** A CORBA system exception from the server. `code` is its name, for instance `OBJECT_NOT_EXIST`. */
export class SystemException extends CallError {
  override get name(): string {
    return "SystemException";
  }
  /** `COMM_FAILURE`, `OBJECT_NOT_EXIST`, … */
  readonly exception: string;
  /** The vendor's minor code: for people, never for decisions of a program. */
  readonly minor: number;
  /** What the server says of itself: its exception text or stack, where it sent one. */
  readonly serverText?: string;
  /** What to look at first, where the SDK knows: it is part of the message too. */
  readonly hint?: string;
  constructor(
    exception: {
      readonly name: string;
      readonly minor: number;
      readonly serverText?: string;
      readonly hint?: string;
    },
    message: string,
    details: CallErrorDetails,
    cause?: unknown,
  ) {
    super(exception.name, message, details, cause);
    this.exception = exception.name;
    this.minor = exception.minor;
    if (exception.serverText !== undefined) this.serverText = exception.serverText;
    if (exception.hint !== undefined) this.hint = exception.hint;
  }
}

/**
 * A Java exception that is the cause of another one, as the server sent it. `name` is its class, `stack` the server's
 * stack trace.
 */
export class JavaException extends Error {
  /** For instance `java.lang.IllegalStateException`. */
  readonly javaClass: string;
  /** Fields of described classes, by JavaScript name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The same as `javaClass`, for logs. */
  override get name(): string {
    return this.javaClass;
  }
  constructor(
    javaClass: string,
    message: string | null,
    details: {
      readonly cause?: unknown;
      readonly serverText?: string;
      readonly fields?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message ?? "", details.cause === undefined ? undefined : { cause: details.cause });
    this.javaClass = javaClass;
    this.fields = details.fields ?? {};
    if (details.serverText !== undefined) this.stack = details.serverText;
  }
}

/** What a user exception is made of. */
export interface UserExceptionData {
  /** The id on the wire, `IDL:…Ex:1.0`. */
  readonly repositoryId: string;
  /** The class that was thrown, which may be below the declared one. */
  readonly javaClass?: string;
  /** The server's stack trace. */
  readonly serverText?: string;
  /** Fields of the Java class, by JavaScript name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** What `getCause` gives. */
  readonly cause?: unknown;
}

/** The class of a generated exception, as `throws` and `classes` of a descriptor name it. */
export type UserExceptionClass<E extends UserException> = new (
  exception: UserExceptionData,
  message: string,
  details: CallErrorDetails,
) => E;

/** Names that say something of the call: a Java field of such a name gets a trailing `_`. */
const ownNames: ReadonlySet<string> = new Set([
  ...["name", "message", "stack", "cause", "code", "completed", "attempts", "endpoint", "member"],
  ...["operation", "elapsedMs", "javaClass", "repositoryId", "serverText", "fields"],
]);

/**
 * An exception that the remote method declares; generated classes extend this one. `code` is `USER_EXCEPTION`: a Java
 * field of that name is `code_`. The operation ran.
 */
export class UserException extends CallError {
  override get name(): string {
    return "UserException";
  }
  /** The Java class that was thrown, for instance `remora.shop.OutOfStockException`; undefined for plain CORBA exceptions. */
  readonly javaClass?: string;
  /** The id on the wire, `IDL:…Ex:1.0`: that of the declared class. */
  readonly repositoryId: string;
  /** The server's stack trace, causes included. */
  readonly serverText?: string;
  /** Fields of the Java class, where it is described; generated classes have them as properties of their own too. */
  readonly fields: Readonly<Record<string, unknown>>;
  constructor(exception: UserExceptionData, message: string, details: CallErrorDetails) {
    super("USER_EXCEPTION", message, details, exception.cause);
    this.repositoryId = exception.repositoryId;
    if (exception.javaClass !== undefined) this.javaClass = exception.javaClass;
    if (exception.serverText !== undefined) this.serverText = exception.serverText;
    this.fields = exception.fields ?? {};
    for (const [name, value] of Object.entries(this.fields)) {
      Object.defineProperty(this, ownNames.has(name) ? `${name}_` : name, {
        value,
        enumerable: true,
        configurable: true,
        writable: false,
      });
    }
  }

  /** An exception to be thrown by a test's servant: `OrderException.of("sold out", { code: 3 })`. */
  static of<E extends UserException>(
    this: UserExceptionClass<E>,
    message: string | null = null,
    fields: Readonly<Record<string, unknown>> = {},
  ): E {
    const { descriptor } = this as { readonly descriptor?: { readonly name: string } };
    const javaClass = descriptor?.name ?? this.name;
    return new this({ repositoryId: "", javaClass, fields }, message ?? "", noDetails);
  }
}

/** What an EJB exception is made of. */
export interface EJBExceptionData {
  /** The class that was thrown, for instance `jakarta.ejb.EJBException`; undefined where CORBA's exception said it. */
  readonly javaClass?: string;
  /** The server's stack trace, causes included, or its text. */
  readonly serverText?: string;
  /** What to look at first, where the SDK knows. */
  readonly hint?: string;
  /** What the bean threw, or the CORBA exception. */
  readonly cause?: unknown;
}

/**
 * What a container says of a call to a bean's business interface: the bean threw a RuntimeException or an Error (then
 * `cause` is that), or, in subclasses, the call was not let in. `code` is `EJB_EXCEPTION`.
 */
export class EJBException extends CallError {
  override get name(): string {
    return "EJBException";
  }
  /** The class that was thrown, for instance `jakarta.ejb.EJBException`; undefined where CORBA's exception said it. */
  readonly javaClass?: string;
  /** The server's stack trace, causes included, or its text. */
  readonly serverText?: string;
  /** What to look at first, where the SDK knows: it is part of the message too. */
  readonly hint?: string;
  constructor(
    exception: EJBExceptionData,
    message: string,
    details: CallErrorDetails,
    code = "EJB_EXCEPTION",
  ) {
    super(code, message, details, exception.cause);
    if (exception.javaClass !== undefined) this.javaClass = exception.javaClass;
    if (exception.serverText !== undefined) this.serverText = exception.serverText;
    if (exception.hint !== undefined) this.hint = exception.hint;
  }
}

/** The caller may not call the method. `code` is `EJB_ACCESS`. */
export class EJBAccessException extends EJBException {
  override get name(): string {
    return "EJBAccessException";
  }
  constructor(exception: EJBExceptionData, message: string, details: CallErrorDetails) {
    super(exception, message, details, "EJB_ACCESS");
  }
}

/** The method wants a transaction of the caller, and there is none. `code` is `EJB_TRANSACTION_REQUIRED`. */
export class EJBTransactionRequiredException extends EJBException {
  override get name(): string {
    return "EJBTransactionRequiredException";
  }
  constructor(exception: EJBExceptionData, message: string, details: CallErrorDetails) {
    super(exception, message, details, "EJB_TRANSACTION_REQUIRED");
  }
}

/** The container rolled the method's transaction back. `code` is `EJB_TRANSACTION_ROLLEDBACK`. */
export class EJBTransactionRolledbackException extends EJBException {
  override get name(): string {
    return "EJBTransactionRolledbackException";
  }
  constructor(exception: EJBExceptionData, message: string, details: CallErrorDetails) {
    super(exception, message, details, "EJB_TRANSACTION_ROLLEDBACK");
  }
}

/** Another call is in the session or singleton, and the container lets only one in. `code` is `CONCURRENT_ACCESS`. */
export class ConcurrentAccessException extends EJBException {
  override get name(): string {
    return "ConcurrentAccessException";
  }
  constructor(
    exception: EJBExceptionData,
    message: string,
    details: CallErrorDetails,
    code = "CONCURRENT_ACCESS",
  ) {
    super(exception, message, details, code);
  }
}

/** The container has waited in vain for another call to end. `code` is `CONCURRENT_ACCESS_TIMEOUT`. */
export class ConcurrentAccessTimeoutException extends ConcurrentAccessException {
  override get name(): string {
    return "ConcurrentAccessTimeoutException";
  }
  constructor(exception: EJBExceptionData, message: string, details: CallErrorDetails) {
    super(exception, message, details, "CONCURRENT_ACCESS_TIMEOUT");
  }
}

/**
 * The result of an asynchronous method cannot be fetched any more: the member that worked on it is gone, and no other
 * one has it. `code` is `ASYNC_RESULT_LOST`; nobody can know how far the method came.
 */
export class AsyncResultLostError extends CallError {
  override get name(): string {
    return "AsyncResultLostError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("ASYNC_RESULT_LOST", message, details, cause);
  }
}

/** The reply came and cannot be read. `code` is `UNREADABLE_REPLY`; the operation ran. */
export class UnreadableReplyError extends CallError {
  override get name(): string {
    return "UnreadableReplyError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("UNREADABLE_REPLY", message, details, cause);
  }
}

/** The session (or object) does not exist at the member that served it last. `code` is `NO_SUCH_EJB`. */
export class NoSuchEJBException extends EJBException {
  override get name(): string {
    return "NoSuchEJBException";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown, serverText?: string) {
    super(
      { cause, ...(serverText === undefined ? {} : { serverText }) },
      message,
      details,
      "NO_SUCH_EJB",
    );
  }
}

/** The member that held the session does not answer, and another does not know it. `code` is `SESSION_UNAVAILABLE`. */
export class SessionUnavailableError extends CallError {
  override get name(): string {
    return "SessionUnavailableError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("SESSION_UNAVAILABLE", message, details, cause);
  }
}

/** The application was deployed anew: the session is gone everywhere. `code` is `SESSION_LOST`. */
export class SessionLostError extends CallError {
  override get name(): string {
    return "SessionLostError";
  }
  constructor(message: string, details: CallErrorDetails, cause?: unknown) {
    super("SESSION_LOST", message, details, cause);
  }
}

/** A name is not bound, is bound already, or cannot be used. `code` is `NAME_NOT_FOUND`, `NAME_ALREADY_BOUND` or `NAMING`. */
export class NamingError extends CallError {
  override get name(): string {
    return "NamingError";
  }
  /** The name as it was asked for. */
  readonly lookupName: string;
  /** The part that exists. */
  readonly resolved: string;
  /** What stands at the place where the name stopped, where the server says so; near names first. */
  readonly available: readonly string[];
  constructor(
    code: "NAME_NOT_FOUND" | "NAME_ALREADY_BOUND" | "NAMING",
    message: string,
    name: {
      readonly lookupName: string;
      readonly resolved?: string;
      readonly available?: readonly string[];
    },
    details: CallErrorDetails,
    cause?: unknown,
  ) {
    super(code, message, details, cause);
    this.lookupName = name.lookupName;
    this.resolved = name.resolved ?? "";
    this.available = name.available ?? [];
  }
}
