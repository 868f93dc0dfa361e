import {
  alteonGslb,
  glassfish,
  type PipelineState,
  type Policy,
  sapGateway,
  seededRandom,
  sgd,
  shuffledOrder,
} from "@remora/cluster";
import { decimal, type Figure, type SectionOptions, type SectionResult } from "../figure.ts";
import { microsPerOperation } from "../per-operation.ts";

const sizes = [10, 100, 1_000, 10_000];

/** From 10 members to 10,000 a decision may grow so much where it does not look at each: 1,000 would be linear. */
const LARGEST_GROWTH = 20;

interface Measured {
  readonly name: string;
  readonly policy: Policy<PipelineState>;
  /** Whether a decision has to do without looking at every member. */
  readonly sublinear: boolean;
}

const measured: readonly Measured[] = [
  { name: "glassfish ic-based", policy: glassfish(), sublinear: true },
  {
    name: "glassfish ic-based-weighted",
    policy: glassfish({ policy: "ic-based-weighted" }),
    sublinear: true,
  },
  { name: "glassfish per request", policy: glassfish({ perRequest: true }), sublinear: true },
  { name: "sgd sessions", policy: sgd(), sublinear: true },
  { name: "sgd cpu", policy: sgd({ method: "cpu" }), sublinear: true },
  {
    name: "sgd cpu, twoRandom",
    policy: sgd({ method: "cpu", chooser: "twoRandom" }),
    sublinear: true,
  },
  { name: "sapGateway level 0", policy: sapGateway({ level: 0 }), sublinear: true },
  { name: "sapGateway level 1", policy: sapGateway({ level: 1 }), sublinear: true },
  {
    name: "sapGateway level 2",
    policy: sapGateway({ level: 2, costs: "10.0.*.*=5" }),
    sublinear: true,
  },
  { name: "alteonGslb", policy: alteonGslb(), sublinear: false },
  {
    name: "alteonGslb leastconns",
    policy: alteonGslb({ rules: [{ metrics: ["leastconns"] }] }),
    sublinear: false,
  },
];

/** One decision of each preset among few and many members: who is next, and that it was given the work. */
export async function policiesSection({ quick, log }: SectionOptions): Promise<SectionResult> {
  return {
    figures: measured.flatMap((each) => {
      log(each.name);
      return figuresOf(each, quick);
    }),
  };
}

function figuresOf({ name, policy, sublinear }: Measured, quick: boolean): readonly Figure[] {
  const times = sizes.map((size) => microsPerOperation(decisions(policy, size), quick));
  const figures = sizes.map(
    (size, index): Figure => ({
      name: `${name}: among ${size.toLocaleString("en-US")} members`,
      value: times[index] ?? Number.NaN,
      unit: "µs",
    }),
  );
  const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
  return [
    ...figures,
    {
      name: `${name}: 10,000 members beside 10`,
      value: growth,
      unit: "×",
      note: `${decimal(growth / 1_000)} of linear`,
      ...(sublinear ? { limit: { atMost: LARGEST_GROWTH } } : {}),
    },
  ];
}

/** Decisions one after the other, each followed by the end of the oldest piece of work: half as many run as there are members. */
function decisions(policy: Policy<PipelineState>, size: number): () => unknown {
  const members = Array.from({ length: size }, (_, index) => ({
    name: `m${index}`,
    weight: 100 + (index % 3) * 100,
    address: `10.${index >> 8}.${index & 255}.7`,
  }));
  const circumstances = { nowMs: 0, random: seededRandom(1), order: shuffledOrder(1) };
  let state = policy.initial(members);
  for (const [index, { name: member }] of members.entries()) {
    const figures = { idlePercent: 20 + (index % 60), sessions: index % 50, maxSessions: 400 };
    state = policy.on(state, { type: "report", member, figures, atMs: 0 });
  }
  const running: string[] = [];
  let oldest = 0;
  return () => {
    const { selection, state: next } = policy.select(state, {}, circumstances);
    state = next;
    const member = selection.chosen[0]?.name ?? "";
    if (running.length < size / 2) {
      running.push(member);
      return member;
    }
    const ended = running[oldest] ?? "";
    running[oldest] = member;
    oldest = (oldest + 1) % running.length;
    state = policy.on(state, { type: "released", member: ended });
    return member;
  };
}
