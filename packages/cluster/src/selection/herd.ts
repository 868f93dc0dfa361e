import { randomBelow, seededRandom } from "../random.ts";
import { type Candidate, candidateWeight } from "./candidate.ts";
import type { Figures } from "./feedback.ts";
import type { Policy } from "./policy.ts";

/** How a crowd of clients is simulated. */
export interface HerdOptions {
  /** How many clients decide, each on its own, all on the same reports. */
  readonly clients: number;
  /** The seed. Default 1. */
  readonly seed?: number;
  /** Milliseconds between two reports. Default 10,000. */
  readonly reportMs?: number;
  /** How long is simulated, in milliseconds. Default 20 minutes. */
  readonly durationMs?: number;
  /** Mean time a piece of work takes, in milliseconds. Default 60,000. */
  readonly workMs?: number;
  /** Mean time between two pieces of work of one client, in milliseconds. Default 5,000. */
  readonly pauseMs?: number;
}

/** What a crowd does to the members. The fair share of a member is in proportion to its weight. */
export interface HerdForecast {
  /** How many clients. */
  readonly clients: number;
  /** The most work a member held at any second, as a multiple of its fair share of all work held then. */
  readonly worstOfFair: number;
  /**
   * The most new work a member was given between two reports, as a multiple of its fair share of all that was given then.
   * For the better of two drawn this is twice at the best: the member that was reported lowest wins whenever it is drawn,
   * which is two times in n.
   */
  readonly worstIntervalOfFair: number;
}

/** Time before the first second that counts: the crowd has to have filled the members. */
const WARM_UP_MS = 300_000;

/**
 * Simulates many clients that decide on the same reports.
 *
 * Every report tells what runs on each member, as sessions and as what they leave of processors and memory, where the fair
 * share leaves half. Work held follows new work with the inertia of what runs already: where work lasts much longer than
 * the time between two reports, a member that is given twice its share for one interval holds little more than before.
 */
export function herdForecast<S>(
  policy: Policy<S>,
  members: readonly Candidate[],
  options: HerdOptions,
): HerdForecast {
  const { clients, reportMs = 10_000, workMs = 60_000, pauseMs = 5_000 } = options;
  const durationMs = options.durationMs ?? 1_200_000;
  const random = seededRandom(options.seed ?? 1);
  const exponential = (mean: number): number => -mean * Math.log(1 - Math.min(random(), 0.999_999));
  const held = (clients * workMs) / pauseMs;
  const total = members.reduce((sum, each) => sum + candidateWeight(each), 0);
  const parts = new Map(
    members.map((each) => [each.name, total === 0 ? 0 : candidateWeight(each) / total]),
  );
  const running = new Map(members.map(({ name }) => [name, 0]));
  const states = Array.from({ length: clients }, () => policy.initial(members));
  // Work by the second in which it ends.
  const ends = new Map<number, { readonly client: number; readonly member: string }[]>();
  const ending = (second: number, client: number, member: string): void => {
    const list = ends.get(second);
    if (list === undefined) ends.set(second, [{ client, member }]);
    else list.push({ client, member });
  };
  let [worst, worstInterval] = [0, 0];
  let given = new Map<string, number>();
  const perSecond = (clients * 1_000) / pauseMs;
  let due = 0;
  for (let second = 0; second * 1_000 < durationMs; second += 1) {
    const nowMs = second * 1_000;
    if (nowMs % reportMs === 0) {
      if (nowMs > WARM_UP_MS) {
        worstInterval = Math.max(worstInterval, worstMultiple(given, parts));
      }
      given = new Map();
      for (const { name } of members) {
        const figures = figuresOf(running.get(name) ?? 0, held * (parts.get(name) ?? 0));
        for (const [client, state] of states.entries()) {
          states[client] = policy.on(state, { type: "report", member: name, figures, atMs: nowMs });
        }
      }
    }
    for (const { client, member } of ends.get(second) ?? []) {
      running.set(member, (running.get(member) ?? 0) - 1);
      states[client] = policy.on(states[client] as S, { type: "released", member });
    }
    ends.delete(second);
    for (due += perSecond; due >= 1; due -= 1) {
      const client = randomBelow(random, clients);
      const selected = policy.select(states[client] as S, {}, { nowMs, random });
      states[client] = selected.state;
      const member = selected.selection.chosen[0]?.name;
      if (member === undefined) continue;
      running.set(member, (running.get(member) ?? 0) + 1);
      given.set(member, (given.get(member) ?? 0) + 1);
      ending(second + 1 + Math.floor(exponential(workMs) / 1_000), client, member);
    }
    if (nowMs > WARM_UP_MS) worst = Math.max(worst, worstMultiple(running, parts));
  }
  return { clients, worstOfFair: worst, worstIntervalOfFair: worstInterval };
}

/** The highest of all counts, each as a multiple of the member's part of their sum. */
function worstMultiple(
  counts: ReadonlyMap<string, number>,
  parts: ReadonlyMap<string, number>,
): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  let worst = 0;
  for (const [name, count] of counts) {
    const part = parts.get(name) ?? 0;
    if (count > 0 && part > 0) worst = Math.max(worst, count / (all * part));
  }
  return worst;
}

/** What a member with so much work reports: twice the fair share leaves nothing. */
function figuresOf(sessions: number, fair: number): Figures {
  const left = fair === 0 ? 0 : Math.max(0, 1 - sessions / (2 * fair));
  return {
    sessions,
    maxSessions: Math.ceil(4 * fair),
    idlePercent: 100 * left,
    freeMemory: 1_000 * left,
  };
}
