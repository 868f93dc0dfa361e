import { describe, expect, test } from "vitest";
import { randomBelow, seededRandom, shuffled } from "./random.ts";

describe("seededRandom", () => {
  test("equal seeds give equal sequences, other seeds others", () => {
    const take = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed));
    expect(take(7)).toEqual(take(7));
    const firsts = Array.from({ length: 1_000 }, (_, seed) => seededRandom(seed)());
    expect(new Set(firsts).size).toBe(1_000);
    expect(take(-7)).not.toEqual(take(7));
  });

  test("never changes: the first numbers of seed 42 are part of the contract", () => {
    const random = seededRandom(42);
    expect([random(), random(), random()]).toMatchInlineSnapshot(`
      [
        0.8196241438120935,
        0.9046948179260852,
        0.12618604422828306,
      ]
    `);
  });

  test("first numbers of neighbouring seeds are spread evenly", () => {
    // Many processes seeded by their number must not all start at one member.
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let seed = 0; seed < 10_000; seed += 1) {
      const tenth = Math.floor(seededRandom(seed)() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe("randomBelow", () => {
  test("stays below its bound even when the source breaks its promise", () => {
    expect(randomBelow(() => 1, 10)).toBe(9);
    expect(randomBelow(() => 0.999_999, 10)).toBe(9);
    expect(randomBelow(() => 0, 10)).toBe(0);
  });
});

describe("shuffled", () => {
  test("every order comes from exactly one combination of draws", () => {
    const orders = new Set<string>();
    for (let a = 0; a < 4; a += 1) {
      for (let b = 0; b < 3; b += 1) {
        for (let c = 0; c < 2; c += 1) {
          const list = [(a + 0.5) / 4, (b + 0.5) / 3, (c + 0.5) / 2];
          orders.add(shuffled(["w", "x", "y", "z"], () => list.shift() ?? 0).join(""));
        }
      }
    }
    expect(orders.size).toBe(24);
  });

  test("leaves its argument alone", () => {
    const items = [1, 2, 3];
    shuffled(items, () => 0);
    expect(items).toEqual([1, 2, 3]);
  });
});
