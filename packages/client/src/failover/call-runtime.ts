import type { EventHub } from "../events.ts";
import type { ResolvedOptions } from "../options.ts";
import type { MemberCounterBook } from "../selection/member-counters.ts";
import type { SignalHub } from "./signal-hub.ts";

/** A number that changes whenever a cached route may be out of date: a view, a pin, a label, a connection. */
export interface Epoch {
  /** Only ever grows; equal numbers mean that nothing has changed between. */
  value: number;
}

/** A call that is settled from outside when its Orb closes. */
export interface Closable {
  /**
   * Must settle the call: nothing else will. With `drains` a request on its way may still be answered; its connection
   * settles the call.
   */
  onOrbClosed(drains: boolean): void;
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
  /** Complete and frozen. */
  readonly options: ResolvedOptions;
  /** Milliseconds, any origin; deadlines are made of it. */
  readonly now: () => number;
  /** Numbers in [0, 1), for pauses and for where discovery begins. */
  readonly random: () => number;
  /** Where events go, if somebody listens. */
  readonly hub: EventHub;
  /** Who hears of an AbortSignal. */
  readonly signals: SignalHub;
  /** Shared by all calls: one busy caller must not get more than its share. */
  readonly budget: SharedRetryBudget;
  /** Counted up by whoever makes a cached route doubtful. */
  readonly epoch: Epoch;
  /** The client's own counters; undefined while no load source may ask for them. */
  readonly counters: MemberCounterBook | undefined;
  /** Calls in their slow path. */
  readonly recovering: Set<Closable>;
  /** The Orb takes no more calls. */
  closed: boolean;
}
