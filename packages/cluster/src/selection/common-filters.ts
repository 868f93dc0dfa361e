import { type Candidate, candidateWeight } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import type { Filter } from "./stage.ts";

/** Names of members that a filter has to look at. */
type Names = ReadonlySet<string>;
const nobody: Names = new Set();

function withName(names: Names, name: string, isIn: boolean): Names {
  if (names.has(name) === isIn) return names;
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}

/** Names that one event puts in, and another takes out. */
function namesBetween(
  begin: Feedback["type"],
  end: Feedback["type"],
): (own: Names, event: Feedback) => Names {
  return (own, event) => {
    if (event.type === "tick" || event.type === "joined") return own;
    if (event.type === begin) return withName(own, event.member, true);
    return event.type === end || event.type === "left" ? withName(own, event.member, false) : own;
  };
}

/** Removes members that were taken out on purpose. */
export const notDrained: Filter<ReadonlySet<string>> = {
  name: "drained",
  initial: () => nobody,
  on: namesBetween("drained", "undrained"),
  suspects: ({ own }) => own,
  keep: () => "is drained",
};

/** Removes members that were found not to serve, unless all were: then one of them is tried. */
export const notFailed: Filter<ReadonlySet<string>> = {
  name: "failed",
  soft: true,
  initial: () => nobody,
  on: namesBetween("failed", "recovered"),
  suspects: ({ own }) => own,
  keep: ({ name }, { facts, nowMs }) => {
    const { failedAtMs = nowMs } = facts(name);
    return `has failed ${Math.max(0, Math.round(nowMs - failedAtMs))} ms ago`;
  },
};

const isWeightless = (candidate: Candidate): boolean => candidateWeight(candidate) === 0;

/** Removes members of weight 0: they take no new work. */
export const hasWeight: Filter<ReadonlySet<string>> = {
  name: "weight",
  initial: (members) => new Set(members.filter(isWeightless).map(({ name }) => name)),
  on: (own, event) => {
    if (event.type === "joined") {
      return withName(own, event.member.name, isWeightless(event.member));
    }
    return event.type === "left" ? withName(own, event.member, false) : own;
  },
  suspects: ({ own }) => own,
  keep: () => "has weight 0",
};
