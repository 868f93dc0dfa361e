import { editDistance } from "../edit-distance.ts";

/** The clause that proposes a word: the nearest one, or all of them when none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, away: editDistance(word, each) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= Math.max(1, Math.ceil(word.length / 3))
    ? `did you mean "${near.each}"?`
    : `there are ${known.join(", ")}`;
}
