// What arrived at the cluster, in order, and what became of it. Tests wait on it for events, never for time.

/** How far a request has come: arrived, its servant entered, its servant done, its reply handed to the socket. */
export type CallState = "arrived" | "executing" | "finished" | "replied";

/** What became of the reply: still to come, sent, kept back by a fault or a dead connection, or not wanted. */
export type ReplyOutcome = "pending" | "sent" | "withheld" | "notExpected";

/** One request (or LocateRequest, CancelRequest) that a member received. The object is live: it changes with the call. */
export interface JournalEntry {
  /** Position in the cluster's order of arrival, from 1. */
  readonly sequence: number;
  /** What arrived. */
  readonly kind: "request" | "locate" | "cancel";
  /** Name of the member that received it. */
  readonly member: string;
  /** Number of the connection at its member, from 1. */
  readonly connection: number;
  /** The client's number for it, unique among the connection's open requests. */
  readonly requestId: number;
  /** Name on the wire; `LocateRequest` and `CancelRequest` for those. */
  readonly operation: string;
  /** Decoded arguments; empty when they could not be read. */
  readonly args: readonly unknown[];
  /** JNDI name of the bean that was called; undefined for naming, discovery and unknown keys. */
  readonly bean: string | undefined;
  /** Octets of the object key, a copy. */
  readonly objectKey: Uint8Array;
  /** Ids of the service contexts, in their order. */
  readonly contexts: readonly number[];
  /** Minor GIOP version of the request. */
  readonly giopMinor: number;
  /** Whether the client waits for a reply: false for one-way calls. */
  readonly responseExpected: boolean;
  /** How far it has come. */
  readonly state: CallState;
  /** Whether the servant was entered. */
  readonly executed: boolean;
  /** What became of its reply. */
  readonly reply: ReplyOutcome;
  /** What was answered: `ok`, the name of an exception, `forward` … ; undefined before. */
  readonly answer: string | undefined;
}

/** A journal entry as the member that works on it sees it. */
export interface MutableJournalEntry extends JournalEntry {
  args: readonly unknown[];
  bean: string | undefined;
  state: CallState;
  executed: boolean;
  reply: ReplyOutcome;
  answer: string | undefined;
}

/** Which entries are meant. All given members must match. */
export interface JournalQuery {
  /** Name on the wire. */
  readonly operation?: string;
  /** Name of the member. */
  readonly member?: string;
  /** JNDI name of the bean. */
  readonly bean?: string;
  /** Requests, locates or cancels. */
  readonly kind?: JournalEntry["kind"];
  /** The least state: `executing` also matches calls that have come further. Default `arrived`. */
  readonly state?: CallState;
  /** Anything else; it should depend only on what does not change, for entries are live. */
  readonly where?: (entry: JournalEntry) => boolean;
}

/** What to wait for. */
export interface JournalWait extends JournalQuery {
  /** How many entries must match. Default 1. */
  readonly count?: number;
  /** Milliseconds after which waiting ends with an error that shows the journal. Default 30,000. */
  readonly limitMs?: number;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Counts of one member. */
export interface MemberCounts {
  /** Accepted since the first start. */
  readonly connectionsAccepted: number;
  /** Open now. */
  readonly connectionsOpen: number;
  /** Requests received since the first start, without locates and cancels. */
  readonly requests: number;
}

// A waiter keeps the entries that matched once, so that an event costs one comparison however long the journal is.
interface Waiter {
  offer(entry: JournalEntry): void;
  close(): void;
}

const stateOrder: Readonly<Record<CallState, number>> = {
  arrived: 0,
  executing: 1,
  finished: 2,
  replied: 3,
};
const defaultLimitMs = 30_000;

function matches(query: JournalQuery, entry: JournalEntry): boolean {
  return (
    (query.operation === undefined || query.operation === entry.operation) &&
    (query.member === undefined || query.member === entry.member) &&
    (query.bean === undefined || query.bean === entry.bean) &&
    (query.kind === undefined || query.kind === entry.kind) &&
    (query.state === undefined || stateOrder[entry.state] >= stateOrder[query.state]) &&
    (query.where === undefined || query.where(entry))
  );
}

/** Rejection of `waitFor`: the message lists what did arrive. */
export class JournalTimeoutError extends Error {
  /** Always `JournalTimeoutError`. */
  override readonly name: string = "JournalTimeoutError";
  /** Always `JOURNAL_TIMEOUT`. */
  readonly code: string = "JOURNAL_TIMEOUT";
}

/** The journal of a mock cluster. */
export class Journal {
  readonly #limit: number;
  #entries: MutableJournalEntry[] = [];
  #sequence = 0;
  #dropped = 0;
  #waiters: Waiter[] = [];

