import { java, method, type RemoteInterface, remoteInterface } from "@remora/client";
import { Customer } from "./orders.ts";

/** The bean that is called. */
export interface Bench {
  /** Nothing in, nothing out: the empty call. */
  nothing(options?: object): Promise<void>;
  greet(who: string | null, options?: object): Promise<string | null>;
  /** A small value both ways. */
  change(customer: Customer | null, options?: object): Promise<Customer | null>;
}

/** Its descriptor. */
export const Bench: RemoteInterface<Bench> = remoteInterface<Bench>("bench.Bench", {
  nothing: method([], java.void),
  greet: method([java.string], java.string),
  change: method([Customer], Customer),
});

/** Its name where there is a name service. */
export const benchName = "java:global/bench/Bench";
