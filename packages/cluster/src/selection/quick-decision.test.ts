import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { shuffledOrder } from "../member-order.ts";
import { seededRandom } from "../random.ts";
import type { Candidate } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Circumstances, Policy, SelectionRequest } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";

/** Whether decisions may be quick; how many were. */
const quick = vi.hoisted(() => ({ allowed: true, taken: 0 }));

vi.mock(import("./quick-decision.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    decideQuickly: (...means) => {
      const choice = quick.allowed ? real.decideQuickly(...means) : undefined;
      if (choice !== undefined) quick.taken += 1;
      return choice;
    },
  };
});

const members = {
  m0: { maxCount: 2, weighting: 300 },
  m1: { userAssignment: ({ dept }: Readonly<Record<string, unknown>>) => dept === "Sales" },
  m2: { available: false },
};
const policies: Readonly<Record<string, Policy<PipelineState>>> = {
  "sgd sessions": sgd(),
  "sgd without affinity": sgd({ affinity: 0 }),
  "sgd, filters of all kinds": sgd({ members, affinityTo: "last" }),
  "sgd, strict": sgd({ members, strict: true }),
  "sgd cpu, two random": sgd({ method: "cpu", chooser: "twoRandom" }),
  "sgd sessions, two random": sgd({ chooser: "twoRandom", members }),
  "sgd by name": sgd({ byName: { "b*": "cpu" } }),
  "sgd cpu": sgd({ method: "cpu", unreliableAfterMs: 20 }),
  "sgd memory, out of contact": sgd({ method: "memory", outOfContactAfterMs: 12 }),
  "sgd reported sessions": sgd({ sessions: "reported", unreliableAfterMs: 20 }),
  "sapGateway 0": sapGateway({ level: 0 }),
  "sapGateway 0, busy ones too": sapGateway({ level: 0, busy: "ignore" }),
  "sapGateway 0, no busy ones": sapGateway({ level: 0, busy: "refuse" }),
  "sapGateway 1": sapGateway({ level: 1 }),
  "sapGateway 1, busy ones last": sapGateway({ level: 1, busy: "skip" }),
  "sapGateway 2": sapGateway({ level: 2, costs: "m0=1 m1=7 10.0.0.*=3" }),
  "glassfish ic-based": glassfish(),
  "glassfish ic-based-weighted": glassfish({ policy: "ic-based-weighted" }),
  "glassfish smooth": glassfish({ policy: "ic-based-weighted", sequence: "smooth" }),
  "glassfish as Java": glassfish({ compatibility: "glassfish" }),
};

const name = fc.constantFrom(...Array.from({ length: 40 }, (_, index) => `m${index}`));
const weight = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(100, 200, 50) }, fc.constant(0));
const candidate = fc.record({ name, weight, address: fc.constantFrom("10.0.0.7", "10.0.1.8") });
const key = fc.constantFrom("ada", "bob");
const change: fc.Arbitrary<Feedback> = fc.oneof(
  fc.record({ type: fc.constant("assigned" as const), member: name }),
  fc.record({ type: fc.constant("assigned" as const), member: name, key }),
  fc.record({ type: fc.constant("released" as const), member: name, key }),
  fc.record({ type: fc.constant("released" as const), member: name }),
  fc.record({ type: fc.constant("failed" as const), member: name, atMs: fc.constant(5) }),
  fc.record({ type: fc.constant("recovered" as const), member: name }),
  fc.record({ type: fc.constant("joined" as const), member: candidate }),
  fc.record({ type: fc.constant("left" as const), member: name }),
  fc.record({ type: fc.constant("drained" as const), member: name }),
  fc.record({ type: fc.constant("undrained" as const), member: name }),
  fc.record({
    type: fc.constant("report" as const),
    member: name,
    figures: fc.record(
      { idlePercent: fc.nat(5), freeMemory: fc.nat(5), sessions: fc.nat(5) },
      { requiredKeys: [] },
    ),
    atMs: fc.nat(40),
  }),
  fc.record({ type: fc.constant("tick" as const), atMs: fc.constant(9) }),
);
const wish: fc.Arbitrary<SelectionRequest> = fc.record(
  {
    required: fc.constantFrom(1, 1, 1, 2, 3),
    key,
    name: fc.constantFrom("a", "b1"),
    tenant: fc.constantFrom({}, { dept: "Sales" }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(change, wish);
const start = fc.uniqueArray(candidate, { selector: (each) => each.name, maxLength: 40 });

interface Found {
  readonly chosen: readonly string[];
  readonly explanation: unknown;
  readonly skipped: unknown;
  readonly alternates: readonly string[];
}

const isChange = (each: Feedback | SelectionRequest): each is Feedback => "type" in each;

/** All decisions of a run, and the state after it, without what is kept to be quick. */
function run(
  policy: Policy<PipelineState>,
  list: readonly Candidate[],
  steps: readonly (Feedback | SelectionRequest)[],
  seed: number,
  circumstances: Pick<Circumstances, "order">,
): { readonly found: readonly Found[]; readonly state: object } {
  const random = seededRandom(seed);
  const found: Found[] = [];
  let state = policy.initial(list);
  for (const each of steps) {
    if (isChange(each)) {
      state = policy.on(state, each);
      continue;
    }
    const { selection, state: next } = policy.select(state, each, {
      nowMs: 5 * found.length,
      random,
      ...circumstances,
    });
    const alternates = [...selection.alternates()].map((other) => other.name);
    found.push({
      chosen: selection.chosen.map((other) => other.name),
      explanation: selection.explanation,
      skipped: selection.skipped,
      alternates,
    });
    state = next;
  }
  return { found, state: { ...state, rankings: [] } };
}

describe.each(Object.entries(policies))("%s", (_name, policy) => {
  test("a quick decision is the decision of the stages, whatever happened before", () => {
    quick.taken = 0;
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 30 }), fc.nat(), (list, steps, seed) => {
        quick.allowed = false;
        const order = seed % 3 === 0 ? {} : { order: shuffledOrder(seed) };
        const slow = run(policy, list, steps, seed, order);
        quick.allowed = true;
        expect(run(policy, list, steps, seed, order)).toEqual(slow);
      }),
      { numRuns: 400 },
    );
    expect(quick.taken, "quick ones").toBeGreaterThan(50);
  });
});

