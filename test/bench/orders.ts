import {
  BigDecimal,
  type JavaClass,
  type JavaType,
  java,
  javaClass,
  LocalDate,
} from "@remora/protocol";

// The graph of benchmarks, the same in every language: remora.shop.Orders of the test application says its rules.

/** Who orders. */
export interface Customer {
  readonly number: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly active: boolean;
  readonly phones: readonly (string | null)[] | null;
}

/** One article of an order. */
export interface OrderLine {
  readonly article: string | null;
  readonly quantity: number;
  readonly price: BigDecimal | null;
}

/** One order. */
export interface Order {
  readonly id: bigint;
  readonly customer: Customer | null;
  readonly lines: readonly (OrderLine | null)[] | null;
  readonly placed: Date | null;
  readonly due: LocalDate | null;
  readonly total: BigDecimal | null;
  readonly state: "OPEN" | "PAID" | "SENT" | null;
  readonly note: string | null;
}

export const OrderState: JavaType<"OPEN" | "PAID" | "SENT" | null> = java.enum(
  "remora.shop.OrderState",
  ["OPEN", "PAID", "SENT"],
);

export const Customer: JavaClass<Customer> = javaClass<Customer>("remora.shop.Customer", {
  serialVersionUID: 1n,
  fields: () => ({
    number: java.int,
    name: java.string,
    email: java.string,
    active: java.boolean,
    phones: java.util.ArrayList(java.string),
  }),
});

export const OrderLine: JavaClass<OrderLine> = javaClass<OrderLine>("remora.shop.OrderLine", {
  serialVersionUID: 1n,
  fields: () => ({
    article: java.string,
    quantity: java.int,
    price: java.math.BigDecimal,
  }),
});

export const Order: JavaClass<Order> = javaClass<Order>("remora.shop.Order", {
  serialVersionUID: 1n,
  fields: () => ({
    id: java.long,
    customer: Customer,
    lines: java.util.ArrayList(OrderLine),
    placed: java.util.Date,
    due: java.time.LocalDate,
    total: java.math.BigDecimal,
    state: OrderState,
    note: java.string,
  }),
});

const states = ["OPEN", "PAID", "SENT"] as const;
const customers = 100;
const minute = 60_000;

function customer(k: number): Customer {
  return {
    number: k,
    name: `Customer ${k}`,
    email: `customer-${k}@example.com`,
    active: k % 10 !== 0,
    phones: Array.from({ length: k % 3 }, (_, i) => `+49 30 ${1000 + k}${i}`),
  };
}

function cents(amount: number): BigDecimal {
  return new BigDecimal(BigInt(amount), 2);
}

function due(n: number): LocalDate {
  const day = new Date(Date.UTC(2024, 0, 1 + (n % 365)));
  return new LocalDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
}

/** The first `count` orders; orders of one customer share the object. */
export function sampleOrders(count: number): Order[] {
  const all = Array.from({ length: customers }, (_, k) => customer(k));
  return Array.from({ length: count }, (_, n) => {
    let total = 0;
    const lines = Array.from({ length: 1 + (n % 5) }, (_each, m) => {
      const price = 100 + ((n * 31 + m * 17) % 10_000);
      const quantity = 1 + ((n + m) % 9);
      total += price * quantity;
      return { article: `article-${(n * 7 + m) % 500}`, quantity, price: cents(price) };
    });
    return {
      id: BigInt(1_000_000 + n),
      customer: all[n % customers] as Customer,
      lines,
      placed: new Date(1_700_000_000_000 + n * minute),
      due: due(n),
      total: cents(total),
      state: states[n % states.length] as "OPEN",
      note: n % 4 === 0 ? `note ${n}` : null,
    };
  });
}
