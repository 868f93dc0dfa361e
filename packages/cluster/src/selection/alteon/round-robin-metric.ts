import type { Candidate } from "../candidate.ts";
import { entriesOf, entryOf, type FactTable, tableOf, withEntry } from "../fact-table.ts";
import type { Metric } from "../stage.ts";

/** A site, and when it is due. */
interface Turn {
  readonly site: Candidate;
  readonly next: number;
}

/** How many turns each site has had. */
type Turns = FactTable<number>;

/**
 * Sites in turn, by weight and evenly interleaved: the site whose next turn, (turns + ½) / weight, is due first.
 *
 * A site that joins or returns begins where the others are, so that it is not flooded.
 */
export function roundRobinMetric(weightOf: (candidate: Candidate) => number): Metric<Turns> {
  const due = (turns: number, candidate: Candidate): number =>
    (2 * turns + 1) / (2 * weightOf(candidate));
  const begun = (own: Turns, member: Candidate, members: readonly Candidate[]): Turns => {
    const others = members.filter(({ name }) => name !== member.name);
    const now = others.reduce(
      (first, each) => Math.min(first, due(entryOf(own, each.name) ?? 0, each)),
      Number.POSITIVE_INFINITY,
    );
    const turns = Number.isFinite(now) ? Math.max(0, Math.ceil(now * weightOf(member) - 0.5)) : 0;
    return withEntry(own, member.name, Math.max(turns, entryOf(own, member.name) ?? 0));
  };
  return {
    name: "roundrobin",
    initial: (members) => tableOf(members.map(({ name }) => [name, 0])),
    on: (own, event, members) => {
      if (event.type === "joined") return begun(own, event.member, members);
      if (event.type === "recovered" || event.type === "undrained") {
        const member = members.find(({ name }) => name === event.member);
        return member === undefined ? own : begun(own, member, members);
      }
      if (event.type === "left") {
        return entriesOf(own).has(event.member) ? withEntry(own, event.member, undefined) : own;
      }
      if (event.type !== "assigned") return own;
      return withEntry(own, event.member, (entryOf(own, event.member) ?? 0) + 1);
    },
    select: (candidates, { own, required, order }) => {
      const rank = ({ name }: Candidate): number => order?.(name) ?? 0;
      const turns = candidates.map((site) => ({
        site,
        next: due(entryOf(own, site.name) ?? 0, site),
      }));
      const isBefore = (a: Turn, b: Turn): boolean =>
        a.next < b.next || (a.next === b.next && rank(a.site) < rank(b.site));
      const first: Turn[] = [];
      // As a rule one is wanted of many: sorting them all would be for nothing.
      for (const turn of turns) {
        const last = first[required - 1];
        if (last !== undefined && !isBefore(turn, last)) continue;
        const behind = first.findIndex((each) => isBefore(turn, each));
        first.splice(behind < 0 ? first.length : behind, 0, turn);
        if (first.length > required) first.pop();
      }
      return first.map(({ site }) => site);
    },
  };
}
