import { type Candidate, candidateWeight } from "./candidate.ts";
import { entryOf } from "./fact-table.ts";
import type { PipelineState } from "./pipeline.ts";

/** The members that could be chosen: not drained; not failed, unless all have. */
export function survivors({ members, facts }: PipelineState): readonly Candidate[] {
  const offered = members.filter(({ name }) => entryOf(facts, name)?.drained !== true);
  const alive = offered.filter(({ name }) => entryOf(facts, name)?.failedAtMs === undefined);
  return alive.length > 0 ? alive : offered;
}

/** Shares in proportion to weights, of those who survive; the others have 0. */
export function weightShares(
  state: PipelineState,
  weightOf: (candidate: Candidate) => number = candidateWeight,
): ReadonlyMap<string, number> | undefined {
  const alive = survivors(state);
  const total = alive.reduce((sum, each) => sum + weightOf(each), 0);
  if (total === 0) return undefined;
  const shares = new Map(state.members.map(({ name }) => [name, 0]));
  for (const each of alive) shares.set(each.name, weightOf(each) / total);
  return shares;
}

/** A sentence for each member of weight 0. */
export function weightWarnings(
  members: readonly Candidate[],
  weightOf: (candidate: Candidate) => number = candidateWeight,
): readonly string[] {
  return members
    .filter((each) => weightOf(each) === 0)
    .map(({ name }) => `${name} has weight 0: it gets nothing, also when the others have failed`);
}

/** A sentence for each name in the settings that is no member: a slip of the pen would silently not act. */
export function strangerWarnings(
  members: readonly Candidate[],
  named: Iterable<string>,
): readonly string[] {
  const known = new Set(members.map(({ name }) => name));
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => `${name} is in the settings, but no member`);
}
