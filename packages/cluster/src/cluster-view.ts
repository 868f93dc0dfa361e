import { type Endpoint, endpointKey, formatEndpoint } from "./endpoint.ts";

/** One server instance, as a client knows it. */
export interface ClusterMember {
  /** The server's own name, or `host:port` while only configuration is known. Unique in a view. */
  readonly name: string;
  /** Share of new contexts relative to the others; 0 means drained. GlassFish's default is 100. */
  readonly weight: number;
  /** Where it listens; at least one. */
  readonly endpoints: readonly Endpoint[];
  /** Who told: the caller's configuration, or the cluster. */
  readonly source: "configured" | "discovered";
}

/** Weights by member name or by `host:port`; they win over what the cluster tells. */
export type WeightOverrides = Readonly<Record<string, number>>;

/**
 * What is known of one cluster at one moment. Immutable; a change gives a new view.
 *
 * A view belongs to one bootstrap set, so that two clusters in one process never mix.
 */
export interface ClusterView {
  /** Counts the changes, from 0. */
  readonly version: number;
  /** Members, unique by name. While nothing is discovered: one per configured endpoint. */
  readonly members: readonly ClusterMember[];
  /** The configured endpoints, without duplicates. Never shrinks. */
  readonly bootstrap: readonly Endpoint[];
  /** Configured endpoints that are no member (an administration server, a balancer). */
  readonly bootstrapOnly: readonly Endpoint[];
  /** Whether `members` comes from the cluster. */
  readonly discovered: boolean;
  /** Members whose own last word listed themselves. Names; a subset of `members`. */
  readonly ownWord: ReadonlySet<string>;
  /** Members another one has left out since, kept on their own word. A subset of `ownWord`. */
  readonly doubted: ReadonlySet<string>;
  /** Weights the caller has set. */
  readonly weights: WeightOverrides;
}

/** Weight of a member nobody has given one: GlassFish's default `lb-weight`. */
export const DEFAULT_WEIGHT = 100;

/** The endpoints without those whose key was there before. */
function uniqueEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const byKey = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    const key = endpointKey(endpoint);
    if (!byKey.has(key)) byKey.set(key, endpoint);
  }
  return [...byKey.values()];
}

/** A usable weight: never negative, never NaN or infinite. */
function soundWeight(weight: number): number {
  return Number.isFinite(weight) && weight > 0 ? weight : 0;
}

/** The caller's weight for a member, by name first, then by any of its endpoints. */
export function weightOf(
  name: string,
  endpoints: readonly Endpoint[],
  told: number,
  view: ClusterView,
): number {
  const isSet = (key: string): boolean => Object.hasOwn(view.weights, key);
  const key = isSet(name) ? name : endpoints.map(formatEndpoint).find(isSet);
  return soundWeight(key === undefined ? told : (view.weights[key] ?? told));
}

/** One member per configured endpoint. */
function configuredMembers(view: ClusterView): ClusterMember[] {
  const members = view.bootstrap.map((endpoint): ClusterMember => {
    const name = formatEndpoint(endpoint);
    const weight = weightOf(name, [endpoint], DEFAULT_WEIGHT, view);
    return { name, weight, endpoints: [endpoint], source: "configured" };
  });
  // One host and port, once in the clear and once in TLS, is one member with two endpoints.
  return uniqueMembers(members);
}

/** Joins members that carry one name: their endpoints together, the last weight. */
export function uniqueMembers(members: readonly ClusterMember[]): ClusterMember[] {
  const byName = new Map<string, ClusterMember>();
  for (const member of members) {
    const earlier = byName.get(member.name)?.endpoints ?? [];
    const endpoints = [...earlier, ...member.endpoints];
    // One endpoint is the usual case, and equal to nothing.
    byName.set(
      member.name,
      endpoints.length === 1 ? member : { ...member, endpoints: uniqueEndpoints(endpoints) },
    );
  }
  return [...byName.values()];
}

/**
 * The view before the cluster has told anything: every configured endpoint is a member.
 *
 * @param bootstrap - duplicates are dropped
 * @param weights - by member name or `host:port`; also applied to members discovered later.
 *   A weight of 0 drains the member. Default: what the cluster tells, else 100.
 */
export function configuredView(
  bootstrap: readonly Endpoint[],
  weights: WeightOverrides = {},
): ClusterView {
  const empty: ClusterView = {
    version: 0,
    members: [],
    bootstrap: uniqueEndpoints(bootstrap),
    bootstrapOnly: [],
    discovered: false,
    ownWord: new Set(),
    doubted: new Set(),
    weights,
  };
  return { ...empty, members: configuredMembers(empty) };
}

/**
 * The view with other weights for some members: at once, for what is known and for what will be told.
 *
 * @param weights - by member name or `host:port`; those set before stay unless they are named again
 */
export function withWeights(view: ClusterView, weights: WeightOverrides): ClusterView {
  const all = { ...view, weights: { ...view.weights, ...weights } };
  const members = view.members.map((member): ClusterMember => {
    const weight = weightOf(member.name, member.endpoints, member.weight, all);
    return weight === member.weight ? member : { ...member, weight };
  });
  return { ...all, version: view.version + 1, members };
}
