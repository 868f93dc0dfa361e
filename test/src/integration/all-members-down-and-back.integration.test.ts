import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("48. Handling Cluster Restart (orphaned proxy)", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { connectBudgetMs: 300 });
  const { shop } = await shopIn(orb);
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  await shop.whoami();
  for (const member of cluster.members) await member.crash();
  expect((await errorOf(shop.read("down"))).attempts.length).toBeGreaterThan(0);
  expect((await errorOf(balanced.read("down"))).attempts.length).toBeGreaterThan(0);
  for (const member of cluster.members) await member.start();
  expect(await shop.run("up")).toMatch(/^i[123]$/);
  expect(await balanced.run("up")).toMatch(/^i[123]$/);
});

test("51. Downed host is removed and is not added when host is up again", async () => {
  let now = 0;
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 300, now: () => now + performance.now() });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  await cluster.member("i1").crash();
  await errorOf(shop.read("down"));
  await errorOf(orb.lookup(shopName, Shop));
  now += 600_000;
  await cluster.member("i1").start();
  expect(await shop.run("up")).toBe("i1");
  expect((await orb.createInitialContext()).member).toBe("i1");
});

test("members come back at other ports, under other keys: the old reference follows the names", async () => {
  await using cluster = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  await cluster.addMember({ name: "i3" });
  await shop.whoami();
  await shop.whoami();
  await cluster.member("i1").crash();
  await cluster.member("i2").crash();
  cluster.redeploy();
  expect(await shop.read("a")).toBe("i3");
});
