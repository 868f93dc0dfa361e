import type { Candidate } from "../candidate.ts";
import type { Metric } from "../stage.ts";

/** The rank that serves, while persistence keeps it; `undefined`: nobody has served yet. */
interface Serving {
  readonly rank: number | undefined;
}

/**
 * The sites of the highest rank that is available, and no others: primary and backup.
 *
 * @param persistence - the rank that took over goes on when a better one returns, until all of its sites
 *   are unavailable, drained or gone
 */
export function availabilityMetric(
  rankOf: (candidate: Candidate) => number,
  persistence: boolean,
): Metric<Serving> {
  return {
    name: "availability",
    initial: () => ({ rank: undefined }),
    on: (own, event, members) => {
      const member =
        event.type === "assigned" ? members.find(({ name }) => name === event.member) : undefined;
      return member === undefined ? own : { rank: rankOf(member) };
    },
    select: (candidates, { own }) => {
      const kept = persistence ? candidates.filter((each) => rankOf(each) === own.rank) : [];
      if (kept.length > 0) return kept;
      const highest = candidates.reduce((most, each) => Math.max(most, rankOf(each)), 0);
      return candidates.filter((each) => rankOf(each) === highest);
    },
  };
}
