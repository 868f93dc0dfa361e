import type { CallError } from "@remora/client";
import { expect, test } from "vitest";
import { collect, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { outcomeOf } from "../support/outcome.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("64 calls that see one death move the context once, all its references to the same next member", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { retryBudget: { calls: 100 } });
  const { context, shop } = await shopIn(orb);
  const second = await context.lookup(shopName, Shop);
  const idle = await context.lookup(shopName, Shop);
  const first = await shop.whoami();
  const moves = collect(orb, "contextMoved");
  cluster.faults.when(
    ({ operation }) => operation === "read" || operation === "run",
    { hold: "beforeReply" },
    { member: first },
  );
  const calls = Array.from({ length: 64 }, (_, n) => {
    const stub = n % 2 === 0 ? shop : second;
    return n % 4 < 2 ? stub.read(`marked ${n}`) : stub.run(`unmarked ${n}`);
  });
  const outcomes = Promise.all(calls.map(outcomeOf));
  await cluster.journal.waitFor({
    state: "executing",
    count: 64,
    member: first,
    where: ({ operation }) => operation === "read" || operation === "run",
  });
  await cluster.member(first).crash();
  const next = new Set<string>();
  for (const [n, outcome] of (await outcomes).entries()) {
    if (n % 4 < 2) {
      expect(outcome).toMatchObject({ ok: true });
      if (outcome.ok) next.add(outcome.value);
    } else {
      expect(outcome.ok).toBe(false);
      if (outcome.ok) continue;
      const error = outcome.error as CallError;
      expect(error).toMatchObject({ completed: "maybe", operation: "run", member: first });
      expect(error.attempts).toHaveLength(1);
    }
  }
  expect(next.size).toBe(1);
  expect(next.has(context.member)).toBe(true);
  expect(moves).toHaveLength(1);
  // Also the reference that was not called since.
  expect(await idle.whoami()).toBe(context.member);
  expect(moves).toHaveLength(1);
});

test("a member that dies while its connections are idle costs no call anything", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { context, shop } = await shopIn(orb);
  const first = await shop.run("before");
  const ejected = collect(orb, "endpointEjected");
  await seenClosing(orb, first, () => cluster.member(first).crash());
  expect(await shop.run("after")).not.toBe(first);
  expect(context.member).not.toBe(first);
  expect(ejected).toHaveLength(1);
  expect(cluster.journal.executions({ operation: "run" })).toBe(2);
});

test("90. a second call after a member died does not dial it again", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  for (let n = 0; n < 30; n++) await balanced.whoami();
  const first = await shop.whoami();
  await seenClosing(orb, first, () => cluster.member(first).crash());
  await shop.whoami();
  const failed = collect(orb, "endpointFailed");
  for (let n = 0; n < 60; n++) await balanced.whoami();
  expect(failed.filter(({ member }) => member === first)).toEqual([]);
});
