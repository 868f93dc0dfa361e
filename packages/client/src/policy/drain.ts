import { formatEndpoint } from "@remora/cluster";
import { suggest } from "../config/suggest.ts";
import { ArgumentError, ClosedError } from "../errors.ts";
import type { OrbRuntime } from "../orb-runtime.ts";
import type { Cluster } from "../resolution/cluster.ts";

/** Options of `orb.drain`. */
export interface DrainOptions {
  /** How long to wait for the member to be empty, milliseconds. Default: no limit. */
  readonly timeoutMs?: number;
  /** Ends the wait. The member stays drained. */
  readonly signal?: AbortSignal;
}

/** How often a drained member is looked at, until it is empty. */
const lookMs = 25;

interface Waiter {
  readonly text: string;
  readonly settle: (isEmpty: boolean) => void;
}

/** Takes members out of new work, and tells when their last work has ended. */
export class Drain {
  readonly #runtime: OrbRuntime;
  readonly #waiters = new Set<Waiter>();
  /** Drained, and not empty yet. */
  readonly #watched = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(runtime: OrbRuntime) {
    this.#runtime = runtime;
  }

  /** See `orb.drain`. */
  start(text: string, { timeoutMs, signal }: DrainOptions): Promise<boolean> {
    if (this.#runtime.closed) throw new ClosedError("the Orb is closed");
    this.#check(text);
    this.#runtime.selection.drained.add(text);
    this.#runtime.epoch.value += 1;
    this.#watched.add(text);
    return new Promise((resolve) => {
      let limit: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        text,
        settle: (isEmpty) => {
          this.#waiters.delete(waiter);
          clearTimeout(limit);
          signal?.removeEventListener("abort", onAbort);
          resolve(isEmpty);
        },
      };
      const onAbort = (): void => waiter.settle(false);
      this.#waiters.add(waiter);
      if (timeoutMs !== undefined) limit = setTimeout(() => waiter.settle(false), timeoutMs);
      if (signal?.aborted === true) onAbort();
      else signal?.addEventListener("abort", onAbort);
      this.#look();
    });
  }

  /** See `orb.undrain`. */
  end(text: string): void {
    const { selection, epoch, hub } = this.#runtime;
    const { drained } = selection;
    if (!drained.has(text)) {
      this.#check(text);
      return;
    }
    drained.delete(text);
    epoch.value += 1;
    this.#forget(text, false);
    hub.emit("memberUndrained", { member: text });
  }

  /** The Orb closes: nobody waits any more. */
  close(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
    for (const waiter of [...this.#waiters]) waiter.settle(false);
  }

  /** A name that nobody has is a mistake: it would drain nothing, silently. */
  #check(text: string): void {
    const { clusters, selection } = this.#runtime;
    const names = new Set<string>();
    for (const { cluster } of clusters.values()) {
      for (const { name, endpoints } of cluster.view.members) {
        names.add(name);
        for (const endpoint of endpoints) names.add(formatEndpoint(endpoint));
      }
    }
    for (const { name } of selection.sites?.candidates() ?? []) names.add(name);
    if (names.has(text)) return;
    const near = typeof text === "string" ? suggest(text, [...names]) : undefined;
    const hint =
      near === undefined ? `there are ${[...names].join(", ")}` : `did you mean ${near}?`;
    throw new ArgumentError(`no member or site is called ${JSON.stringify(text)}; ${hint}`);
  }

  #look(): void {
    for (const text of [...this.#watched]) {
      if (!this.#isEmpty(text)) continue;
      this.#runtime.hub.emit("memberDrained", { member: text });
      this.#forget(text, true);
    }
    if (this.#watched.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  #forget(text: string, isEmpty: boolean): void {
    this.#watched.delete(text);
    for (const waiter of [...this.#waiters]) if (waiter.text === text) waiter.settle(isEmpty);
  }

  /** No call in flight, and no session that is known to be open there. */
  #isEmpty(text: string): boolean {
    const { clusters, selection, sessions } = this.#runtime;
    const site = selection.sites?.known.get(text);
    const places: (readonly [Cluster, readonly string[]])[] =
      site === undefined
        ? [...clusters.values()].map(({ cluster }) => [cluster, [...cluster.drained()]])
        : [[site, site.view.members.map(({ name }) => name)]];
    const members = new Set<string>();
    for (const [cluster, names] of places) {
      for (const name of names) {
        const isMeant = site !== undefined || name === text || hasEndpoint(cluster, name, text);
        if (!isMeant) continue;
        if (cluster.inFlight(name) > 0) return false;
        members.add(name);
      }
    }
    return !sessions.list().some(({ member }) => member !== undefined && members.has(member));
  }
}

function hasEndpoint(cluster: Cluster, member: string, text: string): boolean {
  const found = cluster.view.members.find(({ name }) => name === member);
  return found?.endpoints.some((endpoint) => formatEndpoint(endpoint) === text) === true;
}
