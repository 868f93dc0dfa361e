import { describe, expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { outcomeOf } from "../support/outcome.ts";
import { printedSeed } from "../support/seed.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("65. IIOP Loadbalancing not happening", async () => {
  const seed = printedSeed("65");
  await using cluster = await startShop(["i1", "i2", "i3", "i4"]);
  await using orb = orbOf(cluster, { seed });
  const heads = new Map<string, number>();
  for (let n = 0; n < 1_000; n++) {
    const { member } = await orb.createInitialContext();
    heads.set(member, (heads.get(member) ?? 0) + 1);
  }
  for (const name of ["i1", "i2", "i3", "i4"]) {
    expect(heads.get(name)).toBeGreaterThan(200);
    expect(heads.get(name)).toBeLessThan(300);
  }
  // What is looked up in a context stays with it, again and again.
  const { context, shop } = await shopIn(orb);
  const another = await context.lookup(shopName, Shop);
  for (let n = 0; n < 20; n++) {
    expect(await shop.whoami()).toBe(context.member);
    expect(await another.whoami()).toBe(context.member);
  }
});

test("66. per-request-loadbalancing: n calls on one stub visit all members; without it they stay on one", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  const pinned = await orb.lookup(shopName, Shop);
  const seen = { balanced: new Set<string>(), pinned: new Set<string>() };
  for (let n = 0; n < 60; n++) {
    seen.balanced.add(await balanced.whoami());
    seen.pinned.add(await pinned.whoami());
  }
  expect(seen.balanced.size).toBe(3);
  expect(seen.pinned.size).toBe(1);
});

test("72. first picks of many young Orbs are spread, and a seed repeats them", async () => {
  await using cluster = await startShop();
  const firstOf = async (seed: number): Promise<string> => {
    await using orb = orbOf(cluster, { seed });
    return (await orb.createInitialContext()).member;
  };
  const firsts = new Map<string, number>();
  for (let seed = 0; seed < 60; seed++) {
    const first = await firstOf(seed);
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  for (const count of firsts.values()) expect(count).toBeGreaterThan(8);
  expect(firsts.size).toBe(3);
  expect(await firstOf(7)).toBe(await firstOf(7));
});

test("167. [PERF] SerialInitContextFactory doesn't find ORB when using multiple threads", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const opened = collect(orb, "connectionOpened");
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => await outcomeOf(orb.lookup(shopName, Shop))),
  );
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  expect(opened.length).toBeLessThanOrEqual(3);
  expect(cluster.journal.count({ operation: "_get_clusterInstanceInfo" })).toBe(1);
});

test("weights: shares follow them, and a drained member gets none", async () => {
  const seed = printedSeed("weights");
  await using cluster = await startShop([
    { name: "i1", weight: 100 },
    { name: "i2", weight: 300 },
    { name: "i3", weight: 0 },
  ]);
  await using orb = orbOf(cluster, { seed, loadBalancingPolicy: "ic-based-weighted" });
  const heads = new Map<string, number>();
  for (let n = 0; n < 1_000; n++) {
    const { member } = await orb.createInitialContext();
    heads.set(member, (heads.get(member) ?? 0) + 1);
  }
  expect(heads.has("i3")).toBe(false);
  // Four standard deviations of a draw of 1,000 by a quarter.
  expect(Math.abs((heads.get("i1") ?? 0) - 250)).toBeLessThan(4 * Math.sqrt(1_000 * 0.25 * 0.75));
});

describe("112. Per-Attempt Reconnect Jitter", () => {
  test("delays between the rounds of one call grow, differ, and never hit all endpoints at one moment for long", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, { connectBudgetMs: 1_500 });
    const { shop } = await shopIn(orb);
    for (const member of cluster.members) await member.crash();
    const outcome = await outcomeOf(shop.read("a"));
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    const rows = (outcome.error as { attempts?: readonly { afterMs: number }[] }).attempts ?? [];
    const gaps = rows.slice(1).map(({ afterMs }, n) => afterMs - (rows[n]?.afterMs ?? 0));
    const pauses = gaps.filter((gap) => gap > 5);
    expect(pauses.length).toBeGreaterThan(1);
    expect(new Set(pauses.map((gap) => Math.round(gap))).size).toBeGreaterThan(1);
    // Bounded: back-off, not a storm.
    expect(rows.length).toBeLessThan(60);
  });

  test("many clients after an outage do not come in lockstep", async () => {
    await using cluster = await startShop(["i1"]);
    const orbs = Array.from({ length: 20 }, (_, seed) =>
      orbOf(cluster, { seed, connectBudgetMs: 1_000 }),
    );
    try {
      const shops = await Promise.all(orbs.map(shopIn));
      await cluster.member("i1").crash();
      const rows = (await Promise.all(shops.map(({ shop }) => outcomeOf(shop.read("a"))))).map(
        (outcome) =>
          outcome.ok
            ? []
            : ((outcome.error as { attempts?: readonly { afterMs: number }[] }).attempts ?? []),
      );
      const thirds = rows.flatMap((attempts) =>
        attempts[3] === undefined ? [] : [Math.round(attempts[3].afterMs)],
      );
      expect(thirds.length).toBeGreaterThan(10);
      expect(Math.max(...thirds) - Math.min(...thirds)).toBeGreaterThan(20);
    } finally {
      await Promise.all(orbs.map((orb) => orb.close()));
    }
  });
});

test("126. losing connection to single server: 10,000 immediate failures do not recurse", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { forwardHops: 64 });
  const { shop } = await shopIn(orb);
  cluster.faults.when(({ operation }) => operation === "read", { forward: "self" });
  for (let n = 0; n < 200; n++) expect((await outcomeOf(shop.read(`${n}`))).ok).toBe(false);
});

test("equal seeds give equal contexts, however often the cluster was asked for its members between", async () => {
  await using cluster = await startShop();
  const headsOf = async (discoveryIntervalMs: number): Promise<string[]> => {
    await using orb = orbOf(cluster, { seed: 11, discoveryIntervalMs });
    const heads: string[] = [];
    for (let n = 0; n < 40; n++) {
      heads.push((await orb.createInitialContext()).member);
      // A call lets discoveries that a new context has begun run to their end.
      await (await shopIn(orb)).shop.whoami();
    }
    return heads;
  };
  expect(await headsOf(1)).toEqual(await headsOf(60_000));
});
