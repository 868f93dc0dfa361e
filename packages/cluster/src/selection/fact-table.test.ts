import fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptyTable,
  entriesOf,
  entryOf,
  type FactTable,
  tableOf,
  withEntry,
} from "./fact-table.ts";

/** Keys of one hash, two pairs of them. */
const colliding = ["k32728", "k261234", "k32729", "k261235"];

test("behaves as a map, and never changes what was there before", () => {
  const key = fc.oneof(fc.nat(30).map(String), fc.constantFrom(...colliding));
  const change = fc.tuple(key, fc.option(fc.nat(9), { nil: undefined }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
      const map = new Map<string, number>();
      let table: FactTable<number> = emptyTable();
      for (const [key, value] of changes) {
        const before = new Map(entriesOf(table));
        const next = withEntry(table, key, value);
        expect(new Map(entriesOf(table))).toEqual(before);
        table = next;
        if (value === undefined) map.delete(key);
        else map.set(key, value);
        expect(entryOf(table, key)).toBe(value);
      }
      expect(new Map(entriesOf(table))).toEqual(map);
      expect(table.size).toBe(map.size);
    }),
  );
});

test("equal entries make equal tables, whatever was there in between", () => {
  const names = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom(...colliding)));
  fc.assert(
    fc.property(names, names, (kept, gone) => {
      const direct = tableOf(kept.map((name) => [name, 1]));
      let detour = tableOf(gone.map((name) => [name, 2]));
      for (const name of kept) detour = withEntry(detour, name, 1);
      for (const name of gone.filter((each) => !kept.includes(each))) {
        detour = withEntry(detour, name, undefined);
      }
      const order = (table: FactTable<number>): unknown => [...entriesOf(table)].sort();
      expect(order(detour)).toEqual(order(direct));
      expect(detour.size).toBe(direct.size);
    }),
  );
});

test("the same value again is the same table", () => {
  const table = tableOf([["a", 1]]);
  expect(withEntry(table, "a", 1)).toBe(table);
  expect(withEntry(table, "b", undefined)).toBe(table);
});

test("an entry among 10,000 is added without copying the others", () => {
  const table = tableOf(Array.from({ length: 10_000 }, (_, key) => [String(key), key]));
  const next = withEntry(table, "77", -1);
  // All but one of the branches at the root are the very same.
  const differing = table.root.children.filter(
    (child, index) => child !== next.root.children[index],
  );
  expect([table.root.children.length, differing.length]).toEqual([32, 1]);
  expect([entryOf(table, "77"), entryOf(next, "77"), next.size]).toEqual([77, -1, 10_000]);
});
