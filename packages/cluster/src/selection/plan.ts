import type { MemberOrder } from "../member-order.ts";
import { type Random, seededRandom } from "../random.ts";
import type { Candidate } from "./candidate.ts";
import { checkNumber } from "./checked-options.ts";
import type { Explanation } from "./explanation.ts";
import type { Feedback } from "./feedback.ts";
import { type HerdForecast, herdForecast } from "./herd.ts";
import { InvalidPolicyError, type Policy, type SelectionRequest } from "./policy.ts";

/** What is to be forecast. */
export interface PlanOptions<S> {
  /** The policy. */
  readonly policy: Policy<S>;
  /** The members. */
  readonly members: readonly Candidate[];
  /** How many contexts, or calls, are simulated. Default 10,000. */
  readonly contexts?: number;
  /** The seed of the simulation. Default 1. */
  readonly seed?: number;
  /** What each of them asks for, in turn. Default: nothing in particular. */
  readonly requests?: readonly SelectionRequest[];
  /** What is known before: reports of load, say. Default: nothing. */
  readonly before?: readonly Feedback[];
  /** The order of ties. Default: as the members are listed. */
  readonly order?: MemberOrder;
  /** When it is, in milliseconds. Default 0. */
  readonly nowMs?: number;
  /**
   * After how many contexts the reports of `before` come again, with the same figures: as if the members had
   * digested what they were given. Default: never, so that the figures only get worse.
   */
  readonly reportEvery?: number;
  /** Whether the death of each single member is forecast, too. Default true; it takes as long again for each member. */
  readonly deaths?: boolean;
  /** How many clients decide on the same reports: more than one adds a forecast of herds. Default 1. */
  readonly clients?: number;
  /** Milliseconds between two reports in that forecast. Default 10,000. */
  readonly reportMs?: number;
}

/** What one member is to get. */
export interface PlannedShare {
  /** Its name. */
  readonly name: string;
  /** Its share in the long run, where the rule says it; `undefined`: it depends on what happens. */
  readonly expected: number | undefined;
  /** How many contexts it got in the simulation. */
  readonly count: number;
  /** The same as a share of all. */
  readonly simulated: number;
}

/** What happens without one member. */
export interface PlannedDeath {
  /** Who has failed. */
  readonly member: string;
  /** The shares of all members. */
  readonly shares: readonly PlannedShare[];
  /** How many contexts found nobody. */
  readonly nobody: number;
}

/** A forecast. */
export interface Plan {
  /** Name of the policy. */
  readonly policy: string;
  /** How many contexts were simulated. */
  readonly contexts: number;
  /** With which seed. */
  readonly seed: number;
  /** The shares of all members. */
  readonly shares: readonly PlannedShare[];
  /** How many contexts found nobody. */
  readonly nobody: number;
  /** Why the first decision fell as it did; `undefined`: nothing was simulated. */
  readonly first: Explanation | undefined;
  /** What happens when each single member dies. */
  readonly deaths: readonly PlannedDeath[];
  /** What many clients do together; `undefined` when that does not matter. */
  readonly herd: HerdForecast | undefined;
  /** What may surprise, one sentence each. */
  readonly warnings: readonly string[];
}

function checkOptions<S>({ members, ...numbers }: PlanOptions<S>): void {
  const largest = Number.MAX_SAFE_INTEGER;
  const ranges = { contexts: 0, reportEvery: 1, clients: 1, reportMs: 1 };
  for (const [option, least] of Object.entries(ranges) as [keyof typeof ranges, number][]) {
    const value = numbers[option];
    if (value !== undefined) checkNumber(`plan.${option}`, value, [least, largest]);
  }
  const names = new Set<string>();
  for (const { name, weight = 0 } of members) {
    if (names.has(name)) {
      const hint = "every member has its own name";
      throw new InvalidPolicyError("plan.members", name, "is there twice", hint);
    }
    names.add(name);
    checkNumber(`plan.members["${name}"].weight`, weight, [0, largest], false);
  }
}

interface Run {
  readonly shares: readonly PlannedShare[];
  readonly nobody: number;
  readonly first: Explanation | undefined;
  readonly skipped: ReadonlyMap<string, string>;
}

