// Orders of `remora.shop`, and its exceptions.
import {
  type BigDecimal,
  type JavaClass,
  type JavaThrowableClass,
  java,
  type LocalDate,
} from "@remora/client";
import { described, describedThrowable } from "./shop-types-described.ts";

export interface Customer {
  number: number;
  name: string | null;
  email: string | null;
  active: boolean;
  phones: (string | null)[] | null;
}
export const Customer: JavaClass<Customer> = described<Customer>("remora.shop.Customer", {
  serialVersionUID: 1n,
  fields: () => ({
    number: java.int,
    name: java.string,
    email: java.string,
    active: java.boolean,
    phones: java.util.ArrayList(java.string),
  }),
});

export interface OrderLine {
  article: string | null;
  quantity: number;
  price: BigDecimal | null;
}
export const OrderLine: JavaClass<OrderLine> = described<OrderLine>("remora.shop.OrderLine", {
  serialVersionUID: 1n,
  fields: () => ({ article: java.string, quantity: java.int, price: java.math.BigDecimal }),
});

export type OrderState = "OPEN" | "PAID" | "SENT";
export const OrderState = java.enum("remora.shop.OrderState", ["OPEN", "PAID", "SENT"]);

export interface Order {
  id: bigint;
  customer: Customer | null;
  lines: (OrderLine | null)[] | null;
  placed: Date | null;
  due: LocalDate | null;
  total: BigDecimal | null;
  state: OrderState | null;
  note: string | null;
}
export const Order: JavaClass<Order> = described<Order>("remora.shop.Order", {
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

export const OrderException: JavaThrowableClass = describedThrowable("remora.shop.OrderException", {
  serialVersionUID: 100n,
  fields: () => ({
    code: java.int,
    detail: java.string,
    lines: java.util.ArrayList(java.string),
  }),
});
export const LateOrderException: JavaThrowableClass = describedThrowable(
  "remora.shop.LateOrderException",
  {
    serialVersionUID: 101n,
    extends: () => OrderException,
    fields: () => ({ lateBy: java.long }),
  },
);
export const PolicyException: JavaThrowableClass = describedThrowable(
  "remora.shop.PolicyException",
  {
    serialVersionUID: 102n,
    extends: () => java.lang.RuntimeException,
    fields: () => ({ rule: java.int }),
  },
);
