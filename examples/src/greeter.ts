// The bean of the examples, and a mock cluster that stands for the GlassFish cluster it would be deployed on.
import {
  type CallOptions,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { MockCluster, type MockClusterOptions } from "@remora/mock-cluster";

/** The remote interface, as it is in Java: String greet(String), String whoami(), void order(String). */
export interface Greeter {
  greet(who: string | null, options?: CallOptions): Promise<string | null>;
  whoami(options?: CallOptions): Promise<string | null>;
  order(id: string | null, options?: CallOptions): Promise<void>;
}

/** Its descriptor. `idempotent` is the word of whoever wrote the bean: this method may run twice. */
export const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("com.acme.Greeter", {
  greet: method([java.string], java.string, { idempotent: true }),
  whoami: method([], java.string, { idempotent: true }),
  order: method([java.string], java.void),
});

/** The bean's name in JNDI. */
export const greeterName = "java:global/shop/Greeter";

/** Starts a cluster on this machine, with the bean on every member. */
export async function startGreeters(members: MockClusterOptions["members"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  cluster.bind(greeterName, Greeter, ({ name }) => ({
    greet: (who) => `Hello ${who} from ${name}`,
    whoami: () => name,
    order: () => undefined,
  }));
  return cluster;
}

/** Counts texts: `{ i1: 3, i2: 5 }`. */
export function countOf(texts: readonly (string | null)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[String(text)] = (counts[String(text)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
