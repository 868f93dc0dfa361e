/**
 * One member, site or registration that a decision may fall on.
 *
 * A `ClusterMember` is one: a policy needs the name, and uses the rest when it is there.
 */
export interface Candidate {
  /** Unique among the candidates of a policy. */
  readonly name: string;
  /** Relative power; what it means is up to the policy. Default 100; 0 takes no new work. */
  readonly weight?: number;
  /** IP address in text form, for rules that look at networks. */
  readonly address?: string;
  /** Whatever filters, metrics and loads of your own want to know. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The weight of a candidate: never negative, NaN or infinite. */
export function candidateWeight(candidate: Candidate): number {
  const weight = candidate.weight ?? 100;
  return Number.isFinite(weight) && weight > 0 ? weight : 0;
}
