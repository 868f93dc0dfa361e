import type { NamingError } from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("165. Improve information presented for jndi lookup failures", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const error = (await errorOf(
    context.lookup("java:global/shop/Shopp", Shop),
  )) as unknown as NamingError;
  expect(error).toMatchObject({
    code: "NAME_NOT_FOUND",
    lookupName: "java:global/shop/Shopp",
    resolved: "java:global/shop",
  });
  expect(error.available[0]).toBe("Shop");
  expect(error.message).toContain("java:global/shop");
  expect(error.message).toContain("Shop");
  const elsewhere = (await errorOf(
    context.lookup("java:global/shoq/Shop", Shop),
  )) as unknown as NamingError;
  expect(elsewhere.resolved).toBe("java:global");
  expect(elsewhere.available[0]).toBe("shop");
});

test("a server that lets nothing be listed still gives a clear error", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  cluster.faults.when(({ operation }) => operation.startsWith("list"), {
    systemException: { name: "NO_PERMISSION", completed: "no" },
  });
  const error = (await errorOf(
    orb.lookup("java:global/shop/Shopp", Shop),
  )) as unknown as NamingError;
  expect(error).toMatchObject({ code: "NAME_NOT_FOUND", available: [] });
});

test("a name that is not bound is not looked for at every member", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  await errorOf(orb.lookup("java:global/shop/None", Shop));
  expect(
    new Set(cluster.journal.select({ operation: "list" }).map(({ member }) => member)).size,
  ).toBeLessThanOrEqual(1);
  expect(await (await orb.lookup(shopName, Shop)).run("a")).toMatch(/^i[123]$/);
});

test("a name that was not bound yet costs no request more once it is", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"] });
  await using orb = orbOf(cluster);
  const name = "java:global/shop/Shop!shop.Shop";
  expect((await errorOf(orb.lookup(name, Shop))).code).toBe("NAME_NOT_FOUND");
  cluster.bind(name, Shop, ({ name: member }) => ({
    run: () => member,
    read: () => member,
    whoami: () => member,
    echo: (text) => text,
    bulk: (length) => "x".repeat(length),
    note: () => undefined,
  }));
  const before = cluster.journal.count({ operation: "lookup" });
  await orb.lookup(name, Shop);
  expect(cluster.journal.count({ operation: "lookup" }) - before).toBe(1);
});

test.each(["BAD_OPERATION", "OBJECT_NOT_EXIST", "INV_OBJREF"])(
  "a lookup service that answers %s is looked for once more: what was learned of it may be wrong",
  async (name) => {
    await using cluster = await startShop(["i1"], { clustered: false });
    await using orb = orbOf(cluster, { discovery: false });
    const context = await orb.createInitialContext();
    await context.lookup(shopName, Shop);
    const resolved = cluster.journal.count({ operation: "resolve" });
    cluster.faults.next("lookup", { systemException: { name, completed: "no" } });
    const shop = await context.lookup(shopName, Shop);
    expect(await shop.whoami()).toBe("i1");
    // The root context by its key, which forwards, and the service in it.
    expect(cluster.journal.count({ operation: "resolve" })).toBe(resolved + 2);
    // A service that goes on answering so is asked twice in a lookup, not for ever.
    const fault = cluster.faults.when(({ operation }) => operation === "lookup", {
      systemException: { name: "BAD_OPERATION", completed: "no" },
    });
    const before = cluster.journal.count({ operation: "lookup" });
    expect(await errorOf(context.lookup(shopName, Shop))).toMatchObject({ code: "BAD_OPERATION" });
    expect(cluster.journal.count({ operation: "lookup" })).toBe(before + 2);
    fault.remove();
    expect(await context.lookup(shopName, Shop).then((again) => again.whoami())).toBe("i1");
  },
);
