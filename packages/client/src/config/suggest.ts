import { editDistance } from "@remora/cluster";

/** Longer words are never compared: the work is quadratic, and nobody misspells a whole line. */
const longestWord = 200;

/**
 * The candidate that `word` was most likely meant to be, or `undefined` when none is near.
 * Near means at most one slip in three letters and never more than four, so that `port` is not
 * offered for `name`. Of equally near candidates the first wins: callers list the usual one first.
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > longestWord) return undefined;
  let nearest: string | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const allowed = Math.min(4, Math.floor(Math.max(word.length, candidate.length) / 3));
    // The difference in length is a lower bound, and it is free.
    if (Math.abs(word.length - candidate.length) > allowed) continue;
    const distance = editDistance(word, candidate);
    if (distance <= allowed && distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** `did you mean port?`, or `accepted: …` with all candidates when none is near. */
export function hintFor(word: string, candidates: readonly string[]): string {
  const nearest = suggest(word, candidates);
  return nearest === undefined ? `accepted: ${candidates.join(", ")}` : `did you mean ${nearest}?`;
}

/** The sentence about the first key that is no part of something; undefined when all are. */
export function problemOfParts(
  given: object,
  parts: readonly string[],
  of: string,
): string | undefined {
  const unknown = Object.keys(given).find((key) => !parts.includes(key));
  return unknown === undefined
    ? undefined
    : `unknown part ${JSON.stringify(unknown)} of ${of}; ${hintFor(unknown, parts)}`;
}

/** ` (did you mean "port"?)` with its leading space, or an empty text when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = suggest(word, candidates);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
