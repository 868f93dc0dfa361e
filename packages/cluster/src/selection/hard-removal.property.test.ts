import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffledOrder } from "../member-order.ts";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import type { Candidate } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy, SelectionRequest } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";

/** What happened to one member, kept here by plain counting: no code of the policies is asked who is removed. */
interface Known {
  drained: boolean;
  running: number;
  weight: number;
}

/** Whether a member must not be chosen for a request, whatever else there is. */
type Forbidden = (name: string, known: Known, request: SelectionRequest) => boolean;

const drained: Forbidden = (_name, known) => known.drained;
const drainedOrWeightless: Forbidden = (name, known, request) =>
  drained(name, known, request) || known.weight === 0;

const settings = {
  m0: { maxCount: 1 },
  m1: { userAssignment: "(dept=Sales)" },
  m2: { available: false },
  m3: { weighting: 0 },
} as const;
const bySettings: Forbidden = (name, known, { tenant }) =>
  known.drained ||
  (name === "m0" && known.running >= 1) ||
  (name === "m1" && tenant?.["dept"] !== "Sales") ||
  name === "m2" ||
  name === "m3" ||
  known.weight === 0;

const cases: readonly (readonly [string, Policy<PipelineState>, Forbidden])[] = [
  ["glassfish ic-based", glassfish(), drained],
  ["glassfish by weight", glassfish({ policy: "ic-based-weighted" }), drainedOrWeightless],
  [
    "glassfish smooth",
    glassfish({ policy: "ic-based-weighted", sequence: "smooth" }),
    drainedOrWeightless,
  ],
  ["sgd", sgd({ members: settings }), bySettings],
  [
    "sgd cpu, two random",
    sgd({ members: settings, method: "cpu", chooser: "twoRandom" }),
    bySettings,
  ],
  [
    "sgd groups",
    sgd({ members: { ...settings, m4: { groups: "east" } }, groups: "east" }),
    bySettings,
  ],
  ["sapGateway 0", sapGateway({ level: 0 }), drainedOrWeightless],
  [
    "sapGateway 1, no busy ones",
    sapGateway({ busy: "refuse" }),
    (name, known, request) => drainedOrWeightless(name, known, request) || known.running > 0,
  ],
  ["sapGateway 2", sapGateway({ level: 2, costs: "m0=1" }), drainedOrWeightless],
  ["alteonGslb", alteonGslb(), drainedOrWeightless],
  ["alteonGslb random", alteonGslb({ rules: [{ metrics: ["random"] }] }), drainedOrWeightless],
];

const name = fc.constantFrom("m0", "m1", "m2", "m3", "m4", "m5", "m6");
const change: fc.Arbitrary<Feedback> = fc.oneof(
  fc.record({ type: fc.constant("drained" as const), member: name }),
  fc.record({ type: fc.constant("undrained" as const), member: name }),
  fc.record({ type: fc.constant("failed" as const), member: name, atMs: fc.nat(9) }),
  fc.record({ type: fc.constant("recovered" as const), member: name }),
  fc.record({ type: fc.constant("released" as const), member: name }),
  fc.record({
    type: fc.constant("joined" as const),
    member: fc.record({ name, weight: fc.constantFrom(0, 100, 300) }),
  }),
);
const wish: fc.Arbitrary<SelectionRequest> = fc.record(
  {
    key: fc.constantFrom("ada", "bob"),
    required: fc.constantFrom(1, 2),
    tenant: fc.constantFrom({ dept: "Sales" }, { dept: "Law" }),
  },
  { requiredKeys: [] },
);
const list = fc.uniqueArray(fc.record({ name, weight: fc.constantFrom(0, 100, 100, 300) }), {
  selector: (each) => each.name,
  maxLength: 7,
});

function note(known: Map<string, Known>, event: Feedback): void {
  if (event.type === "joined") {
    const before = known.get(event.member.name) ?? { drained: false, running: 0, weight: 100 };
    known.set(event.member.name, { ...before, weight: event.member.weight ?? 100 });
    return;
  }
  const member = event.type === "tick" ? undefined : known.get(event.member);
  if (member === undefined) return;
  if (event.type === "drained") member.drained = true;
  if (event.type === "undrained") member.drained = false;
  if (event.type === "released") member.running = Math.max(0, member.running - 1);
}

describe.each(cases)("%s", (_name, policy, isForbidden) => {
  test("whoever is removed by somebody's word is never chosen, not even as the last or as an alternate", () => {
    fc.assert(
      fc.property(
        list,
        fc.array(fc.oneof(change, wish), { maxLength: 30 }),
        fc.nat(),
        (start, steps, seed) => {
          const random = seededRandom(seed);
          let state = policy.initial(start);
          const known = new Map(
            start.map((each): [string, Known] => [
              each.name,
              { drained: false, running: 0, weight: each.weight },
            ]),
          );
          for (const step of steps) {
            if ("type" in step) {
              state = policy.on(state, step);
              note(known, step);
              continue;
            }
            const { selection, state: next } = policy.select(state, step, { nowMs: 10, random });
            const answer: Candidate[] = [...selection.chosen, ...selection.alternates()];
            for (const each of answer) {
              const facts = known.get(each.name);
              expect(facts).toBeDefined();
              expect(facts && isForbidden(each.name, facts, step), each.name).toBe(false);
            }
            state = next;
            const first = known.get(selection.chosen[0]?.name ?? "");
            if (first !== undefined) first.running += 1;
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("without an order of ties", () => {
  const byValue: Readonly<Record<string, Policy<PipelineState>>> = {
    "sgd sessions": sgd({ affinity: 0 }),
    "sgd cpu": sgd({ affinity: 0, method: "cpu" }),
    "sapGateway 1": sapGateway(),
    "sapGateway 2": sapGateway({ level: 2, costs: "m0=1 m1=3" }),
  };
  test.each(Object.entries(byValue))(
    "%s: told in another order, members of the same tie are chosen, and no others",
    (_name, policy) => {
      const work = fc.record({ type: fc.constant("assigned" as const), member: name });
      const report = fc.record({
        type: fc.constant("report" as const),
        member: name,
        figures: fc.record({ idlePercent: fc.nat(3) }),
        atMs: fc.constant(0),
      });
      fc.assert(
        fc.property(
          list,
          fc.array(fc.oneof(work, report), { maxLength: 20 }),
          fc.nat(),
          (start, events, seed) => {
            const order = shuffledOrder(seed);
            const other = [...start].sort((a, b) => order(a.name) - order(b.name));
            const [one, two] = [start, other].map((members) => {
              const state = events.reduce(
                (kept, event) => policy.on(kept, event),
                policy.initial(members),
              );
              return policy.select(state, {}, { nowMs: 0, random: seededRandom(1) }).selection;
            });
            const tied = (selection: typeof one): readonly string[] => {
              const explanation = selection?.explanation;
              return [
                ...new Set([...(explanation?.chosen ?? []), ...(explanation?.tied ?? [])]),
              ].sort();
            };
            expect(tied(one)).toEqual(tied(two));
          },
        ),
        { numRuns: 100 },
      );
    },
  );
});
