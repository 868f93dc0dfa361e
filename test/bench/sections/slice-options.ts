import type { SliceOptions } from "../slices.ts";

/** Forty pairs of 100 ms; for a quick look four of 40 ms. */
export function sliceOptions(quick: boolean): SliceOptions {
  return quick
    ? { pairs: 4, milliseconds: 40, warmUpMilliseconds: 100 }
    : { pairs: 40, milliseconds: 100, warmUpMilliseconds: 1_000 };
}
