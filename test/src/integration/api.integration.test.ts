// What a user holds: argument checks, stubs, events, explanations, references as text.
import { inspect, types } from "node:util";
import {
  ArgumentError,
  isSameObject,
  java,
  method,
  narrow,
  Orb,
  referenceOf,
  remoteInterface,
  withOptions,
} from "@remora/client";
import { describe, expect, test } from "vitest";
import { collect, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>;

describe("arguments", () => {
  test("exactly n, or n and call options", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const loose = shop as unknown as Loose;
    for (const args of [[], ["a", {}, "c"], ["a", "b"], ["a", 5], ["a", null]]) {
      const error = await errorOf(loose["run"]?.(...args) as Promise<unknown>);
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error.completed).toBe("no");
    }
    expect((await errorOf(loose["run"]?.() as Promise<unknown>)).message).toContain("1 argument");
    expect(await loose["run"]?.("a", undefined)).toBe("i1");
    expect(cluster.journal.count({ operation: "run" })).toBe(1);
  });

  test("unknown call options, with a hint", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    expect((await errorOf(shop.run("a", { timeout: 5 }))).message).toMatch(
      /timeout.*did you mean timeoutMs/,
    );
    expect((await errorOf(shop.run("a", { idempotant: true }))).message).toMatch(
      /did you mean idempotent/,
    );
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5"]) {
      expect((await errorOf(shop.run("a", { timeoutMs }))).message).toContain("timeoutMs");
    }
    expect((await errorOf(shop.run("a", { signal: {} }))).message).toContain("AbortSignal");
    expect((await errorOf(shop.run("a", { idempotent: 1 }))).message).toContain("true or false");
    expect(cluster.journal.count({ operation: "run" })).toBe(0);
  });

  test("values of the wrong kind name the argument, send nothing, and leave the connection as it was", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const good = shop.run("before");
    const error = await errorOf((shop as unknown as Loose)["run"]?.(5) as Promise<unknown>);
    expect(error).toMatchObject({ code: "ARGUMENT", completed: "no" });
    expect(error.message).toContain("run argument 1");
    expect(await good).toBe("i1");
    expect(await shop.run("after")).toBe("i1");
  });

  test("lookups", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const lookup = orb.lookup.bind(orb) as unknown as (...args: unknown[]) => Promise<unknown>;
    for (const args of [
      [""],
      [5],
      [shopName, Shop, { balance: "always" }],
      [shopName, Shop, { timeout: 5 }],
      [shopName, Shop, { timeoutMs: 0 }],
      [shopName, Shop, { signal: 1 }],
    ]) {
      expect((await errorOf(lookup(...args))).completed ?? "no").toBe("no");
    }
    expect(cluster.journal.entries).toHaveLength(0);
  });
});

describe("12. feat(redis): options of the Orb", () => {
  test.each([
    [{ timeOutMs: 5 }, /unknown option "timeOutMs"; did you mean timeoutMs/],
    [{ enpoints: "a" }, /did you mean endpoints/],
    [{ failback: "always" }, /failback/],
    [{ loadBalancingPolicy: "ic-based-weighed" }, /ic-based-weighted/],
    [{ timeoutMs: 2 ** 31 }, /timeoutMs is 2147483648/],
    [{ maxConnectionsPerEndpoint: 0 }, /whole number from 1/],
    [{ retryBudget: { calls: -1 } }, /retryBudget/],
    [{ endpoints: "host:99999" }, /99999/],
    [{ endpoints: "a:1,,b:2" }, /./],
    [{ debug: "conection" }, /did you mean connection/],
    [{ addressMap: { "10.0.0.0/33": "a" } }, /33/],
  ])("%j", (options, message) => {
    expect(() => new Orb(options as never)).toThrow(message);
  });
});

