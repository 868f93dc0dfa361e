/**
 * The number of single-letter slips between two words: an insertion, a deletion, a replacement or
 * two neighbours exchanged count one each (optimal string alignment). Letter case does not count,
 * because a wrong case is the nearest miss of all.
 */
export function editDistance(from: string, to: string): number {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const exchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (exchanged) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

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

/** ` (did you mean "port"?)` with its leading space, or an empty text when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = suggest(word, candidates);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
