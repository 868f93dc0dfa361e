// The beans of `test/peers/glassfish/app` as the interop tests call them.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/client";

type Options = object;

/** Stateless calls of every small kind. */
export interface Greeter {
  greet(who: string | null, options?: Options): Promise<string | null>;
  /** Marked idempotent. Name of the instance. */
  whoami(options?: Options): Promise<string>;
  add(a: number, b: number, options?: Options): Promise<number>;
  echoLong(value: bigint, options?: Options): Promise<bigint>;
  echoString(value: string | null, options?: Options): Promise<string | null>;
  slow(millis: number, options?: Options): Promise<string>;
  text(length: number, options?: Options): Promise<string>;
  nothing(options?: Options): Promise<void>;
  fail(message: string | null, options?: Options): Promise<void>;
  order(code: number, reason: string | null, options?: Options): Promise<void>;
}

export const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("remora.shop.Greeter", {
  greet: method([java.string], java.string),
  whoami: method([], java.string, { idempotent: true }),
  add: method([java.int, java.int], java.int),
  echoLong: method([java.long], java.long),
  echoString: method([java.string], java.string),
  slow: method([java.int], java.string),
  text: method([java.int], java.string),
  nothing: method([], java.void),
  fail: method([java.string], java.void),
  order: method([java.int, java.string], java.void, {
    throws: [{ name: "remora.shop.OrderException" }],
  }),
});

/** Executions are forced to a file that all instances share, before the reply. Nothing is marked. */
export interface Ledger {
  /** Gives the name of the instance. */
  record(callId: string, options?: Options): Promise<string>;
  recordSlow(callId: string, millis: number, options?: Options): Promise<string>;
  recordThenHalt(callId: string, options?: Options): Promise<string>;
  executions(callId: string, options?: Options): Promise<number>;
  whoami(options?: Options): Promise<string>;
}

export const Ledger: RemoteInterface<Ledger> = remoteInterface<Ledger>("remora.shop.Ledger", {
  record: method([java.string], java.string),
  recordSlow: method([java.string, java.int], java.string),
  recordThenHalt: method([java.string], java.string),
  executions: method([java.string], java.int),
  whoami: method([], java.string),
});

/** A third bean. */
export interface Clock {
  now(options?: Options): Promise<bigint>;
  whoami(options?: Options): Promise<string>;
  /** New at each deployment. */
  deployment(options?: Options): Promise<string>;
}

export const Clock: RemoteInterface<Clock> = remoteInterface<Clock>("remora.shop.Clock", {
  now: method([], java.long),
  whoami: method([], java.string, { idempotent: true }),
  deployment: method([], java.string, { idempotent: true }),
});

/** A session. */
export interface Cart {
  add(item: string | null, options?: Options): Promise<void>;
  count(options?: Options): Promise<number>;
  whoami(options?: Options): Promise<string>;
  checkout(options?: Options): Promise<void>;
}

export const Cart: RemoteInterface<Cart> = remoteInterface<Cart>("remora.shop.Cart", {
  add: method([java.string], java.void),
  count: method([], java.int),
  whoami: method([], java.string),
  checkout: method([], java.void),
});

/** Demands a password. */
export interface Vault {
  open(options?: Options): Promise<string>;
}

export const Vault: RemoteInterface<Vault> = remoteInterface<Vault>("remora.shop.Vault", {
  open: method([], java.string),
});

/** JNDI names. */
export const names = {
  greeter: "java:global/shop/GreeterBean!remora.shop.Greeter",
  ledger: "java:global/shop/LedgerBean!remora.shop.Ledger",
  clock: "java:global/shop/ClockBean!remora.shop.Clock",
  cart: "java:global/shop/CartBean!remora.shop.Cart",
  vault: "java:global/shop/VaultBean!remora.shop.Vault",
  tellerHome: "java:global/shop/TellerBean!remora.shop.TellerHome",
} as const;

/** An EJB 2 bean and its home. */
export interface Teller {
  whoami(options?: Options): Promise<string>;
  add(a: number, b: number, options?: Options): Promise<number>;
}

export const Teller: RemoteInterface<Teller> = remoteInterface<Teller>("remora.shop.Teller", {
  whoami: method([], java.string),
  add: method([java.int, java.int], java.int),
});

export interface TellerHome {
  create(options?: Options): Promise<Teller>;
}

export const TellerHome: RemoteInterface<TellerHome> = remoteInterface<TellerHome>(
  "remora.shop.TellerHome",
  { create: method([], java.remote(Teller)) },
);
