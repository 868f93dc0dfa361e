import { OrbError } from "@remora/protocol";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { ArgumentError, type CallAttempt, type CallErrorDetails } from "../errors.ts";
import type { AttemptProblem } from "../failover/attempt.ts";

/** A call as it stands when something from outside ends it. */
export interface EndedCall {
  readonly operation: string;
  readonly elapsedMs: number;
  /** The endpoint of the present or last attempt. */
  readonly endpoint: RemoteEndpoint | undefined;
  /** What a recovery has noted already. */
  readonly earlier: CallErrorDetails | undefined;
  /** An attempt is under way: it is told as the last one. */
  readonly inFlight: boolean;
}

/** Everything that happened, the attempt under way included. */
export function detailsOfEndedCall(
  call: EndedCall,
  problem: AttemptProblem,
  completed: "no" | "maybe",
): CallErrorDetails {
  const { endpoint, earlier, elapsedMs, operation } = call;
  if (earlier !== undefined && !call.inFlight) return earlier;
  const member = endpoint?.canonical.member;
  const place = {
    endpoint: endpoint?.key ?? "",
    ...(member === undefined ? {} : { member }),
  };
  const attempts = earlier?.attempts ?? [];
  const beganMs = attempts.at(-1)?.afterMs ?? 0;
  const current: CallAttempt = {
    ...place,
    code: problem.code,
    message: problem.message,
    completed,
    afterMs: elapsedMs,
    tookMs: elapsedMs - beganMs,
    rule: problem.failure.phase === "abort" ? "abort" : "deadline",
    decision: "give-up: ended from outside",
  };
  return {
    completed,
    ...place,
    attempts: endpoint === undefined ? attempts : [...attempts, current],
    operation,
    elapsedMs,
  };
}

/**
 * What is wrong with an argument, or what its own code threw. Arguments are read at each attempt: one that the caller
 * has changed may fail behind an attempt that ran.
 */
export function argumentError(
  operation: string,
  cause: unknown,
  completed: "no" | "maybe",
): ArgumentError {
  const message =
    cause instanceof OrbError
      ? cause.message
      : `${operation}: reading its arguments threw ${String(cause)}`;
  return new ArgumentError(message, cause, completed);
}
