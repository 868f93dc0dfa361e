// The beans that the command serves, and that examples may bind with one line.
import type { MockCluster } from "../mock-cluster.ts";
import { Cart, cartServant } from "./cart.ts";
import { Counter, counterServant } from "./counter.ts";
import { Echo, echoServant } from "./echo.ts";

/** JNDI names of the built-in beans. */
export interface BuiltInNames {
  /** Stateless: `Echo`. */
  readonly echo: string;
  /** The same bean under another name. */
  readonly greeter: string;
  /** Stateless: `Counter`. */
  readonly counter: string;
  /** A session bean: `Cart`. */
  readonly cart: string;
}

/** The names. */
export const builtInNames: BuiltInNames = Object.freeze({
  echo: "java:global/mock/Echo",
  greeter: "java:global/mock/Greeter",
  counter: "java:global/mock/Counter",
  cart: "java:global/mock/Cart",
});

/** Binds all built-in beans: echo (also under the name of a greeter), counter, and the cart, a session bean. */
export function bindBuiltIns(cluster: MockCluster): void {
  cluster.bind(builtInNames.echo, Echo, echoServant);
  cluster.bind(builtInNames.greeter, Echo, echoServant);
  cluster.bind(builtInNames.counter, Counter, counterServant);
  cluster.bind(builtInNames.cart, Cart, cartServant, { kind: "session" });
}
