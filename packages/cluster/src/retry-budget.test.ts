import { describe, expect, test } from "vitest";
import {
  budgetAfterCalls,
  budgetAfterRetry,
  hasRetryLeft,
  newRetryBudget,
  type RetryBudget,
  retriesLeft,
} from "./retry-budget.ts";

/** Draws until nothing is left; answers how often. */
function drain(budget: RetryBudget, now: number): { drawn: number; budget: RetryBudget } {
  let [drawn, rest] = [0, budget];
  for (; hasRetryLeft(rest, now); drawn += 1) rest = budgetAfterRetry(rest, now);
  return { drawn, budget: rest };
}

describe("retry budget", () => {
  test("ten without any call, and one for every five calls", () => {
    expect(drain(newRetryBudget(0), 0).drawn).toBe(10);
    expect(drain(budgetAfterCalls(newRetryBudget(0), 0, 4), 0).drawn).toBe(10);
    expect(drain(budgetAfterCalls(newRetryBudget(0), 0, 5), 0).drawn).toBe(11);
    expect(drain(budgetAfterCalls(newRetryBudget(0), 0, 1_000), 0).drawn).toBe(210);
  });

  test("what was drawn comes back as its window slides away", () => {
    const { budget } = drain(newRetryBudget(0), 0);
    expect(retriesLeft(budget, 9_999)).toBe(0);
    expect(retriesLeft(budget, 10_000)).toBe(0);
    expect(retriesLeft(budget, 15_000)).toBe(5);
    expect(retriesLeft(budget, 20_000)).toBe(10);
  });

  test("calls count no longer than two windows", () => {
    const budget = budgetAfterCalls(newRetryBudget(0), 0, 100);
    expect(retriesLeft(budget, 0)).toBe(30);
    expect(retriesLeft(budget, 15_000)).toBe(20);
    expect(retriesLeft(budget, 1_000_000)).toBe(10);
  });

  test("windows stay aligned, however long the pause", () => {
    const budget = budgetAfterCalls(newRetryBudget(3), 25_000);
    expect(budget).toEqual({
      windowStartMs: 20_003,
      calls: 1,
      drawn: 0,
      previousCalls: 0,
      previousDrawn: 0,
    });
  });

  test("a clock set back opens no window and gives nothing back", () => {
    const { budget } = drain(newRetryBudget(50_000), 50_000);
    expect(retriesLeft(budget, 10)).toBe(0);
  });

  test("options", () => {
    const options = { minRetries: 1, perCall: 0.5, windowMs: 100 };
    const budget = budgetAfterCalls(newRetryBudget(0), 0, 4, options);
    expect(retriesLeft(budget, 0, options)).toBe(3);
    expect(retriesLeft(budgetAfterRetry(budget, 1, options), 1, options)).toBe(2);
    expect(retriesLeft(budget, 150, options)).toBe(2);
  });
});