describe("stubs", () => {
  test("are plain objects: no Proxy, awaitable, printable", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    expect(types.isProxy(shop)).toBe(false);
    expect(await Promise.resolve(shop)).toBe(shop);
    expect("then" in (shop as object)).toBe(false);
    expect(inspect(shop)).toContain("shop.Shop");
    expect(Object.prototype.toString.call(shop)).toBe("[object shop.Shop]");
    expect(() => JSON.stringify({ shop })).not.toThrow();
    expect(() => structuredClone(shop)).not.toThrow(RangeError);
    expect(Object.keys(shop)).toEqual([]);
    expect(typeof shop.run).toBe("function");
    await expect(
      (shop.run as (id: string) => Promise<unknown>).call({}, "a"),
    ).rejects.toBeInstanceOf(Error);
  });

  test("helpers are functions", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster);
    const { context, shop } = await shopIn(orb);
    const again = await context.lookup(shopName, Shop);
    expect(isSameObject(shop, again)).toBe(true);
    const Other = remoteInterface<{ whoami(): Promise<string | null> }>("shop.Other", {
      whoami: method([], java.string),
    });
    expect(await narrow(shop, Other).whoami()).toBe(context.member);
    const hurried = withOptions(shop, { timeoutMs: 30 });
    cluster.faults.next("run", { silence: "beforeExecute" });
    expect((await errorOf(hurried.run("a"))).code).toBe("TIMEOUT");
    expect(await hurried.run("b", { timeoutMs: 5_000 })).toBe(context.member);
    for (const wrong of [{}, null, undefined, 5]) {
      expect(() => referenceOf(wrong)).toThrow(ArgumentError);
      expect(() => narrow(wrong, Other)).toThrow(ArgumentError);
    }
    expect(() => withOptions(shop, { timeout: 1 } as never)).toThrow(/timeoutMs/);
  });
});

describe("events", () => {
  test("a throwing listener harms nobody, and is told", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster);
    const warnings = collect(orb, "warning");
    const names = [
      "connectionOpened",
      "connectionClosed",
      "requestSent",
      "replyReceived",
      "failover",
      "contextMoved",
      "endpointFailed",
      "endpointEjected",
      "clusterViewChanged",
      "rotationAdvanced",
    ] as const;
    for (const name of names) {
      orb.events.on(name, () => {
        throw new Error(`listener of ${name}`);
      });
    }
    const heard = collect(orb, "requestSent");
    const { shop } = await shopIn(orb);
    const first = await shop.run("a");
    await seenClosing(orb, first, () => cluster.member(first).crash());
    expect(await shop.run("b")).not.toBe(first);
    expect(heard.length).toBeGreaterThan(0);
    expect(
      warnings.some(
        ({ code, message }) => code === "LISTENER_THREW" && message.includes("requestSent"),
      ),
    ).toBe(true);
  });

  test("a throwing listener of warning does not come back to itself", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    for (const name of ["warning", "requestSent"] as const) {
      orb.events.on(name, () => {
        throw new Error("again");
      });
    }
    const { shop } = await shopIn(orb);
    expect(await shop.run("a")).toBe("i1");
  });
});

describe("explanations", () => {
  test("explain() tells members, health, shares and the last decisions; explain(stub) its candidates", async () => {
    await using cluster = await startShop([
      { name: "i1", weight: 100 },
      { name: "i2", weight: 300 },
    ]);
    await using orb = orbOf(cluster, { loadBalancingPolicy: "ic-based-weighted" });
    const { context, shop } = await shopIn(orb);
    const first = context.member;
    await seenClosing(orb, first, () => cluster.member(first).crash());
    await shop.run("a");
    const { clusters, decisions } = orb.explain();
    expect(clusters[0]).toMatchObject({ discovered: true, policy: "ic-based-weighted" });
    expect(clusters[0]?.members.map(({ plannedShare }) => plannedShare)).toEqual([0.25, 0.75]);
    expect(clusters[0]?.members.find(({ name }) => name === first)?.health).not.toBe("healthy");
    expect(decisions.at(-1)).toMatchObject({
      operation: "run",
      rule: "nothing-sent",
      decision: "next-endpoint",
    });
    const explained = orb.explain(shop);
    expect(explained).toMatchObject({
      kind: "stateless",
      routing: "context",
      member: context.member,
      forwarded: false,
    });
    expect(explained.candidates.some(({ excluded }) => excluded !== undefined)).toBe(true);
    expect(() => JSON.stringify(orb.explain())).not.toThrow();
  });

  test("describeConfiguration() names every option, its value and its origin", async () => {
    await using orb = new Orb({ endpoints: "a:1,b:2", timeoutMs: 5 });
    const rows = new Map(orb.describeConfiguration().map((row) => [row.name, row]));
    expect(rows.get("timeoutMs")).toMatchObject({ value: "5" });
    expect(rows.get("timeoutMs")?.origin).toContain("code");
    expect(rows.get("connectTimeoutMs")).toMatchObject({ value: "2000", origin: "default" });
    expect(rows.get("endpoints")?.value).toContain("a:1");
    expect(rows.size).toBeGreaterThan(20);
  });
});

