import { type CallAttempt, ClosedError } from "../errors.ts";
import type { CallRuntime, Closable } from "./call-runtime.ts";
import { errorOf } from "./error-of.ts";
import type { Abortable } from "./signal-hub.ts";

/** One caller's own limits of a wait for work that others wait for too. */
export interface WaitLimits {
  /** What the caller asked for, for its error. */
  readonly operation: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Attempts that the work has made so far. */
  readonly attempts: () => readonly CallAttempt[];
}

/** Waits for shared work: ends with it, or by the caller's own deadline or signal, or with the Orb. The work goes on. */
export function boundedWait<T>(
  runtime: CallRuntime,
  work: Promise<T>,
  limits: WaitLimits,
): Promise<T> {
  // Others may wait for the work, or nobody any more: its failure is told to whoever waits, never to the process.
  work.catch(() => {});
  return new Promise((resolve, reject) => {
    const { operation, signal } = limits;
    const startedAt = runtime.now();
    const failure = (phase: "timeout" | "abort", code: string, cause?: unknown): Error =>
      errorOf(
        {
          failure: { origin: "local", phase, sent: "none", replyStarted: false },
          code,
          message: "no answer within its time",
          cause,
        },
        undefined,
        {
          completed: "no",
          attempts: [...limits.attempts()],
          endpoint: "",
          operation,
          elapsedMs: runtime.now() - startedAt,
        },
      );
    if (signal?.aborted === true) {
      reject(failure("abort", "ABORTED", signal.reason));
      return;
    }
    const waiting: Abortable & Closable = {
      onAbort: (reason) => end(() => reject(failure("abort", "ABORTED", reason))),
      onOrbClosed: () =>
        end(() => reject(new ClosedError(`the Orb was closed during ${operation}`))),
    };
    const timer = setTimeout(
      () => end(() => reject(failure("timeout", "TIMEOUT"))),
      limits.timeoutMs,
    );
    let ended = false;
    const end = (settle: () => void): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      if (signal !== undefined) runtime.signals.delete(signal, waiting);
      runtime.recovering.delete(waiting);
      settle();
    };
    if (signal !== undefined) runtime.signals.add(signal, waiting);
    runtime.recovering.add(waiting);
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) =>
        end(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}
