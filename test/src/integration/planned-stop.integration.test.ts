import { expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { outcomeOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("UNKNOWN for what runs late, then adapter gone, then the close: only the UNKNOWN calls fail", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { context, shop } = await shopIn(orb);
  const first = await shop.run("before");
  const stop = cluster.member(first).beginStop({ byHand: true });
  // The container is stopping: it runs what comes and says UNKNOWN.
  const unmarked = await outcomeOf(shop.run("late, unmarked"));
  expect(unmarked).toMatchObject({ ok: false, error: { code: "UNKNOWN", completed: "maybe" } });
  expect(await shop.read("late, marked")).not.toBe(first);
  stop.refuseCalls();
  const during = await Promise.all(
    Array.from({ length: 64 }, (_, n) => outcomeOf(shop.run(`gone ${n}`))),
  );
  expect(during.filter(({ ok }) => !ok)).toEqual([]);
  expect(new Set(during.map((outcome) => outcome.ok && outcome.value))).toEqual(
    new Set([context.member]),
  );
  expect(context.member).not.toBe(first);
  stop.closeConnections();
  await stop.finished;
  for (let n = 0; n < 20; n++) expect(await shop.run(`closed ${n}`)).not.toBe(first);
  const twice = new Map<unknown, number>();
  for (const { executed, operation, args } of cluster.journal.entries) {
    if (executed && operation === "run") twice.set(args[0], (twice.get(args[0]) ?? 0) + 1);
  }
  expect([...twice.values()].every((times) => times === 1)).toBe(true);
});

test("adapter gone leaves the member alone for the key, and ejects nobody", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const ejected = collect(orb, "endpointEjected");
  cluster.member(first).undeploy();
  for (let n = 0; n < 10; n++) expect(await shop.run(`${n}`)).not.toBe(first);
  expect(ejected).toEqual([]);
  // One call found out; the others asked elsewhere at once.
  expect(cluster.journal.count({ operation: "run", member: first })).toBe(1);
});

test.each(["fin", "reset", "closeConnection"] as const)(
  "a stop that closes by %s, under load",
  async (closeManner) => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster, { retryBudget: { calls: 1_000 } });
    const { shop } = await shopIn(orb);
    const first = await shop.whoami();
    let stopped: Promise<void> | undefined;
    const failures: string[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async (_, worker) => {
        for (let n = 0; n < 40; n++) {
          if (worker === 0 && n === 10)
            stopped = cluster.member(first).stop({ lateCalls: 8, refusedCalls: 1, closeManner });
          const outcome = await outcomeOf(shop.read(`${worker}/${n}`));
          if (!outcome.ok) failures.push(outcome.error.message);
        }
      }),
    );
    await stopped;
    expect(failures).toEqual([]);
    expect(await shop.whoami()).not.toBe(first);
  },
);
