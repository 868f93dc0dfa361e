import fc from "fast-check";
import { expect, test } from "vitest";
import { lowestPlace, minTree, withNumber } from "./min-tree.ts";

const value = fc.oneof(fc.nat(5), fc.constant(Number.POSITIVE_INFINITY), fc.constant(-0));

/** What it has to come to, by looking at each. */
function first(values: readonly number[]): number {
  const lowest = Math.min(...values);
  return lowest === Number.POSITIVE_INFINITY ? -1 : values.findIndex((each) => each === lowest);
}

test("the first place of the lowest number, also after changes; the row before stays", () => {
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 2_000 }),
      fc.array(fc.tuple(fc.nat(), value), { maxLength: 30 }),
      (start, changes) => {
        const values = [...start];
        let tree = minTree(values);
        expect(lowestPlace(tree)).toBe(first(values));
        if (values.length === 0) return;
        for (const [at, number] of changes) {
          const place = at % values.length;
          const before = lowestPlace(tree);
          const next = withNumber(tree, place, number);
          expect(lowestPlace(tree)).toBe(before);
          values[place] = number;
          tree = next;
          expect(lowestPlace(tree)).toBe(first(values));
        }
      },
    ),
  );
});

test("40,000 numbers: four levels, each of them taken in turn", () => {
  let tree = minTree(Array.from({ length: 40_000 }, (_, index) => index % 7));
  expect(tree.depth).toBe(3);
  for (let turn = 0; turn < 3; turn += 1) {
    const place = lowestPlace(tree);
    expect(place).toBe(7 * turn);
    tree = withNumber(tree, place, Number.POSITIVE_INFINITY);
  }
});
