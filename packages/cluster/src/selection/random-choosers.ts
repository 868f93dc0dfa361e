import { randomBelow } from "../random.ts";
import { drawWithoutReplacement } from "../weighted-draw.ts";
import { isBetter } from "./best-chooser.ts";
import { type Candidate, candidateWeight } from "./candidate.ts";
import type { Chooser, LoadOf, StageContext } from "./stage.ts";

/** Draws candidates without replacement, by the given weights; all alike when nobody has one. */
function drawn(
  candidates: readonly Candidate[],
  weights: readonly number[],
  count: number,
  random: () => number,
): Candidate[] {
  const usable = weights.some((weight) => weight > 0) ? weights : candidates.map(() => 1);
  const chosen: Candidate[] = [];
  for (const place of drawWithoutReplacement(usable, random)) {
    chosen.push(candidates[place] as Candidate);
    if (chosen.length >= count) break;
  }
  return chosen;
}

/** Any candidate, all alike. */
export const uniform: Chooser = {
  name: "uniform",
  choose: (candidates, _load, { required, random }) => ({
    chosen:
      required === 1
        ? [candidates[randomBelow(random, candidates.length)] as Candidate]
        : drawn(
            candidates,
            candidates.map(() => 1),
            required,
            random,
          ),
    how: "drawn, all alike",
  }),
};

/** A candidate by weight: twice the weight is twice as likely. */
export const byWeight: Chooser = {
  name: "by weight",
  choose: (candidates, _load, { required, random }) => ({
    chosen: drawn(candidates, candidates.map(candidateWeight), required, random),
    how: "drawn by weight",
  }),
};

/** Two different places of so many. */
function twoPlaces(size: number, random: () => number): readonly [number, number] {
  const one = randomBelow(random, size);
  const skipped = randomBelow(random, size - 1);
  return [one, skipped >= one ? skipped + 1 : skipped];
}

/** The member at a place of the list without some. */
function memberAt(
  place: number,
  removedPlaces: readonly number[],
  members: readonly Candidate[],
): Candidate {
  let at = place;
  for (const removed of removedPlaces) if (removed <= at) at += 1;
  return members[at] as Candidate;
}

/** The better of two drawn, looking at no more than these two. */
function twoAmong(
  removed: ReadonlySet<string>,
  { members, places, random, required }: StageContext,
  load: LoadOf | undefined,
): { readonly chosen: readonly Candidate[]; readonly how: string } | undefined {
  const size = members.length - removed.size;
  if (size < 2 || required > 1) return undefined;
  const gone = [...removed].map((name) => places.get(name) ?? 0).sort((a, b) => a - b);
  const [one, other] = twoPlaces(size, random).map((place) => memberAt(place, gone, members));
  if (one === undefined || other === undefined) return undefined;
  const how = `the better of two drawn, ${one.name} and ${other.name}`;
  if (load === undefined) return { chosen: [one], how };
  const [first, second] = [load.value(one), load.value(other)];
  // Known of neither: whether it is known of anybody, and counts, all members have to say.
  if (first === undefined && second === undefined) return undefined;
  return { chosen: [isBetter(second, first, load.better) ? other : one], how };
}

/**
 * Draws two candidates, all alike, and takes the better of them.
 *
 * For many clients that decide on the same reports: all of them taking the best would send everything to
 * one member until the next report. The better of two spreads the work and still avoids the worst.
 */
export const twoRandom: Chooser = {
  name: "two random",
  chooseAmong: twoAmong,
  choose: (candidates, load, { required, random }) => {
    if (candidates.length === 1) return { chosen: candidates, how: "the only one" };
    const [one, other] = twoPlaces(candidates.length, random);
    const takesOther =
      load !== undefined && isBetter(load.values[other], load.values[one], load.better);
    const [winner, loser] = takesOther ? [other, one] : [one, other];
    const chosen = [candidates[winner] as Candidate];
    if (required > 1) {
      const others = candidates.filter((_, place) => place !== winner);
      chosen.push(
        ...drawn(
          others,
          others.map(() => 1),
          required - 1,
          random,
        ),
      );
    }
    const names = `${candidates[one]?.name} and ${candidates[other]?.name}`;
    const same =
      load === undefined || !isBetter(load.values[winner], load.values[loser], load.better);
    return {
      chosen,
      how: `the better of two drawn, ${names}`,
      tied: same ? [candidates[winner]?.name ?? "", candidates[loser]?.name ?? ""] : [],
    };
  },
};
