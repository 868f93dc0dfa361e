// How sessions end: by their remove method, by `await using`, by the server, and with the Orb.
import { java, LocalProtocolError, method, referenceOf, remoteInterface } from "@remora/client";
import { Cart, MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { Basket, basketName, bindBasket } from "../support/basket.ts";
import { collect, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { cartName, orbOf, startShop } from "../support/shop.ts";

assertNothingIsLeft();

async function start(members = ["i1"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  bindBasket(cluster);
  return cluster;
}

test("after the remove method there are no more calls: the error comes from here, without a request", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  const checkout = basket.checkout();
  const waiting = errorOf(basket.items());
  expect(await checkout).toBe(1);
  expect(await waiting).toMatchObject({ code: "NO_SUCH_EJB", completed: "no", attempts: [] });
  const later = await errorOf(basket.items());
  expect(later).toMatchObject({ code: "NO_SUCH_EJB", completed: "no" });
  expect(later.message).toContain("ended by checkout");
  expect(cluster.journal.count({ operation: "items" })).toBe(0);
  expect(orb.explain(basket).session).toEqual({ waiting: 0, endedBy: "checkout" });
});

test("a stub from the session's text is of the same session: it knows its end", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  const again = await orb.stringToObject(orb.objectToString(basket), Basket);
  await basket.checkout();
  expect(orb.explain(again).session).toEqual({ waiting: 0, endedBy: "checkout" });
});

test("a session that a corbaname: has made is reported, and takes the options of a lookup", async () => {
  await using cluster = await start();
  const orb = orbOf(cluster);
  const left = collect(orb, "sessionsLeftOpen");
  const url = `corbaname:iiop:1.2@${cluster.endpoints[0]}#${basketName}`;
  const basket = await orb.lookup(url, Basket, { concurrency: "unordered" });
  expect(referenceOf(basket).session?.concurrency).toBe("unordered");
  const error = await errorOf(orb.lookup(url, Basket, { concurrency: "none" as never }));
  expect(error.code).toBe("ARGUMENT");
  await orb.close();
  expect(left).toMatchObject([{ count: 1, sessions: [{ name: url, remove: "checkout" }] }]);
});

test("a remove method that fails ends nothing here: the server says what became of the session", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  cluster.faults.next("checkout", { systemException: { name: "INTERNAL", completed: "yes" } });
  expect((await errorOf(basket.checkout())).code).toBe("INTERNAL");
  expect(await basket.items()).toBe("");
});

test("await using calls the remove method once", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  {
    await using basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
  }
  expect(cluster.journal.executions({ operation: "checkout" })).toBe(1);
  {
    await using basket = await orb.lookup(basketName, Basket);
    await basket.checkout();
  }
  expect(cluster.journal.executions({ operation: "checkout" })).toBe(2);
});

test("await using: a session that has vanished is as good as ended; other errors are the caller's", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 500 });
  {
    await using basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
    const member = cluster.journal.select({ operation: "add" }).at(-1)?.member ?? "";
    await seenClosing(orb, member, () => cluster.member(member).crash());
  }
  const dispose = async (): Promise<void> => {
    await using basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
    cluster.faults.next("checkout", { systemException: { name: "NO_RESOURCES" } });
  };
  expect((await errorOf(dispose())).code).toBe("NO_RESOURCES");
});

test("closing the Orb reports the sessions that are left open", async () => {
  await using cluster = await start();
  const orb = orbOf(cluster);
  const left = collect(orb, "sessionsLeftOpen");
  const ended = await orb.lookup(basketName, Basket);
  const open = await orb.lookup(basketName, Basket);
  await ended.checkout();
  await open.add("book");
  expect(orb.explain().sessions).toMatchObject([
    { name: basketName, interface: "shop.Basket", remove: "checkout", member: "i1", waiting: 0 },
  ]);
  await orb.close();
  expect(left).toMatchObject([{ count: 1, sessions: [{ name: basketName, member: "i1" }] }]);
});

test("an Orb whose sessions have all ended reports none", async () => {
  await using cluster = await start();
  const orb = orbOf(cluster);
  const left = collect(orb, "sessionsLeftOpen");
  {
    await using basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
  }
  await orb.close();
  expect(left).toEqual([]);
});

test("sessions are told by their keys, also where no descriptor says so", async () => {
  await using cluster = await startShop(["i1"]);
  const orb = orbOf(cluster);
  const left = collect(orb, "sessionsLeftOpen");
  const cart = await orb.lookup(cartName, Cart);
  await cart.add("book");
  await orb.close();
  expect(left).toMatchObject([{ count: 1, sessions: [{ name: cartName }] }]);
});

test("a remove that is no method, or has parameters, is refused where the interface is made", () => {
  interface Odd {
    leave(why: string | null): Promise<void>;
  }
  const methods = { leave: method([java.string], java.void) };
  expect(() => remoteInterface<Odd>("shop.Odd", methods, { remove: "leave" })).toThrow(
    LocalProtocolError,
  );
  expect(() => remoteInterface<Odd>("shop.Odd", methods, { remove: "stay" as never })).toThrow(
    /none of its methods/,
  );
});

test("a stateful bean cannot be balanced by request", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const error = await errorOf(orb.lookup(basketName, Basket, { balance: "request" }));
  expect(error.code).toBe("ARGUMENT");
  expect(cluster.journal.count({ operation: "create" })).toBe(0);
});
