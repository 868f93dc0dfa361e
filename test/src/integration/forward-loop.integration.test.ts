import { describe, expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("a forward in a circle ends in an error, not in a storm", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  cluster.faults.when(
    ({ operation }) => operation === "run",
    { forward: { member: "i2" } },
    { member: "i1" },
  );
  cluster.faults.when(
    ({ operation }) => operation === "run",
    { forward: { member: "i1" } },
    { member: "i2" },
  );
  const error = await errorOf(shop.run("a"));
  expect(error).toMatchObject({ completed: "no" });
  expect(error.message).toMatch(/forward/);
  expect(cluster.journal.count({ operation: "run" })).toBeLessThan(12);
  expect(cluster.journal.executions({ operation: "run" })).toBe(0);
});

test("forwards of ever new targets end at forwardHops", async () => {
  await using cluster = await startShop(["i1", "i2", "i3", "i4"]);
  await using orb = orbOf(cluster, { forwardHops: 2 });
  const { shop } = await shopIn(orb);
  const names = cluster.members.map(({ name }) => name);
  for (const [n, name] of names.entries()) {
    cluster.faults.when(
      ({ operation }) => operation === "run",
      { forward: { member: names[(n + 1) % 4] as string } },
      { member: name },
    );
  }
  const error = await errorOf(shop.run("a"));
  expect(error.completed).toBe("no");
  expect(cluster.journal.count({ operation: "run" })).toBeLessThanOrEqual(6);
});

test("a forward to nobody is dropped, and the original target tried once", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 1_000 });
  const { shop } = await shopIn(orb);
  cluster.faults.next("run", { forward: { host: "127.0.0.1", port: 1 } });
  expect(await shop.run("a")).toBe("i1");
  expect(await shop.run("b")).toBe("i1");
  expect(cluster.journal.count({ operation: "run" })).toBe(3);
});

test("a forward stays in use, and is left when its target dies", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const { context, shop } = await shopIn(orb);
  const other = context.member === "i1" ? "i2" : "i1";
  cluster.faults.next("run", { forward: { member: other } });
  expect(await shop.run("a")).toBe(other);
  expect(orb.explain(shop).forwarded).toBe(true);
  expect(await shop.run("b")).toBe(other);
  await cluster.member(other).crash();
  expect(await shop.read("c")).not.toBe(other);
});

describe("38. IIOP failover sometime sends bad location forward to client", () => {
  test("it is ignored, told, and the old target stays in use", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster);
    const { context, shop } = await shopIn(orb);
    const { member } = context;
    const refused = collect(orb, "referenceRefused");
    cluster.faults.next("run", { forward: "wrongType" });
    expect((await outcomeOf(shop.run("a"))).ok).toBe(true);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toContain("type");
    expect(orb.explain(shop).forwarded).toBe(false);
    expect(await shop.run("b")).toBe(member);
    expect(context.member).toBe(member);
  });

  test("with one member it is one error, and the next call is none the worse", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    cluster.faults.next("run", { forward: "wrongType" });
    expect(await errorOf(shop.run("a"))).toMatchObject({ completed: "no" });
    expect(await shop.run("b")).toBe("i1");
  });
});
