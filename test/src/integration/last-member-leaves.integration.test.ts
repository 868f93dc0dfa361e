import { expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("calls follow the members that are left, and the last one's death ends in one error", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 500 });
  const { context, shop } = await shopIn(orb);
  const first = await shop.run("a");
  expect(first).toBe(context.member);
  await seenClosing(orb, first, () => cluster.member(first).crash());
  const second = await shop.run("b");
  expect(second).not.toBe(first);
  expect(context.member).toBe(second);
  await seenClosing(orb, second, () => cluster.member(second).crash());
  const error = await errorOf(shop.run("c"));
  expect(error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "no", operation: "run" });
  for (const endpoint of cluster.endpoints) expect(error.message).toContain(endpoint);
  expect(new Set(error.attempts.map((attempt) => attempt.endpoint)).size).toBe(2);
});

test("a member that leaves the group without stopping gets no new contexts, and no call fails", async () => {
  await using cluster = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { context, shop } = await shopIn(orb);
  const stays = context.member;
  const leaves = stays === "i1" ? "i2" : "i1";
  await shop.run("a");
  cluster.member(leaves).leave();
  // The label is stale now: the next reply tells.
  expect((await outcomeOf(shop.run("b"))).ok).toBe(true);
  expect((await outcomeOf(shop.run("c"))).ok).toBe(true);
  const members = orb.explain().clusters[0]?.members ?? [];
  expect(members.map(({ name }) => name)).toEqual([stays]);
  for (let i = 0; i < 4; i++) expect((await orb.createInitialContext()).member).toBe(stays);
});

test("the last member leaves the group too: it is still called, for an empty list says nothing", async () => {
  await using cluster = await startShop(["i1"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { shop } = await shopIn(orb);
  cluster.member("i1").leave();
  expect(await shop.run("a")).toBe("i1");
  expect((await orb.createInitialContext()).member).toBe("i1");
  expect(await shop.run("b")).toBe("i1");
});