test("deciding from an old state again gives the same again, with and without a ranking", () => {
  const policy = sapGateway({ level: 2, costs: "m0=2 m1=3 m2=4" });
  const circumstances = { nowMs: 0, random: seededRandom(1) };
  const chosenFrom = (state: PipelineState, times: number): readonly (string | undefined)[] => {
    let now = state;
    return Array.from({ length: times }, () => {
      const { selection, state: next } = policy.select(now, {}, circumstances);
      now = next;
      return selection.chosen[0]?.name;
    });
  };
  const fresh = policy.initial([{ name: "m0" }, { name: "m1" }, { name: "m2" }]);
  // The documented table: 1, 2, 3, 1, 2, 1, 3.
  const documented = ["m0", "m1", "m2", "m0", "m1", "m0", "m2"];
  expect(chosenFrom(fresh, 7)).toEqual(documented);
  expect(chosenFrom(fresh, 7)).toEqual(documented);
  const ranked = policy.select(fresh, {}, circumstances).state;
  expect(ranked.rankings).toHaveLength(1);
  expect(chosenFrom(ranked, 6)).toEqual(documented.slice(1));
  expect(chosenFrom(ranked, 6)).toEqual(documented.slice(1));
});

test("a policy with other settings goes on with the counters, not with the ranking of the first", () => {
  const members = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const circumstances = { nowMs: 0, random: seededRandom(1) };
  const alike = sgd({ affinity: 0 });
  const strong = sgd({ affinity: 0, members: { c: { weighting: 300 } } });
  let state = alike.initial(members);
  const next = (policy: Policy<PipelineState>): string | undefined => {
    const selected = policy.select(state, {}, circumstances);
    ({ state } = selected);
    return selected.selection.chosen[0]?.name;
  };
  expect([next(alike), next(alike), next(alike)]).toEqual(["a", "b", "c"]);
  // One each: loads 100, 100 and 33, then 67, then 100.
  expect([next(strong), next(strong), next(strong)]).toEqual(["c", "c", "a"]);
  // The first policy again: 2, 1 and 3 run.
  expect([next(alike), next(alike)]).toEqual(["b", "a"]);
});

test("who has left gets no place in a ranking that is made from another one", () => {
  const policy = sgd({ byName: { b: "cpu" } });
  const circumstances = { nowMs: 0, random: seededRandom(1) };
  let state = policy.initial([{ name: "gone" }, { name: "here" }]);
  ({ state } = policy.select(state, { name: "b" }, circumstances));
  state = policy.on(state, { type: "left", member: "gone" });
  const { selection } = policy.select(state, {}, circumstances);
  expect(selection.chosen).toEqual([{ name: "here" }]);
});

test("figures that grow old by themselves: the ranking of the one moment is not that of the next", () => {
  const policy = sgd({ method: "cpu", unreliableAfterMs: 100, assignmentShare: 0 });
  let state = policy.initial([{ name: "a" }, { name: "b" }]);
  const report = (member: string, idlePercent: number, atMs: number): void => {
    state = policy.on(state, { type: "report", member, figures: { idlePercent }, atMs });
  };
  report("a", 90, 0);
  report("b", 10, 50);
  const at = (nowMs: number): string | undefined =>
    policy.select(state, {}, { nowMs, random: seededRandom(1) }).selection.chosen[0]?.name;
  ({ state } = policy.select(state, {}, { nowMs: 60, random: seededRandom(1) }));
  expect(state.rankings).toHaveLength(1);
  // Until 100 ms the figures of a count, then those of b alone, from 150 ms on none: a runs one, b none.
  expect([at(99), at(100), at(149), at(150), at(99)]).toEqual(["a", "b", "b", "b", "a"]);
  report("a", 80, 120);
  expect([at(121), at(219), at(220)]).toEqual(["a", "a", "b"]);
});

test("a rotation made for other options is made anew", () => {
  const circumstances = { nowMs: 0, random: () => 0.9 };
  const plain = glassfish({ perRequest: true });
  const weighted = glassfish({ policy: "ic-based-weighted" });
  const { state } = plain.select(
    plain.initial([{ name: "a", weight: 3 }, { name: "b" }]),
    {},
    circumstances,
  );
  expect(plain.select(state, {}, circumstances).selection.chosen[0]?.name).toBe("b");
  // Of 103 parts the first three are a's.
  const low = { nowMs: 0, random: () => 0.02 };
  expect(weighted.select(state, {}, low).selection.chosen[0]?.name).toBe("a");
  expect(weighted.select(state, {}, { ...low, random: () => 0.04 }).selection.chosen[0]?.name).toBe(
    "b",
  );
});
