// Members that accept and answer nothing: SIGSTOP, a pulled cable, a port forwarder without its target.
import { describe, expect, test } from "vitest";
import { collect, nextEvent } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { allowedLateMs, errorOf, outcomeOf, watched } from "../support/outcome.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("freeze of one: marked calls go on elsewhere after the probe, unmarked keep their deadline, new ones go elsewhere", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { silenceProbeMs: 100 });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const member = cluster.member(first);
  const suspected = nextEvent(orb, "endpointFailed", ({ code }) => code === "SILENT_PEER");
  member.freeze();
  const unmarked = watched(2_000, () => shop.run("a", { timeoutMs: 2_000 }));
  const marked = await shop.read("b");
  expect(marked).not.toBe(first);
  expect(await suspected).toMatchObject({ member: first });
  for (let n = 0; n < 10; n++) expect(await shop.run(`${n}`)).not.toBe(first);
  const { outcome, lateMs } = await unmarked;
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: "TIMEOUT", completed: "maybe", member: first },
  });
  expect(lateMs).toBeLessThanOrEqual(allowedLateMs);
  member.thaw();
});

test("a slow answer is no silence: the probe is answered, and the call goes on", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { silenceProbeMs: 50 });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const suspected = collect(orb, "endpointFailed");
  cluster.faults.next("read", { delayMs: 400 });
  expect(await shop.read("a")).toBe(first);
  expect(cluster.journal.count({ kind: "locate", member: first })).toBeGreaterThan(0);
  expect(suspected).toEqual([]);
  expect(cluster.journal.executions({ operation: "read" })).toBe(1);
});

test("96. PQ67826: so_keepalive option added to the ORB", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { silenceProbeMs: 100 });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  cluster.member(first).freeze();
  const started = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => outcomeOf(shop.read(`${n}`))),
  );
  expect(performance.now() - started).toBeLessThan(1_500);
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  const health = orb.explain().clusters[0]?.members.find(({ name }) => name === first)?.health;
  expect(health).not.toBe("healthy");
});

test("98. fix(producer): reconnect and refresh metadata when a produce request times out", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { silenceProbeMs: 100 });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  const closed = nextEvent(orb, "connectionClosed");
  cluster.member("i1").freeze();
  // Calls whose deadlines are shorter than any probe, with nothing pending in between.
  let misses = 0;
  let done = false;
  const calls = (async () => {
    while (!done) {
      const error = await errorOf(shop.run(`${misses}`, { timeoutMs: 20 }));
      if (error.code === "TIMEOUT") misses += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  expect(await closed).toMatchObject({ reason: "silent peer" });
  done = true;
  await calls;
  expect(misses).toBeGreaterThan(1);
  cluster.member("i1").thaw();
  expect(await shop.read("b")).toBe("i1");
  expect(cluster.member("i1").counts.connectionsAccepted).toBeGreaterThan(1);
});

describe("44. Relax mutex earlier in FT_Invocation_Endpoint_Selector", () => {
  test("a black-holed member is dialled once, and 100 parallel calls finish elsewhere", async () => {
    await using cluster = await startShop();
    const blackHoles = new Set<number>();
    const transport = new ScriptedTransport({ isBlackHole: ({ port }) => blackHoles.has(port) });
    await using orb = orbOf(cluster, { transport, connectTimeoutMs: 1_000 });
    const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
    const { shop } = await shopIn(orb);
    const first = await shop.whoami();
    const { port } = cluster.member(first);
    const closed = nextEvent(orb, "connectionClosed", ({ member }) => member === first);
    blackHoles.add(port);
    cluster.member(first).closeConnections();
    await closed;
    const before = transport.dialled.filter((address) => address.endsWith(`:${port}`)).length;
    const started = performance.now();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        outcomeOf(n % 2 === 0 ? shop.run(`${n}`) : balanced.run(`${n}`)),
      ),
    );
    expect(performance.now() - started).toBeLessThan(1_200);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    const dialled =
      transport.dialled.filter((address) => address.endsWith(`:${port}`)).length - before;
    expect(dialled).toBeLessThanOrEqual(2);
  });
});

test("idle close: a connection without requests ends politely, and the next call opens another", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { idleCloseMs: 50 });
  const { shop } = await shopIn(orb);
  const closed = nextEvent(orb, "connectionClosed");
  const failed = collect(orb, "endpointFailed");
  expect(await closed).toMatchObject({ reason: "idle", pending: 0 });
  expect(await shop.run("a")).toBe("i1");
  expect(failed).toEqual([]);
  expect(cluster.member("i1").counts.connectionsAccepted).toBe(2);
});

test("a pending call keeps its connection from closing as idle", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { idleCloseMs: 50, silenceProbeMs: 1_000 });
  const { shop } = await shopIn(orb);
  cluster.faults.next("run", { delayMs: 300 });
  expect(await shop.run("a")).toBe("i1");
});
