/**
 * How many attempts may be repeated in all: some, plus a share of the calls.
 *
 * A cluster in trouble must not be finished off by its clients' repetitions. Only attempts whose
 * request had been sent draw from the budget; connect failures cost the server nothing and do not.
 * Immutable; counts are kept for the running and the previous window, so that the bound slides.
 */
export interface RetryBudget {
  /** Start of the running window, in milliseconds. */
  readonly windowStartMs: number;
  /** Calls in the running window. */
  readonly calls: number;
  /** Repetitions drawn in the running window. */
  readonly drawn: number;
  /** Calls in the window before. */
  readonly previousCalls: number;
  /** Repetitions drawn in the window before. */
  readonly previousDrawn: number;
}

/** Bounds of a {@link RetryBudget}. */
export interface RetryBudgetOptions {
  /** Repetitions allowed in every window however few calls there are. Default 10. */
  readonly minRetries?: number;
  /** Repetitions allowed per call, on top. Default 0.2. */
  readonly perCall?: number;
  /** Length of a window, in milliseconds. Default 10,000. */
  readonly windowMs?: number;
}

/** The defaults of {@link RetryBudgetOptions}. */
export const defaultRetryBudget: Required<RetryBudgetOptions> = {
  minRetries: 10,
  perCall: 0.2,
  windowMs: 10_000,
};

/** A budget from which nothing has been drawn. */
export function newRetryBudget(now: number): RetryBudget {
  return { windowStartMs: now, calls: 0, drawn: 0, previousCalls: 0, previousDrawn: 0 };
}

/** Moves the windows on, if their time is over. */
function rolled(budget: RetryBudget, now: number, windowMs: number): RetryBudget {
  const elapsed = now - budget.windowStartMs;
  // A clock that was set back opens no new window; it only makes the running one longer.
  if (elapsed < windowMs) return budget;
  const next = newRetryBudget(budget.windowStartMs + Math.floor(elapsed / windowMs) * windowMs);
  if (elapsed >= 2 * windowMs) return next;
  return { ...next, previousCalls: budget.calls, previousDrawn: budget.drawn };
}

/**
 * Counts calls.
 *
 * @param calls - how many; a busy client may add a batch at a time. Default 1.
 */
export function budgetAfterCalls(
  budget: RetryBudget,
  now: number,
  calls = 1,
  options: RetryBudgetOptions = {},
): RetryBudget {
  const current = rolled(budget, now, options.windowMs ?? defaultRetryBudget.windowMs);
  return { ...current, calls: current.calls + calls };
}

/** Counts one repetition of an attempt that had been sent. */
export function budgetAfterRetry(
  budget: RetryBudget,
  now: number,
  options: RetryBudgetOptions = {},
): RetryBudget {
  const current = rolled(budget, now, options.windowMs ?? defaultRetryBudget.windowMs);
  return { ...current, drawn: current.drawn + 1 };
}

/**
 * How many repetitions are left now. At least 1 means: one more may be made.
 *
 * The previous window counts by the part of it that still lies within one window's length of now.
 */
export function retriesLeft(
  budget: RetryBudget,
  now: number,
  options: RetryBudgetOptions = {},
): number {
  const { minRetries, perCall, windowMs } = { ...defaultRetryBudget, ...options };
  const current = rolled(budget, now, windowMs);
  const elapsed = Math.max(0, now - current.windowStartMs);
  const weight = Math.max(0, 1 - elapsed / windowMs);
  const calls = current.calls + weight * current.previousCalls;
  const drawn = current.drawn + weight * current.previousDrawn;
  return Math.max(0, minRetries + perCall * calls - drawn);
}

/** Whether one more attempt that had been sent may be repeated now. */
export function hasRetryLeft(
  budget: RetryBudget,
  now: number,
  options: RetryBudgetOptions = {},
): boolean {
  return retriesLeft(budget, now, options) >= 1;
}