  /** `limit`: how many entries are kept; the oldest are dropped beyond it. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** All kept entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** How many entries were dropped because of the limit; counts below miss them. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The entries that match, oldest first. */
  select(query: JournalQuery = {}): readonly JournalEntry[] {
    return this.#entries.filter((entry) => matches(query, entry));
  }

  /** How many entries match. */
  count(query: JournalQuery = {}): number {
    let count = 0;
    for (const entry of this.#entries) if (matches(query, entry)) count++;
    return count;
  }

  /** How often a servant was entered for calls that the predicate (or query) accepts. */
  executions(of: ((call: JournalEntry) => boolean) | JournalQuery = {}): number {
    const accept = typeof of === "function" ? of : (entry: JournalEntry) => matches(of, entry);
    let count = 0;
    for (const entry of this.#entries) if (entry.executed && accept(entry)) count++;
    return count;
  }

  /** Requests per member name, for shares. */
  perMember(query: JournalQuery = {}): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const entry of this.#entries) {
      if (matches(query, entry)) counts[entry.member] = (counts[entry.member] ?? 0) + 1;
    }
    return counts;
  }

  /** Forgets all entries; numbers go on. */
  clear(): void {
    this.#entries = [];
  }

  /** Resolves with the matching entries as soon as there are `count`; entries from before count too. */
  async waitFor(query: JournalWait): Promise<readonly JournalEntry[]> {
    const count = query.count ?? 1;
    const limitMs = query.limitMs ?? defaultLimitMs;
    const found = new Set(this.select(query));
    if (found.size >= count) return [...found];
    return await new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        query.signal?.removeEventListener("abort", abort);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error);
      };
      const abort = (): void => fail(query.signal?.reason);
      const picture = (why: string): JournalTimeoutError =>
        new JournalTimeoutError(this.#picture(query, count, why));
      const waiter: Waiter = {
        offer: (entry) => {
          if (!matches(query, entry) || found.add(entry).size < count) return;
          settle();
          resolve([...found]);
        },
        close: () => fail(picture("the cluster was closed")),
      };
      const timer = setTimeout(() => fail(picture(`${limitMs} ms passed`)), limitMs);
      query.signal?.addEventListener("abort", abort, { once: true });
      this.#waiters.push(waiter);
    });
  }

  /** Adds an entry; for members. @internal */
  add(entry: Omit<MutableJournalEntry, "sequence">): MutableJournalEntry {
    const added = entry as MutableJournalEntry & { sequence: number };
    added.sequence = ++this.#sequence;
    if (this.#limit > 0) {
      this.#entries.push(added);
      // Dropping a quarter at a time keeps the cost per entry constant.
      if (this.#entries.length > this.#limit) {
        const surplus = Math.max(1, this.#limit >> 2);
        this.#entries.splice(0, surplus);
        this.#dropped += surplus;
      }
    }
    this.changed(added);
    return added;
  }

  /** Tells waiters that an entry came or moved on; for members. @internal */
  changed(entry: JournalEntry): void {
    if (this.#waiters.length === 0) return;
    // Who is done replaces the list, so the one walked over here stays as it is.
    for (const waiter of this.#waiters) waiter.offer(entry);
  }

  /** Ends all waiting with an error. @internal */
  close(): void {
    for (const waiter of this.#waiters) waiter.close();
  }

  #picture(query: JournalQuery, count: number, why: string): string {
    const { where, ...rest } = query;
    const wanted = JSON.stringify({ ...rest, ...(where && { where: where.toString() }) });
    const found = this.count(query);
    const lines = this.#entries
      .slice(-20)
      .map(
        (entry) =>
          `  #${entry.sequence} ${entry.member} connection ${entry.connection} ${entry.kind} ${entry.requestId} ` +
          `${entry.operation}(${entry.args.map(show).join(", ")}) ${entry.state}, reply ${entry.reply}` +
          `${entry.answer === undefined ? "" : ` (${entry.answer})`}`,
      );
    const recent = lines.length === 0 ? "  nothing arrived" : lines.join("\n");
    return `${why} while waiting for ${count} of ${wanted}: ${found} found; the last arrivals:\n${recent}`;
  }
}

function show(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Uint8Array) return `${value.length} octets`;
  if (typeof value === "object" && value !== null) return "{…}";
  return String(value);
}
