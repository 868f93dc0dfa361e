import {
  canDropForward,
  type DecisionCase,
  exceptionOf,
  hasReconnected,
  isAdapterGone,
  isCloseConnection,
  isDeadlineOver,
  isIdleClose,
  isServerTrouble,
  isSessionGone,
  isTryLater,
  isUnreachable,
} from "./decision-case.ts";
import type { Outcome } from "./decision-outcomes.ts";
import type { DecisionEffects } from "./failure.ts";

/**
 * How far the operation got, as a rule of the row.
 *
 * - `by-sent`: NO while nothing was handed to the socket, else MAYBE.
 * - `as-said`: what the exception says.
 * - `untrusted`: the same, but a NO counts as MAYBE.
 */
export type CompletionRule = "yes" | "no" | "maybe" | "by-sent" | "as-said" | "untrusted";

/** One row of the decision table. */
export interface DecisionRow {
  /** Stable id, shown in `error.attempts` and documented in docs/failover.md. */
  readonly id: string;
  /** What happened, as a lower-case clause. */
  readonly what: string;
  /** Whether the row applies; the first that does decides. */
  readonly matches: (situation: DecisionCase) => boolean;
  /** What follows for an operation that must not run twice. */
  readonly withoutMark: Outcome;
  /** What follows for an operation marked idempotent. */
  readonly withMark: Outcome;
  /** How far the operation got. */
  readonly completed: CompletionRule;
  /** What it means for endpoint and connection. */
  readonly effects: DecisionEffects;
}

/** For how long a key is avoided at a member that no longer has its application, in milliseconds. */
const AVOID_KEY_MS = 1_000;

const lost: DecisionEffects = { connection: "destroy", endpointSuspect: true };
const kept: DecisionEffects = { connection: "keep" };

/**
 * The decision table, in order of precedence. Data, so that documents and tests can walk it.
 *
 * The words for users are in docs/failover.md; the cases are in spec/failover.
 */
