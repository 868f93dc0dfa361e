import type { EventHub } from "../events.ts";
import type { ResolvedOptions } from "../options.ts";
import type { SignalHub } from "./signal-hub.ts";

/** A number that changes whenever a cached route may be out of date: a view, a pin, a label, a connection. */
export interface Epoch {
  value: number;
}

/** A call that is settled from outside when its Orb closes. */
export interface Closable {
  onOrbClosed(): void;
}

/** The budget of repetitions that had been sent, shared by all calls of an Orb. */
export interface SharedRetryBudget {
  /** One more call was made. */
  countCall(): void;
  /** Whether one more repetition may be made now. */
  left(): boolean;
  /** A repetition is made. */
  draw(): void;
}

/** What a call needs of its Orb, and nothing more. */
export interface CallRuntime {
  readonly options: ResolvedOptions;
  readonly now: () => number;
  readonly random: () => number;
  readonly hub: EventHub;
  readonly signals: SignalHub;
  readonly budget: SharedRetryBudget;
  readonly epoch: Epoch;
  /** Calls in their slow path. */
  readonly recovering: Set<Closable>;
  /** The Orb takes no more calls. */
  closed: boolean;
}
