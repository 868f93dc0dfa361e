import {
  type EndpointHealth,
  type HealthOptions,
  healthAfterFailure,
  healthAfterProbe,
  healthAfterSilence,
  healthAfterSuccess,
  healthWhileProbing,
  isEligible,
  isForgettable,
  isProbeDue,
} from "@remora/cluster";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { Epoch } from "../failover/call-runtime.ts";

/** What the book tells when the state of an endpoint changes. */
export interface HealthListener {
  onEjected(endpoint: RemoteEndpoint, untilMs: number, reason: string): void;
  onRecovered(endpoint: RemoteEndpoint): void;
  /** New calls go elsewhere until the endpoint has been asked. */
  onSuspect(endpoint: RemoteEndpoint): void;
}

/**
 * Health of an Orb's endpoints: one view for bootstrap, discovery and references alike. It holds records only of
 * endpoints that something is known of, so a healthy cluster costs nothing. The rules are in the cluster package.
 */
export class EndpointHealthBook {
  readonly records: Map<string, EndpointHealth> = new Map();
  readonly options: HealthOptions;
  readonly #now: () => number;
  readonly #epoch: Epoch;
  readonly #listener: HealthListener;

  constructor(options: HealthOptions, now: () => number, epoch: Epoch, listener: HealthListener) {
    this.options = options;
    this.#now = now;
    this.#epoch = epoch;
    this.#listener = listener;
  }

  /** By canonical endpoint: two texts of one listener are well or ill together. */
  of(endpoint: RemoteEndpoint): EndpointHealth | undefined {
    return this.records.get(endpoint.canonical.key);
  }

  /** On the hot path: without any record there is nothing to look up. */
  eligible(endpoint: RemoteEndpoint): boolean {
    if (this.records.size === 0) return true;
    return isEligible(this.of(endpoint), this.#now(), this.options);
  }

  /** A connect failed, or a decision said so. */
  failed(endpoint: RemoteEndpoint, reason: string): void {
    const before = this.of(endpoint);
    const next = healthAfterFailure(before, this.#now(), this.options);
    this.#set(endpoint, before, next);
    if (next.state === "ejected" && before !== next) {
      this.#listener.onEjected(endpoint.canonical, next.untilMs, reason);
    }
  }

  /** No answer, or lost under a request: doubt, not proof. */
  silent(endpoint: RemoteEndpoint): void {
    const before = this.of(endpoint);
    const next = healthAfterSilence(before, this.#now());
    this.#set(endpoint, before, next);
    if (next.state === "suspect" && before !== next) this.#listener.onSuspect(endpoint.canonical);
  }

  /** A call was answered: better than any probe. */
  succeeded(endpoint: RemoteEndpoint): void {
    if (this.records.size === 0) return;
    const before = this.of(endpoint);
    if (before === undefined) return;
    const next = healthAfterSuccess(before, this.#now(), this.options);
    this.#set(endpoint, before, next);
    if (before.state !== "healthy" && next.state === "healthy") {
      this.#listener.onRecovered(endpoint.canonical);
    }
  }

  /** Suspect, or the time of its ejection is over. */
  probeDue(endpoint: RemoteEndpoint): boolean {
    return isProbeDue(this.of(endpoint), this.#now());
  }

  /** One probe at a time. */
  probing(endpoint: RemoteEndpoint): void {
    const before = this.of(endpoint);
    if (before !== undefined) this.#set(endpoint, before, healthWhileProbing(before, this.#now()));
  }

  /** `answered`: the key is served there, not only a port open. */
  probed(endpoint: RemoteEndpoint, answered: boolean): void {
    const before = this.of(endpoint);
    if (before === undefined) return;
    const next = healthAfterProbe(before, answered, this.#now(), this.options);
    this.#set(endpoint, before, next);
    if (answered && before.state !== "healthy") this.#listener.onRecovered(endpoint.canonical);
  }

  /** The endpoint is no longer known. */
  forget(endpoint: RemoteEndpoint): void {
    this.records.delete(endpoint.key);
  }

  /** Drops records that say no more than none would. */
  sweep(): void {
    const now = this.#now();
    for (const [key, health] of this.records) {
      if (isForgettable(health, now, this.options)) this.records.delete(key);
    }
  }

  /** Routes are looked up anew only when the state changed: a slow start goes on without that. */
  #set(endpoint: RemoteEndpoint, before: EndpointHealth | undefined, next: EndpointHealth): void {
    if (before === next) return;
    this.records.set(endpoint.canonical.key, next);
    if (before?.state !== next.state) this.#epoch.value += 1;
  }
}
