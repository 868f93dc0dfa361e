import { InvalidPolicyError, type Policy, type PresetName, policyNamed } from "@remora/cluster";
import { problemOfParts } from "../config/suggest.ts";
import { ConfigurationError } from "../errors.ts";
import type { LoadSource } from "../load/load-source.ts";

/** A policy of `@remora/cluster` in words, as a file of settings can hold it. */
export interface NamedPolicy {
  /** `glassfish`, `sgd`, `sapGateway` or `alteonGslb`. */
  readonly name: PresetName;
  /** The options of that policy. Default: none. */
  readonly options?: object;
}

/** A policy: an object made by `@remora/cluster` or of one's own, a name, or a name with options. */
export type PolicyChoice = Policy | PresetName | NamedPolicy;

/** Which policy decides what. */
export interface SelectionPolicies {
  /** For contexts and requests, where those have none of their own. Default: the Orb's rotation. */
  readonly default?: PolicyChoice;
  /** For new contexts; with `sites`, for the choice of a site. Default: `default`. */
  readonly contexts?: PolicyChoice;
  /** For references that are balanced by request. Default: `default`; with `sites`, the rotation inside the site. */
  readonly requests?: PolicyChoice;
  /**
   * Other policies by JNDI name: the first pattern that matches counts, `*` stands for anything. With `sites`, for the
   * choice of a site. Default: none.
   */
  readonly byName?: Readonly<Record<string, PolicyChoice>>;
  /** Where load figures come from; started with the first context or request. Default: none. */
  readonly loadSources?: readonly LoadSource[];
}

/** What `selectionPolicy` of an Orb takes. */
export type SelectionPolicyOption = PolicyChoice | SelectionPolicies;

/** The policies as the caller named them, checked and made: what is not named follows `default`. */
export interface NamedPolicies {
  readonly default?: Policy | undefined;
  readonly contexts?: Policy | undefined;
  readonly requests?: Policy | undefined;
}

/** The policies in force, checked and made. */
export interface SelectionPlan {
  /** What they were made of. */
  readonly named: NamedPolicies;
  readonly contexts: Policy | undefined;
  readonly requests: Policy | undefined;
  readonly byName: readonly (readonly [pattern: string, policy: Policy])[];
  readonly loadSources: readonly LoadSource[];
}

/** An Orb without policies: the rotation decides. */
export const noPolicies: SelectionPlan = {
  named: {},
  contexts: undefined,
  requests: undefined,
  byName: [],
  loadSources: [],
};

const parts = ["default", "contexts", "requests", "byName", "loadSources"];

function isPolicy(value: object): value is Policy {
  return "select" in value && typeof value.select === "function" && "initial" in value;
}

/** A policy of a choice; what the preset finds wrong is a fault of the configuration. */
export function policyOf(option: string, choice: unknown): Policy {
  try {
    if (typeof choice === "string") return policyNamed(choice);
    if (typeof choice === "object" && choice !== null) {
      if (isPolicy(choice)) return choice;
      if ("name" in choice && typeof choice.name === "string") {
        const unknown = Object.keys(choice).filter((key) => key !== "name" && key !== "options");
        if (unknown.length > 0) {
          throw new ConfigurationError(
            `${option} has ${unknown.map((key) => JSON.stringify(key)).join(", ")} beside name and options; the options of a policy stand in options`,
          );
        }
        return policyNamed(choice.name, "options" in choice ? choice.options : {});
      }
    }
  } catch (error) {
    if (!(error instanceof InvalidPolicyError)) throw error;
    throw new ConfigurationError(`${option}: ${error.message}`, { cause: error });
  }
  throw new ConfigurationError(
    `${option} is no policy; accepted: a policy such as sgd(), its name, or { name, options }`,
  );
}

function loadSourcesOf(option: string, given: unknown): readonly LoadSource[] {
  if (given === undefined) return [];
  const fits = (source: unknown): boolean =>
    typeof source === "object" &&
    source !== null &&
    "start" in source &&
    typeof source.start === "function";
  if (Array.isArray(given) && given.every(fits)) return given as LoadSource[];
  throw new ConfigurationError(
    `${option} must be a list of load sources, such as ownCounters() or httpLoad({ url })`,
  );
}

function byNameOf(option: string, given: unknown): SelectionPlan["byName"] {
  if (given === undefined) return [];
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ConfigurationError(
      `${option} must be an object of name patterns, such as { "java:global/shop/*": sgd() }`,
    );
  }
  return Object.entries(given).map(([pattern, choice]) => [
    pattern,
    policyOf(`${option}[${JSON.stringify(pattern)}]`, choice),
  ]);
}

/** Which policy decides what. @param perSite - requests are decided inside a site, by the rotation unless they are named */
export function inForce(
  named: NamedPolicies,
  perSite: boolean,
): Pick<SelectionPlan, "named" | "contexts" | "requests"> {
  return {
    named,
    contexts: named.contexts ?? named.default,
    requests: named.requests ?? (perSite ? undefined : named.default),
  };
}

/**
 * The plan of an option, checked.
 *
 * @param perSite - the Orb has sites: a single policy chooses among them, and the rotation decides inside
 * @throws ConfigurationError that names the part and the way out
 */
export function selectionPlan(
  given: SelectionPolicyOption | undefined,
  perSite: boolean,
  option = "selectionPolicy",
): SelectionPlan {
  if (given === undefined) return noPolicies;
  const isParts =
    typeof given === "object" && given !== null && !isPolicy(given) && !("name" in given);
  if (!isParts) {
    return { ...noPolicies, ...inForce({ default: policyOf(option, given) }, perSite) };
  }
  const problem = problemOfParts(given, parts, option);
  if (problem !== undefined) throw new ConfigurationError(problem);
  const choices = given as SelectionPolicies;
  const of = (part: "default" | "contexts" | "requests"): Policy | undefined =>
    choices[part] === undefined ? undefined : policyOf(`${option}.${part}`, choices[part]);
  const named = { default: of("default"), contexts: of("contexts"), requests: of("requests") };
  return {
    ...inForce(named, perSite),
    byName: byNameOf(`${option}.byName`, choices.byName),
    loadSources: loadSourcesOf(`${option}.loadSources`, choices.loadSources),
  };
}
