import { Cart } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import { cartName, orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("keys change: one lookup for all calls that wait, then the calls, with no new code", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { retryBudget: { calls: 1_000 } });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  cluster.redeploy();
  cluster.journal.clear();
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, n) => outcomeOf(shop.run(`${n}`))),
  );
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  expect(cluster.journal.count({ operation: "create" })).toBe(1);
  expect(cluster.journal.executions({ operation: "run" })).toBe(64);
  expect(await shop.run("again")).toMatch(/^i[123]$/);
  expect(cluster.journal.count({ operation: "create" })).toBe(1);
});

test("while the application is away calls fail with a clear error, and nothing is looked up without end", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  cluster.undeploy();
  const error = await errorOf(shop.run("a", { timeoutMs: 2_000 }));
  expect(error.code).toBe("OBJECT_NOT_EXIST");
  expect(error.completed).toBe("no");
  cluster.deploy();
  expect(await shop.run("b")).toMatch(/^i[123]$/);
});

test("a session is lost with its deployment, and says so", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const cart = await context.lookup(cartName, Cart);
  await cart.add("book");
  cluster.redeploy();
  const error = await errorOf(cart.add("pen"));
  expect(error.code).toBe("SESSION_LOST");
  const anew = await context.lookup(cartName, Cart);
  expect(await anew.items()).toBe("");
});

test("a redeployment of one member after another is not noticed", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { retryBudget: { calls: 1_000 } });
  const { shop } = await shopIn(orb);
  for (const member of cluster.members) {
    member.undeploy();
    for (let n = 0; n < 5; n++) expect(await shop.run(`${member.name}/${n}`)).not.toBe(member.name);
    member.deploy();
  }
});
