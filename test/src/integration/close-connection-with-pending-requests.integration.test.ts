import { Orb } from "@remora/client";
import { describe, expect, test } from "vitest";
import { nextEvent, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf, type Outcome, outcomeOf } from "../support/outcome.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { below, printedSeed, randomOf } from "../support/seed.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("CloseConnection with 64 pending requests: none ran, all run once on a new connection", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const hold = cluster.faults.when(
    ({ operation, connection }) => operation === "run" && connection === 1,
    { hold: "beforeExecute" },
  );
  const calls = Array.from({ length: 64 }, (_, n) => outcomeOf(shop.run(`${n}`)));
  await hold.struck(64);
  cluster.member("i1").closeConnections("closeConnection");
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  expect(cluster.journal.executions({ operation: "run" })).toBe(64);
});

test("86. failover under load emits no listener warning and no raw socket error", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { retryBudget: { calls: 10_000 } });
  const { shop } = await shopIn(orb);
  const { signal } = new AbortController();
  for (let round = 0; round < 6; round++) {
    const calls = Array.from({ length: 50 }, (_, n) =>
      outcomeOf(shop.run(`${round}/${n}`, { signal })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    for (const member of cluster.members) member.closeConnections("reset");
    await Promise.all(calls);
  }
});

describe("54. settle commands stashed on reconnect when the client never becomes ready", () => {
  const closings = ["close", "destroy"] as const;

  async function expectClosed(
    orb: Orb,
    how: (typeof closings)[number],
    calls: readonly Promise<Outcome<unknown>>[],
  ): Promise<void> {
    if (how === "close") await orb.close({ drainMs: 50 });
    else orb.destroy();
    for (const outcome of await Promise.all(calls))
      expect(outcome).toMatchObject({ ok: false, error: { code: "CLOSED" } });
  }

  test.each(closings)("%s while connecting", async (how) => {
    const transport = new ScriptedTransport({ isBlackHole: () => true });
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster, { transport });
    const calls = (
      [
        orb.createInitialContext(),
        orb.lookup(shopName, Shop),
        orb.lookup(shopName, Shop, { balance: "request" }),
      ] as Promise<unknown>[]
    ).map(outcomeOf);
    await until(() => transport.dialled.length > 0, "it connects");
    await expectClosed(orb, how, calls);
  });

  test.each(closings)("%s while waiting for a reply", async (how) => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const hold = cluster.faults.when(
      ({ operation }) => operation === "run" || operation === "read",
      { silence: "beforeReply" },
    );
    const calls = [shop.run("a"), shop.read("b")].map(outcomeOf);
    await hold.struck(2);
    await expectClosed(orb, how, calls);
    expect(
      (await Promise.all(calls)).map((outcome) => !outcome.ok && outcome.error.completed),
    ).toEqual(["maybe", "maybe"]);
  });

  test.each(closings)("%s while waiting for a blocked socket", async (how) => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    cluster.member("i1").pauseReading();
    const calls = Array.from({ length: 100 }, () => outcomeOf(shop.echo("x".repeat(100_000))));
    await new Promise((resolve) => setImmediate(resolve));
    await expectClosed(orb, how, calls);
  });

  test.each(closings)("%s between two attempts", async (how) => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, { connectBudgetMs: 60_000 });
    const { shop } = await shopIn(orb);
    const failed = nextEvent(orb, "endpointFailed");
    for (const member of cluster.members) await member.crash();
    const calls = [outcomeOf(shop.read("a"))];
    await failed;
    await expectClosed(orb, how, calls);
  });

  test.each(closings)("%s, then any call", async (how) => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { context, shop } = await shopIn(orb);
    if (how === "close") await orb.close();
    else orb.destroy("enough");
    const calls = [
      shop.run("a"),
      shop.note("b"),
      context.lookup(shopName, Shop),
      orb.lookup(shopName, Shop),
      orb.createInitialContext(),
      orb.ping(cluster.member("i1").endpoint),
      orb.stringToObject("corbaname:iiop:1.2@127.0.0.1:1#a"),
    ].map(errorOf);
    for (const error of await Promise.all(calls)) expect(error.code).toBe("CLOSED");
    await orb.close();
    orb.destroy();
  });

  test("close lets what is in flight end, also what is in its second attempt", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const first = await shop.whoami();
    cluster.faults.next("read", { close: "beforeReply" }, { member: first });
    const hold = cluster.faults.when(({ operation }) => operation === "read", {
      hold: "beforeReply",
    });
    const call = outcomeOf(shop.read("moved"));
    await hold.struck();
    const closing = orb.close();
    hold.release();
    await closing;
    expect(await call).toMatchObject({ ok: true });
    expect(await errorOf(shop.run("later"))).toMatchObject({ code: "CLOSED" });
  });
});

