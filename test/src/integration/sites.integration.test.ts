// Sites: clusters of their own, one of which a policy chooses for each context; the rotation goes on inside it.

import { Orb, ownCounters } from "@remora/client";
import { alteonGslb, sgd } from "@remora/cluster";
import type { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { collect, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

async function startSites(): Promise<{
  readonly paris: MockCluster;
  readonly london: MockCluster;
  readonly sites: Record<string, readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const paris = await startShop(["p1", "p2"]);
  const london = await startShop(["l1", "l2"]);
  return {
    paris,
    london,
    sites: { paris: paris.endpoints, london: london.endpoints },
    [Symbol.asyncDispose]: async () => {
      await paris.close();
      await london.close();
    },
  };
}

test("rank: the backup site serves while the primary is down, and the primary again once it answers", async () => {
  await using both = await startSites();
  const { paris, sites } = both;
  const ranks = { paris: { rank: 48 }, london: { rank: 10 } };
  await using orb = new Orb({
    sites,
    seed: 1,
    connectBudgetMs: 500,
    selectionPolicy: alteonGslb({ rules: [{ metrics: ["availability", "random"] }], sites: ranks }),
  });
  const members = async (count: number): Promise<Set<string>> => {
    const names = new Set<string>();
    for (let n = 0; n < count; n++) names.add((await orb.createInitialContext()).member);
    return names;
  };
  expect(await members(10)).toEqual(new Set(["p1", "p2"]));
  const context = await orb.createInitialContext();
  const shop = await context.lookup(shopName, Shop);
  for (const member of paris.members) await member.crash();
  expect(await errorOf(shop.read("x"))).toMatchObject({ code: "ALL_ENDPOINTS_FAILED" });
  expect(await members(10)).toEqual(new Set(["l1", "l2"]));
  expect(orb.explain().sites?.sites).toMatchObject([
    { name: "paris", failed: true },
    { name: "london", failed: false },
  ]);
  const recovered = collect(orb, "endpointRecovered");
  for (const member of paris.members) await member.start();
  await until(() => recovered.length > 0, "the primary site answers again");
  expect([...(await members(6))].every((name) => name.startsWith("p"))).toBe(true);
});

test("a site that nobody has reached yet and that is dead is left for the next one, with an account of both", async () => {
  await using both = await startSites();
  const { paris, london, sites } = both;
  for (const member of paris.members) await member.crash();
  await using orb = new Orb({
    sites,
    seed: 1,
    connectBudgetMs: 300,
    selectionPolicy: alteonGslb({
      rules: [{ metrics: ["availability", "random"] }],
      sites: { paris: { rank: 48 }, london: { rank: 10 } },
    }),
  });
  const context = await orb.createInitialContext();
  expect(context.member).toMatch(/^l/);
  expect(context.selection?.explanation.candidates[0]).toMatchObject({ name: "paris" });
  for (const member of london.members) await member.crash();
  await using late = new Orb({ sites, seed: 1, connectBudgetMs: 300, selectionPolicy: sgd() });
  const error = await errorOf(late.createInitialContext({ timeoutMs: 5_000 }));
  expect(error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "no" });
  expect(error.message).toMatch(
    /^createInitialContext: no site could be reached \((paris, london|london, paris)\): /,
  );
  const asked = new Set(error.attempts.map(({ endpoint }) => endpoint));
  expect(asked).toEqual(new Set([...paris.endpoints, ...london.endpoints]));
});

test("a site that is full is skipped: sessions are contexts, and closing one makes room", async () => {
  await using both = await startSites();
  const { sites } = both;
  await using orb = new Orb({
    sites,
    seed: 1,
    selectionPolicy: alteonGslb({
      rules: [{ metrics: ["availability", "random"] }],
      sites: { paris: { rank: 48, maxSessions: 2 }, london: { rank: 10, maxSessions: 10 } },
      thresholds: { mincon: 1 },
    }),
  });
  const [a, b, c] = [
    await orb.createInitialContext(),
    await orb.createInitialContext(),
    await orb.createInitialContext(),
  ];
  expect([a, b, c].map(({ member }) => member[0])).toEqual(["p", "p", "l"]);
  a.close();
  expect((await orb.createInitialContext()).member[0]).toBe("p");
});

test("a site is drained like a member, and requests keep to the site of their stub", async () => {
  await using both = await startSites();
  const { sites } = both;
  await using orb = new Orb({
    sites,
    seed: 1,
    selectionPolicy: { contexts: sgd(), requests: sgd() },
  });
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  const names = new Set<string>();
  for (let n = 0; n < 10; n++) {
    for (const name of await Promise.all([shop.whoami(), shop.whoami()])) names.add(name);
  }
  expect(names.size).toBe(2);
  expect(new Set([...names].map((name) => name[0])).size).toBe(1);
  await orb.drain("paris");
  for (let n = 0; n < 4; n++) expect((await orb.createInitialContext()).member[0]).toBe("l");
  await orb.drain("london");
  expect(await errorOf(orb.createInitialContext())).toMatchObject({
    code: "NO_CANDIDATE",
    message: "the policy sgd can choose nobody: paris is drained, london is drained",
  });
});

test("shares by weight: round robin over the sites takes them exactly as often as their weights say", async () => {
  await using both = await startSites();
  const { paris, london, sites } = both;
  await using orb = new Orb({
    sites,
    seed: 1,
    selectionPolicy: alteonGslb({
      rules: [{ metrics: ["roundrobin"] }],
      sites: { paris: { weight: 3 }, london: { weight: 1 }, berlin: { weight: 1 } },
    }),
  });
  await orb.lookup(shopName, Shop).then((shop) => shop.run("x"));
  expect(orb.explain().sites?.notes).toEqual(["berlin is in the settings, but no member"]);
  for (let n = 0; n < 39; n++) {
    await orb.lookup(shopName, Shop).then((shop) => shop.run("x"));
  }
  expect(paris.journal.count({ operation: "run" })).toBe(30);
  expect(london.journal.count({ operation: "run" })).toBe(10);
});

test("a site that lags gets no contexts by response time, as the client itself has measured it", async () => {
  await using both = await startSites();
  const { paris, sites } = both;
  paris.faults.when(({ operation }) => operation === "read", { delayMs: 40 });
  await using orb = new Orb({
    sites,
    seed: 1,
    selectionPolicy: {
      contexts: alteonGslb({ rules: [{ metrics: ["response", "random"] }] }),
      loadSources: [ownCounters({ intervalMs: 2 })],
    },
  });
  const told = collect(orb, "loadReported");
  const seen = new Set<string>();
  // Both are used until both have answered.
  while (seen.size < 2) {
    const context = await orb.createInitialContext();
    seen.add(context.member.slice(0, 1));
    await context.lookup(shopName, Shop).then((shop) => shop.read("x"));
  }
  const measured = (site: string): boolean =>
    told.some(({ member, figures }) => member === site && figures["responseMs"] !== undefined);
  await until(() => measured("paris") && measured("london"), "both are measured");
  for (let n = 0; n < 6; n++) expect((await orb.createInitialContext()).member[0]).toBe("l");
});

test("when all sites are beyond a threshold the threshold is skipped, and an event says so", async () => {
  await using both = await startSites();
  const { sites } = both;
  await using orb = new Orb({
    sites,
    seed: 1,
    selectionPolicy: alteonGslb({
      rules: [{ metrics: ["roundrobin"] }],
      sites: { paris: { maxSessions: 1 }, london: { maxSessions: 1 } },
      thresholds: { mincon: 1 },
    }),
  });
  const skipped = collect(orb, "selectionSkipped");
  const first = [await orb.createInitialContext(), await orb.createInitialContext()];
  expect(new Set(first.map(({ member }) => member[0])).size).toBe(2);
  expect(skipped).toEqual([]);
  await orb.createInitialContext();
  expect(skipped.map(({ cluster, policy, stage }) => [cluster, policy, stage])).toEqual([
    ["sites", "alteonGslb", "full"],
    ["sites", "alteonGslb", "sessions available"],
  ]);
  expect(skipped[0]?.note).toBe("skipped, for it would leave nobody (has no session left)");
});

test("without a policy the first site that answers serves", async () => {
  await using both = await startSites();
  const { sites } = both;
  await using orb = new Orb({ sites, seed: 1, connectBudgetMs: 300 });
  expect((await orb.createInitialContext()).member[0]).toBe("p");
  expect(() => new Orb({ sites: { paris: "h:x" } })).toThrow(/^site "paris": /);
  expect(() => new Orb({ sites: {} })).toThrow(
    /option sites is an object; accepted: an object of site/,
  );
});
