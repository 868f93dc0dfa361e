import { emptyTable, entriesOf, entryOf, type FactTable, withEntry } from "../fact-table.ts";
import type { Feedback } from "../feedback.ts";

/** Work of one key that runs on one member. */
interface Use {
  readonly member: string;
  readonly running: number;
}

/** Where the work of each key runs, the member used last first. */
export type Uses = FactTable<readonly Use[]>;

/** Nobody uses anything. */
export const noUses: Uses = emptyTable();

/** The members where work of a key runs, the one used last first. */
export function membersInUse(uses: Uses, key: string): readonly string[] {
  return (entryOf(uses, key) ?? []).map(({ member }) => member);
}

/** The uses after something happened. A member where the last work of a key ended is forgotten. */
export function usesAfter(uses: Uses, event: Feedback): Uses {
  if (event.type === "left") {
    let next = uses;
    for (const [key, list] of entriesOf(uses)) {
      const kept = list.filter(({ member }) => member !== event.member);
      if (kept.length < list.length) {
        next = withEntry(next, key, kept.length === 0 ? undefined : kept);
      }
    }
    return next;
  }
  if ((event.type !== "assigned" && event.type !== "released") || event.key === undefined) {
    return uses;
  }
  const list = entryOf(uses, event.key) ?? [];
  const known = list.find(({ member }) => member === event.member);
  const others = list.filter((use) => use !== known);
  if (event.type === "assigned") {
    const running = (known?.running ?? 0) + 1;
    return withEntry(uses, event.key, [{ member: event.member, running }, ...others]);
  }
  if (known === undefined) return uses;
  if (known.running > 1) {
    const fewer = { member: event.member, running: known.running - 1 };
    return withEntry(
      uses,
      event.key,
      list.map((use) => (use === known ? fewer : use)),
    );
  }
  return withEntry(uses, event.key, others.length === 0 ? undefined : others);
}
