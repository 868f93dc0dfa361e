import { candidateWeight } from "./candidate.ts";
import type { Filter } from "./stage.ts";

/** Removes members that are drained: taken out on purpose, or of weight 0. */
export const notDrained: Filter = {
  name: "drained",
  keep: (candidate, { facts }) => {
    if (facts(candidate.name).drained) return "is drained";
    return candidateWeight(candidate) > 0 || "has weight 0";
  },
};

/** Removes members that were found not to serve, unless all were: then one of them is tried. */
export const notFailed: Filter = {
  name: "failed",
  soft: true,
  keep: ({ name }, { facts }) => {
    const { failedAtMs } = facts(name);
    return failedAtMs === undefined || `has failed at ${failedAtMs} ms`;
  },
};
