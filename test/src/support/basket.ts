// A stateful bean whose descriptor says so, with a remove method, and with methods that a test lets end.
import {
  type CallOptions,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import type { BindOptions, MockCluster, ServantFactory } from "@remora/mock-cluster";

/** A session; ended by `await using`. */
export interface Basket extends AsyncDisposable {
  /** Puts an article in; gives the number of articles. Not marked. */
  add(article: string | null, options?: CallOptions): Promise<number>;
  /** The articles, parted by commas. Marked idempotent. */
  items(options?: CallOptions): Promise<string | null>;
  /** Waits until the test lets it go on; gives the article. Not marked. */
  hold(article: string | null, options?: CallOptions): Promise<string | null>;
  /** Ends the session (Java: `@Remove`); gives the number of articles. */
  checkout(options?: CallOptions): Promise<number>;
}

/** Its descriptor. */
export const Basket: RemoteInterface<Basket> = remoteInterface<Basket>(
  "shop.Basket",
  {
    add: method([java.string], java.int),
    items: method([], java.string, { idempotent: true }),
    hold: method([java.string], java.string),
    checkout: method([], java.int),
  },
  { bean: "stateful", remove: "checkout" },
);

/** Where it is bound. */
export const basketName = "java:global/shop/Basket";

/** Calls of `hold` that wait, oldest first: a test lets them go on. */
export class Held {
  readonly #waiting: (() => void)[] = [];

  /** Waits until it is let go. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets the oldest one go on. */
  release(): void {
    this.#waiting.shift()?.();
  }
}

/** Binds the bean. */
export function bindBasket(cluster: MockCluster, options: BindOptions = {}): Held {
  const held = new Held();
  const factory: ServantFactory<Basket> = () => {
    const articles: (string | null)[] = [];
    return {
      add: (article) => articles.push(article),
      items: () => articles.join(","),
      hold: async (article) => {
        articles.push(article);
        await held.wait();
        return article;
      },
      checkout: () => articles.length,
    };
  };
  cluster.bind(basketName, Basket, factory, { kind: "session", ...options });
  return held;
}
