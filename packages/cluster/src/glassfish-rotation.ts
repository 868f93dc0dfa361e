import type { ClusterMember, ClusterView } from "./cluster-view.ts";
import { formatEndpoint } from "./endpoint.ts";
import { type MemberOrder, ordered } from "./member-order.ts";
import { type Random, randomBelow } from "./random.ts";
import { elementAt, type WeightLine, weightAt, weightLine } from "./weighted-draw.ts";

/**
 * The list of GlassFish's `RoundRobinPolicy`, bias included, for differential tests against Java.
 *
 * Java stores the rotated list and draws on it again. All its states are cyclic shifts of one list,
 * so a state is an offset.
 */
export interface GlassfishList {
  /** Members in the server's order, then configured endpoints Java does not find among them. */
  readonly members: readonly ClusterMember[];
  /** Place of each of them by name. */
  readonly places: ReadonlyMap<string, number>;
  /** Java's weights of all of them, laid on a line. */
  readonly line: WeightLine;
  /** Java's total: without the appended endpoints, which therefore cannot lead at first. */
  readonly total: number;
}

/** Weight Java gives to everyone under `ic-based`, and to configured endpoints under any policy. */
export const GLASSFISH_BOOTSTRAP_WEIGHT = 10;

/** Draws that may come out as 0, which Java repeats for ever, before we take 1. */
const MAX_REDRAWS = 1_000;

/**
 * Builds Java's list of a view.
 *
 * @param weighted - whether the policy is `ic-based-weighted`
 * @param order - the shuffle of the configured endpoints; discovered members stay in server order
 */
export function glassfishList(
  view: ClusterView,
  weighted: boolean,
  order: MemberOrder | undefined,
): GlassfishList {
  const texts = new Set(
    view.members.flatMap((member) =>
      // Java compares the text of the clear endpoints only.
      member.endpoints.filter(({ security }) => security === "clear").map(formatEndpoint),
    ),
  );
  const boot = view.bootstrap.map((endpoint): ClusterMember => {
    const name = formatEndpoint(endpoint);
    return { name, weight: 0, endpoints: [endpoint], source: "configured" };
  });
  const shuffled = ordered(boot, order);
  const members = view.discovered
    ? [...view.members, ...shuffled.filter(({ name }) => !texts.has(name))]
    : shuffled;
  const weights = members.map(({ weight, source }) =>
    weighted && source === "discovered" ? Math.trunc(weight) : GLASSFISH_BOOTSTRAP_WEIGHT,
  );
  const counted = view.discovered ? view.members.length : members.length;
  const total = weights.slice(0, counted).reduce((sum, weight) => sum + weight, 0);
  const places = new Map(members.map(({ name }, index) => [name, index]));
  return { members, places, line: weightLine(weights), total };
}

/** What Java would do wrong with such a list, if anything: endless loop or exception. */
export function glassfishProblem(list: GlassfishList): string | undefined {
  if (list.total === 0) return "all weights are 0, where Java throws an exception";
  if (list.total === 1) return "the weights sum up to 1, where Java loops for ever";
  return undefined;
}

/**
 * Draws the next head: `r` from 1 to total - 1, and the member whose interval on the list as it
 * stands, from `offset` on, holds it. The exclusive bound is Java's; it costs the last member one.
 *
 * @param offset - index at which the stored list starts
 * @returns index of the head, which is the next offset
 */
export function glassfishHead(list: GlassfishList, offset: number, random: Random): number {
  let drawn = 0;
  for (let draws = 0; drawn === 0 && draws < MAX_REDRAWS; draws += 1) {
    drawn = randomBelow(random, list.total);
  }
  const start = list.line.sums[offset] ?? 0;
  return elementAt(list.line, (start + Math.max(1, drawn) - 1) % list.line.total);
}

/** The members after the head, as Java tries them: in cyclic order. */
export function* glassfishTail(
  list: GlassfishList,
  head: number,
): Generator<ClusterMember, void, undefined> {
  for (let step = 1; step < list.members.length; step += 1) {
    yield list.members[(head + step) % list.members.length] as ClusterMember;
  }
}

/** The shares of the first head, from the list as built: exact, bias included. */
export function glassfishShares(list: GlassfishList): Map<string, number> {
  let left = list.total - 1;
  return new Map(
    list.members.map((member, index) => {
      const share = Math.min(left, weightAt(list.line, index));
      left -= share;
      return [member.name, share / (list.total - 1)];
    }),
  );
}
