import { randomBelow, seededRandom } from "../random.ts";
import type { Candidate } from "./candidate.ts";
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

/** What a crowd does to the members. */
export interface HerdForecast {
  /** How many clients. */
  readonly clients: number;
  /** The most work a member had at any time, as a multiple of its fair share then. */
  readonly worstOfFair: number;
  /** The most work given to a member between two reports, as a multiple of its fair share of it. */
  readonly worstIntervalOfFair: number;
}

/** Reports before the first one that counts: the crowd has to have filled the members. */
const WARM_UP_MS = 300_000;

/**
 * Simulates many clients that decide on the same reports, all members being alike.
 *
 * Every report tells what runs on each member, as sessions and as what they leave of processors and memory, where the fair
 * share leaves half.
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
  const fairNow = (clients * workMs) / pauseMs / members.length;
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
      const all = [...given.values()].reduce((sum, count) => sum + count, 0);
      const most = Math.max(0, ...given.values());
      if (nowMs > WARM_UP_MS && all > 0) {
        worstInterval = Math.max(worstInterval, (most * members.length) / all);
      }
      given = new Map();
      for (const { name } of members) {
        const figures = figuresOf(running.get(name) ?? 0, fairNow);
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
    if (nowMs > WARM_UP_MS) {
      const all = [...running.values()].reduce((sum, count) => sum + count, 0);
      const most = Math.max(...running.values());
      if (all > 0) worst = Math.max(worst, (most * members.length) / all);
    }
  }
  return { clients, worstOfFair: worst, worstIntervalOfFair: worstInterval };
}

/** What a member with so much work reports: twice the fair share leaves nothing. */
function figuresOf(sessions: number, fair: number): Figures {
  const left = Math.max(0, 1 - sessions / (2 * fair));
  return {
    sessions,
    maxSessions: Math.ceil(4 * fair),
    idlePercent: 100 * left,
    freeMemory: 1_000 * left,
  };
}
