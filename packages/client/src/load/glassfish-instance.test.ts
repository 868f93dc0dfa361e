import { describe, expect, test } from "vitest";
import { glassFishFigures, type InstanceNodes } from "./glassfish-figures.ts";
import { InstanceHistory } from "./glassfish-instance.ts";
import type { MonitoringNode } from "./glassfish-node.ts";

const settings = { figures: glassFishFigures, idleThreads: undefined };

/** A thread pool as GlassFish 7.0.15 writes it; the names of its statistics are those seen on a live one. */
function pool(items: unknown, lastsampletime: number | undefined): InstanceNodes {
  const time = lastsampletime === undefined ? {} : { lastsampletime };
  const threadPool: MonitoringNode = {
    statistics: {
      currentbusythreads: { count: 1, ...time },
      numberofworkitemsinqueue: { current: 2, ...time },
      totalworkitemsadded: { count: items, ...time },
    },
    children: [],
  };
  return { threadPool, beanPools: [] };
}

describe("requests a second", () => {
  test("are the growth of work items by our clock", () => {
    const history = new InstanceHistory();
    const rateAt = (items: unknown, nowMs: number): unknown =>
      history.next(pool(items, nowMs), nowMs, settings)?.["requestsPerSecond"];
    expect(rateAt(100, 1_000)).toBeUndefined();
    expect(rateAt(600, 3_000)).toBe(250);
    expect(rateAt(600, 4_000)).toBe(0);
    // Started again: 40 is no growth of -560.
    expect(rateAt(40, 5_000)).toBeUndefined();
    expect(rateAt(50, 5_500)).toBe(20);
    // What is no count says nothing, and neither does the one after it.
    expect(rateAt("60", 6_000)).toBeUndefined();
    expect(rateAt(70, 6_500)).toBeUndefined();
    expect(rateAt(80, 7_500)).toBe(10);
    // No time went by.
    const figures = history.next(pool(90, 7_501), 7_500, settings);
    expect(figures).toEqual({ busyThreads: 1, queuedRequests: 2, sessions: 3 });
  });

  test("count from the last sample that was new", () => {
    const history = new InstanceHistory();
    history.next(pool(100, 1), 0, settings);
    history.next(pool(300, 2), 1_000, settings);
    expect(history.next(pool(300, 2), 2_000, settings)).toBeUndefined();
    // 500 in the three seconds since then.
    const figures = history.next(pool(800, 3), 4_000, settings);
    expect(figures?.["requestsPerSecond"]).toBe(500 / 3);
  });
});

test("numbers are new when their time is another one, whatever the server's clock says", () => {
  const history = new InstanceHistory();
  const isNew = (sample: number | undefined, nowMs: number): boolean =>
    history.next(pool(0, sample), nowMs, settings) !== undefined;
  expect(isNew(9_999_999, 0)).toBe(true);
  expect(isNew(9_999_999, 5_000)).toBe(false);
  expect(isNew(9_999_999, 11_000)).toBe(false);
  expect(isNew(10_000_000, 16_000)).toBe(true);
  // Its clock was set back: that is another time as well.
  expect(isNew(5, 21_000)).toBe(true);
  expect(isNew(5, 22_000)).toBe(false);
  // Without a time nothing can be said.
  expect(isNew(undefined, 30_000)).toBe(true);
  expect(isNew(undefined, 40_000)).toBe(true);
});
