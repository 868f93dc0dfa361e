import { advancePin, newPin, type Pin } from "@remora/cluster";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { Epoch } from "../failover/call-runtime.ts";
import type { Cluster } from "./cluster.ts";

/** What a pin tells when it moves. */
export interface PinListener {
  onMoved(cluster: Cluster, previous: string, next: string): void;
}

/**
 * Where one InitialContext stands, shared by all of its references. The order of fall-back is one for all of them:
 * whoever needs the next member asks here, so that a context ends on one second member.
 *
 * It moves by compare and set: a call says which version it acted on, so of 64 calls that see one death the first
 * moves the context and the others find it moved. News of the cluster never move it, only calls that need to go on.
 */
export class ContextPin {
  readonly cluster: Cluster;
  /** The member drawn for the context; `failback: "eager"` returns to it. */
  head: string;
  /** When the head was drawn, milliseconds of the Orb's clock. */
  drawnAtMs: number;
  #pin: Pin;
  #order: string[];
  #tail: Iterator<{ readonly name: string }> | undefined;
  #tailVersion = -1;
  readonly #epoch: Epoch;
  readonly #listener: PinListener;

  constructor(cluster: Cluster, head: string, nowMs: number, epoch: Epoch, listener: PinListener) {
    this.cluster = cluster;
    this.head = head;
    this.drawnAtMs = nowMs;
    this.#pin = newPin(head);
    this.#order = [head];
    this.#epoch = epoch;
    this.#listener = listener;
  }

  /** Name of the member where the context stands now. */
  get member(): string {
    return this.#pin.member;
  }

  /** What `advance` compares with: counts the moves. */
  get version(): number {
    return this.#pin.version;
  }

  /** Moves the context if it still stands where the caller saw it (compare and set). */
  advance(fromVersion: number, next: string): void {
    const moved = advancePin(this.#pin, fromVersion, next);
    if (moved === this.#pin) return;
    const previous = this.#pin.member;
    this.#pin = moved;
    // From the new place on, the rest of the order stays as it was drawn.
    const at = this.#order.indexOf(next);
    if (at > 0) this.#order = [...this.#order.slice(at), ...this.#order.slice(0, at)];
    this.#epoch.value += 1;
    this.#listener.onMoved(this.cluster, previous, next);
  }

  /** A new head for a context that has stood long enough. */
  redraw(head: string, nowMs: number): void {
    this.head = head;
    this.drawnAtMs = nowMs;
    this.#order = [head];
    this.#tail = undefined;
    this.advance(this.#pin.version, head);
  }

  /** Members in the order in which they are tried, from the present one on; drawn as they are asked for. */
  *members(): Generator<string> {
    const { view } = this.cluster;
    if (this.#tailVersion !== view.version) {
      // Members joined or left: the rest is drawn anew from the present view.
      this.#tailVersion = view.version;
      this.#order = [this.member];
      this.#tail = undefined;
    }
    let index = 0;
    for (;;) {
      const known = this.#order[index];
      if (known !== undefined) {
        index += 1;
        yield known;
        continue;
      }
      this.#tail ??= this.cluster.tail(this.member);
      const drawn = this.#tail.next();
      if (drawn.done === true) return;
      if (!this.#order.includes(drawn.value.name)) this.#order.push(drawn.value.name);
    }
  }

  /** The endpoint of the present member. */
  endpoint(): RemoteEndpoint | undefined {
    return this.cluster.endpointOf(this.member);
  }
}
