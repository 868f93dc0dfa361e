import { formatEndpoint } from "@remora/cluster";
import type {
  ExplainedCluster,
  ExplainedDecision,
  ExplainedSelection,
  OrbExplanation,
  ReferenceExplanation,
} from "./explanation.ts";
import type { ObjectReference } from "./invocation/object-reference.ts";
import { candidatesFor } from "./invocation/routing.ts";
import type { OrbRuntime } from "./orb-runtime.ts";
import type { SiteSet } from "./policy/site-set.ts";
import type { Cluster } from "./resolution/cluster.ts";
import type { ClusterPolicies } from "./selection/cluster-policies.ts";

/** What a person should know of a cluster, beside its numbers. */
function notesOf(cluster: Cluster, policy: string): readonly string[] {
  const notes: string[] = [];
  const { view } = cluster;
  if (!view.discovered && policy === "ic-based-weighted") {
    notes.push(
      "the policy is weighted and the cluster has told no weights: configured ones apply, else all are alike",
    );
  }
  if (!view.discovered && view.bootstrap.length === 1) {
    notes.push(
      "one bootstrap endpoint and nothing discovered: there is nothing to balance or to fail over to",
    );
  }
  if (view.bootstrapOnly.length > 0) {
    notes.push(
      `${view.bootstrapOnly.map(formatEndpoint).join(", ")}: configured and no member of the cluster, so used for bootstrap only`,
    );
  }
  if (view.doubted.size > 0) {
    notes.push(`${[...view.doubted].join(", ")}: left out by another member, kept on its own word`);
  }
  return notes;
}

/** Nobody has a share while everybody is drained. */
function sharesOf(cluster: Cluster): ReadonlyMap<string, number> | undefined {
  if (cluster.drained().size === cluster.view.members.length) return new Map();
  return cluster.plannedShares();
}

function selectionsOf(policies: ClusterPolicies): readonly ExplainedSelection[] {
  return policies.latest().map(({ use, pattern, selection }) => ({
    use,
    ...(pattern === undefined ? {} : { pattern }),
    get explanation() {
      return selection.explanation;
    },
  }));
}

/** One cluster: a member is as healthy as its best endpoint. */
function explainCluster(runtime: OrbRuntime, cluster: Cluster): ExplainedCluster {
  const { view } = cluster;
  const shares = sharesOf(cluster);
  const rotation = runtime.options.loadBalancingPolicy;
  const policy = cluster.policies.driver("contexts", {})?.policy.name ?? rotation;
  const drained = cluster.drained();
  return {
    name: cluster.name,
    discovered: view.discovered,
    policy,
    members: view.members.map(({ name, weight, source }) => {
      const endpoints = cluster.endpointsOf(name);
      const states = endpoints.map((endpoint) => runtime.health.of(endpoint)?.state ?? "healthy");
      return {
        name,
        weight,
        source,
        endpoints: endpoints.map((endpoint) => endpoint.key),
        ...(shares === undefined ? {} : { plannedShare: shares.get(name) ?? 0 }),
        health: states.includes("healthy") ? "healthy" : (states[0] ?? "healthy"),
        connections: endpoints.reduce((sum, endpoint) => sum + endpoint.connections.length, 0),
        drained: drained.has(name),
      };
    }),
    selections: selectionsOf(cluster.policies),
    bootstrapOnly: view.bootstrapOnly.map(formatEndpoint),
    notes: [...notesOf(cluster, policy), ...cluster.policies.warnings()],
  };
}

function explainSites(sites: SiteSet): NonNullable<OrbExplanation["sites"]> {
  const [failed, drained] = [sites.failed(), sites.drained()];
  return {
    sites: sites.candidates().map(({ name }) => {
      const cluster = sites.known.get(name)?.name;
      return {
        name,
        ...(cluster === undefined ? {} : { cluster }),
        failed: failed.has(name),
        drained: drained.has(name),
      };
    }),
    selections: selectionsOf(sites.policies),
    notes: sites.policies.warnings(),
  };
}

/** Everything an Orb knows and has decided. */
export function explainOrb(
  runtime: OrbRuntime,
  decisions: readonly ExplainedDecision[],
): OrbExplanation {
  const { sites } = runtime.selection;
  return {
    clusters: [...runtime.clusters.values()].map(({ cluster }) => explainCluster(runtime, cluster)),
    ...(sites === undefined ? {} : { sites: explainSites(sites) }),
    decisions: [...decisions],
    sessions: runtime.sessions.list(),
  };
}

/** Where the calls of a reference go. */
export function explainReference(
  runtime: OrbRuntime,
  reference: ObjectReference,
): ReferenceExplanation {
  const { cluster, pin } = reference.routing;
  const { session } = reference;
  return {
    typeId: reference.target.typeId,
    kind: reference.kind,
    routing: reference.balanced ? "request" : cluster === undefined ? "contacts" : "context",
    ...(cluster === undefined ? {} : { cluster: cluster.name }),
    ...(pin === undefined ? {} : { member: pin.member }),
    candidates: candidatesFor(runtime, reference).list(),
    forwarded: reference.forwarded,
    ...(session === undefined
      ? {}
      : {
          session: {
            waiting: session.waiting,
            ...(session.end === undefined ? {} : { endedBy: session.end.operation }),
          },
        }),
  };
}