describe("references as text", () => {
  test("IOR, corbaloc and corbaname lead to the object, without and with an interface", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const text = orb.objectToString(shop);
    expect(text).toMatch(/^IOR:[0-9a-f]+$/i);
    const again = await orb.stringToObject(text, Shop);
    expect(await again.run("a")).toMatch(/^i[12]$/);
    expect(isSameObject(shop, again)).toBe(true);
    const plain = await orb.stringToObject(text);
    const signature = { params: [java.string], result: java.string };
    expect(await orb.invoke(plain, "run", signature, ["b"])).toMatch(/^i[12]$/);
    const { host, port } = cluster.member("i1");
    const naming = await orb
      .stringToObject(`corbaname:iiop:1.2@${host}:${port}#SerialContextProvider`)
      .catch((error: unknown) => error);
    expect(naming).toBeDefined();
    const root = await orb.stringToObject(`corbaloc:iiop:1.2@${host}:${port}/NameService`);
    expect(orb.objectToString(root)).toMatch(/^IOR:/);
  });

  test("another Orb can use the text", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    await using other = new Orb({ endpoints: cluster.endpoints });
    const stub = await other.stringToObject(orb.objectToString(shop), Shop);
    expect(await stub.run("a")).toBe("i1");
  });

  test.each([
    "",
    "IOR:",
    "IOR:00",
    "IOR:zz",
    "corbaloc:",
    "corbaloc:rir:/NameService",
    "corbaname:rir:#a",
    "nonsense",
    "http://a",
  ])("%j ends in one error", async (text) => {
    await using orb = new Orb({ endpoints: "127.0.0.1:1" });
    const error = await errorOf(orb.stringToObject(text));
    expect(error.completed ?? "no").toBe("no");
  });

  test("invoke checks operation, signature and number of arguments", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const signature = { params: [java.string], result: java.string };
    expect(await orb.invoke(shop, "run", signature, ["a"])).toBe("i1");
    expect((await errorOf(orb.invoke(shop, "nothing", signature, ["a"]))).code).toBe(
      "BAD_OPERATION",
    );
    expect((await errorOf(orb.invoke(shop, "", signature, ["a"]))).code).toBe("ARGUMENT");
    expect((await errorOf(orb.invoke(shop, "run", signature, []))).code).toBe("ARGUMENT");
    expect((await errorOf(orb.invoke(shop, "run", {} as never, []))).code).toBe("ARGUMENT");
    expect((await errorOf(orb.invoke({}, "run", signature, ["a"]))).code).toBe("ARGUMENT");
    expect(
      (await errorOf(orb.invoke(shop, "run", signature, ["a"], { timeout: 1 } as never))).message,
    ).toContain("timeoutMs");
  });
});

test("ping: alive, dead, silent, and wrong", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"]);
  await using orb = orbOf(cluster);
  expect(await orb.ping(cluster.member("i1").endpoint)).toMatchObject({ alive: true });
  await cluster.member("i2").crash();
  expect(await orb.ping(cluster.member("i2").endpoint)).toMatchObject({ alive: false });
  cluster.member("i3").freeze();
  expect(await orb.ping(cluster.member("i3").endpoint, { timeoutMs: 50 })).toMatchObject({
    alive: false,
    message: "connected, and no answer",
  });
  const controller = new AbortController();
  const aborted = errorOf(orb.ping(cluster.member("i3").endpoint, { signal: controller.signal }));
  controller.abort("enough");
  expect(await aborted).toMatchObject({ code: "ABORTED", cause: "enough" });
  expect((await errorOf(orb.ping("::1:3700"))).code).toBe("ARGUMENT");
  expect((await errorOf(orb.ping("a", { timeout: 1 } as never))).message).toContain("timeoutMs");
});

test("170. [EJBCLIENT-490] Improve exception message when a channel closes", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  cluster.faults.next("run", { close: "beforeReply" });
  const error = await errorOf(shop.run("a"));
  expect(error).toMatchObject({
    operation: "run",
    endpoint: cluster.member("i1").endpoint,
    member: "i1",
    completed: "maybe",
  });
  expect(error.message).toMatch(/run at 127\.0\.0\.1:\d+ \(i1\).* after \d+ ms/);
  expect(error.attempts).toHaveLength(1);
  expect(error.elapsedMs).toBeGreaterThanOrEqual(0);
});
