import type { FigureProblem } from "@remora/cluster";
import { EventEmitter } from "eventemitter3";

/** An endpoint as events show it. */
export interface EndpointNote {
  /** `host:port` as it is dialled. */
  readonly endpoint: string;
  /** The member that the endpoint belongs to, where it is known. */
  readonly member?: string;
}

/** An open session as `orb.explain()` and the event `sessionsLeftOpen` show it. */
export interface OpenSession {
  /** The name it was looked up by; absent for one that an EJB 2 home made. */
  readonly name?: string;
  /** The interface of its stub, or the repository id of its reference. */
  readonly interface: string;
  /** The method that ends it, where the descriptor says so. */
  readonly remove?: string;
  /** The member that has it. */
  readonly member?: string;
  /** When it was opened, milliseconds of the Orb's clock. */
  readonly openedAtMs: number;
  /** Calls that wait for another one. */
  readonly waiting: number;
}

/** The policies in force as events and `orb.policy.describe()` show them. */
export interface PolicyNames {
  /** For contexts: the policy's name; without one `ic-based` or `ic-based-weighted`. */
  readonly contexts: string;
  /** For references that are balanced by request. */
  readonly requests: string;
  /** By pattern of the JNDI name. */
  readonly byName: Readonly<Record<string, string>>;
  /** Weights that the caller has set. */
  readonly weights: Readonly<Record<string, number>>;
}

/** Every event of an Orb: names are past facts, one readonly payload each. */
export interface OrbEvents {
  /** A connection is open. */
  connectionOpened: EndpointNote & { readonly remoteAddress: string; readonly connection: number };
  /** A connection is gone, for whatever reason; `pending` requests were on it. */
  connectionClosed: EndpointNote & {
    readonly connection: number;
    readonly reason: string;
    readonly pending: number;
  };
  /** A connect failed, or a connection was lost under requests. */
  endpointFailed: EndpointNote & { readonly code: string; readonly message: string };
  /** An endpoint is left out until `untilMs` (of the Orb's clock). */
  endpointEjected: EndpointNote & { readonly untilMs: number; readonly reason: string };
  /** An endpoint is used again. */
  endpointRecovered: EndpointNote;
  /** The members changed: by discovery, or by what a reply told. */
  clusterViewChanged: {
    readonly cluster: string;
    readonly joined: readonly string[];
    readonly left: readonly string[];
    readonly members: readonly { readonly name: string; readonly weight: number }[];
    /** `caller`: weights were changed by `orb.policy.apply`. */
    readonly origin: "discovery" | "reply" | "caller";
  };
  /** Discovery answered an empty list, or with no weights where the policy needs them. */
  topologyEmpty: { readonly cluster: string; readonly endpoint: string };
  /** Several discoveries in a row failed. */
  topologyStale: { readonly cluster: string; readonly failures: number; readonly message: string };
  /** The Orb can do what was asked, yet something is not as the configuration seems to want it. */
  warning: { readonly code: string; readonly message: string };
  /** A new context took its member. */
  rotationAdvanced: {
    readonly cluster: string;
    readonly member: string;
    readonly endpoint: string;
  };
  /** A context, with all its references, moved to another member. */
  contextMoved: { readonly cluster: string; readonly previous: string; readonly next: string };
  /** A request was passed to its connection. */
  requestSent: EndpointNote & { readonly operation: string; readonly requestId: number };
  /** A reply arrived. */
  replyReceived: EndpointNote & { readonly requestId: number; readonly status: number };
  /** A failed attempt, and what was decided. */
  failover: EndpointNote & {
    readonly operation: string;
    readonly code: string;
    readonly rule: string;
    readonly decision: string;
    readonly nextEndpoint?: string;
  };
  /** A forward, an update or an address from a server was refused. */
  referenceRefused: EndpointNote & { readonly reason: string };
  /** The Orb was closed, and these sessions of stateful beans were not ended: the server keeps them for its time-out. */
  sessionsLeftOpen: { readonly count: number; readonly sessions: readonly OpenSession[] };
  /** A reply to nobody arrived: its call had ended before. */
  lateReply: EndpointNote & { readonly requestId: number };
  /** Work of one key (a user, a tenant) runs on another member than its earlier work that is still open. */
  ownerChanged: {
    readonly cluster: string;
    readonly key: string;
    readonly previous: string;
    readonly next: string;
  };
  /** A stage of a policy would have left nobody and was skipped. */
  selectionSkipped: {
    readonly cluster: string;
    readonly policy: string;
    readonly stage: string;
    readonly note: string;
  };
  /** `orb.policy.apply` has changed what decides, from the next decision on. */
  policyChanged: {
    readonly before: PolicyNames;
    readonly after: PolicyNames;
    /** The parts that were named: `contexts`, `weights`, … Names may stay the same while options change. */
    readonly parts: readonly string[];
    /** The entry of the cost table, if there was one. */
    readonly costEntry?: string;
  };
  /** Figures of a member arrived; `problems` are those that say nothing and do not count. */
  loadReported: {
    readonly cluster: string;
    readonly member: string;
    readonly figures: Readonly<Record<string, unknown>>;
    readonly problems: readonly FigureProblem[];
  };
  /** A load source got no figures; `failures` in a row. Nobody is left out for it. */
  loadSourceFailed: {
    readonly cluster: string;
    readonly source: string;
    readonly message: string;
    readonly failures: number;
  };
  /** A member that was drained has no call in flight and no open session of this Orb any more. */
  memberDrained: { readonly member: string };
  /** A member takes new work again. */
  memberUndrained: { readonly member: string };
}

