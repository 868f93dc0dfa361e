import type { Random } from "./random.ts";

/** How the pause before a repeated round grows. */
export interface BackoffOptions {
  /** Longest pause before the first repetition, in milliseconds. Default 50. */
  readonly initialMs?: number;
  /** Factor from one repetition to the next. Default 2. */
  readonly factor?: number;
  /** Longest pause at all, in milliseconds. Default 2,000. */
  readonly maxMs?: number;
}

/** The defaults of {@link BackoffOptions}. */
export const defaultBackoff: Required<BackoffOptions> = { initialMs: 50, factor: 2, maxMs: 2_000 };

/**
 * The upper bound of the pause before repetition `attempt`.
 *
 * @param attempt - 0 for the first repetition
 */
export function backoffCeilingMs(attempt: number, options: BackoffOptions = {}): number {
  const { initialMs, factor, maxMs } = { ...defaultBackoff, ...options };
  // The power overflows to Infinity for large counts, which the cap turns into the cap.
  return Math.min(maxMs, initialMs * factor ** Math.max(0, attempt));
}

/**
 * The pause before repetition `attempt`, in milliseconds: exponential with a cap and full jitter.
 *
 * Full jitter (anything from 0 to the ceiling) spreads clients that failed at the same moment;
 * equal pauses would let them all come back at the same moment too.
 *
 * @param attempt - 0 for the first repetition
 * @param random - one number is drawn
 */
export function backoffMs(attempt: number, random: Random, options: BackoffOptions = {}): number {
  return Math.floor(random() * backoffCeilingMs(attempt, options));
}

/**
 * The pause, if a useful attempt can still follow it; `undefined` when the deadline would pass first.
 *
 * @param delayMs - the pause wished for
 * @param now - milliseconds, any origin
 * @param deadlineMs - absolute, same origin
 */
export function delayWithinDeadline(
  delayMs: number,
  now: number,
  deadlineMs: number,
): number | undefined {
  return now + delayMs < deadlineMs ? delayMs : undefined;
}
