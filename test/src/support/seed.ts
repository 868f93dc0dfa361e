// Random, and repeatable: every seed is printed, and one can be given.

/** A seed for a test, printed so that a failure can be had again with `REMORA_SEED`. */
export function printedSeed(test: string): number {
  const given = process.env["REMORA_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
  process.stdout.write(`${test}: REMORA_SEED=${seed}\n`);
  return seed;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to below `limit`. */
export function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}
