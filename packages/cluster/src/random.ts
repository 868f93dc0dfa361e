/**
 * A source of chance: each call gives the next number, at least 0 and below 1.
 *
 * Every function of this package that needs chance takes one as an argument, so that the same
 * view, the same draws and the same `now` give the same answer.
 */
export type Random = () => number;

/**
 * Makes a repeatable source of chance: equal seeds give equal sequences, on every machine.
 *
 * The generator is sfc32 by Chris Doty-Humphrey; two of its 32-bit outputs make one number of 53
 * bits, because weights may add up to more than 2^32. It is for balancing, not for secrets.
 *
 * @param seed - any finite number; its integer part, modulo 2^53, counts
 */
export function seededRandom(seed: number): Random {
  const whole = Math.trunc(Math.abs(seed)) % 9007199254740992;
  let a = 0x9e3779b9;
  let b = Math.floor(whole / 4294967296) | 0;
  let c = (whole % 4294967296) | 0;
  let counter = seed < 0 ? 2 : 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Neighbouring seeds differ in few bits: the first outputs are thrown away until they have mixed.
  for (let round = 0; round < 15; round += 1) next();
  return () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
}

/**
 * A uniform integer, at least 0 and below `bound`.
 *
 * @param random - the source; one number is drawn
 * @param bound - a positive safe integer
 */
export function randomBelow(random: Random, bound: number): number {
  // A source that breaks its promise and answers 1 must not lead outside the range.
  return Math.min(Math.floor(random() * bound), bound - 1);
}

/**
 * The same items in an order in which every permutation is equally likely (Fisher and Yates).
 *
 * @param items - left as they are
 * @param random - one number is drawn for each item but one
 */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const chosen = randomBelow(random, last + 1);
    const moved = result[last] as T;
    result[last] = result[chosen] as T;
    result[chosen] = moved;
  }
  return result;
}
