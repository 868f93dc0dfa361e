/**
 * Tells how old figures are that carry their server's own time. The two clocks are never compared: a mark that has
 * moved since the last poll is fresh, one that stands still is as old as the time since it was first seen.
 */
export class SampleMarks {
  readonly #seen = new Map<string, { readonly mark: number; readonly atMs: number }>();

  /** Milliseconds; 0 where there is no mark. */
  ageOf(key: string, mark: number | undefined, nowMs: number): number {
    if (mark === undefined) return 0;
    const seen = this.#seen.get(key);
    if (seen?.mark === mark) return Math.max(0, nowMs - seen.atMs);
    this.#seen.set(key, { mark, atMs: nowMs });
    return 0;
  }
}
