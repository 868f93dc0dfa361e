import { expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("a one-way call resolves when it is written, and no reply is awaited", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const hold = cluster.faults.next("note", { hold: "beforeExecute" });
  expect(await shop.note("a")).toBeUndefined();
  await hold.struck();
  hold.release();
  const [entry] = await cluster.journal.waitFor({ operation: "note", state: "replied" });
  expect(entry).toMatchObject({ responseExpected: false, reply: "notExpected", executed: true });
});

test("it moves to another member while nothing was sent, and is never repeated afterwards", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  await seenClosing(orb, first, () => cluster.member(first).crash());
  await shop.note("moved");
  const [entry] = await cluster.journal.waitFor({ operation: "note" });
  expect(entry?.member).not.toBe(first);
  cluster.faults.next("note", { close: "beforeExecute" });
  await shop.note("lost", { idempotent: true });
  await shop.whoami();
  expect(cluster.journal.select({ operation: "note" }).map(({ args }) => args[0])).toEqual([
    "moved",
    "lost",
  ]);
});

test("without any endpoint it fails like another call", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 100 });
  const { shop } = await shopIn(orb);
  await seenClosing(orb, "i1", () => cluster.member("i1").crash());
  expect(await errorOf(shop.note("a"))).toMatchObject({
    code: "ALL_ENDPOINTS_FAILED",
    completed: "no",
  });
});

test("a thousand of them in one turn arrive in their order", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => shop.note(`${n}`)));
  const entries = await cluster.journal.waitFor({ operation: "note", count: 1_000 });
  expect(entries.map(({ args }) => Number(args[0]))).toEqual(entries.map((_, n) => n));
});
