/**
 * An order of members that was shuffled once: the rank of a member by its name.
 *
 * Ranks, not a list, so that a member that joins later has its place too and moves no other.
 */
export type MemberOrder = (name: string) => number;

/**
 * Makes the order of one Orb. Equal seeds give equal orders.
 *
 * Without it many young processes would all walk the members in the server's order.
 *
 * @param seed - an integer, drawn once per Orb
 */
export function shuffledOrder(seed: number): MemberOrder {
  const start = (Math.trunc(seed) ^ 0x811c9dc5) >>> 0;
  return (name) => {
    // FNV-1a over the code units, then the finalizer of MurmurHash3, which spreads short names.
    let hash = start;
    for (let index = 0; index < name.length; index += 1) {
      hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  };
}

/** The items in the given order; equal ranks by name, so that the result never depends on input order. */
export function ordered<T extends { readonly name: string }>(
  items: readonly T[],
  order: MemberOrder | undefined,
): T[] {
  if (order === undefined) return [...items];
  const ranked = items.map((item) => ({ item, rank: order(item.name) }));
  ranked.sort((a, b) => a.rank - b.rank || (a.item.name < b.item.name ? -1 : 1));
  return ranked.map(({ item }) => item);
}
