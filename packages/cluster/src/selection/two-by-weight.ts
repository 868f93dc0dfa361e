import {
  drawElement,
  drawWithoutReplacement,
  type Reduction,
  weightAt,
  weightLine,
} from "../weighted-draw.ts";
import { isBetter } from "./best-chooser.ts";
import type { Candidate } from "./candidate.ts";
import { perMembers } from "./per-members.ts";
import type { Choice, Chooser, LoadOf, StageContext } from "./stage.ts";

const nobody: ReadonlySet<string> = new Set();

/** Names of the members that are no candidates. */
function removedOf(
  candidates: readonly Candidate[],
  members: readonly Candidate[],
): ReadonlySet<string> {
  if (candidates.length === members.length) return nobody;
  const left = new Set(candidates);
  return new Set(members.filter((each) => !left.has(each)).map(({ name }) => name));
}

/**
 * Draws two candidates by weight and takes the better of them: `twoRandom` where members differ in power. So each is
 * drawn about twice as often as is its share, the weak ones no more than the strong ones.
 *
 * @param weightOf - positive for every candidate
 */
export function twoByWeight(weightOf: (candidate: Candidate) => number): Chooser {
  const lineOf = perMembers((members) => weightLine(members.map(weightOf)));

  /** Two different candidates, or the only one. */
  const drawTwo = (
    removed: ReadonlySet<string>,
    { members, places, random }: StageContext,
  ): readonly Candidate[] => {
    const line = lineOf(members);
    const out = (index: number): Reduction => ({ index, taken: weightAt(line, index) });
    const gone = [...removed].map((name) => out(places.get(name) ?? 0));
    const one = drawElement(
      line,
      gone.sort((a, b) => a.index - b.index),
      random,
    );
    if (members.length - removed.size < 2) return [members[one] as Candidate];
    const others = [...gone, out(one)].sort((a, b) => a.index - b.index);
    return [members[one] as Candidate, members[drawElement(line, others, random)] as Candidate];
  };

  const better = (
    [one, other]: readonly Candidate[],
    load: LoadOf | undefined,
  ): Choice & { readonly isKnown: boolean } => {
    const first = one as Candidate;
    if (other === undefined) return { chosen: [first], how: "the only one", isKnown: true };
    const [a, b] = [load?.value(first), load?.value(other)];
    const takesOther = load !== undefined && isBetter(b, a, load.better);
    const isTie = !takesOther && (load === undefined || !isBetter(a, b, load.better));
    const chosen = takesOther ? [other] : [first];
    const tied = isTie ? [first.name, other.name] : [];
    const how = `the better of two drawn, ${first.name} and ${other.name}`;
    return { chosen, how, tied, isKnown: load === undefined || (a ?? b) !== undefined };
  };

  return {
    name: "two random",
    choose: (candidates, load, context) => {
      const valued = load && {
        better: load.better,
        value: (each: Candidate) => load.values[candidates.indexOf(each)],
      };
      const drawn = drawTwo(removedOf(candidates, context.members), context);
      const { chosen, how, tied = [] } = better(drawn, valued);
      const more = candidates.filter((each) => !chosen.includes(each));
      const rest: Candidate[] = [];
      if (context.required > 1) {
        for (const place of drawWithoutReplacement(more.map(weightOf), context.random)) {
          rest.push(more[place] as Candidate);
          if (rest.length >= context.required - 1) break;
        }
      }
      return { chosen: [...chosen, ...rest], how, tied };
    },
    chooseAmong: (removed, context, load) => {
      if (context.required > 1) return undefined;
      const choice = better(drawTwo(removed, context), load);
      // Known of neither: whether it is known of anybody, and counts, all members have to say.
      return choice.isKnown ? choice : undefined;
    },
  };
}
