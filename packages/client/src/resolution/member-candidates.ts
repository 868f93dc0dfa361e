import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { CandidateRow, Candidates } from "./candidates.ts";
import type { Cluster } from "./cluster.ts";
import type { ContextPin } from "./context-pin.ts";
import { growing } from "./growing-order.ts";

/** Whether an endpoint may be used now: the reason why not, or undefined. */
export type Exclusion = (endpoint: RemoteEndpoint) => string | undefined;

/** Members of a cluster, in an order given by somebody else; those that are excluded now come last. */
abstract class MemberCandidates implements Candidates {
  protected readonly cluster: Cluster;
  readonly #exclusion: Exclusion;

  constructor(cluster: Cluster, exclusion: Exclusion) {
    this.cluster = cluster;
    this.#exclusion = exclusion;
  }

  abstract current(): RemoteEndpoint | undefined;
  abstract moved(failed: RemoteEndpoint, next: RemoteEndpoint): void;
  abstract succeeded(endpoint: RemoteEndpoint): void;
  /** Names of members in the order of trial. */
  protected abstract order(): Iterable<string>;

  protected usable(endpoint: RemoteEndpoint): boolean {
    return this.#exclusion(endpoint) === undefined;
  }

  /** Those left out come last, not never: with all members out, one of them must be tried. */
  next(tried: ReadonlySet<RemoteEndpoint>): RemoteEndpoint | undefined {
    let lastResort: RemoteEndpoint | undefined;
    for (const endpoint of this.#endpoints()) {
      if (tried.has(endpoint)) continue;
      if (this.usable(endpoint)) return endpoint;
      lastResort ??= endpoint;
    }
    return lastResort;
  }

  untried(tried: ReadonlySet<RemoteEndpoint>): number {
    let count = 0;
    for (const endpoint of this.#endpoints()) if (!tried.has(endpoint)) count += 1;
    return count;
  }

  list(): readonly CandidateRow[] {
    return [...this.#endpoints()].map((endpoint) => {
      const excluded = this.#exclusion(endpoint);
      const member = this.cluster.memberAt(endpoint);
      return {
        endpoint: endpoint.key,
        ...(member === undefined ? {} : { member }),
        ...(excluded === undefined ? {} : { excluded }),
      };
    });
  }

  *#endpoints(): Generator<RemoteEndpoint> {
    const seen = new Set<RemoteEndpoint>();
    for (const name of this.order()) {
      // A member with several listeners: its other addresses follow its first one.
      const first = this.cluster.endpointOf(name);
      for (const endpoint of [first, ...this.cluster.endpointsOf(name)]) {
        const canonical = endpoint?.canonical;
        if (canonical === undefined || seen.has(canonical)) continue;
        seen.add(canonical);
        yield canonical;
      }
    }
  }
}

/** References of a context: its member first, then its order of fall-back; the whole context moves, once. */
export class PinnedCandidates extends MemberCandidates {
  readonly #pin: ContextPin;
  readonly #seenVersion: number;

  constructor(pin: ContextPin, exclusion: Exclusion) {
    super(pin.cluster, exclusion);
    this.#pin = pin;
    this.#seenVersion = pin.version;
  }

  /** The member of the context, unless it is left out and another one is not. */
  current(): RemoteEndpoint | undefined {
    const pinned = this.#pin.endpoint();
    if (pinned !== undefined && this.usable(pinned)) return pinned;
    const next = this.next(new Set(pinned === undefined ? [] : [pinned]));
    return next !== undefined && this.usable(next) ? next : (pinned ?? next);
  }

  /** The version is the one this call began with, so of many calls the first moves the context. */
  moved(_failed: RemoteEndpoint, next: RemoteEndpoint): void {
    const member = this.cluster.memberAt(next);
    if (member !== undefined) this.#pin.advance(this.#seenVersion, member);
  }

  succeeded(endpoint: RemoteEndpoint): void {
    // The member of the context was of no use at the start of the call, and this one answered.
    const member = this.cluster.memberAt(endpoint);
    if (member === undefined || member === this.#pin.member) return;
    const pinned = this.#pin.endpoint();
    if (pinned === undefined || !this.usable(pinned)) {
      this.#pin.advance(this.#seenVersion, member);
    }
  }

  protected order(): Iterable<string> {
    return this.#pin.members();
  }
}

/**
 * A session: its own member is asked first whatever its health, for nobody else is likely to have it. It moves when
 * another member has answered, not when one was tried.
 */
export class SessionCandidates extends MemberCandidates {
  readonly #pin: ContextPin;
  readonly #seenVersion: number;

  constructor(pin: ContextPin, exclusion: Exclusion) {
    super(pin.cluster, exclusion);
    this.#pin = pin;
    this.#seenVersion = pin.version;
  }

  current(): RemoteEndpoint | undefined {
    return this.#pin.endpoint() ?? this.next(new Set());
  }

  moved(): void {
    // Only an answer moves a session.
  }

  succeeded(endpoint: RemoteEndpoint): void {
    const member = this.cluster.memberAt(endpoint);
    if (member !== undefined && member !== this.#pin.member) {
      this.#pin.advance(this.#seenVersion, member);
    }
  }

  protected order(): Iterable<string> {
    return this.#pin.members();
  }
}

/** A reference without identity that is balanced by request: every call draws its member anew. */
export class RequestCandidates extends MemberCandidates {
  readonly #draw: () => Iterator<string>;
  readonly #order: string[] = [];
  #drawing: Iterator<string> | undefined;

  /** `draw` gives the members in the order of trial, the one drawn for this request first. */
  constructor(cluster: Cluster, exclusion: Exclusion, draw: () => Iterator<string>) {
    super(cluster, exclusion);
    this.#draw = draw;
  }

  current(): RemoteEndpoint | undefined {
    return this.next(new Set());
  }

  moved(): void {
    // Calls share nothing.
  }

  succeeded(): void {
    // Calls share nothing.
  }

  /** The rest of the order is needed after a failure only; it is drawn then. */
  protected order(): Iterable<string> {
    return growing(
      () => this.#order,
      () => {
        this.#drawing ??= this.#draw();
        const drawn = this.#drawing.next();
        return drawn.done === true ? undefined : drawn.value;
      },
    );
  }
}
