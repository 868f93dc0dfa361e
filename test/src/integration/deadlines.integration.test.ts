// The deadline begins with the caller's call and covers everything that follows.
import { Orb } from "@remora/client";
import { describe, expect, test } from "vitest";
import { collect, nextEvent } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { allowedLateMs, errorOf, watched } from "../support/outcome.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

async function expectInTime(
  timeoutMs: number,
  call: () => Promise<unknown>,
  code = "TIMEOUT",
): Promise<void> {
  const { outcome, lateMs } = await watched(timeoutMs, call);
  expect(outcome).toMatchObject({ ok: false, error: { code } });
  expect(lateMs).toBeLessThanOrEqual(allowedLateMs);
}

describe("99. commandTimeout has unexpected behavior for cluster", () => {
  test("connecting is covered", async () => {
    await using cluster = await startShop(["i1"]);
    let dead = false;
    const transport = new ScriptedTransport({ isBlackHole: () => dead });
    await using orb = orbOf(cluster, { transport });
    const { shop } = await shopIn(orb);
    const closed = nextEvent(orb, "connectionClosed");
    dead = true;
    cluster.member("i1").closeConnections();
    await closed;
    await expectInTime(100, () => shop.run("a", { timeoutMs: 100 }));
    expect(cluster.journal.executions({ operation: "run" })).toBe(0);
  });

  test("resolving is covered", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = new Orb({
      endpoints: "slow.test:3700",
      transport: { resolve: () => new Promise(() => {}), connect: () => new Promise(() => {}) },
    });
    await expectInTime(100, () =>
      orb.lookup(shopName, Shop, { timeoutMs: 100, balance: "request" }),
    );
    expect(cluster.journal.entries).toHaveLength(0);
  });

  test.each(["request", "context"] as const)(
    "discovery is covered by the deadline of a lookup (balance: %s)",
    async (balance) => {
      await using cluster = await startShop(["i1"]);
      const hold = cluster.faults.when(
        ({ operation }) => operation === "_get_clusterInstanceInfo",
        { silence: "beforeExecute" },
      );
      await using orb = orbOf(cluster);
      await expectInTime(150, () => orb.lookup(shopName, Shop, { timeoutMs: 150, balance }));
      expect(hold.hits).toBeGreaterThan(0);
    },
  );

  test("discovery is covered by the deadline of making a context", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.faults.when(({ operation }) => operation === "_get_clusterInstanceInfo", {
      silence: "beforeExecute",
    });
    await using orb = orbOf(cluster);
    await expectInTime(150, () => orb.createInitialContext({ timeoutMs: 150 }));
    await using other = orbOf(cluster, { lookupTimeoutMs: 150 });
    await expectInTime(150, () => other.createInitialContext());
  });

  test("every attempt is covered", async () => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster, { retryBudget: { calls: 1_000 } });
    const { shop } = await shopIn(orb);
    cluster.faults.when(({ operation }) => operation === "run", {
      systemException: { name: "TRANSIENT", minor: 1, completed: "no" },
    });
    const error = await errorOf(shop.run("a", { timeoutMs: 300 }));
    expect(error.attempts.length).toBeGreaterThan(3);
    expect(error.elapsedMs).toBeLessThan(300 + allowedLateMs);
  });

  test("the wait for a blocked socket is covered", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    await shop.whoami();
    cluster.member("i1").pauseReading();
    const big = "x".repeat(200_000);
    const filling = Array.from({ length: 100 }, () =>
      watched(400, () => shop.echo(big, { timeoutMs: 400 })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await expectInTime(200, () => shop.run("waiting", { timeoutMs: 200 }));
    for (const { lateMs } of await Promise.all(filling))
      expect(lateMs).toBeLessThanOrEqual(allowedLateMs);
    cluster.member("i1").resumeReading();
    expect(cluster.journal.executions({ operation: "run" })).toBe(0);
  });

  test("the reply is covered", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    cluster.faults.next("run", { silence: "beforeReply" });
    await expectInTime(100, () => shop.run("a", { timeoutMs: 100 }));
  });
});

test("95. JNDI LookUp Hangs: a lookup has a deadline of its own", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { lookupTimeoutMs: 200, discovery: false });
  const context = await orb.createInitialContext();
  cluster.faults.when(({ operation }) => operation === "create", { silence: "beforeExecute" });
  await expectInTime(200, () => context.lookup(shopName, Shop));
});

test("102. The feature socketTimeout works abnormally with duplicated instance: an idle connection stays", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { silenceProbeMs: 20, timeoutMs: 50 });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  const closed = collect(orb, "connectionClosed");
  cluster.journal.clear();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(closed).toEqual([]);
  expect(cluster.journal.count({ kind: "locate" })).toBe(0);
  await shop.whoami();
});

test("107. one overall budget bounds the sum of all connects", async () => {
  await using cluster = await startShop(["i1", "i2", "i3", "i4", "i5", "i6"]);
  const transport = new ScriptedTransport({ isBlackHole: () => true });
  await using orb = orbOf(cluster, { transport, connectBudgetMs: 800, connectTimeoutMs: 700 });
  const started = performance.now();
  const error = await errorOf(orb.createInitialContext());
  expect(performance.now() - started).toBeLessThan(1_300);
  expect(error.code).toBe("ALL_ENDPOINTS_FAILED");
});

test("101. Redis latency (30 seconds) on initial request: a black-holed first endpoint costs less than a second", async () => {
  await using cluster = await startShop();
  const dead = `127.0.0.1:${cluster.member("i1").port}`;
  const transport = new ScriptedTransport({
    isBlackHole: ({ address, port }) => `${address}:${port}` === dead,
  });
  for (let seed = 0; seed < 4; seed++) {
    await using orb = orbOf(cluster, { transport, seed });
    const started = performance.now();
    const { shop } = await shopIn(orb);
    await shop.run("a");
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});

test("168. a time-out tells the last error of each endpoint", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  for (const member of cluster.members) await member.crash();
  await using orb = orbOf(cluster, { connectBudgetMs: 60_000 });
  const error = await errorOf(orb.lookup(shopName, Shop, { timeoutMs: 200 }));
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.attempts.length).toBeGreaterThan(0);
});
