import type { LoadBalancingPolicy } from "@remora/cluster";
import { suggest } from "./suggest.ts";

/** The policies there are, the plain one first. */
export const loadBalancingPolicies: readonly LoadBalancingPolicy[] = [
  "ic-based",
  "ic-based-weighted",
];

/** What a policy text means: a policy (with a note when the spelling was forgiven), or what is wrong with it. */
export type ParsedPolicy =
  | { readonly ok: true; readonly policy: LoadBalancingPolicy; readonly note?: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the name of a policy, without the endpoints that may follow it in the GlassFish property.
 *
 * `ic-based-weighed` is what the official guide prints in its own example, so it is accepted; the
 * Java client drops it without a word and balances without weights.
 */
export function parsePolicy(text: string): ParsedPolicy {
  const name = text.trim();
  const known = loadBalancingPolicies.find((policy) => policy === name);
  if (known !== undefined) return { ok: true, policy: known };
  if (name === "ic-based-weighed") {
    const note = '"ic-based-weighed" is taken as "ic-based-weighted": correct the spelling';
    return { ok: true, policy: "ic-based-weighted", note };
  }
  const accepted = `accepted are ${loadBalancingPolicies.map((policy) => `"${policy}"`).join(" and ")}`;
  if (name === "") return { ok: false, problem: `the load-balancing policy is empty; ${accepted}` };
  const near = suggest(name, loadBalancingPolicies);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return { ok: false, problem: `unknown load-balancing policy "${name}"${hint}; ${accepted}` };
}
