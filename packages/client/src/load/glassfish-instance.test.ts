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
      history.next(pool(items, nowMs), nowMs, settings).figures["requestsPerSecond"];
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
    const { figures } = history.next(pool(90, 7_501), 7_500, settings);
    expect(figures["requestsPerSecond"]).toBeUndefined();
  });

  test("stay what they were while the instance says nothing new", () => {
    const history = new InstanceHistory();
    history.next(pool(100, 1), 0, settings);
    history.next(pool(300, 2), 1_000, settings);
    const { figures, ageMs } = history.next(pool(300, 2), 2_000, settings);
    expect(figures["requestsPerSecond"]).toBe(200);
    expect(ageMs).toBe(1_000);
    // 500 in the three seconds since the last sample.
    expect(history.next(pool(800, 3), 4_000, settings).figures["requestsPerSecond"]).toBe(500 / 3);
  });
});

describe("age", () => {
  test("counts from the first time that a sample was seen, whatever the server's clock says", () => {
    const history = new InstanceHistory();
    const ageAt = (sample: number | undefined, nowMs: number): number =>
      history.next(pool(0, sample), nowMs, settings).ageMs;
    expect(ageAt(9_999_999, 0)).toBe(0);
    expect(ageAt(9_999_999, 5_000)).toBe(5_000);
    expect(ageAt(9_999_999, 11_000)).toBe(11_000);
    expect(ageAt(10_000_000, 16_000)).toBe(0);
    // Its clock was set back: that is a new sample as well.
    expect(ageAt(5, 21_000)).toBe(0);
    expect(ageAt(5, 22_000)).toBe(1_000);
    // Without a time nothing can be said.
    expect(ageAt(undefined, 30_000)).toBe(0);
    expect(ageAt(undefined, 40_000)).toBe(0);
  });
});
