import type { Decision } from "@remora/cluster";
import {
  AbortError,
  AllEndpointsFailedError,
  type CallAttempt,
  CallError,
  type CallErrorDetails,
  ConnectionError,
  NoSuchEJBException,
  SessionLostError,
  SessionUnavailableError,
  TimeoutError,
  UnreadableReplyError,
} from "../errors.ts";
import type { AttemptProblem } from "./attempt.ts";
import { systemExceptionOf, userExceptionOf } from "./exception-error.ts";
import type { KnownExceptions } from "./known-exceptions.ts";

function place(details: CallErrorDetails): string {
  if (details.endpoint === "") return "";
  return details.member === undefined || details.member === details.endpoint
    ? ` at ${details.endpoint}`
    : ` at ${details.endpoint} (${details.member})`;
}

/** All attempts in one line, equal ones together: the whole story of a call that found no endpoint. */
function story(attempts: readonly CallAttempt[]): string {
  const byEndpoint = new Map<string, { text: string; times: number; ms: number }>();
  for (const attempt of attempts) {
    const known = byEndpoint.get(attempt.endpoint);
    if (known === undefined) {
      const text = `${attempt.code}, ${attempt.message}`;
      byEndpoint.set(attempt.endpoint, { text, times: 1, ms: attempt.tookMs });
    } else {
      known.times += 1;
      known.ms += attempt.tookMs;
    }
  }
  return [...byEndpoint]
    .map(([endpoint, { text, times, ms }]) => {
      const often = times === 1 ? "" : `, ${times} times`;
      return `${endpoint}: ${text} (${Math.round(ms)} ms${often})`;
    })
    .join("; ");
}

/**
 * The error that a call rejects with, from its last failure and the decision. The message names operation, endpoint
 * and what can be known of its completion.
 */
export function errorOf(
  problem: AttemptProblem | undefined,
  decision: Decision | undefined,
  details: CallErrorDetails,
  reason?: string,
  known?: KnownExceptions,
): CallError {
  const { operation, elapsedMs } = details;
  const where = place(details);
  const after = `after ${Math.round(elapsedMs)} ms`;
  if (problem === undefined) {
    return new AllEndpointsFailedError(
      `${operation} found no endpoint: ${reason ?? "there is none"}`,
      details,
    );
  }
  if (reason !== undefined) {
    return new ConnectionError(
      problem.code,
      `${operation}${where}: ${reason}`,
      problem.phase ?? "receive",
      details,
      problem.cause,
    );
  }
  switch (decision?.error) {
    case "no-such-ejb":
      return new NoSuchEJBException(
        `${operation}${where}: the session or object does not exist there (it was removed or has timed out)`,
        details,
        problem.cause,
      );
    case "session-unavailable":
      return new SessionUnavailableError(
        `${operation}${where}: this member does not know the session, and the one that held it does not answer; the next call tries that one first`,
        details,
        problem.cause,
      );
    case "session-lost":
      return new SessionLostError(
        `${operation}${where}: the application is gone from every member, and the session with it; look it up again`,
        details,
        problem.cause,
      );
    default:
      break;
  }
  const { exception } = problem;
  if (exception?.kind === "user") {
    return userExceptionOf(exception, known, `${operation}${where}`, details);
  }
  if (exception !== undefined) {
    return systemExceptionOf(
      exception,
      known,
      { where: `${operation}${where}`, text: `${problem.message} ${after}`, cause: problem.cause },
      details,
    );
  }
  if (problem.failure.decodable === false) {
    return new UnreadableReplyError(
      `${operation}${where}: the reply cannot be read, although the operation ran: ${problem.message}`,
      details,
      problem.cause,
    );
  }
  if (problem.failure.phase === "abort") {
    return new AbortError(`${operation}${where} was aborted ${after}`, details, problem.cause);
  }
  if (problem.code === "TIMEOUT") {
    const state =
      details.completed === "no" ? "it had not been sent" : "nobody can know whether it ran";
    // The attempt that the deadline ended is told already.
    const earlier = details.attempts.filter((attempt) => attempt.rule !== "deadline");
    const before = earlier.length === 0 ? "" : `; before: ${story(earlier)}`;
    return new TimeoutError(
      `${operation}${where}: no reply within its time (${after}); ${state}${before}`,
      details,
      problem.cause,
    );
  }
  if (problem.failure.sent === "none" || problem.code === "SILENT_PEER") {
    const count = new Set(details.attempts.map((attempt) => attempt.endpoint)).size;
    const those = count === 1 ? "the endpoint" : `all ${count} endpoints`;
    return new AllEndpointsFailedError(
      `${operation}: ${those} failed ${after}: ${story(details.attempts)}`,
      details,
      problem.cause,
    );
  }
  const maybe =
    details.completed === "maybe"
      ? "; nobody can know whether it ran: mark the method idempotent if it may run twice"
      : "";
  return new ConnectionError(
    problem.code,
    `${operation}${where}: ${problem.message} ${after}${maybe}`,
    problem.phase ?? "receive",
    details,
    problem.cause,
  );
}
