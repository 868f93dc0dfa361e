import {
  type ArgumentError,
  BigDecimal,
  type CallOptions,
  type JavaClass,
  java,
  javaClass,
  javaClassOf,
  LocalDate,
  method,
  Orb,
  type RemoteInterface,
  remoteInterface,
  typed,
} from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";

interface Line {
  readonly article: string | null;
  readonly price: BigDecimal | null;
}
interface Order {
  readonly id: bigint;
  readonly lines: readonly (Line | null)[] | null;
  readonly due: LocalDate | null;
  readonly next: Order | null;
}
interface Rush extends Order {
  readonly hours: number;
}
const Line: JavaClass<Line> = javaClass<Line>("com.acme.Line", {
  serialVersionUID: 1n,
  fields: () => ({ article: java.string, price: java.math.BigDecimal }),
});
const Order: JavaClass<Order> = javaClass<Order>("com.acme.Order", {
  serialVersionUID: 1n,
  fields: () => ({
    id: java.long,
    lines: java.list(Line),
    due: java.time.LocalDate,
    next: Order,
  }),
});
const Rush: JavaClass<Rush> = javaClass<Rush>("com.acme.Rush", {
  serialVersionUID: 2n,
  extends: () => Order,
  fields: () => ({ hours: java.int }),
});

interface Desk {
  echo(order: Order | null, options?: CallOptions): Promise<Order | null>;
  any(value: unknown, options?: CallOptions): Promise<unknown>;
  other(options?: CallOptions): Promise<Desk | null>;
  call(desk: Desk | null, value: unknown, options?: CallOptions): Promise<unknown>;
}
const Desk: RemoteInterface<Desk> = remoteInterface<Desk>(
  "com.acme.Desk",
  {
    echo: method([Order], Order),
    any: method([java.object], java.object),
    other: method(
      [],
      java.business(() => Desk),
    ),
    call: method([java.business(() => Desk), java.object], java.object),
  },
  { classes: () => [Rush] },
);
const name = "java:global/acme/Desk";

const order: Order = {
  id: 17n,
  lines: [
    { article: "anvil", price: BigDecimal.of("19.90") },
    null,
    { article: null, price: null },
  ],
  due: new LocalDate(2026, 11, 30),
  next: null,
};

async function start() {
  const cluster = await MockCluster.start({ members: [{ name: "i1" }, { name: "i2" }] });
  const received: unknown[] = [];
  cluster.bind(name, Desk, () => ({
    echo: (value) => {
      received.push(value);
      return value;
    },
    any: (value) => {
      received.push(value);
      return value;
    },
    other: () => null,
    call: (_desk, value) => value,
  }));
  const orb = new Orb({ endpoints: cluster.endpoints });
  const desk = await orb.lookup(name, Desk);
  return {
    cluster,
    orb,
    desk,
    received,
    async [Symbol.asyncDispose]() {
      await orb.close();
      await cluster.close();
    },
  };
}

test("objects of a described class come back as they were sent, and the server saw them so", async () => {
  await using shop = await start();
  const back = await shop.desk.echo(order);
  expect(back).toMatchObject(order);
  expect(back?.lines?.[0]?.price?.toString()).toBe("19.90");
  expect(shop.received[0]).toMatchObject(order);
  expect(await shop.desk.echo(null)).toBeNull();
});

test("cycles and shared objects keep their shape", async () => {
  await using shop = await start();
  const first = { ...order, next: null as Order | null };
  const second: Order = { ...order, id: 18n, next: first };
  first.next = second;
  const back = await shop.desk.echo(first);
  expect(back?.next?.id).toBe(18n);
  expect(back?.next?.next).toBe(back);
});

test("a subclass where its superclass is declared: by its tag, which spreading keeps", async () => {
  await using shop = await start();
  const rush = Rush.of({ ...order, hours: 3 });
  const back = (await shop.desk.echo({ ...rush, id: 19n } as Order)) as Rush;
  expect(back).toMatchObject({ id: 19n, hours: 3, [javaClassOf]: "com.acme.Rush" });
});

test("Object takes whatever tells its class, and says so when nothing does", async () => {
  await using shop = await start();
  const { desk } = shop;
  expect(await desk.any([1, "a", null, 2n, true, new Map([["k", new Set([1.5])]])])).toEqual([
    1,
    "a",
    null,
    2n,
    true,
    new Map([["k", new Set([1.5])]]),
  ]);
  expect(await desk.any(typed(java.lang.Short, 7))).toBe(7);
  expect(await desk.any(Rush.of({ ...order, hours: 4 }))).toMatchObject({ hours: 4 });
  await expect(desk.any({ plain: 1 })).rejects.toMatchObject({
    code: "ARGUMENT",
    message: expect.stringMatching(/nothing tells the Java class of a plain object/),
  } satisfies Partial<ArgumentError>);
});

test("a value that does not fit: path, expected type, what was given; nothing is sent", async () => {
  await using shop = await start();
  const wrong = { ...order, lines: [order.lines?.[0], { article: 5, price: null }] };
  await expect(shop.desk.echo(wrong as never)).rejects.toMatchObject({
    code: "ARGUMENT",
    completed: "no",
    message: "echo argument 1.lines[1].article: a string or null is accepted, not 5",
  });
  expect(shop.received).toEqual([]);
});

test("a stub as an argument, and inside Object, is the reference that the server gets", async () => {
  await using shop = await start();
  expect(await shop.desk.call(shop.desk, "via")).toBe("via");
  expect(await shop.desk.call(null, "none")).toBe("none");
});
