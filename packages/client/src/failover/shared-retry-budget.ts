import {
  budgetAfterCalls,
  budgetAfterRetry,
  hasRetryLeft,
  newRetryBudget,
  type RetryBudget,
} from "@remora/cluster";
import type { SharedRetryBudget } from "./call-runtime.ts";

/** The retry budget of an Orb: calls are only counted up on the hot path and entered when somebody asks. */
export function sharedRetryBudget(
  now: () => number,
  options: { readonly calls: number; readonly ratio: number },
): SharedRetryBudget {
  const bounds = { minRetries: options.calls, perCall: options.ratio };
  let budget: RetryBudget = newRetryBudget(now());
  let uncounted = 0;
  const enter = (): number => {
    const at = now();
    budget = budgetAfterCalls(budget, at, uncounted, bounds);
    uncounted = 0;
    return at;
  };
  return {
    countCall() {
      uncounted += 1;
    },
    left() {
      const at = enter();
      return hasRetryLeft(budget, at, bounds);
    },
    draw() {
      budget = budgetAfterRetry(budget, enter(), bounds);
    },
  };
}
