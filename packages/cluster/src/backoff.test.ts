import { describe, expect, test } from "vitest";
import { backoffCeilingMs, backoffMs, delayWithinDeadline } from "./backoff.ts";

describe("backoff", () => {
  test("the ceiling doubles up to its cap, for any count", () => {
    const ceilings = [0, 1, 2, 3, 4, 5, 6, 10_000].map((attempt) => backoffCeilingMs(attempt));
    expect(ceilings).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
    expect(backoffCeilingMs(-1)).toBe(50);
  });

  test("full jitter: anything from 0 to the ceiling", () => {
    expect(backoffMs(2, () => 0)).toBe(0);
    expect(backoffMs(2, () => 0.5)).toBe(100);
    expect(backoffMs(2, () => 0.999_999)).toBe(199);
  });

  test("options change the shape", () => {
    const options = { initialMs: 10, factor: 3, maxMs: 100 };
    expect([0, 1, 2, 3].map((attempt) => backoffCeilingMs(attempt, options))).toEqual([
      10, 30, 90, 100,
    ]);
  });

  test("a pause that ends at the deadline or later is none", () => {
    expect(delayWithinDeadline(99, 900, 1_000)).toBe(99);
    expect(delayWithinDeadline(100, 900, 1_000)).toBeUndefined();
  });
});
