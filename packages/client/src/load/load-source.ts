/** The client's own counters of one member. */
export interface MemberCounters {
  /** Calls of this Orb that the member has not answered yet. */
  readonly inFlight: number;
  /** Exponentially weighted mean of the round trip, milliseconds. Undefined: no call has been answered yet. */
  readonly roundTripMs: number | undefined;
  /** Attempts that failed at this member since the Orb was made. */
  readonly failures: number;
}

/** What an Orb offers to a load source: a clock, the names of the members, and where the figures go. */
export interface LoadHost {
  /** The Orb's clock, milliseconds. Only differences mean something. */
  readonly now: () => number;
  /** The Orb's random source, numbers in [0, 1). */
  readonly random: () => number;
  /** Names of the members (or sites) at this moment. */
  members(): readonly string[];
  /** The client's own counters of a member. */
  counters(member: string): MemberCounters;
  /**
   * Hands over the figures of one member as they came: what is no sound number is refused by the Orb, with an event.
   * `ageMs` says how old the figures were when they came, milliseconds; default 0.
   */
  report(member: string, figures: Readonly<Record<string, unknown>>, ageMs?: number): void;
  /** Tells that one attempt to get figures failed. It never takes a member out of the candidates. */
  failed(message: string): void;
}

/**
 * Where load figures come from. An Orb starts its sources at its first context or request and ends them when it is
 * closed. A source of one's own has a name, and a `start` that reports to the host until what it gave back is called.
 * Timers of a source must not keep the process alive.
 */
export interface LoadSource {
  /** Appears in events and errors. */
  readonly name: string;
  /** Begins to report to an Orb; gives back what ends it. */
  start(host: LoadHost): () => void;
}
