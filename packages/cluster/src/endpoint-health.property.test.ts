import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defaultHealthOptions,
  type EndpointHealth,
  ejectionLengthMs,
  eligibleShare,
  healthAfterFailure,
  healthAfterProbe,
  healthAfterSilence,
  healthAfterSuccess,
  healthWhileProbing,
  healthyEndpoint,
  isEligible,
  isForgettable,
  isProbeDue,
} from "./endpoint-health.ts";

type Event = (health: EndpointHealth, now: number) => EndpointHealth;
const events: readonly Event[] = [
  healthAfterFailure,
  healthAfterSuccess,
  healthAfterSilence,
  healthWhileProbing,
  (health, now) => healthAfterProbe(health, true, now),
  (health, now) => healthAfterProbe(health, false, now),
];
const step = fc.tuple(fc.constantFrom(...events), fc.nat(5_000));

describe("health through any events", () => {
  test("a share is always between 0 and 1, and an ejection never longer than the cap", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [health, now] = [healthyEndpoint, 0];
        for (const [event, pause] of steps) {
          now += pause;
          const before = structuredClone(health);
          const next = event(health, now);
          expect(health).toEqual(before);
          health = next;
          const share = eligibleShare(health, now);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          expect(isEligible(health, now)).toBe(health.state === "healthy");
          expect(health.untilMs - now).toBeLessThanOrEqual(defaultHealthOptions.maxEjectionMs);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("nobody is stuck: in time a probe is due, and an answer brings everyone back", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [health, now] = [healthyEndpoint, 0];
        for (const [event, pause] of steps) {
          now += pause;
          health = event(health, now);
        }
        now += defaultHealthOptions.maxEjectionMs;
        const waiting = health.state === "suspect" || health.state === "ejected";
        expect(isProbeDue(health, now)).toBe(waiting);
        health = healthAfterProbe(health, true, now);
        expect(isEligible(health, now)).toBe(true);
        now += defaultHealthOptions.slowStartMs;
        health = healthAfterSuccess(health, now);
        expect(isForgettable(health, now)).toBe(true);
        expect(eligibleShare(health, now)).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });

  test("ejections grow and stay below the cap, however many", () => {
    const lengths = Array.from({ length: 2_000 }, (_, index) => ejectionLengthMs(index + 1));
    expect(lengths.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(lengths.every((length) => length <= 30_000)).toBe(true);
  });
});

test("no record means healthy", () => {
  expect(isEligible(undefined, 0)).toBe(true);
  expect(eligibleShare(undefined, 0)).toBe(1);
  expect(isProbeDue(undefined, 0)).toBe(false);
  expect(healthAfterSuccess(undefined, 0)).toBe(healthyEndpoint);
  expect(healthAfterFailure(undefined, 0).state).toBe("ejected");
  expect(healthAfterSilence(undefined, 0).state).toBe("suspect");
  expect(healthAfterProbe(undefined, false, 0)).toBe(healthyEndpoint);
});
