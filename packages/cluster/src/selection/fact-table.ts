/**
 * A map that never changes: adding an entry gives a new table and leaves the old one as it was.
 *
 * New entries stand in a small map over a large one and are joined with it from time to time, so
 * that an entry costs about the square root of the size, not the size.
 */
export interface FactTable<V> {
  /** The larger part. */
  readonly base: ReadonlyMap<string, V>;
  /** What is newer than `base`; `undefined` marks an entry that was removed. */
  readonly newer: ReadonlyMap<string, V | undefined>;
}

/** A table without entries. */
export function emptyTable<V>(): FactTable<V> {
  return { base: new Map(), newer: new Map() };
}

/** A table of the given entries. */
export function tableOf<V>(entries: Iterable<readonly [string, V]>): FactTable<V> {
  return { base: new Map(entries), newer: new Map() };
}

/** The value under a key. */
export function entryOf<V>(table: FactTable<V>, key: string): V | undefined {
  return table.newer.has(key) ? table.newer.get(key) : table.base.get(key);
}

/** All entries, in no order that means something. */
export function entriesOf<V>(table: FactTable<V>): ReadonlyMap<string, V> {
  if (table.newer.size === 0) return table.base;
  const all = new Map(table.base);
  for (const [key, value] of table.newer) put(all, key, value);
  return all;
}

/** The table with one more entry, or another value; `undefined` removes the entry. */
export function withEntry<V>(table: FactTable<V>, key: string, value: V | undefined): FactTable<V> {
  const size = table.newer.size + (table.newer.has(key) ? 0 : 1);
  if (size * size <= table.base.size) {
    return { base: table.base, newer: new Map(table.newer).set(key, value) };
  }
  const base = new Map(table.base);
  for (const [each, known] of table.newer) put(base, each, known);
  put(base, key, value);
  return { base, newer: table.newer.size === 0 ? table.newer : new Map() };
}

function put<V>(map: Map<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
