import { InvalidPolicyError, type Policy } from "@remora/cluster";
import { problemOfParts } from "../config/suggest.ts";
import { ClosedError, ConfigurationError } from "../errors.ts";
import type { PolicyNames } from "../events.ts";
import { checkOptions } from "../options.ts";
import type { OrbRuntime } from "../orb-runtime.ts";
import {
  inForce,
  type SelectionPlan,
  type SelectionPolicies,
  selectionPlan,
} from "../selection/selection-options.ts";

/** What can be changed while an Orb runs. Parts that are not named stay. */
export interface PolicyChange extends Omit<SelectionPolicies, "loadSources"> {
  /** Weights by member name or `host:port`, whole numbers from 0; those set before stay unless named again. */
  readonly weights?: Readonly<Record<string, number>>;
  /** One entry of the cost table of `sapGateway`: `10.0.0.*=5`; a cost of 0 deletes it. */
  readonly costEntry?: string;
}

const parts = ["default", "contexts", "requests", "byName", "weights", "costEntry"];

/** The policies of an Orb: what they are, and how they change while it runs. `orb.policy`. */
export class PolicyControl {
  readonly #runtime: OrbRuntime;

  /** Use `orb.policy`. */
  constructor(runtime: OrbRuntime) {
    this.#runtime = runtime;
  }

  /** Names of the policies in force, and the weights that were set. */
  describe(): PolicyNames {
    const { selection, options } = this.#runtime;
    const { plan, weights } = selection;
    return {
      contexts: plan.contexts?.name ?? options.loadBalancingPolicy,
      requests: plan.requests?.name ?? options.loadBalancingPolicy,
      byName: Object.fromEntries(plan.byName.map(([pattern, { name }]) => [pattern, name])),
      weights: { ...weights },
    };
  }

  /**
   * Changes what decides, from the next decision on: all of it, or nothing when a part is wrong. What was counted stays:
   * work that runs, loads, figures. The event `policyChanged` tells which parts, before and after.
   *
   * @throws ConfigurationError that names the part, the value and the way out; ClosedError
   */
  apply(change: PolicyChange): void {
    if (typeof change !== "object" || change === null || Array.isArray(change)) {
      throw new ConfigurationError(`policy.apply takes an object with ${parts.join(", ")}`);
    }
    const problem = problemOfParts(change, parts, "policy.apply");
    if (problem !== undefined) throw new ConfigurationError(problem);
    if (this.#runtime.closed) throw new ClosedError("the Orb is closed");
    const { weights = {}, costEntry, ...policies } = change;
    checkOptions({ weights });
    const before = this.describe();
    let plan = this.#merged(policies);
    if (costEntry !== undefined) {
      plan = withCostEntry(plan, costEntry, this.#runtime.selection.sites !== undefined);
    }
    this.#runtime.selection.apply(plan, weights);
    this.#runtime.epoch.value += 1;
    this.#runtime.hub.emit("policyChanged", {
      before,
      after: this.describe(),
      parts: Object.keys(change),
      ...(costEntry === undefined ? {} : { costEntry }),
    });
  }

  #merged(given: Omit<SelectionPolicies, "loadSources">): SelectionPlan {
    const { plan, sites } = this.#runtime.selection;
    const named = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Omit<SelectionPolicies, "loadSources">;
    const next = selectionPlan(named, sites !== undefined, "policy.apply");
    const merged = {
      default: next.named.default ?? plan.named.default,
      contexts: next.named.contexts ?? plan.named.contexts,
      requests: next.named.requests ?? plan.named.requests,
    };
    return {
      ...inForce(merged, sites !== undefined),
      byName: named.byName === undefined ? plan.byName : next.byName,
      loadSources: plan.loadSources,
    };
  }
}

/** Every policy that has costs gets the change; one that has none is no mistake while another has. */
function withCostEntry(plan: SelectionPlan, entry: string, perSite: boolean): SelectionPlan {
  let changes = 0;
  const changed = <P extends Policy | undefined>(policy: P): P | Policy => {
    if (policy?.changed === undefined) return policy;
    changes += 1;
    return policy.changed(entry);
  };
  try {
    const next = {
      ...inForce(
        {
          default: changed(plan.named.default),
          contexts: changed(plan.named.contexts),
          requests: changed(plan.named.requests),
        },
        perSite,
      ),
      byName: plan.byName.map(([pattern, policy]) => [pattern, changed(policy)] as const),
      loadSources: plan.loadSources,
    };
    if (changes > 0) return next;
  } catch (error) {
    if (!(error instanceof InvalidPolicyError)) throw error;
    throw new ConfigurationError(`costEntry: ${error.message}`, { cause: error });
  }
  throw new ConfigurationError(
    `costEntry ${JSON.stringify(entry)}: no policy in force has costs; use sapGateway`,
  );
}
