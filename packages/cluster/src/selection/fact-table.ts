/**
 * A map that never changes: adding an entry gives a new table and leaves the old one as it was.
 *
 * A trie over the hash of the key, 32 ways at each step: two tables share all they have in common, so that looking
 * up and adding take a few steps however large the table is.
 */
export interface FactTable<V> {
  /** How many entries there are. */
  readonly size: number;
  /** The trie; its shape is nobody's business but this file's. */
  readonly root: Branch<V>;
}

/** Entries whose keys have the same hash so far: one that can be told from it, or a list of those that cannot. */
interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** The next one of the same hash. */
  readonly next: Leaf<V> | undefined;
}

/** A step of 5 bits of the hash; only children that are there take a place. */
interface Branch<V> {
  readonly bitmap: number;
  readonly children: readonly (Branch<V> | Leaf<V>)[];
}

const STEP = 5;
const MASK = 31;

/** FNV-1a over the code units, mixed so that all bits depend on all letters. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) | 0;
}

/** How many bits are set. */
function count(bits: number): number {
  let some = bits - ((bits >>> 1) & 0x55555555);
  some = (some & 0x33333333) + ((some >>> 2) & 0x33333333);
  return Math.imul((some + (some >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function isLeaf<V>(node: Branch<V> | Leaf<V>): node is Leaf<V> {
  return "key" in node;
}

/** A table without entries. */
export function emptyTable<V>(): FactTable<V> {
  return { size: 0, root: { bitmap: 0, children: [] } };
}

/** A table of the given entries. */
export function tableOf<V>(entries: Iterable<readonly [string, V]>): FactTable<V> {
  let table = emptyTable<V>();
  for (const [key, value] of entries) table = withEntry(table, key, value);
  return table;
}

/** The value under a key. */
export function entryOf<V>(table: FactTable<V>, key: string): V | undefined {
  if (table.size === 0) return undefined;
  const hash = hashOf(key);
  let { root: node } = table;
  for (let shift = 0; ; shift += STEP) {
    const bit = 1 << ((hash >>> shift) & MASK);
    if ((node.bitmap & bit) === 0) return undefined;
    const child = node.children[count(node.bitmap & (bit - 1))] as Branch<V> | Leaf<V>;
    if (isLeaf(child)) {
      let leaf: Leaf<V> | undefined = child;
      while (leaf !== undefined && leaf.key !== key) leaf = leaf.next;
      return leaf?.value;
    }
    node = child;
  }
}

/** All entries, in no order that means something. */
export function entriesOf<V>(table: FactTable<V>): ReadonlyMap<string, V> {
  const all = new Map<string, V>();
  const collect = (node: Branch<V> | Leaf<V>): void => {
    if (!isLeaf(node)) {
      for (const child of node.children) collect(child);
      return;
    }
    for (let leaf: Leaf<V> | undefined = node; leaf !== undefined; leaf = leaf.next) {
      all.set(leaf.key, leaf.value);
    }
  };
  collect(table.root);
  return all;
}

/** The table with one more entry, or another value; `undefined` removes the entry. */
export function withEntry<V>(table: FactTable<V>, key: string, value: V | undefined): FactTable<V> {
  const hash = hashOf(key);
  const before = entryOf(table, key);
  if (before === value) return table;
  if (value === undefined) {
    const root = removed(table.root, hash, key, 0);
    return { size: table.size - 1, root: isLeaf(root) ? branchOf(root, 0) : root };
  }
  const leaf: Leaf<V> = { hash, key, value, next: undefined };
  return {
    size: before === undefined ? table.size + 1 : table.size,
    root: added(table.root, leaf, 0),
  };
}

function placeOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK);
}

/** A branch with one leaf. */
function branchOf<V>(leaf: Leaf<V>, shift: number): Branch<V> {
  return { bitmap: placeOf(leaf.hash, shift), children: [leaf] };
}

/** The leaves of one hash with one more. */
function chained<V>(list: Leaf<V> | undefined, leaf: Leaf<V>): Leaf<V> {
  return { ...leaf, next: unchained(list, leaf.key) };
}

/** The leaves of one hash without that of a key. */
function unchained<V>(list: Leaf<V> | undefined, key: string): Leaf<V> | undefined {
  if (list === undefined) return undefined;
  if (list.key === key) return list.next;
  return { ...list, next: unchained(list.next, key) };
}

function added<V>(node: Branch<V>, leaf: Leaf<V>, shift: number): Branch<V> {
  const bit = placeOf(leaf.hash, shift);
  const index = count(node.bitmap & (bit - 1));
  if ((node.bitmap & bit) === 0) {
    const children = node.children.slice();
    children.splice(index, 0, leaf);
    return { bitmap: node.bitmap | bit, children };
  }
  const child = node.children[index] as Branch<V> | Leaf<V>;
  const children = node.children.slice();
  if (!isLeaf(child)) children[index] = added(child, leaf, shift + STEP);
  else if (child.hash === leaf.hash) children[index] = chained(child, leaf);
  // Two hashes that part further down.
  else children[index] = added(branchOf(child, shift + STEP), leaf, shift + STEP);
  return { bitmap: node.bitmap, children };
}

/** Without a key that is there. A branch of a single leaf becomes that leaf, so that equal tables are alike. */
function removed<V>(
  node: Branch<V>,
  hash: number,
  key: string,
  shift: number,
): Branch<V> | Leaf<V> {
  const bit = placeOf(hash, shift);
  const index = count(node.bitmap & (bit - 1));
  const child = node.children[index] as Branch<V> | Leaf<V>;
  const next = isLeaf(child) ? unchained(child, key) : removed(child, hash, key, shift + STEP);
  const children = node.children.slice();
  if (next === undefined) {
    children.splice(index, 1);
    const [only] = children;
    if (children.length === 1 && only !== undefined && isLeaf(only)) return only;
    return { bitmap: node.bitmap & ~bit, children };
  }
  children[index] = next;
  if (children.length === 1 && isLeaf(next)) return next;
  return { bitmap: node.bitmap, children };
}
