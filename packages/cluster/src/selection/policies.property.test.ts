import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffledOrder } from "../member-order.ts";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import type { Candidate } from "./candidate.ts";
import { formatExplanation } from "./explanation.ts";
import { entryOf } from "./fact-table.ts";
import type { Feedback } from "./feedback.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy, SelectionRequest } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";

type AnyPolicy = Policy<PipelineState>;

const metrics = [
  "leastconns",
  "absleastconns",
  "response",
  "roundrobin",
  "random",
  "geographical",
  "network",
  "availability",
  "qos",
  "minmisses",
  "hash",
  "phash",
  "local",
  "always",
  "remote",
  "persistence",
  "proximity",
  "bandwidth",
];

const alteonSites = {
  m0: { local: true, rank: 9, region: "Europe" },
  m1: { rank: 9 },
  m2: { rank: 40, maxSessions: 3 },
};

const policies: Readonly<Record<string, AnyPolicy>> = {
  "glassfish ic-based": glassfish(),
  "glassfish ic-based-weighted": glassfish({ policy: "ic-based-weighted" }),
  "glassfish per request": glassfish({ perRequest: true }),
  "glassfish smooth": glassfish({ sequence: "smooth" }),
  "sgd sessions": sgd(),
  "sgd reported": sgd({ sessions: "reported" }),
  "sgd cpu": sgd({ method: "cpu", outOfContactAfterMs: 5_000, unreliableAfterMs: 8_000 }),
  "sgd memory, two random": sgd({ method: "memory", chooser: "twoRandom" }),
  "sgd groups, counts": sgd({
    groups: "east",
    members: {
      m0: { groups: "east", maxCount: 2 },
      m1: { groups: "west,east" },
      m2: { available: false },
    },
  }),
  "sapGateway 0": sapGateway({ level: 0 }),
  "sapGateway 1": sapGateway(),
  "sapGateway 2": sapGateway({ level: 2, costs: "m0=1 m1=7 10.0.0.*=3" }),
  alteonGslb: alteonGslb({ sites: alteonSites, networks: { "10.0.0.0/8": ["m1", "m0"] } }),
  "alteonGslb thresholds": alteonGslb({
    sites: alteonSites,
    thresholds: { sesscap: 50, cpucap: 50, mincon: 2 },
    expiresAfterMs: 3_000,
  }),
  ...Object.fromEntries(
    metrics.map((metric) => [
      `alteonGslb ${metric}`,
      alteonGslb({
        rules: [{ metrics: [metric] }],
        sites: alteonSites,
        regions: { "10.0.0.0/8": "Europe" },
        networks: { "10.0.0.0/8": ["m1", "m0"] },
      }),
    ]),
  ),
};

const names = ["m0", "m1", "m2", "m3", "m4", "m5"];
const member = fc.constantFrom(...names);
const figure = fc.oneof(
  fc.double({ min: -10, max: 1_000 }),
  fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53),
);
const figures = fc.dictionary(
  fc.constantFrom(
    "sessions",
    "maxSessions",
    "idlePercent",
    "freeMemory",
    "bogoMips",
    "cpuPercent",
    "responseMs",
    "roundTripMs",
    "octets",
  ),
  figure,
);
const key = fc.option(fc.constantFrom("ada", "bob"), { nil: undefined });
const address = fc.constantFrom("10.0.0.7", "10.0.1.8", "192.168.0.1", "2001:db8::1", "nonsense");
const weight = fc.oneof(
  fc.constantFrom(0, 1, 100, 2_147_483_648, Number.NaN, -1),
  fc.integer({ min: 1, max: 1_000 }),
);
const candidate = fc.record({ name: member, weight, address });

const event: fc.Arbitrary<Feedback> = fc.oneof(
  fc.record({ type: fc.constant("assigned" as const), member }),
  fc.record({ type: fc.constant("assigned" as const), member, key: fc.constant("ada") }),
  fc.record({ type: fc.constant("released" as const), member, key: fc.constant("ada") }),
  fc.record({ type: fc.constant("failed" as const), member, atMs: fc.nat(9_999) }),
  fc.record({ type: fc.constant("recovered" as const), member }),
  fc.record({ type: fc.constant("joined" as const), member: candidate }),
  fc.record({ type: fc.constant("left" as const), member }),
  fc.record({ type: fc.constant("drained" as const), member }),
  fc.record({ type: fc.constant("undrained" as const), member }),
  fc.record({ type: fc.constant("report" as const), member, figures, atMs: fc.nat(9_999) }),
  fc.record({ type: fc.constant("tick" as const), atMs: fc.nat(9_999) }),
);

const request = fc.record({
  required: fc.integer({ min: 1, max: 3 }),
  clientAddress: address,
  key,
  name: fc.constantFrom("java:global/shop/Cart", ""),
});

function requestOf({ key: who, ...rest }: { key: string | undefined }): SelectionRequest {
  return who === undefined ? rest : { ...rest, key: who };
}

const members = fc
  .uniqueArray(candidate, { selector: (each) => each.name, maxLength: 6 })
  .map((list): readonly Candidate[] => list);

function after(policy: AnyPolicy, list: readonly Candidate[], events: readonly Feedback[]) {
  return events.reduce((state, each) => policy.on(state, each), policy.initial(list));
}

