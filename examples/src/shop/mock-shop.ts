// The shop's beans on a mock cluster: the same descriptors, so the front cannot tell it from GlassFish.
import { BigDecimal, Instant } from "@remora/client";
import { MockCluster, type MockClusterOptions } from "@remora/mock-cluster";
import {
  type Article,
  Catalogue,
  type Order,
  OrderDesk,
  type Receipt,
  SoldOutException,
} from "./generated/index.ts";
import { shopNames } from "./shop-beans.ts";

const shelf: readonly Article[] = [
  { id: "book", title: "Distributed Objects", price: BigDecimal.of("39.90"), stock: 1_000 },
  { id: "ink", title: "Ink, blue-black, 50 ml", price: BigDecimal.of("12.50"), stock: 40 },
  { id: "lamp", title: "Desk lamp", price: BigDecimal.of("89.00"), stock: 0 },
  { id: "pen", title: "Fountain pen", price: BigDecimal.of("24.00"), stock: 200 },
];

/** Whether a servant was given this order. */
export function isOrder(argument: unknown, id: string): boolean {
  return typeof argument === "object" && argument !== null && (argument as Order).id === id;
}

/** Starts a cluster on this machine, with both beans on every member. */
export async function startMockShop(members: MockClusterOptions["members"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members, membershipUpdates: "immediate" });
  // What all members share, as they share a database.
  const placed = new Map<string, Receipt>();
  const article = (id: string): Article | null => shelf.find((one) => one.id === id) ?? null;
  cluster.bind(shopNames.catalogue, Catalogue, () => ({ articles: () => shelf, article }));
  cluster.bind(shopNames.desk, OrderDesk, (member) => ({
    find: (id) => placed.get(id) ?? null,
    place: ({ id, lines }) => {
      let cents = 0n;
      for (const { article: name, quantity } of lines.filter((line) => line !== null)) {
        const { stock = 0, price } = article(name) ?? {};
        if (quantity > stock || price === undefined) {
          const fields = { article: name, wanted: quantity, left: stock };
          throw SoldOutException.of(`${quantity} of ${name} are wanted, ${stock} are left`, fields);
        }
        cents += price.unscaled * BigInt(quantity);
      }
      const total = new BigDecimal(cents, 2);
      const placedAt = Instant.fromDate(new Date());
      const receipt: Receipt = { orderId: id, total, placedAt, member: member.name };
      placed.set(id, receipt);
      return receipt;
    },
  }));
  return cluster;
}
