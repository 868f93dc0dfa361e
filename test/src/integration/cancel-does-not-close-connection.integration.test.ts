import { describe, expect, test } from "vitest";
import { collect, nextEvent, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

describe("173. Aborting GRPC request", () => {
  test("after the write: CancelRequest, completed maybe, the reason as cause; the id comes back with the late reply", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const closed = collect(orb, "connectionClosed");
    const hold = cluster.faults.next("run", { hold: "beforeReply" });
    const controller = new AbortController();
    const call = shop.run("a", { signal: controller.signal });
    await hold.struck();
    const other = shop.echo("other");
    const reason = new Error("no longer wanted");
    controller.abort(reason);
    const error = await errorOf(call);
    expect(error).toMatchObject({
      name: "AbortError",
      code: "ABORTED",
      completed: "maybe",
      operation: "run",
    });
    expect(error.cause).toBe(reason);
    const [cancel] = await cluster.journal.waitFor({ kind: "cancel" });
    const [request] = cluster.journal.select({ operation: "run" });
    expect(cancel?.requestId).toBe(request?.requestId);
    expect(await other).toBe("other");
    const late = nextEvent(orb, "lateReply");
    hold.release();
    expect(await late).toMatchObject({ requestId: request?.requestId });
    expect(await shop.run("b")).toBe("i1");
    expect(closed).toEqual([]);
    expect(cluster.member("i1").counts.connectionsAccepted).toBe(1);
  });

  test("before the write: completed no, nothing is sent, and the others of the same turn are", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    await shop.whoami();
    const controller = new AbortController();
    const others = [shop.echo("1"), shop.run("2")];
    const call = shop.run("aborted", { signal: controller.signal });
    others.push(shop.echo("3"), shop.run("4"));
    controller.abort("at once");
    expect(await errorOf(call)).toMatchObject({
      code: "ABORTED",
      completed: "no",
      cause: "at once",
    });
    expect(await Promise.all(others)).toEqual(["1", "i1", "3", "i1"]);
    expect(cluster.journal.select({ operation: "run" }).map(({ args }) => args[0])).toEqual([
      "2",
      "4",
    ]);
    expect(cluster.journal.count({ kind: "cancel" })).toBe(0);
  });

  test("a signal that has fired: no call at all", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const requests = cluster.journal.entries.length;
    const error = await errorOf(shop.run("a", { signal: AbortSignal.abort("before") }));
    expect(error).toMatchObject({ code: "ABORTED", completed: "no", cause: "before" });
    expect(cluster.journal.entries.length).toBe(requests);
  });

  test("every asynchronous method takes a signal", async () => {
    await using cluster = await startShop(["i1"]);
    const silent = cluster.faults.when(() => true, { silence: "beforeExecute" });
    const signals = Array.from({ length: 4 }, () => new AbortController());
    await using orb = orbOf(cluster);
    await using other = orbOf(cluster, { discovery: false });
    const context = await other.createInitialContext();
    const { port } = cluster.member("i1");
    const calls = [
      orb.createInitialContext({ signal: signals[0]?.signal as AbortSignal }),
      orb.lookup(shopName, Shop, { signal: signals[1]?.signal as AbortSignal }),
      context.lookup(shopName, Shop, { signal: signals[2]?.signal as AbortSignal }),
      orb.stringToObject(`corbaname:iiop:1.2@127.0.0.1:${port}#a`, {
        signal: signals[3]?.signal as AbortSignal,
      }),
    ].map(errorOf);
    await silent.struck(2);
    for (const [index, controller] of signals.entries()) controller.abort(index);
    for (const [index, error] of (await Promise.all(calls)).entries()) {
      expect(error).toMatchObject({ name: "AbortError", cause: index });
    }
  });
});

test("174. Add API support for aborting promise calls (review: listener leak)", async () => {
  await using cluster = await startShop(["i1"], { journalLimit: 0 });
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  let most = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    listeners += 1;
    most = Math.max(most, listeners);
    add(...args);
  }) as typeof signal.addEventListener;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  }) as typeof signal.removeEventListener;
  for (let turn = 0; turn < 100; turn++) {
    await Promise.all(Array.from({ length: 100 }, () => shop.whoami({ signal })));
  }
  await until(() => listeners === 0, "no listener is left");
  expect(most).toBe(1);
  // It still works, for a call that comes later.
  const hold = cluster.faults.next("run", { silence: "beforeReply" });
  const call = errorOf(shop.run("a", { signal }));
  await hold.struck();
  controller.abort();
  expect(await call).toMatchObject({ code: "ABORTED" });
});

test("1,000 calls aborted in the turn that made them", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  await shop.whoami();
  const controller = new AbortController();
  const calls = Array.from({ length: 1_000 }, (_, n) =>
    errorOf(shop.run(`${n}`, { signal: controller.signal })),
  );
  const kept = shop.run("kept");
  controller.abort();
  for (const error of await Promise.all(calls)) expect(error).toMatchObject({ completed: "no" });
  expect(await kept).toBe("i1");
  expect(cluster.journal.count({ operation: "run" })).toBe(1);
});

test("aborting during failover keeps what earlier attempts may have done", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  cluster.faults.next("read", { close: "beforeReply" }, { member: first });
  const second = cluster.faults.when(({ operation }) => operation === "read", {
    silence: "beforeExecute",
  });
  const controller = new AbortController();
  const call = errorOf(shop.read("a", { signal: controller.signal }));
  await second.struck();
  controller.abort();
  const error = await call;
  expect(error).toMatchObject({ code: "ABORTED", completed: "maybe" });
  expect(error.attempts[0]).toMatchObject({ rule: "lost-after-write", completed: "maybe" });
});

test("a late reply after the deadline is dropped and told, the connection stays", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const hold = cluster.faults.next("run", { hold: "beforeReply" });
  expect(await errorOf(shop.run("a", { timeoutMs: 50 }))).toMatchObject({
    code: "TIMEOUT",
    completed: "maybe",
  });
  const late = nextEvent(orb, "lateReply");
  hold.release();
  await late;
  expect(await shop.run("b")).toBe("i1");
  expect(cluster.member("i1").counts.connectionsAccepted).toBe(1);
});