describe.each(Object.entries(policies))("%s", (_name, policy) => {
  test("whatever happened: every member is accounted for, and nobody that was removed is chosen", () => {
    fc.assert(
      fc.property(
        members,
        fc.array(event, { maxLength: 12 }),
        request,
        fc.nat(12_000),
        fc.integer(),
        (list, events, wanted, nowMs, seed) => {
          const state = after(policy, list, events);
          const kept = structuredClone({ ...state, own: {} });
          const random = seededRandom(seed);
          const { selection, state: next } = policy.select(state, requestOf(wanted), {
            nowMs,
            random,
          });
          expect({ ...state, own: {} }, "a state never changes").toEqual(kept);
          const { explanation } = selection;
          expect(explanation.candidates.map(({ name }) => name)).toEqual(
            state.members.map(({ name }) => name),
          );
          const chosen = selection.chosen.map(({ name }) => name);
          expect(chosen.length).toBeLessThanOrEqual(wanted.required);
          expect(new Set(chosen).size).toBe(chosen.length);
          expect(explanation.chosen).toEqual(chosen);
          const alternates: string[] = [];
          for (const { name } of selection.alternates()) {
            alternates.push(name);
            expect(alternates.length, "alternates end").toBeLessThanOrEqual(state.members.length);
          }
          expect(new Set([...chosen, ...alternates]).size).toBe(chosen.length + alternates.length);
          for (const { name, outcome, reason, value } of explanation.candidates) {
            expect(reason).not.toBe("");
            expect(outcome === "chosen").toBe(chosen.includes(name));
            if (value !== undefined) expect(value).toBeGreaterThanOrEqual(0);
            if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
            const { drained } = policyFacts(state, name);
            if (drained) expect([...chosen, ...alternates]).not.toContain(name);
          }
          expect(formatExplanation(explanation)).not.toMatch(/NaN|undefined/);
          // The state after a decision is as good as any.
          policy.select(next, {}, { nowMs, random });
        },
      ),
      { numRuns: 60 },
    );
  });
});

function policyFacts(state: PipelineState, name: string): { readonly drained: boolean } {
  return { drained: entryOf(state.facts, name)?.drained === true };
}

/** Some weights, reports and work, the same for each order of the members. */
const crowd = fc.record({
  list: members,
  events: fc.array(event, { maxLength: 8 }),
  orderSeed: fc.integer(),
  shuffle: fc.integer(),
});

describe("the order in which members are told", () => {
  // "two random" draws places, so it is by design that its draws fall on others.
  test.each(Object.entries(policies).filter(([name]) => !name.includes("two random")))(
    "%s: changes nothing when the order of ties is given",
    (_name, policy) => {
      fc.assert(
        fc.property(crowd, ({ list, events, orderSeed, shuffle }) => {
          const order = shuffledOrder(orderSeed);
          // What joins later stands behind in both cases: only the start is told in another order.
          const told = events.filter(({ type }) => type !== "joined");
          const random = shuffle;
          const other = [...list].sort(
            (a, b) => shuffledOrder(random)(a.name) - shuffledOrder(random)(b.name),
          );
          const chosen = [list, other].map((each) => {
            let state = after(policy, each, told);
            const source = seededRandom(7);
            return Array.from({ length: 6 }, (_, index) => {
              const asked = { clientAddress: `10.0.0.${index}` };
              const found = policy.select(state, asked, { nowMs: 100, random: source, order });
              state = found.state;
              return found.selection.chosen[0]?.name;
            });
          });
          expect(chosen[0]).toEqual(chosen[1]);
        }),
        { numRuns: 40 },
      );
    },
  );
});

describe("a common factor of all weights", () => {
  const scaled: Readonly<Record<string, readonly [(factor: number) => AnyPolicy, boolean]>> = {
    "sgd sessions": [() => sgd(), true],
    "sgd cpu": [() => sgd({ method: "cpu" }), true],
    "sgd memory": [() => sgd({ method: "memory" }), true],
    "sgd, two random": [() => sgd({ chooser: "twoRandom" }), true],
    "alteonGslb in turn": [() => alteonGslb({ rules: [{ metrics: ["roundrobin"] }] }), true],
    "alteonGslb random": [() => alteonGslb({ rules: [{ metrics: ["random"] }] }), true],
    "alteonGslb leastconns": [() => alteonGslb({ rules: [{ metrics: ["leastconns"] }] }), true],
    "glassfish by weight": [() => glassfish({ policy: "ic-based-weighted" }), true],
    "glassfish by weight, smooth": [
      () => glassfish({ policy: "ic-based-weighted", sequence: "smooth" }),
      true,
    ],
    "sapGateway, costs and default": [
      (factor) =>
        sapGateway({
          level: 2,
          defaultCost: 20 * factor,
          costs: `m0=${3 * factor} m1=${5 * factor}`,
        }),
      false,
    ],
  };
  test.each(Object.entries(scaled))("%s: changes nothing", (_name, [policyOf, byWeight]) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(2, 4, 64, 1_024),
        fc.integer(),
        (weights, factor, seed) => {
          const chosen = [1, factor].map((times) => {
            const policy = policyOf(times);
            const list = weights.map((each, index) => ({
              name: `m${index}`,
              weight: byWeight ? each * times : each,
            }));
            let state = after(
              policy,
              list,
              list.map(({ name }, index) => ({
                type: "report",
                member: name,
                figures: {
                  idlePercent: 10 + index,
                  freeMemory: 10 + index,
                  utilization: 50 + index,
                },
                atMs: 0,
              })),
            );
            const random = seededRandom(seed);
            return Array.from({ length: 30 }, () => {
              const found = policy.select(state, {}, { nowMs: 0, random });
              state = found.state;
              return found.selection.chosen[0]?.name;
            });
          });
          expect(chosen[0]).toEqual(chosen[1]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
