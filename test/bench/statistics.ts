/** Middle of a list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A value that so much of the list lies below, interpolated; NaN of an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Width of the middle half of a list: what a single stray value cannot change. */
export function middleHalf(values: readonly number[]): number {
  return quantile(values, 0.75) - quantile(values, 0.25);
}
