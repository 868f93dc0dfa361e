/** How many letters must be changed, added or left out to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
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