export const decisionRows: readonly DecisionRow[] = [
  {
    id: "abort",
    what: "the caller aborted",
    matches: ({ failure }) => failure.phase === "abort",
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "by-sent",
    effects: { connection: "keep", cancelRequest: true },
  },
  {
    id: "deadline",
    what: "the deadline of the call is over",
    matches: (situation) => situation.failure.phase === "timeout" && isDeadlineOver(situation),
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "by-sent",
    effects: { connection: "keep", cancelRequest: true },
  },
  {
    id: "one-way",
    what: "a one-way request was handed to the socket",
    matches: ({ failure, facts }) => facts.oneway && failure.sent === "some",
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "maybe",
    effects: { connection: "destroy" },
  },
  {
    id: "user-exception",
    what: "the operation raised a user exception",
    matches: ({ failure }) => failure.userException !== undefined,
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "yes",
    effects: kept,
  },
  {
    id: "forward",
    what: "the server forwarded to another target",
    matches: ({ failure }) => failure.forward !== undefined,
    withoutMark: "follow",
    withMark: "follow",
    completed: "no",
    effects: kept,
  },
  {
    id: "addressing-mode",
    what: "the server wants the target addressed differently",
    matches: ({ failure }) => failure.addressing !== undefined,
    withoutMark: "re-address",
    withMark: "re-address",
    completed: "no",
    effects: kept,
  },
  {
    id: "reply-undecodable",
    what: "the reply arrived but cannot be decoded",
    matches: ({ failure }) => failure.decodable === false,
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "yes",
    effects: kept,
  },
  {
    id: "reply-late",
    what: "the reply had begun when the time of the attempt was over",
    matches: ({ failure }) => failure.phase === "timeout" && failure.replyStarted,
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "yes",
    effects: kept,
  },
  {
    id: "reply-begun",
    what: "the connection was lost in the middle of the reply",
    matches: ({ failure }) => failure.origin === "local" && failure.replyStarted,
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "yes",
    effects: lost,
  },
  {
    id: "forward-dead",
    what: "the target of a forward cannot be reached",
    matches: (situation) => {
      const { failure, facts } = situation;
      const dead =
        isUnreachable(failure) ||
        failure.tlsAlert === true ||
        ((isIdleClose(failure) || isCloseConnection(failure)) && hasReconnected(situation));
      return dead && facts.untried === 0 && canDropForward(situation);
    },
    withoutMark: "original",
    withMark: "original",
    completed: "no",
    effects: { endpointFailed: true },
  },
  {
    id: "tls-alert",
    what: "the server ended the TLS connection with a fatal alert before it sent an octet",
    matches: ({ failure }) => failure.tlsAlert === true,
    withoutMark: "next-this-round",
    withMark: "next-this-round",
    completed: "no",
    effects: { connection: "destroy", misconfigured: true },
  },
  {
    id: "time-in-queue",
    what: "the time of the attempt was over before the request was handed to a socket",
    matches: ({ failure }) => failure.phase === "timeout" && failure.sent === "none",
    withoutMark: "next",
    withMark: "next",
    completed: "no",
    effects: {},
  },
  {
    id: "nothing-sent",
    what: "no connection could be made",
    matches: ({ failure }) => isUnreachable(failure),
    withoutMark: "next",
    withMark: "next",
    completed: "no",
    effects: { endpointFailed: true },
  },
  {
    id: "idle-close",
    what: "the connection was found closed before the write",
    matches: ({ failure }) => isIdleClose(failure),
    withoutMark: "reconnect",
    withMark: "reconnect",
    completed: "no",
    effects: { connection: "destroy" },
  },
  {
    id: "close-connection",
    what: "the server sent CloseConnection before any part of this reply",
    matches: ({ failure }) => isCloseConnection(failure),
    withoutMark: "reconnect",
    withMark: "reconnect",
    completed: "no",
    effects: { connection: "destroy" },
  },
  {
    id: "message-error",
    what: "the server sent MessageError, or framing was lost",
    matches: ({ failure }) => failure.phase === "messageError",
    withoutMark: "give-up",
    withMark: "replay",
    completed: "maybe",
    effects: { connection: "destroy" },
  },
  {
    id: "no-reply-in-time",
    what: "no reply came in the time of the attempt",
    matches: ({ failure }) => failure.phase === "timeout",
    withoutMark: "give-up",
    withMark: "replay",
    completed: "maybe",
    effects: { connection: "keep", cancelRequest: true, endpointSuspect: true },
  },
  {
    id: "lost-after-write",
    what: "the connection was lost after the write, before any part of the reply",
    matches: ({ failure }) => failure.origin === "local",
    withoutMark: "give-up",
    withMark: "replay",
    completed: "maybe",
    effects: lost,
  },
  {
    id: "forward-stale",
    what: "the target of a forward no longer exists",
    matches: (situation) => {
      const { failure, facts } = situation;
      const exception = exceptionOf(failure, "OBJECT_NOT_EXIST");
      if (exception?.completed !== "no" || exception.minor === 0) return false;
      if (isSessionGone(failure) || !canDropForward(situation)) return false;
      return facts.untried === 0 || !isAdapterGone(failure);
    },
    withoutMark: "original",
    withMark: "original",
    completed: "no",
    effects: kept,
  },
  {
    id: "try-later",
    what: "the server refused for now and says that nothing ran",
    matches: ({ failure }) => isTryLater(failure),
    withoutMark: "try-later",
    withMark: "try-later",
    completed: "no",
    effects: kept,
  },
  {
    id: "object-gone-9999",
    what: "the container does not have this session",
    matches: ({ failure }) => isSessionGone(failure),
    withoutMark: "session-gone",
    withMark: "session-gone",
    completed: "as-said",
    effects: kept,
  },
  {
    id: "adapter-gone-everywhere",
    what: "the application is gone from every member that can be asked",
    matches: ({ failure, facts }) =>
      isAdapterGone(failure) && (facts.untried === 0 || !facts.clustered),
    withoutMark: "look-up",
    withMark: "look-up",
    completed: "no",
    effects: { connection: "keep", avoidKeyMs: AVOID_KEY_MS },
  },
  {
    id: "adapter-gone",
    what: "the application is gone from this member",
    matches: ({ failure }) => isAdapterGone(failure),
    withoutMark: "move",
    withMark: "move",
    completed: "no",
    effects: { connection: "keep", avoidKeyMs: AVOID_KEY_MS },
  },
  {
    id: "server-trouble",
    what: "the server reports trouble that may come from inside the operation",
    matches: ({ failure }) => isServerTrouble(failure),
    withoutMark: "give-up",
    withMark: "one-other",
    completed: "untrusted",
    effects: kept,
  },
  {
    id: "unknown",
    what: "the server answered UNKNOWN, which says nothing of how far the operation got",
    matches: ({ failure }) => exceptionOf(failure, "UNKNOWN") !== undefined,
    withoutMark: "give-up",
    withMark: "one-other",
    completed: "untrusted",
    effects: kept,
  },
  {
    id: "other-exception",
    what: "the server answered with a system exception",
    matches: () => true,
    withoutMark: "give-up",
    withMark: "give-up",
    completed: "as-said",
    effects: kept,
  },
];
