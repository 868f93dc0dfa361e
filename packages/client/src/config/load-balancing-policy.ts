import {
  type LoadBalancingPolicy,
  loadBalancingPolicies,
  loadBalancingPolicyOf,
} from "@remora/cluster";
import { suggest } from "./suggest.ts";

/** What a policy text means: a policy (with a note when the spelling was forgiven), or what is wrong with it. */
export type ParsedPolicy =
  | { readonly ok: true; readonly policy: LoadBalancingPolicy; readonly note?: string }
  | { readonly ok: false; readonly problem: string };

/** Reads the name of a policy, without the endpoints that may follow it in the GlassFish property. */
export function parsePolicy(text: string): ParsedPolicy {
  const name = text.trim();
  const known = loadBalancingPolicyOf(name);
  if (known !== undefined) {
    const { policy, misspelt } = known;
    if (!misspelt) return { ok: true, policy };
    return { ok: true, policy, note: `"${name}" is taken as "${policy}": correct the spelling` };
  }
  const accepted = `accepted are ${loadBalancingPolicies.map((policy) => `"${policy}"`).join(" and ")}`;
  if (name === "") return { ok: false, problem: `the load-balancing policy is empty; ${accepted}` };
  const near = suggest(name, loadBalancingPolicies);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return { ok: false, problem: `unknown load-balancing policy "${name}"${hint}; ${accepted}` };
}
