import type { LoadBalancingPolicy } from "../../rotation.ts";

/** The words of `com.sun.appserv.iiop.loadbalancingpolicy`, the plain one first. */
export const loadBalancingPolicies: readonly LoadBalancingPolicy[] = [
  "ic-based",
  "ic-based-weighted",
];

/**
 * What a word of the policy property means; `undefined`: it is none.
 *
 * `ic-based-weighed` is what the official guide prints in its own example, so it is taken as what the guide means, with
 * `misspelt` set; the Java client drops it without a word and balances without weights.
 */
export function loadBalancingPolicyOf(
  word: string,
): { readonly policy: LoadBalancingPolicy; readonly misspelt: boolean } | undefined {
  const policy = loadBalancingPolicies.find((each) => each === word);
  if (policy !== undefined) return { policy, misspelt: false };
  return word === "ic-based-weighed" ? { policy: "ic-based-weighted", misspelt: true } : undefined;
}
