import type { ClusterView } from "./cluster-view.ts";
import { endpointKey } from "./endpoint.ts";
import type { HealthOptions } from "./endpoint-health.ts";
import { defaultHealthOptions, type EndpointHealth, eligibleShare } from "./endpoint-health.ts";
import type { Availability } from "./rotation.ts";

/** Which members listen at which endpoint key. Made once per view. */
export interface MemberIndex {
  /** How many members can take new contexts at all: those with a weight. */
  readonly size: number;
  /** Endpoint key to names of members. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Name of a member to its endpoint keys. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** Who takes part now, and why not all do. */
export interface EligibleMembers {
  /** For {@link nextHead} and {@link tailOf}. */
  readonly availability: Availability;
  /** Names of the members that health leaves out; in panic they take part all the same. */
  readonly leftOut: readonly string[];
  /** Whether too few were left, so that health does not count. */
  readonly panic: boolean;
}

/**
 * Indexes a view by endpoint key, as the records of health are kept.
 *
 * @param canonicalKey - maps keys that are one listener (by resolved address) to one of them.
 *   Default: every key stands for itself.
 */
export function memberIndex(
  view: ClusterView,
  canonicalKey: (key: string) => string = (key) => key,
): MemberIndex {
  const names = new Map<string, string[]>();
  const keys = new Map<string, readonly string[]>();
  // Drained members take no new contexts, so they do not count among those that are left.
  const weighted = view.members.filter(({ weight }) => weight > 0);
  const members = weighted.length > 0 ? weighted : view.members;
  for (const member of members) {
    const own = [...new Set(member.endpoints.map((each) => canonicalKey(endpointKey(each))))];
    keys.set(member.name, own);
    for (const key of own) names.set(key, [...(names.get(key) ?? []), member.name]);
  }
  return { size: members.length, names, keys };
}

/**
 * Applies health to the members, with the panic rule: when hardly anyone is left, most failures are
 * more likely ours (our network, our DNS) than theirs, and the few would drown; then all take part.
 *
 * The cost grows with the number of records, not of members: keep only records that say something.
 *
 * @param health - records by (canonical) endpoint key; no record means healthy
 */
export function eligibleOrPanic(
  index: MemberIndex,
  health: ReadonlyMap<string, EndpointHealth>,
  now: number,
  options: HealthOptions = {},
): EligibleMembers {
  const availability = new Map<string, number>();
  const leftOut: string[] = [];
  for (const key of health.keys()) {
    for (const name of index.names.get(key) ?? []) {
      if (availability.has(name)) continue;
      // A member is as good as its best endpoint.
      const shares = (index.keys.get(name) ?? [key]).map((each) =>
        eligibleShare(health.get(each), now, options),
      );
      const share = Math.max(...shares);
      if (share < 1) availability.set(name, share);
      if (share <= 0) leftOut.push(name);
    }
  }
  const left = index.size - leftOut.length;
  const enough = Math.max(1, index.size * (options.panicShare ?? defaultHealthOptions.panicShare));
  const panic = leftOut.length > 0 && left < enough;
  return { availability: panic ? new Map<string, number>() : availability, leftOut, panic };
}
