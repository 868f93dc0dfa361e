import type { CandidateRow } from "./resolution/candidates.ts";

/** One member as `orb.explain()` shows it. */
export interface ExplainedMember {
  readonly name: string;
  readonly weight: number;
  readonly source: "configured" | "discovered";
  readonly endpoints: readonly string[];
  /** Share of new contexts that the policy plans for it, 0 to 1. */
  readonly plannedShare: number;
  /** `healthy`, `suspect`, `ejected` or `probing`. */
  readonly health: string;
  /** Open connections. */
  readonly connections: number;
}

/** One cluster as `orb.explain()` shows it. */
export interface ExplainedCluster {
  /** The bootstrap endpoints. */
  readonly name: string;
  readonly discovered: boolean;
  readonly policy: string;
  readonly members: readonly ExplainedMember[];
  /** Configured endpoints that are no member: used for bootstrap only. */
  readonly bootstrapOnly: readonly string[];
  /** What a person should know, in sentences. */
  readonly notes: readonly string[];
}

/** What `orb.explain()` returns. */
export interface OrbExplanation {
  readonly clusters: readonly ExplainedCluster[];
  /** The last decisions after failures, oldest first: at most 100. */
  readonly decisions: readonly ExplainedDecision[];
}

/** One decision after a failure. */
export interface ExplainedDecision {
  readonly operation: string;
  readonly endpoint: string;
  readonly member?: string;
  readonly code: string;
  /** The rule of docs/failover.md. */
  readonly rule: string;
  readonly decision: string;
  readonly nextEndpoint?: string;
}

/** What `orb.explain(stub)` returns. */
export interface ReferenceExplanation {
  readonly typeId: string;
  /** `stateless`, `session`, `home`, `naming` or `unknown`: from the object key. */
  readonly kind: string;
  readonly routing: "request" | "context" | "contacts";
  /** The cluster that it belongs to. */
  readonly cluster?: string;
  /** The member of its context. */
  readonly member?: string;
  /** Where calls go, in this order, and why some are left out now. */
  readonly candidates: readonly CandidateRow[];
  readonly forwarded: boolean;
}
