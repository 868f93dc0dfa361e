import { candidateWeight } from "./candidate.ts";
import type { Filter } from "./stage.ts";

/** Removes members that were taken out on purpose. */
export const notDrained: Filter = {
  name: "drained",
  keep: ({ name }, { facts }) => !facts(name).drained || "is drained",
};

/** Removes members of weight 0: they take no new work. */
export const hasWeight: Filter = {
  name: "weight",
  keep: (candidate) => candidateWeight(candidate) > 0 || "has weight 0",
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
