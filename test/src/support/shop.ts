// The cluster and the client that the integration tests start with: one stateless bean, one session bean.
import {
  java,
  method,
  Orb,
  type OrbOptions,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { Cart, cartServant, MockCluster, type MockClusterOptions } from "@remora/mock-cluster";

/** A stateless bean. What may not run twice takes an id, which the journal counts. */
export interface Shop {
  /** Not marked: must not run twice. Gives the member's name. */
  run(id: string | null, options?: object): Promise<string>;
  /** Marked idempotent. Gives the member's name. */
  read(id: string | null, options?: object): Promise<string>;
  /** Marked idempotent. Gives the member's name. */
  whoami(options?: object): Promise<string>;
  /** Marked idempotent. The same text. */
  echo(text: string | null, options?: object): Promise<string | null>;
  /** Marked idempotent. A text of so many characters. */
  bulk(length: number, options?: object): Promise<string>;
  /** One-way. */
  note(id: string | null, options?: object): Promise<void>;
}

/** Its descriptor. */
export const Shop: RemoteInterface<Shop> = remoteInterface<Shop>("shop.Shop", {
  run: method([java.string], java.string),
  read: method([java.string], java.string, { idempotent: true }),
  whoami: method([], java.string, { idempotent: true }),
  echo: method([java.string], java.string, { idempotent: true }),
  bulk: method([java.int], java.string, { idempotent: true }),
  note: method([java.string], java.void, { oneway: true }),
});

/** JNDI names of the beans. */
export const shopName = "java:global/shop/Shop";
export const cartName = "java:global/shop/Cart";

/** A started cluster with the beans bound. */
export async function startShop(
  members: MockClusterOptions["members"] = ["i1", "i2", "i3"],
  options: Partial<MockClusterOptions> = {},
): Promise<MockCluster> {
  const cluster = await MockCluster.start({ ...options, members });
  bindShop(cluster);
  return cluster;
}

/** Binds the beans. */
export function bindShop(cluster: MockCluster): void {
  cluster.bind(shopName, Shop, (member) => ({
    run: () => member.name,
    read: () => member.name,
    whoami: () => member.name,
    echo: (text) => text,
    bulk: (length) => "x".repeat(length),
    note: () => undefined,
  }));
  cluster.bind(cartName, Cart, cartServant, { kind: "session" });
}

/** An Orb whose bootstrap endpoints are all members; its seed is fixed unless a test gives another. */
export function orbOf(cluster: MockCluster, options: OrbOptions = {}): Orb {
  return new Orb({ endpoints: cluster.endpoints, seed: 1, ...options });
}

/** A context with a shop stub in it. */
export async function shopIn(orb: Orb): Promise<{
  readonly context: Awaited<ReturnType<Orb["createInitialContext"]>>;
  readonly shop: Shop;
}> {
  const context = await orb.createInitialContext();
  return { context, shop: await context.lookup(shopName, Shop) };
}
