import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyTable, entriesOf, entryOf, type FactTable, withEntry } from "./fact-table.ts";

test("behaves as a map, and never changes what was there before", () => {
  const change = fc.tuple(fc.nat(30).map(String), fc.option(fc.nat(9), { nil: undefined }));
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
    }),
  );
});

test("an entry among 10,000 is added without copying them all", () => {
  let table: FactTable<number> = emptyTable();
  for (let key = 0; key < 10_000; key += 1) table = withEntry(table, String(key), key);
  const { base } = withEntry(table, "0", -1);
  const settled = withEntry({ base: entriesOf(table), newer: new Map() }, "0", -1);
  expect(settled.newer.size).toBe(1);
  expect(base.size).toBeGreaterThan(9_000);
});
