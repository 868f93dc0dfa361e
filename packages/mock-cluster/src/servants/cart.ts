// Built-in session bean: a shopping cart, one per `create`.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/protocol/internal";
import type { ServantFactory } from "../bean-binding.ts";

/** The remote interface of the cart bean. */
export interface Cart {
  /** Puts an article in; gives the number of articles. */
  add(article: string | null): Promise<number>;
  /** The articles, parted by commas, in the order in which they came. */
  items(): Promise<string | null>;
  /** Name of the member that answers. */
  whoami(): Promise<string | null>;
}

/** Its descriptor. */
export const Cart: RemoteInterface<Cart> = remoteInterface<Cart>("remora.mock.Cart", {
  add: method([java.string], java.int),
  items: method([], java.string, { idempotent: true }),
  whoami: method([], java.string, { idempotent: true }),
});

/** Makes cart servants; bind them with `kind: "session"`. */
export const cartServant: ServantFactory<Cart> = (member) => {
  const articles: (string | null)[] = [];
  return {
    add: (article) => articles.push(article),
    items: () => articles.join(","),
    whoami: () => member.name,
  };
};
