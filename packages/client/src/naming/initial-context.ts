import type { RemoteInterface } from "@remora/protocol/internal";
import type { ContextPin } from "../resolution/context-pin.ts";

/** Options of one lookup. */
export interface LookupOptions {
  /** Deadline of the whole lookup, milliseconds. Default: the Orb's `lookupTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** The work behind a context's methods. */
export interface ContextLookup {
  lookup(
    name: string,
    remote: RemoteInterface<unknown> | undefined,
    pin: ContextPin,
    options: LookupOptions | undefined,
  ): Promise<unknown>;
}

/**
 * The root of lookups, on one member of the cluster: everything that is looked up in it shares its member, and moves
 * with it to the next one when that fails. It owns nothing and needs no close. Made by `orb.createInitialContext()`.
 */
export class InitialContext {
  readonly #lookup: ContextLookup;
  readonly #pin: ContextPin;

  /** Use `orb.createInitialContext()`. */
  constructor(lookup: ContextLookup, pin: ContextPin) {
    this.#lookup = lookup;
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

  /**
   * A stub for what is bound under a name: `java:global/app/Bean!pkg.Interface`, a mapped name, or a CosNaming name.
   * Each lookup of a stateful bean is a new session.
   *
   * @throws NamingError when the name is not bound; AllEndpointsFailedError, TimeoutError, AbortError.
   */
  lookup<T>(name: string, remote: RemoteInterface<T>, options?: LookupOptions): Promise<T>;
  /** Without an interface: the bound reference, for `orb.invoke`; or the bound value, such as a string. */
  lookup(name: string, options?: LookupOptions): Promise<unknown>;
  lookup(
    name: string,
    remoteOrOptions?: RemoteInterface<unknown> | LookupOptions,
    options?: LookupOptions,
  ): Promise<unknown> {
    const { remote, given } = lookupArguments(remoteOrOptions, options);
    return this.#lookup.lookup(name, remote, this.#pin, given);
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
