import type { ClusterMember } from "./cluster-view.ts";
import { glassfishTail } from "./glassfish-rotation.ts";
import type { Random } from "./random.ts";
import {
  type Availability,
  fullyAvailable,
  type Rotation,
  reductionsFor,
  without,
} from "./rotation.ts";
import { drawElement, drawWithoutReplacement, weightAt } from "./weighted-draw.ts";

/** Tail elements drawn on the line before a tree is built: most calls need none or one. */
const LAZY_DRAWS = 8;

/**
 * The members to try after the head, drawn as they are asked for: by weight without replacement,
 * so that the survivors share the load of a dead head in proportion. Members that are not
 * available come after all others. A drained member does not come.
 *
 * The first few cost a binary search each; after them a tree is built in O(n), and each costs
 * O(log n).
 */
export function* tailOf(
  rotation: Rotation,
  head: ClusterMember,
  random: Random,
  availability: Availability = fullyAvailable,
): Generator<ClusterMember, void, undefined> {
  if (rotation.glassfish !== undefined) {
    yield* glassfishTail(rotation.glassfish, rotation.glassfish.places.get(head.name) ?? 0);
    return;
  }
  const { members, line, places } = rotation;
  const taken = new Set<number>();
  const first = places.get(head.name);
  let reductions = reductionsFor(rotation, availability);
  const out = reductions.filter(({ index, taken: all }) => all >= weightAt(line, index));
  if (first !== undefined) {
    taken.add(first);
    reductions = without(rotation, reductions, first);
  }
  let drawn = drawElement(line, reductions, random);
  for (let draws = 1; drawn >= 0; draws += 1) {
    yield members[drawn] as ClusterMember;
    taken.add(drawn);
    reductions = without(rotation, reductions, drawn);
    if (draws === LAZY_DRAWS) break;
    drawn = drawElement(line, reductions, random);
  }
  if (drawn >= 0) {
    const weights = members.map((_, index) => weightAt(line, index));
    for (const { index, taken: less } of reductions) weights[index] = (weights[index] ?? 0) - less;
    for (const index of drawWithoutReplacement(weights, random)) {
      yield members[index] as ClusterMember;
    }
  }
  const last = out.filter(({ index }) => !taken.has(index));
  const weights = last.map(({ index }) => weightAt(line, index));
  for (const place of drawWithoutReplacement(weights, random)) {
    yield members[last[place]?.index ?? 0] as ClusterMember;
  }
}
