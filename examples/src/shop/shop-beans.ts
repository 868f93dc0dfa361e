// The beans that the front calls, looked up once for all requests.
import type { Orb } from "@remora/client";
import { Catalogue, OrderDesk } from "./generated/index.ts";

/** Where GlassFish binds them: `java:global/<application>/<bean>!<interface>`. */
export const shopNames = {
  catalogue: "java:global/shop/CatalogueBean!remora.shop.front.Catalogue",
  desk: "java:global/shop/OrderDeskBean!remora.shop.front.OrderDesk",
} as const;

/** Stubs; each call of one goes to the member that the policy draws for it. */
export interface ShopBeans {
  readonly catalogue: Catalogue;
  readonly desk: OrderDesk;
}

/** Gives the stubs to every request. A lookup that failed is tried again by the next request, so the front may start before the cluster. */
export function shopBeans(orb: Orb): () => Promise<ShopBeans> {
  let found: Promise<ShopBeans> | undefined;
  return () => {
    found ??= lookUp(orb).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

async function lookUp(orb: Orb): Promise<ShopBeans> {
  // Both beans are stateless: that word lets every call be balanced. The stubs need no renewal, whatever the cluster does.
  const [catalogue, desk] = await Promise.all([
    orb.lookup(shopNames.catalogue, Catalogue, { balance: "request" }),
    orb.lookup(shopNames.desk, OrderDesk, { balance: "request" }),
  ]);
  return { catalogue, desk };
}
