/** How many letters must be changed, added, left out or swapped with the next to make one word of the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps.push((before[j - 2] ?? 0) + 1);
      }
      next.push(Math.min(...steps));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The clause that proposes a word: the nearest one, or all of them when none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, away: distance(word.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= Math.max(1, Math.ceil(word.length / 3))
    ? `did you mean "${near.each}"?`
    : `there are ${known.join(", ")}`;
}