type Listeners = { [Name in keyof OrbEvents]: (event: OrbEvents[Name]) => void };

/** Where callers listen: `orb.events.on("failover", …)`. */
export type OrbEventEmitter = Pick<
  EventEmitter<Listeners>,
  "on" | "once" | "off" | "removeListener" | "listenerCount"
>;

type AnyListener = (event: never) => void;

/** An emitter whose `once` is an `on` that takes itself off: so the hub below may call listeners by itself. */
class HubEmitter extends EventEmitter<Listeners> {
  readonly #wrappers = new WeakMap<AnyListener, AnyListener>();

  override once<Name extends keyof OrbEvents>(
    name: Name,
    listener: EventEmitter.EventListener<Listeners, Name>,
    context?: unknown,
  ): this {
    const call = listener as AnyListener;
    const wrapper: AnyListener = (event) => {
      super.off(name, wrapper as typeof listener);
      call.call(context, event);
    };
    this.#wrappers.set(call, wrapper);
    return super.on(name, wrapper as typeof listener);
  }

  override off<Name extends keyof OrbEvents>(
    name: Name,
    listener?: EventEmitter.EventListener<Listeners, Name>,
  ): this {
    const wrapper =
      listener === undefined ? undefined : this.#wrappers.get(listener as AnyListener);
    if (wrapper !== undefined) super.off(name, wrapper as typeof listener);
    return super.off(name, listener);
  }

  override removeListener<Name extends keyof OrbEvents>(
    name: Name,
    listener?: EventEmitter.EventListener<Listeners, Name>,
  ): this {
    return this.off(name, listener);
  }
}

/**
 * Emits to listeners one by one, so that a throwing one neither skips the others nor unwinds the client; its error
 * goes to `uncaughtException`-free ground: a `warning` event, once.
 */
export class EventHub {
  readonly emitter: EventEmitter<Listeners> = new HubEmitter();

  /** Whether building the payload is worth it. */
  wanted(name: keyof OrbEvents): boolean {
    return this.emitter.listenerCount(name) > 0;
  }

  /** Calls every listener; the state has changed before. */
  emit<Name extends keyof OrbEvents>(name: Name, event: OrbEvents[Name]): void {
    if (this.emitter.listenerCount(name) === 0) return;
    for (const listener of this.emitter.listeners(name)) {
      try {
        (listener as (event: OrbEvents[Name]) => void)(event);
      } catch (error) {
        if (name !== "warning") {
          const text = error instanceof Error ? error.message : String(error);
          this.emit("warning", {
            code: "LISTENER_THREW",
            message: `a listener of ${name} threw: ${text}`,
          });
        }
      }
    }
  }
}
