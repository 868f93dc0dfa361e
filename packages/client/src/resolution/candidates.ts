import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";

/** An endpoint as `explain()` and errors list it. */
export interface CandidateRow {
  readonly endpoint: string;
  readonly member?: string;
  /** Why it is not tried now; undefined: it may be. */
  readonly excluded?: string;
}

/**
 * Where one call may go, and in which order. Made when a call needs more than the cached route: at its first target
 * and at each failure.
 */
export interface Candidates {
  /** The endpoint that the call goes to when nothing has failed; undefined when there is none at all. */
  current(): RemoteEndpoint | undefined;
  /** The next endpoint that is not in `tried`; undefined when the round is over. */
  next(tried: ReadonlySet<RemoteEndpoint>): RemoteEndpoint | undefined;
  /** How many endpoints a round still has. */
  untried(tried: ReadonlySet<RemoteEndpoint>): number;
  /** The call left `failed`, which is of no use, for `next`: what calls share follows, once. */
  moved(failed: RemoteEndpoint, next: RemoteEndpoint): void;
  /** The call was answered by `endpoint`. */
  succeeded(endpoint: RemoteEndpoint): void;
  /** Everything that was considered, for people. */
  list(): readonly CandidateRow[];
}

/** A fixed list of contacts, tried in order; the one that worked last comes first. */
export class ContactCandidates implements Candidates {
  readonly #contacts: readonly RemoteEndpoint[];
  readonly #sticky: { endpoint: RemoteEndpoint | undefined };
  readonly #eligible: (endpoint: RemoteEndpoint) => boolean;

  constructor(
    contacts: readonly RemoteEndpoint[],
    sticky: { endpoint: RemoteEndpoint | undefined },
    eligible: (endpoint: RemoteEndpoint) => boolean,
  ) {
    this.#contacts = [...new Set(contacts.map((contact) => contact.canonical))];
    this.#sticky = sticky;
    this.#eligible = eligible;
  }

  /** Where it worked last, while that is of use: a list has no other memory. */
  current(): RemoteEndpoint | undefined {
    const sticky = this.#sticky.endpoint?.canonical;
    if (sticky !== undefined && this.#contacts.includes(sticky) && this.#eligible(sticky)) {
      return sticky;
    }
    return this.#contacts.find((contact) => this.#eligible(contact)) ?? this.#contacts[0];
  }

  /** Endpoints that health leaves out come last, not never: they may be all there is. */
  next(tried: ReadonlySet<RemoteEndpoint>): RemoteEndpoint | undefined {
    const left = this.#contacts.filter((contact) => !tried.has(contact.canonical));
    return left.find((contact) => this.#eligible(contact)) ?? left[0];
  }

  untried(tried: ReadonlySet<RemoteEndpoint>): number {
    return this.#contacts.filter((contact) => !tried.has(contact.canonical)).length;
  }

  /** Later calls start where this one went. */
  moved(_failed: RemoteEndpoint, next: RemoteEndpoint): void {
    this.#sticky.endpoint = next;
  }

  succeeded(endpoint: RemoteEndpoint): void {
    this.#sticky.endpoint = endpoint;
  }

  list(): readonly CandidateRow[] {
    return this.#contacts.map((contact) => ({
      endpoint: contact.key,
      ...(contact.member === undefined ? {} : { member: contact.member }),
      ...(this.#eligible(contact) ? {} : { excluded: "failed a short time ago" }),
    }));
  }
}
