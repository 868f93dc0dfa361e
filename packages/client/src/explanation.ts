import type { Explanation } from "@remora/cluster";
import type { OpenSession } from "./events.ts";
import type { CandidateRow } from "./resolution/candidates.ts";

/** One member as `orb.explain()` shows it. */
export interface ExplainedMember {
  /** The server's name; `host:port` while only configuration is known. */
  readonly name: string;
  /** Share relative to the others; 0 means drained. GlassFish: `lb-weight`. */
  readonly weight: number;
  /** Who told of it. */
  readonly source: "configured" | "discovered";
  /** `host:port` of its clear-text listeners, as they are dialled. */
  readonly endpoints: readonly string[];
  /** Share of new contexts that the policy plans for it, 0 to 1; absent where it depends on what happens. */
  readonly plannedShare?: number;
  /** It takes no new work, at the caller's word. */
  readonly drained: boolean;
  /** `healthy`, `suspect`, `ejected` or `probing`. */
  readonly health: string;
  /** Open connections. */
  readonly connections: number;
}

/** One cluster as `orb.explain()` shows it. */
export interface ExplainedCluster {
  /** The bootstrap endpoints. */
  readonly name: string;
  /** Whether the members come from the cluster itself. */
  readonly discovered: boolean;
  /** Who chooses for contexts: `ic-based`, `ic-based-weighted`, or the name of a selection policy. */
  readonly policy: string;
  /** The latest decisions of the selection policies; each is explained when read. */
  readonly selections: readonly ExplainedSelection[];
  /** In the order of the view. */
  readonly members: readonly ExplainedMember[];
  /** Configured endpoints that are no member: used for bootstrap only. */
  readonly bootstrapOnly: readonly string[];
  /** What a person should know, in sentences. */
  readonly notes: readonly string[];
}

/** A decision of a selection policy. */
export interface ExplainedSelection {
  /** What was decided. */
  readonly use: "contexts" | "requests";
  /** The pattern of `byName` whose policy decided; absent for all other work. */
  readonly pattern?: string;
  /** Every stage and every candidate; `formatExplanation` of `@remora/cluster` makes text of it. */
  readonly explanation: Explanation;
}

/** One site as `orb.explain()` shows it. */
export interface ExplainedSite {
  /** As configured. */
  readonly name: string;
  /** The cluster behind it, by its bootstrap endpoints; absent while it was not used. */
  readonly cluster?: string;
  /** None of its endpoints may be used now. */
  readonly failed: boolean;
  /** It takes no new contexts, at the caller's word. */
  readonly drained: boolean;
}

/** What `orb.explain()` returns. */
export interface OrbExplanation {
  /** One for each bootstrap set that was used. */
  readonly clusters: readonly ExplainedCluster[];
  /** With `sites`: each of them, and the latest choice. */
  readonly sites?: {
    readonly sites: readonly ExplainedSite[];
    readonly selections: readonly ExplainedSelection[];
    /** What may surprise about the policy, in sentences: a site in its settings that there is not, a weight of 0. */
    readonly notes: readonly string[];
  };
  /** The last decisions after failures, oldest first: at most 100. */
  readonly decisions: readonly ExplainedDecision[];
  /** Sessions of stateful beans that this Orb has opened and nobody has ended yet: the first thousand. */
  readonly sessions: readonly OpenSession[];
}

/** One decision after a failure. */
export interface ExplainedDecision {
  /** The operation as it stands on the wire, or what the SDK did. */
  readonly operation: string;
  /** `host:port` of the attempt that failed. */
  readonly endpoint: string;
  /** Its member, where it is known. */
  readonly member?: string;
  /** What went wrong: see docs/errors.md. */
  readonly code: string;
  /** The rule of docs/failover.md. */
  readonly rule: string;
  /** `same-endpoint`, `next-endpoint`, `original-target`, `lookup-again` or `give-up`. */
  readonly decision: string;
  /** Where the next attempt goes, when one follows at a known endpoint. */
  readonly nextEndpoint?: string;
}

/** What `orb.explain(stub)` returns. */
export interface ReferenceExplanation {
  /** Repository id of the reference; empty when it tells none. */
  readonly typeId: string;
  /** `stateless`, `session`, `home`, `naming` or `unknown`: from the object key. */
  readonly kind: string;
  /** `request`: each call draws its member; `context`: its pin says; `contacts`: no cluster, a list of addresses. */
  readonly routing: "request" | "context" | "contacts";
  /** The cluster that it belongs to. */
  readonly cluster?: string;
  /** The member of its context. */
  readonly member?: string;
  /** Where calls go, in this order, and why some are left out now. */
  readonly candidates: readonly CandidateRow[];
  /** A location forward is in use. */
  readonly forwarded: boolean;
  /** For sessions: calls that wait for another one, and the method that ended it. */
  readonly session?: { readonly waiting: number; readonly endedBy?: string };
}
