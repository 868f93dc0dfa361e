import type { Candidate } from "./candidate.ts";

/**
 * Something that is made of the members alone, and kept as long as they are the same list. Every list gives what
 * `make` gives: that it is kept shows only in the time it takes.
 */
export function perMembers<T>(
  make: (members: readonly Candidate[]) => T,
): (members: readonly Candidate[]) => T {
  const made = new WeakMap<readonly Candidate[], { readonly value: T }>();
  return (members) => {
    const known = made.get(members);
    if (known !== undefined) return known.value;
    const value = make(members);
    made.set(members, { value });
    return value;
  };
}
