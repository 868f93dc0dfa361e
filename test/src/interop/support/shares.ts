// Counts against planned shares.
import { expect } from "vitest";

/** How often each name occurs. */
export function countsOf(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Every count lies within 4 sigma of what its weight plans; nothing else was counted. */
export function expectShares(
  counts: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): void {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const weight = Object.values(weights).reduce((sum, one) => sum + one, 0);
  expect(Object.keys(weights)).toEqual(expect.arrayContaining(Object.keys(counts)));
  for (const [name, own] of Object.entries(weights)) {
    const share = own / weight;
    const sigma = Math.sqrt(total * share * (1 - share));
    const off = Math.abs((counts[name] ?? 0) - total * share);
    expect(off, `${name}: ${JSON.stringify(counts)} for ${JSON.stringify(weights)}`).toBeLessThan(
      4 * sigma,
    );
  }
}

/** `i1 101, i2 199, i3 300`. */
export function shownCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
