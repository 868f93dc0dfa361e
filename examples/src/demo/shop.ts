// The bean of the demo, as client and servers know it.
import {
  type CallOptions,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";

/** The remote interface: every method answers with the name of the member that ran it. */
export interface Shop {
  /** Says where a context stands. */
  hello(context: string | null, options?: CallOptions): Promise<string | null>;
  /** Takes an order: must not run twice. */
  order(id: string | null, options?: CallOptions): Promise<string | null>;
  /** Looks at the stock: may run twice, and says so. */
  stock(id: string | null, options?: CallOptions): Promise<string | null>;
}

/** Its descriptor. */
export const Shop: RemoteInterface<Shop> = remoteInterface<Shop>("remora.demo.Shop", {
  hello: method([java.string], java.string, { idempotent: true }),
  order: method([java.string], java.string),
  stock: method([java.string], java.string, { idempotent: true }),
});

/** Where the bean is bound. */
export const shopName = "java:global/demo/Shop";

/** The methods of the paced calls. */
export type PacedOperation = "order" | "stock";
