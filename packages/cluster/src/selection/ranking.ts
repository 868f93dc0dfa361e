import type { MemberOrder } from "../member-order.ts";
import type { Candidate } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import { type MinTree, minTree, withNumber } from "./min-tree.ts";

/** How to get the numbers of members, as things stand. */
export interface Numbers {
  /** The number of a member at a time. */
  readonly value: (candidate: Candidate, nowMs: number) => number | undefined;
  /** When it becomes another one by itself. */
  readonly untilMs: (candidate: Candidate, nowMs: number) => number;
  /** What all numbers have in common: another one means that all of them are others. */
  readonly edition: unknown;
}

/** The members by their numbers, the lowest first, equals in the order of ties. Immutable. */
export interface Ranking {
  /** What the numbers have in common: another one means that all of them are others. */
  readonly edition: unknown;
  /** The numbers hold from this time on. */
  readonly sinceMs: number;
  /** They hold until before this one. */
  readonly untilMs: number;
  /** The order of ties it was made for. */
  readonly order: MemberOrder | undefined;
  /** The members it was made for. */
  readonly members: readonly Candidate[];
  /** Place of each in the order of ties. */
  readonly places: ReadonlyMap<string, number>;
  /** Who stands at a place. */
  readonly standing: readonly Candidate[];
  /** The numbers by place. */
  readonly numbers: MinTree;
}

const numberOf = (value: number | undefined): number =>
  value === undefined || !Number.isFinite(value) ? Number.POSITIVE_INFINITY : value;

/** The members in the order of ties. */
function inOrder(
  members: readonly Candidate[],
  order: MemberOrder | undefined,
): Pick<Ranking, "places" | "standing"> {
  const ranked = members.map((candidate) => ({ candidate, rank: order?.(candidate.name) ?? 0 }));
  // Sorting is stable: of equal ranks the one that joined first comes first.
  if (order !== undefined) ranked.sort((a, b) => a.rank - b.rank);
  const standing = ranked.map(({ candidate }) => candidate);
  return { standing, places: new Map(standing.map(({ name }, place) => [name, place])) };
}

/**
 * Ranks members: looks at each of them once.
 *
 * @param known - a ranking that may have the same members in the same order: they are then not sorted again
 */
export function rank(
  members: readonly Candidate[],
  order: MemberOrder | undefined,
  { value, untilMs, edition }: Numbers,
  nowMs: number,
  known: Ranking | undefined,
): Ranking {
  // Who has left keeps a place in a ranking that goes on, but must not get one in another.
  const isSorted =
    known?.members === members && known.order === order && known.standing.length === members.length;
  const { places, standing } = isSorted ? known : inOrder(members, order);
  let until = Number.POSITIVE_INFINITY;
  const numbers = standing.map((candidate) => {
    until = Math.min(until, untilMs(candidate, nowMs));
    return numberOf(value(candidate, nowMs));
  });
  return {
    edition,
    sinceMs: nowMs,
    untilMs: until,
    order,
    members,
    places,
    standing,
    numbers: minTree(numbers),
  };
}

/**
 * A ranking after something happened, which changes the number of one member only; `undefined`: it has to be made anew.
 *
 * @param members - those after it
 */
export function rankingAfter(
  ranking: Ranking,
  event: Feedback,
  members: readonly Candidate[],
  { value, untilMs, edition }: Numbers,
): Ranking | undefined {
  if (edition !== ranking.edition) return undefined;
  if (event.type === "tick") return ranking;
  const name = event.type === "joined" ? event.member.name : event.member;
  const place = ranking.places.get(name);
  // Whoever is new stands somewhere between the others.
  if (place === undefined) return undefined;
  if (event.type === "left") {
    const places = new Map(ranking.places);
    places.delete(name);
    const numbers = withNumber(ranking.numbers, place, Number.POSITIVE_INFINITY);
    return { ...ranking, members, places, numbers };
  }
  let { standing } = ranking;
  if (event.type === "joined") {
    const changed = [...standing];
    changed[place] = event.member;
    standing = changed;
  }
  const candidate = standing[place] as Candidate;
  const { sinceMs } = ranking;
  const numbers = withNumber(ranking.numbers, place, numberOf(value(candidate, sinceMs)));
  const until = Math.min(ranking.untilMs, untilMs(candidate, sinceMs));
  return { ...ranking, members, standing, numbers, untilMs: until };
}
