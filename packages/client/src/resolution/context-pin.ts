import {
  advancePin,
  newPin,
  type Pin,
  type Selection,
  type SelectionRequest,
} from "@remora/cluster";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { Epoch } from "../failover/call-runtime.ts";
import type { Assignment } from "../selection/assignment.ts";
import type { Drawn } from "../selection/policy-driver.ts";
import type { Cluster } from "./cluster.ts";
import { growing } from "./growing-order.ts";

/** What a pin tells when it moves. */
export interface PinListener {
  onMoved(cluster: Cluster, previous: string, next: string): void;
}

/** One context as policies count it: on its member, and at its site. */
export class ContextWorkload {
  /** On its member. */
  place: Assignment | undefined;
  /** At its site. */
  site: Assignment | undefined;
  #isOver = false;

  /** It is counted by another piece of work now; of a context that was closed nothing is counted. */
  placedAnew(place: Assignment | undefined): void {
    this.place?.end();
    this.place = place;
    if (this.#isOver) place?.end();
  }

  /** The context has ended. Idempotent. */
  end(): void {
    this.#isOver = true;
    this.place?.end();
    this.site?.end();
  }
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
  #tail: Iterator<string> | undefined;
  #tailVersion = -1;
  #namesSeen: number;
  /** What the context was made for: its fall-back is chosen by the same rule. */
  readonly request: SelectionRequest;
  /** The decision behind its member, where a policy made it. */
  selection: Selection | undefined;
  /** What policies count of it. An object of its own, so that it can be ended when nobody has the pin any more. */
  readonly work: ContextWorkload = new ContextWorkload();
  readonly #epoch: Epoch;
  readonly #listener: PinListener;

  constructor(
    cluster: Cluster,
    drawn: Drawn,
    nowMs: number,
    epoch: Epoch,
    listener: PinListener,
    request: SelectionRequest = {},
  ) {
    this.cluster = cluster;
    this.#namesSeen = cluster.names.version;
    this.head = drawn.member;
    this.drawnAtMs = nowMs;
    this.#pin = newPin(drawn.member);
    this.#order = [drawn.member];
    this.request = request;
    this.selection = drawn.selection;
    this.work.place = drawn.assignment;
    this.#epoch = epoch;
    this.#listener = listener;
  }

  /** Name of the member where the context stands now. */
  get member(): string {
    this.#followNames();
    return this.#pin.member;
  }

  /** What `advance` compares with: counts the moves. */
  get version(): number {
    return this.#pin.version;
  }

  /** The cluster may have told the name of a member that was known by its address: no move, and no news. */
  #followNames(): void {
    const { names } = this.cluster;
    if (this.#namesSeen === names.version) return;
    this.#namesSeen = names.version;
    this.#pin = { ...this.#pin, member: names.now(this.#pin.member) };
    this.head = names.now(this.head);
    this.#order = this.#order.map((name) => names.now(name));
  }

  /** Moves the context if it still stands where the caller saw it (compare and set). */
  advance(fromVersion: number, next: string): void {
    this.#followNames();
    const moved = advancePin(this.#pin, fromVersion, next);
    if (moved === this.#pin) return;
    const previous = this.#pin.member;
    this.#pin = moved;
    // From the new place on, the rest of the order stays as it was drawn.
    const at = this.#order.indexOf(next);
    if (at > 0) this.#order = [...this.#order.slice(at), ...this.#order.slice(0, at)];
    this.#epoch.value += 1;
    this.work.place?.moveTo(next);
    this.#listener.onMoved(this.cluster, previous, next);
  }

  /** Nobody else can be chosen now: it stays where it is, and is looked at again when it has stood as long once more. */
  stay(nowMs: number): void {
    this.drawnAtMs = nowMs;
  }

  /** A new head for a context that has stood long enough. */
  redraw(drawn: Drawn, nowMs: number): void {
    this.work.placedAnew(drawn.assignment);
    this.selection = drawn.selection ?? this.selection;
    this.head = drawn.member;
    this.drawnAtMs = nowMs;
    this.#order = [drawn.member];
    this.#tail = undefined;
    this.advance(this.#pin.version, drawn.member);
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
    yield* growing(
      () => this.#order,
      () => this.#drawNext(),
    );
  }

  #drawNext(): string | undefined {
    this.#tail ??= this.cluster.tail(this.member, "contexts", this.request);
    const drawn = this.#tail.next();
    if (drawn.done !== true) return drawn.value;
    // A policy may allow more of them by the next time: some were full, and are not any more.
    if (this.cluster.policies.driver("contexts", this.request) !== undefined) {
      this.#tail = undefined;
    }
    return undefined;
  }

  /** The endpoint of the present member. */
  endpoint(): RemoteEndpoint | undefined {
    return this.cluster.endpointOf(this.member);
  }
}