function run<S>(options: PlanOptions<S>, start: S, random: Random): Run {
  const { policy, members, contexts = 10_000, requests = [{}], order, nowMs = 0 } = options;
  const counts = new Map<string, number>();
  // Once for each stage: reasons have figures in them, which change from one decision to the next.
  const skipped = new Map<string, string>();
  const reports = (options.before ?? []).filter(({ type }) => type === "report");
  const { reportEvery = Number.POSITIVE_INFINITY } = options;
  let [state, nobody] = [start, 0];
  let first: Explanation | undefined;
  for (let context = 0; context < contexts; context += 1) {
    if (context > 0 && context % reportEvery === 0) {
      state = reports.reduce((after, event) => policy.on(after, event), state);
    }
    const request = requests[context % requests.length] ?? {};
    const circumstances = { nowMs, random, ...(order === undefined ? {} : { order }) };
    const selected = policy.select(state, request, circumstances);
    state = selected.state;
    if (context === 0) first = selected.selection.explanation;
    for (const { stage, note } of selected.selection.skipped) {
      if (!skipped.has(stage)) skipped.set(stage, `${stage} is ${note}`);
    }
    const name = selected.selection.chosen[0]?.name;
    if (name === undefined) nobody += 1;
    else counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const expected = policy.expectedShares?.(start);
  const shares = members.map(({ name }): PlannedShare => {
    const count = counts.get(name) ?? 0;
    return {
      name,
      expected: expected?.get(name),
      count,
      simulated: contexts === 0 ? 0 : count / contexts,
    };
  });
  return { shares, nobody, first, skipped };
}

/** Sentences about members that get far less or more than their weights say. */
function biasWarnings(members: readonly Candidate[], shares: readonly PlannedShare[]): string[] {
  return shares.flatMap(({ name, expected }) => {
    if (expected === undefined || members.length < 2) return [];
    return expected === 0
      ? [`${name} gets nothing in the long run`]
      : expected === 1
        ? [`${name} gets everything in the long run`]
        : [];
  });
}

/** Sentences about loads that nobody reports, so that the rule of the policy is not the one that decides. */
function unknownLoads(first: Explanation | undefined): readonly string[] {
  return (first?.stages ?? [])
    .filter(({ kind, note }) => kind === "load" && note?.startsWith("known of nobody") === true)
    .map(({ stage, note }) => `${stage} is ${note}`);
}

/**
 * Forecasts what a policy does: the share of each member, what becomes of it when each single member dies, and what may surprise.
 *
 * Equal arguments give equal forecasts. Contexts are assigned and not released: for rules that count what runs, this is a
 * peak that only grows.
 *
 * @throws InvalidPolicyError when a number cannot be: `contexts` of -1, a weight that is no number
 */
export function plan<S>(options: PlanOptions<S>): Plan {
  const { policy, members, contexts = 10_000, seed = 1, before = [], nowMs = 0 } = options;
  checkOptions(options);
  const random = seededRandom(seed);
  const start = before.reduce((state, event) => policy.on(state, event), policy.initial(members));
  const all = run(options, start, random);
  const warnings = new Set<string>([
    ...(members.length === 0 ? ["there are no members"] : []),
    ...(policy.warnings?.(start) ?? []),
    ...biasWarnings(members, all.shares),
    ...all.skipped.values(),
    ...unknownLoads(all.first),
  ]);
  if (all.nobody > 0) {
    warnings.add(`${all.nobody} of ${contexts} contexts find nobody`);
  }
  const dying = options.deaths === false ? [] : members;
  const deaths = dying.map(({ name }): PlannedDeath => {
    const without = policy.on(start, { type: "failed", member: name, atMs: nowMs });
    const { shares, nobody } = run(options, without, random);
    if (nobody > all.nobody) {
      warnings.add(`when ${name} dies, ${nobody} of ${contexts} contexts find nobody`);
    }
    return { member: name, shares, nobody };
  });
  const herd =
    (options.clients ?? 1) > 1 && policy.herds !== undefined && members.length > 1
      ? herdForecast(policy, members, {
          clients: options.clients ?? 1,
          seed,
          ...(options.reportMs === undefined ? {} : { reportMs: options.reportMs }),
        })
      : undefined;
  const advice = policy.herds?.advice;
  if (herd !== undefined && advice !== undefined) {
    const [held, given] = [herd.worstOfFair, herd.worstIntervalOfFair].map((x) => x.toFixed(1));
    warnings.add(
      `${herd.clients} clients that take the best of the same reports fill one member up to ${held} times its fair share, ` +
        `and send it ${given} times its share between two reports: ${advice}`,
    );
  }
  const { shares, nobody, first } = all;
  return {
    policy: policy.name,
    contexts,
    seed,
    shares,
    nobody,
    first,
    deaths,
    herd,
    warnings: [...warnings],
  };
}
