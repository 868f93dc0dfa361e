// Calls on one session: one after another, inside their deadlines, unless the caller opts out.
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { Basket, basketName, bindBasket } from "../support/basket.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

test("a call waits for the one before it, and the server never sees two at once", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  const first = basket.hold("a");
  const second = basket.hold("b");
  const third = basket.add("c");
  await cluster.journal.waitFor({ operation: "hold", state: "executing" });
  expect(orb.explain(basket).session).toEqual({ waiting: 2 });
  expect(cluster.journal.count({ operation: "add" })).toBe(0);
  held.release();
  expect(await first).toBe("a");
  await cluster.journal.waitFor({ operation: "hold", state: "executing", count: 2 });
  expect(cluster.journal.count({ operation: "add" })).toBe(0);
  held.release();
  expect(await second).toBe("b");
  expect(await third).toBe(3);
  expect(await basket.items()).toBe("a,b,c");
});

test("calls that are aborted or whose time is over while they wait leave the queue, unsent", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  const first = basket.hold("a");
  const controller = new AbortController();
  const aborted = errorOf(basket.add("aborted", { signal: controller.signal }));
  const expired = errorOf(basket.add("expired", { timeoutMs: 20 }));
  const last = basket.add("b");
  controller.abort(new Error("enough"));
  expect(await aborted).toMatchObject({ code: "ABORTED", completed: "no" });
  expect(await expired).toMatchObject({ code: "TIMEOUT", completed: "no" });
  expect(orb.explain(basket).session).toEqual({ waiting: 1 });
  held.release();
  expect(await first).toBe("a");
  expect(await last).toBe(2);
  expect(await basket.items()).toBe("a,b");
});

test("a call that is given up under way gives its place to the next", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  const first = errorOf(basket.hold("a", { timeoutMs: 50 }));
  const second = basket.add("b");
  expect(await first).toMatchObject({ code: "TIMEOUT", completed: "maybe" });
  expect(await second).toBe(2);
  held.release();
});

test("an error of one call does not hold up the others, however many wait", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  cluster.faults.next("add", { systemException: { name: "INTERNAL" } });
  const failed = errorOf(basket.add("a"));
  const others = Array.from({ length: 2_000 }, () => basket.add("b"));
  expect((await failed).code).toBe("INTERNAL");
  expect((await Promise.all(others)).at(-1)).toBeGreaterThanOrEqual(2_000);
});

test("unordered: all calls go out at once", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const baskets = [
    await orb.lookup(basketName, Basket, { concurrency: "unordered" }),
    await context.lookup(basketName, Basket, { concurrency: "unordered" }),
  ];
  for (const basket of baskets) {
    const holding = [basket.hold("a"), basket.hold("b")];
    expect(await basket.add("c")).toBe(3);
    held.release();
    held.release();
    expect(await Promise.all(holding)).toEqual(["a", "b"]);
  }
  expect(
    await errorOf(orb.lookup(basketName, Basket, { concurrency: "both" as never })),
  ).toMatchObject({
    code: "ARGUMENT",
  });
});

test("two sessions do not wait for each other, and stateless beans do not wait at all", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const first = await orb.lookup(basketName, Basket);
  const second = await orb.lookup(basketName, Basket);
  const holding = first.hold("a");
  expect(await second.add("b")).toBe(1);
  held.release();
  expect(await holding).toBe("a");
});

test("what waits when the Orb closes ends with it, unsent", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  const held = bindBasket(cluster);
  const orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  const first = basket.hold("a");
  const second = errorOf(basket.add("b"));
  await cluster.journal.waitFor({ operation: "hold", state: "executing" });
  const closed = orb.close();
  expect(await second).toMatchObject({ code: "CLOSED", completed: "no" });
  held.release();
  expect(await first).toBe("a");
  await closed;
  expect(cluster.journal.count({ operation: "add" })).toBe(0);
});