test("53. Command promise never settles after reconnect when resending is off", async () => {
  const seed = printedSeed("53");
  const random = randomOf(seed);
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { seed, retryBudget: { calls: 10_000 } });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  const { shop } = await shopIn(orb);
  let settled = 0;
  let started = 0;
  const counted = (call: Promise<unknown>): Promise<void> => {
    started += 1;
    return outcomeOf(call).then(() => {
      settled += 1;
    });
  };
  const calls: Promise<void>[] = [];
  for (let turn = 0; turn < 150; turn++) {
    for (let n = 0; n < 10; n++) {
      const stub = random() < 0.5 ? shop : balanced;
      calls.push(
        counted(
          random() < 0.5
            ? stub.run(`${turn}/${n}`, { timeoutMs: 5_000 })
            : stub.read(`${turn}/${n}`, { timeoutMs: 5_000 }),
        ),
      );
    }
    const member = cluster.members[below(random, 3)];
    const manner = (["fin", "reset", "closeConnection"] as const)[below(random, 3)];
    if (random() < 0.4) member?.closeConnections(manner);
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(calls);
  expect(settled).toBe(started);
});

test("56. EJBCLIENT-266 Only retry a single request at a time", async () => {
  const seed = printedSeed("56");
  const random = randomOf(seed);
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { seed, retryBudget: { calls: 100_000 } });
  const { shop } = await shopIn(orb);
  const told = new Map<string, Outcome<string>>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < 10_000) {
      const id = `${next++}`;
      told.set(id, await outcomeOf(shop.run(id)));
    }
  };
  const hits = cluster.faults.when(() => random() < 0.004, {
    close: "beforeReply",
    closeManner: "reset",
  });
  const misses = cluster.faults.when(() => random() < 0.004, {
    close: "beforeExecute",
    closeManner: "reset",
  });
  await Promise.all(Array.from({ length: 32 }, worker));
  const ran = new Map<unknown, number>();
  for (const { args, executed, operation } of cluster.journal.entries) {
    if (executed && operation === "run") ran.set(args[0], (ran.get(args[0]) ?? 0) + 1);
  }
  expect([...ran.values()].filter((times) => times > 1)).toEqual([]);
  for (const [id, outcome] of told) {
    if (outcome.ok) expect(ran.get(id)).toBe(1);
    else if (outcome.error.completed === "no") expect(ran.has(id)).toBe(false);
  }
  expect(hits.hits).toBeGreaterThan(0);
  expect(misses.hits).toBeGreaterThan(0);
  expect(told.size).toBe(10_000);
});

test("116. Cluster mode connections growing over time", async () => {
  const transport = new ScriptedTransport();
  await using cluster = await startShop();
  await using orb = orbOf(cluster, {
    transport,
    discoveryIntervalMs: 1,
    maxConnectionsPerEndpoint: 2,
    retryBudget: { calls: 10_000 },
  });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  for (let round = 0; round < 30; round++) {
    const calls = Array.from({ length: 30 }, (_, n) => outcomeOf(balanced.read(`${round}/${n}`)));
    if (round % 3 === 0) cluster.members[round % 2]?.closeConnections("reset");
    await Promise.all(calls);
    await orb.createInitialContext();
  }
  for (const most of transport.mostOpen.values()) expect(most).toBeLessThanOrEqual(2);
  expect(transport.open).toBeLessThanOrEqual(6);
});
