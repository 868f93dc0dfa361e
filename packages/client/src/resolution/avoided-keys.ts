import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { Epoch } from "../failover/call-runtime.ts";

/**
 * Object keys that are left alone at an endpoint for a while, because it said that it lacks the application. Shared by
 * all references of an Orb: hundreds of references to one bean need not each find out that its server is stopping.
 */
export class AvoidedKeys {
  /** When each key may be tried again, oldest first: every pause has the same length. */
  readonly #untilMs = new Map<RemoteEndpoint, Map<string, number>>();
  readonly #now: () => number;
  readonly #epoch: Epoch;

  constructor(now: () => number, epoch: Epoch) {
    this.#now = now;
    this.#epoch = epoch;
  }

  /** Leaves the key alone at an endpoint for so long. */
  avoid(endpoint: RemoteEndpoint, objectKey: Uint8Array, ms: number): void {
    const now = this.#now();
    this.#sweep(now);
    let keys = this.#untilMs.get(endpoint.canonical);
    if (keys === undefined) this.#untilMs.set(endpoint.canonical, (keys = new Map()));
    const key = textOf(objectKey);
    keys.delete(key);
    keys.set(key, now + ms);
    // Routes that other references hold for this endpoint are out of date.
    this.#epoch.value += 1;
  }

  /** Endpoints at which something is left alone, or was until lately. */
  get size(): number {
    return this.#untilMs.size;
  }

  /** Nobody may ever ask again for an endpoint that is gone. */
  #sweep(now: number): void {
    for (const [endpoint, keys] of this.#untilMs) {
      for (const [key, untilMs] of keys) {
        if (untilMs > now) break;
        keys.delete(key);
      }
      if (keys.size === 0) this.#untilMs.delete(endpoint);
    }
  }

  /** Whether the key is left alone at an endpoint now. */
  avoids(endpoint: RemoteEndpoint, objectKey: Uint8Array): boolean {
    if (this.#untilMs.size === 0) return false;
    const canonical = endpoint.canonical;
    const keys = this.#untilMs.get(canonical);
    if (keys === undefined) return false;
    const key = textOf(objectKey);
    const untilMs = keys.get(key);
    if (untilMs === undefined) return false;
    if (untilMs > this.#now()) return true;
    keys.delete(key);
    if (keys.size === 0) this.#untilMs.delete(canonical);
    return false;
  }

  /** Whether the key is left alone at some endpoint. */
  anywhere(objectKey: Uint8Array): boolean {
    if (this.#untilMs.size === 0) return false;
    const key = textOf(objectKey);
    const now = this.#now();
    for (const keys of this.#untilMs.values()) if ((keys.get(key) ?? 0) > now) return true;
    return false;
  }

  /** The same name gave the key again: it may be tried everywhere. */
  forget(objectKey: Uint8Array): void {
    const key = textOf(objectKey);
    for (const keys of this.#untilMs.values()) keys.delete(key);
  }
}

/** A Map needs a value that compares: octets as a text of the same length. */
function textOf(octets: Uint8Array): string {
  return String.fromCharCode(...octets);
}
