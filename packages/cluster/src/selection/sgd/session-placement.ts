import { best } from "../best-chooser.ts";
import { checkWord } from "../checked-options.ts";
import { notDrained, notFailed } from "../common-filters.ts";
import { type PipelineState, pipeline } from "../pipeline.ts";
import type { Policy } from "../policy.ts";
import type { Load, Sticky } from "../stage.ts";

/** Which member of an array hosts a session: the one that owns the user, the most idle, the one with the fewest. */
export type SgdPlacementMethod = "Local" | "Cpu" | "Session";

const owner: Sticky = {
  name: "owner of the user session",
  byNameOnly: true,
  pinned: (_candidates, { request: { key } }) => (key === undefined ? [] : [key]),
};

const loads: Readonly<Record<"Cpu" | "Session", Load>> = {
  Cpu: {
    name: "idle",
    better: "max",
    value: ({ name }, { facts }) => facts(name).figures["idlePercent"],
  },
  Session: {
    name: "sessions",
    better: "min",
    value: ({ name }, { facts }) => facts(name).running,
  },
};

/**
 * Chooses the array member that hosts an application session: a model, for simulation. The `key` of the
 * request is the name of the member that owns the user session. When that one is gone, the others go on in order.
 *
 * @throws InvalidPolicyError when the method is unknown
 */
export function sgdPlacement(method: SgdPlacementMethod = "Local"): Policy<PipelineState> {
  checkWord("sgdPlacement.method", method, ["Local", "Cpu", "Session"]);
  return pipeline("sgdPlacement", {
    filters: [notDrained, notFailed],
    sticky: method === "Local" ? [owner] : [],
    load: method === "Local" ? [] : [loads[method]],
    ...(method === "Local" ? {} : { chooser: best }),
  });
}
