import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { CallRuntime } from "../failover/call-runtime.ts";
import { nameServiceKey } from "../naming/name-service.ts";
import type { EndpointHealthBook } from "../resolution/endpoint-health-book.ts";

/** How the prober gets at a key that is in use at an endpoint's cluster. */
export type KeyInUse = (endpoint: RemoteEndpoint) => Uint8Array | undefined;

/** A margin after the end of an ejection, milliseconds: timers may fire a little early. */
const marginMs = 5;

/**
 * Brings endpoints back that were left out. An open port says nothing, for ports open seconds before applications:
 * a LocateRequest for a key in use must be answered OBJECT_HERE. It executes nothing.
 */
export class EndpointProber {
  readonly #runtime: CallRuntime;
  readonly #health: EndpointHealthBook;
  readonly #keyInUse: KeyInUse;
  readonly #probeTimeoutMs: number;
  readonly #timers = new Map<RemoteEndpoint, NodeJS.Timeout>();

  constructor(
    runtime: CallRuntime,
    health: EndpointHealthBook,
    keyInUse: KeyInUse,
    probeTimeoutMs: number,
  ) {
    this.#runtime = runtime;
    this.#health = health;
    this.#keyInUse = keyInUse;
    this.#probeTimeoutMs = probeTimeoutMs;
  }

  /** Plans the next probe of an endpoint that is suspect or left out. */
  plan(endpoint: RemoteEndpoint): void {
    const canonical = endpoint.canonical;
    if (this.#runtime.closed || this.#timers.has(canonical)) return;
    const health = this.#health.of(canonical);
    if (health === undefined || health.state === "healthy") return;
    if (health.state === "ejected" && this.#runtime.options.failback === "never") return;
    const waitMs = health.state === "ejected" ? health.untilMs - this.#runtime.now() + marginMs : 0;
    const timer = setTimeout(
      () => {
        this.#timers.delete(canonical);
        this.#probe(canonical).then(
          () => this.plan(canonical),
          () => this.plan(canonical),
        );
      },
      Math.max(1, waitMs),
    );
    timer.unref();
    this.#timers.set(canonical, timer);
  }

  /** No more probes. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Looked at again: a call may have settled the matter while the timer ran. */
  async #probe(endpoint: RemoteEndpoint): Promise<void> {
    if (this.#runtime.closed || !this.#health.probeDue(endpoint)) return;
    this.#health.probing(endpoint);
    const answered = await this.#answers(endpoint).catch(() => false);
    this.#health.probed(endpoint, answered);
  }

  /** A connect that succeeds is no answer yet. */
  async #answers(endpoint: RemoteEndpoint): Promise<boolean> {
    const usable = endpoint.usable();
    let connection = usable;
    if (connection === undefined) {
      const opened = await endpoint.open();
      if (!opened.ok) return false;
      connection = opened.connection;
    }
    const key = this.#keyInUse(endpoint);
    const answer = await connection.locate(key ?? nameServiceKey, this.#probeTimeoutMs);
    // Without a key in use, a name service that forwards to its root context is all that can be asked for.
    return answer === "here" || (key === undefined && answer === "forward");
  }
}
