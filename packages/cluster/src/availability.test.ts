import { describe, expect, test } from "vitest";
import { eligibleOrPanic, memberIndex } from "./availability.ts";
import { configuredView } from "./cluster-view.ts";
import { healthAfterFailure, healthAfterProbe } from "./endpoint-health.ts";

const view = configuredView([
  { host: "node", port: 3700, security: "clear" },
  { host: "127.0.0.1", port: 3701, security: "clear" },
]);

describe("eligible members", () => {
  test("records under the key of another text for the same listener count", () => {
    const canonical = (key: string): string => key.replace("node:", "127.0.0.1:");
    const health = new Map([["127.0.0.1:3700", healthAfterFailure(undefined, 0)]]);
    const { leftOut } = eligibleOrPanic(memberIndex(view, canonical), health, 0);
    expect(leftOut).toEqual(["node:3700"]);
    expect(eligibleOrPanic(memberIndex(view), health, 0).leftOut).toEqual([]);
  });

  test("a member that returns takes part with a growing weight, and is not left out", () => {
    const back = healthAfterProbe(healthAfterFailure(undefined, 0), true, 1_000);
    const health = new Map([["node:3700", back]]);
    const at = (now: number): unknown => eligibleOrPanic(memberIndex(view), health, now);
    expect(at(1_000)).toEqual({
      availability: new Map([["node:3700", 0.1]]),
      leftOut: [],
      panic: false,
    });
    expect(at(11_000)).toEqual({ availability: new Map(), leftOut: [], panic: false });
  });

  test("ten thousand records of members long gone change nothing", () => {
    const health = new Map(
      Array.from({ length: 10_000 }, (_, index) => [
        `gone${index}:3700`,
        healthAfterFailure(undefined, 0),
      ]),
    );
    const { availability, panic } = eligibleOrPanic(memberIndex(view), health, 0);
    expect([availability.size, panic]).toEqual([0, false]);
  });
});
