import { describe, expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { type SgdOptions, sgd } from "./sgd/sgd.ts";

const many = Array.from({ length: 10_000 }, (_, index) => ({
  name: `m${index}`,
  weight: 2_147_483_648 - index,
}));

/** Figures as large as whole numbers get, of three members. */
const figures = Object.fromEntries(
  [
    ...["sessions", "maxSessions", "bogoMips", "idlePercent", "freeMemory", "cpuPercent"],
    ...["responseMs", "roundTripMs", "octets", "utilization"],
  ].map((name) => [name, Number.MAX_SAFE_INTEGER]),
);

const rule = (metric: string): Policy<PipelineState> =>
  alteonGslb({ rules: [{ metrics: [metric] }] });
const sgdBy = (options: SgdOptions): Policy<PipelineState> => sgd(options);

const policies: Readonly<Record<string, Policy<PipelineState>>> = {
  "glassfish ic-based": glassfish(),
  "glassfish by weight": glassfish({ policy: "ic-based-weighted" }),
  "glassfish smooth": glassfish({ policy: "ic-based-weighted", sequence: "smooth" }),
  "glassfish as Java": glassfish({ policy: "ic-based-weighted", compatibility: "glassfish" }),
  "sgd sessions": sgdBy({}),
  "sgd reported": sgdBy({ sessions: "reported" }),
  "sgd cpu": sgdBy({ method: "cpu" }),
  "sgd memory": sgdBy({ method: "memory" }),
  "sgd, two random": sgdBy({ method: "cpu", chooser: "twoRandom" }),
  "sapGateway 0": sapGateway({ level: 0 }),
  "sapGateway 1": sapGateway({ level: 1 }),
  "sapGateway 2": sapGateway({ level: 2, defaultCost: 2_147_483_647, costs: "m1=1" }),
  alteonGslb: alteonGslb({ thresholds: { sesscap: 90, cpucap: 90, mincon: 10 } }),
  ...Object.fromEntries(
    [
      ...["roundrobin", "random", "leastconns", "absleastconns", "response", "qos"],
      ...["proximity", "bandwidth", "availability", "hash", "phash", "minmisses"],
    ].map((metric) => [`alteonGslb ${metric}`, rule(metric)]),
  ),
};

describe("10,000 members of weights up to 2^31", () => {
  test.each(Object.entries(policies))(
    "%s: no NaN, nothing negative, no overflow",
    (_name, policy) => {
      let state = policy.initial(many);
      for (const member of ["m1", "m2", "m9999"]) {
        state = policy.on(state, { type: "report", member, figures, atMs: 0 });
      }
      const random = seededRandom(5);
      const request = { clientAddress: "10.0.0.7" };
      for (let count = 0; count < 12; count += 1) {
        const found = policy.select(state, request, { nowMs: 0, random });
        state = found.state;
        expect(found.selection.chosen).toHaveLength(1);
        if (count > 0) continue;
        const { candidates } = found.selection.explanation;
        expect(candidates).toHaveLength(10_000);
        const wrong = candidates.filter(
          ({ value = 0 }) => !(value >= 0 && value < Number.POSITIVE_INFINITY),
        );
        expect(wrong).toEqual([]);
      }
      const shares = policy.expectedShares?.(state);
      if (shares === undefined) return;
      const sum = [...shares.values()].reduce((total, share) => total + share, 0);
      expect(sum).toBeCloseTo(1, 9);
      expect([...shares.values()].filter((share) => !(share >= 0))).toEqual([]);
    },
  );

  test("by weight: 4,000 draws fall on the heavier half as often as its weight says", () => {
    const halves = Array.from({ length: 10_000 }, (_, index) => ({
      name: `m${index}`,
      weight: index < 5_000 ? 2_147_483_648 : 1_073_741_824,
    }));
    const policy = glassfish({ policy: "ic-based-weighted" });
    let state = policy.initial(halves);
    const random = seededRandom(11);
    let heavy = 0;
    for (let count = 0; count < 4_000; count += 1) {
      const found = policy.select(state, {}, { nowMs: 0, random });
      state = found.state;
      if (Number(found.selection.chosen[0]?.name.slice(1)) < 5_000) heavy += 1;
    }
    const sigma = Math.sqrt((4_000 * 2) / 9);
    expect(Math.abs(heavy - (4_000 * 2) / 3)).toBeLessThan(4 * sigma);
  });
});

test("loads of registered programs are renormalised: they never grow beyond 2^47", () => {
  const policy = sapGateway({ level: 2, defaultCost: 2_147_483_647 });
  let state = policy.initial([{ name: "a" }, { name: "b" }, { name: "c" }]);
  const circumstances = { nowMs: 0, random: seededRandom(1) };
  let highest = 0;
  const counts: Record<string, number> = {};
  for (let count = 0; count < 150_000; count += 1) {
    const found = policy.select(state, {}, circumstances);
    state = found.state;
    const name = found.selection.chosen[0]?.name ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
    if (count % 1_000 === 0) {
      for (const { value = 0 } of found.selection.explanation.candidates) {
        highest = Math.max(highest, value);
      }
    }
  }
  expect(counts).toEqual({ a: 50_000, b: 50_000, c: 50_000 });
  expect(highest).toBeLessThan(2 ** 47);
  expect(highest).toBeGreaterThan(2 ** 40);
});
