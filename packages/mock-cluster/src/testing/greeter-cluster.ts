// The cluster that most tests of the mock start with. Not part of the package's interface.
import {
  java,
  method,
  type RemoteInterface,
  type ReplyMessage,
  remoteInterface,
} from "@remora/protocol/internal";
import { MockCluster, type MockClusterOptions } from "../mock-cluster.ts";
import { Cart, cartServant } from "../servants/cart.ts";
import { createBean, profileOf, type RawClient, usualContexts } from "./raw-client.ts";

/** A bean of the tests. */
export interface Greeter {
  greet(who: string | null): Promise<string | null>;
  bulk(length: number): Promise<string | null>;
  nothing(): Promise<void>;
}

/** Its descriptor. */
export const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("com.acme.Greeter", {
  greet: method([java.string], java.string),
  bulk: method([java.int], java.string),
  nothing: method([], java.void),
});

/** Names that a client derives from the bean's. */
export const greeterNames = {
  bean: "java:global/shop/Greeter",
  home: "java:global/shop/Greeter__3_x_Internal_RemoteBusinessHome__",
  generated: "com.acme._Greeter_Remote",
} as const;

/** Names of the session bean. */
export const cartNames = {
  bean: "java:global/shop/Cart",
  home: "java:global/shop/Cart__3_x_Internal_RemoteBusinessHome__",
  generated: "remora.mock._Cart_Remote",
} as const;

/** A cluster with a stateless greeter and a session cart. */
export async function greeterCluster(
  options: Partial<MockClusterOptions> = {},
): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members: ["i1", "i2"], ...options });
  cluster.bind(greeterNames.bean, Greeter, (member) => ({
    greet: async (who) => `Hello ${who} from ${member.name}`,
    bulk: (length) => "x".repeat(length),
    nothing: () => undefined,
  }));
  cluster.bind(cartNames.bean, Cart, cartServant, { kind: "session" });
  return cluster;
}

/** The greeter's object key, the long way over naming and home. */
export async function greeterKey(client: RawClient): Promise<Uint8Array> {
  const { home, generated } = greeterNames;
  return profileOf(await createBean(client, home, generated)).objectKey;
}

/** Calls `greet`; `label` keeps the reply free of updates when it is the member's. */
export function greet(
  client: RawClient,
  objectKey: Uint8Array,
  who: string,
  label?: Uint8Array,
): Promise<ReplyMessage> {
  return client.call({
    objectKey,
    operation: "greet",
    contexts: usualContexts(label),
    write: (writer) => java.string.write(writer, who, "who"),
  });
}
