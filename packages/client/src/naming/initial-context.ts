import type { Selection } from "@remora/cluster";
import type { RemoteInterface } from "@remora/protocol/internal";
import { ClosedError } from "../errors.ts";
import type { ContextPin } from "../resolution/context-pin.ts";
import type { BoundName } from "./bound-name.ts";
import { checkedNamingOptions, type LookupOptions, type NamingOptions } from "./lookup-options.ts";
import type { NameChange } from "./name-changes.ts";
import type { ListOptions } from "./name-listing.ts";

/** The work behind a context's methods. */
export interface ContextWork {
  lookup(
    name: string,
    remote: RemoteInterface<unknown> | undefined,
    pin: ContextPin,
    options: LookupOptions | undefined,
  ): Promise<unknown>;
  list(name: string, pin: ContextPin, options: ListOptions): AsyncGenerator<BoundName, void>;
  change(change: NameChange, pin: ContextPin, options: NamingOptions): Promise<void>;
}

/**
 * The root of lookups, on one member of the cluster: everything that is looked up in it shares its member, and moves
 * with it to the next one when that fails. It owns nothing; `close()` only tells the selection policies that count
 * contexts that its work has ended, and a context that nobody has any more counts as closed. Made by `orb.createInitialContext()`.
 */
export class InitialContext {
  readonly #work: ContextWork;
  readonly #pin: ContextPin;
  #closed = false;

  /** Use `orb.createInitialContext()`. */
  constructor(work: ContextWork, pin: ContextPin) {
    this.#work = work;
    this.#pin = pin;
  }

  /** Name of the member that the context stands on now; `host:port` while the cluster is not known. */
  get member(): string {
    return this.#pin.member;
  }

  /** `host:port` that the context's calls go to now. */
  get endpoint(): string {
    return this.#pin.endpoint()?.key ?? "";
  }

  /** Why the context stands where it was drawn; undefined where no selection policy decided. */
  get selection(): Selection | undefined {
    return this.#pin.selection;
  }

  /** The work of this context has ended: policies that count contexts count one less. Its stubs stay usable. Idempotent. */
  close(): void {
    this.#closed = true;
    this.#pin.work.end();
  }

  /** `close()`, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  #open(): ContextPin {
    if (this.#closed) throw new ClosedError("the context is closed; make another one");
    return this.#pin;
  }

  /**
   * A stub for what is bound under a name: `java:global/app/Bean!pkg.Interface`, a mapped name (`shop#pkg.Shop`), an
   * EJB 2 home, a CosNaming name, or a `corbaname:` of any server. Each lookup of a stateful bean is a new session.
   *
   * @throws NamingError when the name is not bound, or bound to a context or a value; AllEndpointsFailedError,
   *   TimeoutError, AbortError.
   */
  lookup<T>(name: string, remote: RemoteInterface<T>, options?: LookupOptions): Promise<T>;
  /** Without an interface: the bound reference, for `orb.invoke`; or the bound value, such as a string. */
  lookup(name: string, options?: LookupOptions): Promise<unknown>;
  async lookup(
    name: string,
    remoteOrOptions?: RemoteInterface<unknown> | LookupOptions,
    options?: LookupOptions,
  ): Promise<unknown> {
    const { remote, given } = lookupArguments(remoteOrOptions, options);
    const checked = checkedNamingOptions(given ?? {}, ["concurrency"]);
    return await this.#work.lookup(name, remote, this.#open(), checked);
  }

  /**
   * The names in a context, to be looped over with `for await`. They are those of the context's member: names that a
   * client has bound are there on one member only. Beans are listed by the names that `lookup` takes. A context that
   * holds values alone is listed by nobody (GlassFish tells no contexts there), yet by its own name it can be listed.
   *
   * Long lists come in parts. Their rest is kept by that one member: when it dies, the loop ends with the error of the
   * request that failed, and nothing is told twice. Leaving the loop gives the rest back to the server.
   *
   * @param name - a context such as `java:global/shop`; default the root
   * @throws NamingError when nothing is bound there, or no context; TimeoutError, AbortError, ConnectionError,
   *   AllEndpointsFailedError: each from the loop.
   */
  list(name: string = "", options: ListOptions = {}): AsyncGenerator<BoundName, void> {
    return this.#work.list(name, this.#open(), options);
  }

  /**
   * Binds a value, or the object of a stub or reference, under a new name. GlassFish makes the contexts on the way.
   *
   * It is bound on ONE member, the one on which this context stands: GlassFish tells it to no other one, and forgets it
   * when that member stops. A request that may have run is never sent again: then the error's `completed` is `maybe`,
   * and `lookup` tells.
   *
   * @throws NamingError with code `NAME_ALREADY_BOUND`, or `NAMING` when the server refuses the name; ArgumentError for
   *   what cannot be bound (null, functions, values without a Java class); ConnectionError, TimeoutError, AbortError,
   *   AllEndpointsFailedError.
   */
  async bind(name: string, value: unknown, options: NamingOptions = {}): Promise<void> {
    await this.#work.change({ kind: "bind", name, value }, this.#open(), options);
  }

  /** Like `bind`, and replaces what is bound there: on GlassFish also a whole context. On one member, never repeated. */
  async rebind(name: string, value: unknown, options: NamingOptions = {}): Promise<void> {
    await this.#work.change({ kind: "rebind", name, value }, this.#open(), options);
  }

  /**
   * Takes a name away, on the one member of this context; never repeated. For GlassFish a last part that is not bound
   * is no error.
   *
   * @throws NamingError when a context on the way is missing; otherwise like `bind`.
   */
  async unbind(name: string, options: NamingOptions = {}): Promise<void> {
    await this.#work.change({ kind: "unbind", name }, this.#open(), options);
  }

  /**
   * Gives what is bound another name, on the one member of this context; never repeated. GlassFish renames names of its
   * root context only: neither name may have a "/".
   *
   * @throws NamingError when the old name is not bound, when the new one is (`NAME_ALREADY_BOUND`), or for names with a
   *   "/"; otherwise like `bind`.
   */
  async rename(name: string, newName: string, options: NamingOptions = {}): Promise<void> {
    await this.#work.change({ kind: "rename", name, newName }, this.#open(), options);
  }
}

/** Tells an interface from options. */
export function lookupArguments<O extends object>(
  second: RemoteInterface<unknown> | O | undefined,
  third: O | undefined,
): { remote: RemoteInterface<unknown> | undefined; given: O | undefined } {
  if (second !== undefined && "methods" in second) return { remote: second, given: third };
  return { remote: undefined, given: (second as O | undefined) ?? third };
}
