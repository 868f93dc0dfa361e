import type { Candidate } from "../candidate.ts";
import { entriesOf, entryOf, type FactTable, tableOf, withEntry } from "../fact-table.ts";
import type { Feedback } from "../feedback.ts";

/** A registered program, and what it was given so far. */
export interface Registration {
  /** The member behind it. */
  readonly candidate: Candidate;
  /** Cost of one assignment, as it was at the logon. */
  readonly cost: number;
  /** Sum of the costs of all assignments: what level 2 compares. */
  readonly load: number;
  /** Number of assignments: what level 1 compares. */
  readonly count: number;
}

/** All registrations. */
export interface Registrations {
  /** By name of the member. */
  readonly byName: FactTable<Registration>;
  /** How often something was taken off all of them. */
  readonly renormalizations: number;
  /** The highest figures of all; `undefined`: they have to be looked for. */
  readonly highest: Highest | undefined;
}

/** Where a program that logs on begins. */
interface Highest {
  readonly load: number;
  readonly count: number;
}

/** The highest figures when one registration has become another. */
function highestAfter(
  highest: Highest | undefined,
  before: Registration | undefined,
  after: Registration | undefined,
): Highest | undefined {
  if (highest === undefined) return undefined;
  // Whoever had the highest is gone: another one may have less.
  const wasHighest = before?.load === highest.load || before?.count === highest.count;
  if (after === undefined) return wasHighest ? undefined : highest;
  if (after.load <= highest.load && after.count <= highest.count) return highest;
  return {
    load: Math.max(highest.load, after.load),
    count: Math.max(highest.count, after.count),
  };
}

/** The registrations with another one, or without it. */
function withRegistration(
  registrations: Registrations,
  name: string,
  registration: Registration | undefined,
): Registrations {
  const before = entryOf(registrations.byName, name);
  if (before === registration) return registrations;
  const byName = withEntry(registrations.byName, name, registration);
  const highest = highestAfter(registrations.highest, before, registration);
  return { ...registrations, byName, highest };
}

/** No load grows beyond this: far below where adding 1 would be lost to rounding. */
const RENORMALIZE_ABOVE = 2 ** 46;

/** How far a registration may lie behind the others after that. */
const LARGEST_LAG = 2 ** 45;

/** The registrations of members that were there from the start: all begin at 0. */
export function firstRegistrations(
  members: readonly Candidate[],
  cost: (candidate: Candidate) => number,
): Registrations {
  const byName = tableOf(
    members.map((candidate): [string, Registration] => [
      candidate.name,
      { candidate, cost: cost(candidate), load: 0, count: 0 },
    ]),
  );
  return { byName, renormalizations: 0, highest: { load: 0, count: 0 } };
}

function highestOf(byName: FactTable<Registration>): Highest {
  let [load, count] = [0, 0];
  for (const each of entriesOf(byName).values()) {
    load = Math.max(load, each.load);
    count = Math.max(count, each.count);
  }
  return { load, count };
}

/** A program logs on: it begins with the highest load of its peers, so that it is not flooded. */
function logOn(
  registrations: Registrations,
  candidate: Candidate,
  cost: (candidate: Candidate) => number,
): Registrations {
  const known = entryOf(registrations.byName, candidate.name);
  if (known !== undefined) {
    const again = { ...known, candidate, cost: cost(candidate) };
    return withRegistration(registrations, candidate.name, again);
  }
  const highest = registrations.highest ?? highestOf(registrations.byName);
  const fresh = { candidate, cost: cost(candidate), ...highest };
  return withRegistration({ ...registrations, highest }, candidate.name, fresh);
}

/** Takes off all registrations what the least loaded one has: only differences count. */
function renormalized(registrations: Registrations): Registrations {
  const all = [...entriesOf(registrations.byName)];
  const shift = (figure: "load" | "count"): number => {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
    for (const [, each] of all) {
      lowest = Math.min(lowest, each[figure]);
      highest = Math.max(highest, each[figure]);
    }
    return Math.max(lowest, highest - LARGEST_LAG);
  };
  const [load, count] = [shift("load"), shift("count")];
  const byName = tableOf(
    all.map(([name, each]): [string, Registration] => [
      name,
      { ...each, load: Math.max(0, each.load - load), count: Math.max(0, each.count - count) },
    ]),
  );
  const renormalizations = registrations.renormalizations + 1;
  return { byName, renormalizations, highest: undefined };
}

/**
 * The registrations after something happened. A member that failed loses its registration and logs on again
 * when it returns, so that it does not have to catch up with everything it has missed.
 *
 * @param cost - cost of a candidate by the table as it is now
 * @param reapply - whether assignments cost what the table says now, not what it said at the logon
 */
export function registrationsAfter(
  registrations: Registrations,
  event: Feedback,
  members: readonly Candidate[],
  cost: (candidate: Candidate) => number,
  reapply: boolean,
): Registrations {
  switch (event.type) {
    case "joined":
      return logOn(registrations, event.member, cost);
    case "recovered":
    case "undrained": {
      const back = members.find(({ name }) => name === event.member);
      return back === undefined ? registrations : logOn(registrations, back, cost);
    }
    case "left":
    case "failed":
    case "drained":
      return withRegistration(registrations, event.member, undefined);
    case "assigned": {
      const known = entryOf(registrations.byName, event.member);
      if (known === undefined) return registrations;
      const added = reapply ? cost(known.candidate) : known.cost;
      const next = { ...known, load: known.load + added, count: known.count + 1 };
      const all = withRegistration(registrations, event.member, next);
      return next.load > RENORMALIZE_ABOVE || next.count > RENORMALIZE_ABOVE
        ? renormalized(all)
        : all;
    }
    case "released":
    case "report":
    case "tick":
      return registrations;
  }
}
