import type { MemberOrder } from "../member-order.ts";
import type { Candidate } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import { type MinTree, minTree, withNumber } from "./min-tree.ts";

/** How to get the number of a member, as things stand. */
type ValueOf = (candidate: Candidate) => number | undefined;

/** The members by their numbers, the lowest first, equals in the order of ties. Immutable. */
export interface Ranking {
  /** What the numbers have in common: another one means that all of them are others. */
  readonly edition: unknown;
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

/** Ranks members: looks at each of them once. */
export function rank(
  edition: unknown,
  members: readonly Candidate[],
  order: MemberOrder | undefined,
  valueOf: ValueOf,
): Ranking {
  const ranked = members.map((candidate) => ({ candidate, rank: order?.(candidate.name) ?? 0 }));
  // Sorting is stable: of equal ranks the one that joined first comes first.
  if (order !== undefined) ranked.sort((a, b) => a.rank - b.rank);
  const standing = ranked.map(({ candidate }) => candidate);
  return {
    edition,
    order,
    members,
    places: new Map(standing.map(({ name }, place) => [name, place])),
    standing,
    numbers: minTree(standing.map((candidate) => numberOf(valueOf(candidate)))),
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
  edition: unknown,
  members: readonly Candidate[],
  valueOf: ValueOf,
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
  const numbers = withNumber(ranking.numbers, place, numberOf(valueOf(candidate)));
  return { ...ranking, members, standing, numbers };
}
