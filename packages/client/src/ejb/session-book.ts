import type { OpenSession } from "../events.ts";
import type { ObjectReference } from "../invocation/object-reference.ts";

/** Sessions beyond this are counted only: a client that never ends any must not grow for ever. */
const keptSessions = 1_000;

interface Entry {
  readonly name: string | undefined;
  readonly interface: string;
  readonly remove: string | undefined;
  readonly openedAtMs: number;
  /** Weak: a stub that its caller has dropped is not kept for the sake of a list. */
  readonly reference: WeakRef<ObjectReference>;
  /** What is shown of a stub that is gone. */
  readonly member: string | undefined;
}

/** The sessions that an Orb has opened and nobody has ended yet, as far as it can know. */
export class SessionBook {
  readonly #open = new Set<Entry>();
  #dropped = 0;
  /** References of sessions that are in use, by cluster and key; their going takes the entry along. */
  readonly #used = new Map<string, WeakRef<ObjectReference>>();
  readonly #unused = new FinalizationRegistry<string>((name) => {
    if (this.#used.get(name)?.deref() === undefined) this.#used.delete(name);
  });

  /**
   * The reference that is in use for a session already, else the one that `make` makes: a cart that comes back by a
   * handle or from another bean shares its member, its order of calls and its end.
   */
  shared(cluster: string, objectKey: Uint8Array, make: () => ObjectReference): ObjectReference {
    const name = `${cluster}\n${Buffer.from(objectKey).toString("latin1")}`;
    const known = this.#used.get(name)?.deref();
    if (known !== undefined) return known;
    const reference = make();
    this.#used.set(name, new WeakRef(reference));
    this.#unused.register(reference, name);
    return reference;
  }

  /** Notes a session that a lookup or an EJB 2 home has made. Nothing for references of other kinds. */
  opened(
    reference: ObjectReference,
    about: {
      readonly name?: string | undefined;
      readonly interface: string;
      readonly remove?: string | undefined;
      readonly nowMs: number;
    },
  ): void {
    const { session } = reference;
    // A key without identity may be looked up again: it is one session all the same.
    if (session === undefined || session.onEnded !== undefined) return;
    const entry: Entry = {
      name: about.name,
      interface: about.interface,
      remove: about.remove,
      openedAtMs: about.nowMs,
      reference: new WeakRef(reference),
      member: memberOf(reference),
    };
    this.#open.add(entry);
    session.onEnded = () => {
      if (!this.#open.delete(entry)) this.#dropped -= 1;
    };
    if (this.#open.size <= keptSessions) return;
    const [oldest] = this.#open;
    if (oldest === undefined) return;
    this.#open.delete(oldest);
    this.#dropped += 1;
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size + this.#dropped;
  }

  /** The open ones, oldest first; at most a thousand. */
  list(): readonly OpenSession[] {
    return [...this.#open].map((entry) => {
      const reference = entry.reference.deref();
      const member = reference === undefined ? entry.member : memberOf(reference);
      return {
        ...(entry.name === undefined ? {} : { name: entry.name }),
        interface: entry.interface,
        ...(entry.remove === undefined ? {} : { remove: entry.remove }),
        ...(member === undefined ? {} : { member }),
        openedAtMs: entry.openedAtMs,
        waiting: reference?.session?.waiting ?? 0,
      };
    });
  }
}

function memberOf(reference: ObjectReference): string | undefined {
  return reference.servedLast ?? reference.routing.pin?.member;
}
