import type { Attempt, CallFacts, Failure, FailureException } from "./failure.ts";

/** Everything a row of the decision looks at. */
export interface DecisionCase {
  /** Why the current attempt gave no result. */
  readonly failure: Failure;
  /** What is known of the call and its target. */
  readonly facts: CallFacts;
  /** The attempts before the one that failed now. */
  readonly earlier: readonly Attempt[];
  /** The attempt that failed now. */
  readonly current: Attempt;
  /** Milliseconds. */
  readonly now: number;
}

/** Timers fire up to a millisecond early; so close to it the deadline counts as reached. */
const TIMER_SLACK_MS = 1;

/** The two prefixes ORBs of this family put before minor codes; versions exchange them. */
const VENDOR_PREFIXES: ReadonlySet<number> = new Set([0x5355, 0x4f4d]);

/** Minor of a container that knows the bean but not the session. */
const SESSION_GONE_MINOR = 9_999;

export function isDeadlineOver({ facts, now }: DecisionCase): boolean {
  return now + TIMER_SLACK_MS >= facts.deadlineMs;
}

/** A system exception in a reply, by name. */
export function exceptionOf(failure: Failure, ...names: string[]): FailureException | undefined {
  const exception = failure.origin === "reply" ? failure.exception : undefined;
  return exception !== undefined && names.includes(exception.name) ? exception : undefined;
}

/** Refused, unreachable, no such host, connect time-out, or TLS trouble in the handshake. */
export function isUnreachable(failure: Failure): boolean {
  return (
    failure.origin === "local" &&
    failure.sent === "none" &&
    ["resolve", "connect", "handshake"].includes(failure.phase)
  );
}

/** A connection that was there but died before this request touched it. */
export function isIdleClose(failure: Failure): boolean {
  const phases = ["idle-close", "closeConnection", "send", "wait", "receive", "messageError"];
  return failure.origin === "local" && failure.sent === "none" && phases.includes(failure.phase);
}

/** CloseConnection is the peer's word that requests it has not answered did not run. */
export function isCloseConnection(failure: Failure): boolean {
  return failure.origin === "local" && failure.phase === "closeConnection" && !failure.replyStarted;
}

/** Whether this endpoint was already given its second connection in this call. */
export function hasReconnected({ earlier, current }: DecisionCase): boolean {
  return earlier.some(
    ({ endpoint, failure }) =>
      endpoint === current.endpoint && (isIdleClose(failure) || isCloseConnection(failure)),
  );
}

/** Whether the call has returned to its original target before; it does so once. */
export function hasDroppedForward({ facts, earlier }: DecisionCase): boolean {
  // A first hop seen twice means that the original target was asked twice.
  const firstHops = earlier.filter(({ failure }) => (failure.forward?.hops ?? 0) === 1).length;
  return facts.forwardDropped ?? firstHops > 1;
}

/** Whether a forward can still be dropped in favour of the original target. */
export function canDropForward(situation: DecisionCase): boolean {
  return situation.facts.forwardFollowed && !hasDroppedForward(situation);
}

/** "No such adapter": the application is going, or not there yet; the operation did not run. */
export function isAdapterGone(failure: Failure): boolean {
  const exception = exceptionOf(failure, "OBJECT_NOT_EXIST");
  if (exception === undefined || exception.completed !== "no") return false;
  const minor = exception.minor >>> 0;
  return (minor & 0xffff) === 2 && VENDOR_PREFIXES.has(minor >>> 16);
}

/** The container is there, the session is not. */
export function isSessionGone(failure: Failure): boolean {
  const exception = exceptionOf(failure, "OBJECT_NOT_EXIST");
  return exception !== undefined && exception.minor >>> 0 === SESSION_GONE_MINOR;
}

/** A refusal by the object adapter itself; a servant's own exception has minor 0. */
export function isTryLater(failure: Failure): boolean {
  const exception = exceptionOf(failure, "TRANSIENT", "OBJ_ADAPTER");
  return exception !== undefined && exception.completed === "no" && exception.minor !== 0;
}

/** Trouble that may come from inside the servant, whatever completion it claims. */
export function isServerTrouble(failure: Failure): boolean {
  const names = ["COMM_FAILURE", "NO_RESOURCES", "IMP_LIMIT", "TRANSIENT", "OBJ_ADAPTER"];
  return exceptionOf(failure, ...names) !== undefined && !isTryLater(failure);
}

/** Whether the member of the current attempt is the one that served the session last. */
export function servedLastHere({ facts, current, earlier }: DecisionCase): boolean {
  const { servedLast } = facts;
  // Nobody has served yet: the first member asked is the one that should know the session.
  if (servedLast === undefined) {
    return earlier.every(({ endpoint }) => endpoint === current.endpoint);
  }
  return servedLast === current.member || servedLast === current.endpoint;
}
