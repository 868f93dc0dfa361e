import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ConfigurationError,
  type GlassFishMonitoringOptions,
  glassfishMonitoring,
} from "@remora/client";
import { Echo, echoServant, MockCluster, type ScriptedNumbers } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { until } from "../support/events.ts";
import { RecordingHost, running } from "../support/load-host.ts";

const mebibyte = 1_048_576;

/** Asks often, and waits long: no test depends on how fast this machine is. */
const pace = { intervalMs: 2, timeoutMs: 30_000 };

async function start(options: Partial<GlassFishMonitoringOptions> = {}, ...names: string[]) {
  const members = names.length === 0 ? ["i1", "i2"] : names;
  const cluster = await MockCluster.start({ members, monitoring: true });
  const { monitoring } = cluster;
  const host = new RecordingHost(...members);
  const source = glassfishMonitoring({ url: monitoring.url, ...pace, ...options });
  const run = running(source, host);
  return {
    cluster,
    monitoring,
    host,
    source,
    async [Symbol.asyncDispose](): Promise<void> {
      run[Symbol.dispose]();
      await cluster.close();
    },
  };
}

test("busy and queued threads, work and heap become figures of each member", async () => {
  await using test = await start();
  test.monitoring.set("i1", {
    busyThreads: 3,
    queued: 4,
    usedHeap: 100 * mebibyte,
    maxHeap: 320 * mebibyte,
  });
  const { figures } = await test.host.next("i1", (report) => report.figures["sessions"] === 7);
  expect(figures).toMatchObject({
    busyThreads: 3,
    queuedRequests: 4,
    sessions: 7,
    freeMemory: 220 * mebibyte,
  });
  expect((await test.host.next("i2")).figures).toMatchObject({ busyThreads: 0, sessions: 0 });
  // The growth of work, from the second look on; none came.
  const { figures: later } = await test.host.next(
    "i2",
    (one) => "requestsPerSecond" in one.figures,
  );
  expect(later["requestsPerSecond"]).toBe(0);
  test.monitoring.set("i2", { totalWorkItems: 1_000 });
  await test.host.next("i2", (report) => (report.figures["requestsPerSecond"] as number) > 0);
  expect(test.host.failures).toEqual([]);
});

test("figures, bean pools and a stand-in for the processors, as wanted", async () => {
  const wanted = {
    figures: ["sessions"],
    beanPools: ["shop/Cart", "shop/Stock"],
    cpuFrom: "busyThreads",
    availableThreads: 20,
  } as const;
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  for (const name of ["Cart", "Stock"]) cluster.bind(`java:global/shop/${name}`, Echo, echoServant);
  cluster.monitoring.set("i1", { busyThreads: 5, beansInPool: 8, threadsWaiting: 1 });
  const host = new RecordingHost("i1");
  const { url } = cluster.monitoring;
  using _ = running(glassfishMonitoring({ url, ...pace, ...wanted }), host);
  expect((await host.next("i1")).figures).toEqual({
    sessions: 5,
    idlePercent: 75,
    pooledBeans: 16,
    waitingForBeans: 2,
  });
  // Nobody wanted the heap.
  expect(cluster.monitoring.requests.filter(({ path }) => path.includes("memory"))).toEqual([]);
});

test("without a number of threads the pool's maximum is the measure, else its present size", async () => {
  await using test = await start({ cpuFrom: "busyThreads" }, "i1");
  const idleWith = async (numbers: ScriptedNumbers, idlePercent: number): Promise<unknown> => {
    test.monitoring.set("i1", numbers);
    return await test.host.next("i1", ({ figures }) => figures["idlePercent"] === idlePercent);
  };
  // 3 of the 200 of a new domain.
  await idleWith({ busyThreads: 3, availableThreads: 1 }, 98.5);
  await idleWith({ maxThreads: 12 }, 75);
  await idleWith({ maxThreads: undefined }, 25);
  await idleWith({ maxThreads: "many", busyThreads: 4, availableThreads: 12 }, 75);
  // More threads than the maximum, which was lowered while it ran.
  await idleWith({ maxThreads: 8, busyThreads: 2, availableThreads: 8 }, 80);
});

test("members whose instances have other names, and all instances of a domain", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2"], monitoring: true });
  const { url } = cluster.monitoring;
  cluster.monitoring.set("i2", { busyThreads: 9 });
  const named = new RecordingHost("app1:3700");
  using _ = running(glassfishMonitoring({ url, ...pace, instances: { "app1:3700": "i2" } }), named);
  expect((await named.next("app1:3700")).figures["sessions"]).toBe(9);
  const all = new RecordingHost();
  using __ = running(glassfishMonitoring({ url, ...pace, instances: "all" }), all);
  await all.next("i2");
  expect(new Set(all.reports.map(({ member }) => member))).toEqual(new Set(["i1", "i2"]));
  expect(all.failures).toEqual([]);
});

test("names that lead nowhere are told, and nobody is asked for them", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2"], monitoring: true });
  const { url, requests } = cluster.monitoring;
  const unnamed = new RecordingHost("app1:3700", "i2");
  using _ = running(glassfishMonitoring({ url, ...pace }), unnamed);
  expect(await unnamed.nextFailure()).toBe(
    "app1:3700: has no name of an instance: turn discovery on, or give the option instances",
  );
  await unnamed.next("i2");
  const unknown = new RecordingHost("i7");
  using ____ = running(glassfishMonitoring({ url, ...pace }), unknown);
  expect(await unknown.nextFailure()).toMatch(
    /^i7: http:.*\/domain\/i7\/.*\.json: the domain has no such instance$/,
  );
  const stranger = new RecordingHost("app1:3700");
  using __ = running(glassfishMonitoring({ url, ...pace, instances: ["i1"] }), stranger);
  expect(await stranger.nextFailure()).toBe(
    `${url}: the option instances leads to "i1" and to none of the members "app1:3700"`,
  );
  // Of a domain with several clusters an Orb asks for its own members.
  const own = new RecordingHost("i2");
  using ___ = running(glassfishMonitoring({ url, ...pace, instances: "all" }), own);
  await own.next("i2");
  expect(own.reports.every(({ member }) => member === "i2")).toBe(true);
  expect(requests.some(({ member }) => member === "i1")).toBe(false);
});

describe("what goes wrong", () => {
  test("a lie goes on as it came, and never looks better than the truth", async () => {
    await using test = await start({}, "i1");
    const lies = [
      [
        { busyThreads: -5, queued: 7 },
        { busyThreads: -5, sessions: -5 },
      ],
      [
        { busyThreads: "7", queued: 0 },
        { busyThreads: "7", sessions: "7" },
      ],
      [
        { busyThreads: 1, queued: -1 },
        { busyThreads: 1, queuedRequests: -1, sessions: -1 },
      ],
      [
        { busyThreads: 0, queued: 0, usedHeap: -9 },
        { sessions: 0, freeMemory: -9 },
      ],
      [{ usedHeap: 9, maxHeap: 5 }, { freeMemory: -4 }],
    ] as const;
    for (const [lie, told] of lies) {
      test.monitoring.set("i1", lie);
      const names = Object.entries(told);
      await test.host.next("i1", ({ figures }) =>
        names.every(([name, value]) => figures[name] === value),
      );
    }
    // A heap without limit has no free part.
    test.monitoring.set("i1", { usedHeap: 9, maxHeap: -1 });
    await test.host.next("i1", ({ figures }) => !("freeMemory" in figures));
  });

  test("numbers that stand still with their time are told and not reported, so that they grow old", async () => {
    await using test = await start();
    await test.host.next("i1");
    test.monitoring.set("i1", { busyThreads: 2 });
    test.monitoring.freeze("i1");
    const message = await test.host.nextFailure("stand still");
    expect(message).toContain(
      "i1: the numbers stand still: they were taken at the same time as those before, and grow older",
    );
    const of = (name: string): number =>
      test.host.reports.filter(({ member }) => member === name).length;
    const heard = of("i1");
    for (let n = 0; n < 5; n++) await test.host.next("i2");
    expect(of("i1")).toBe(heard);
    test.monitoring.thaw("i1");
    test.monitoring.set("i1", { busyThreads: 7 });
    await test.host.next("i1", ({ figures }) => figures["busyThreads"] === 7);
  });

  test("who has left and comes back is reported anew, its numbers moving or not", async () => {
    await using test = await start();
    test.monitoring.freeze("i1");
    await test.host.next("i1");
    await test.host.nextFailure("stand still");
    test.host.names = ["i2"];
    await test.host.next("i2");
    await test.host.next("i2");
    test.host.names = ["i1", "i2"];
    await test.host.next("i1");
  });

  test("a late answer is waited for", async () => {
    await using test = await start();
    test.monitoring.behave("i1", { lagMs: 20 });
    test.monitoring.set("i1", { busyThreads: 6 });
    await test.host.next("i1", ({ figures }) => figures["sessions"] === 6);
    expect(test.host.failures).toEqual([]);
  });

  test("an instance that hangs costs its own figures only, is told, and comes back", async () => {
    await using test = await start({ timeoutMs: 500 });
    test.monitoring.behave("i1", "hang");
    const { url } = test.monitoring;
    const message = await test.host.nextFailure();
    expect(message).toMatch(/^i1: http:\/\/127\.0\.0\.1:\d+\/monitoring\/domain\/i1\/.*\.json: /);
    expect(message).toContain("no answer within 500 ms");
    expect(message.startsWith(`i1: ${url}`)).toBe(true);
    await test.host.next("i2");
    test.monitoring.behave("i1", "normal");
    await test.host.next("i1");
  });

  test("switched off: the message says what to run, once for all instances", async () => {
    await using test = await start();
    test.monitoring.behave("i1", "empty");
    test.monitoring.behave("i2", "empty");
    const message = await test.host.nextFailure("i1, i2: ");
    expect(message).toBe(
      `i1, i2: ${test.monitoring.url} has no thread-pool and jvm numbers: the instance is down, or monitoring is ` +
        "switched off; run asadmin set " +
        "configs.config.CONFIG.monitoring-service.module-monitoring-levels.thread-pool=HIGH " +
        "configs.config.CONFIG.monitoring-service.module-monitoring-levels.jvm=HIGH " +
        "with the name of the instance's configuration for CONFIG",
    );
    expect(await test.host.nextFailure("in a row")).toMatch(/\(\d+ in a row\)$/);
  });

  test("a pool that no bean has is the EJB container's level", async () => {
    await using test = await start({ figures: ["sessions"], beanPools: ["shop/Nobody"] }, "i1");
    const message = await test.host.nextFailure();
    expect(message).toContain("has no ejb-container numbers");
    expect(message).toContain("module-monitoring-levels.ejb-container=HIGH");
    // What is there is reported all the same.
    expect((await test.host.next("i1")).figures).toEqual({ sessions: 0 });
  });

  test.each([500, 404, 410, 204])(
    "status %i of one instance is told as numbers that are missing",
    async (status) => {
      await using test = await start();
      test.monitoring.behave("i2", { status });
      expect(await test.host.nextFailure()).toContain("i2: ");
      expect(await test.host.nextFailure()).toContain("the instance is down, or monitoring");
      await test.host.next("i1");
    },
  );

  test("a dead instance is told, the others go on", async () => {
    await using test = await start();
    await test.cluster.member("i1").crash();
    expect(await test.host.nextFailure("i1: ")).toContain("the instance is down");
    await test.host.next("i2");
    await test.cluster.member("i1").start();
    await test.host.next("i1");
  });

  test("garbage, a busy server, a foreign server", async () => {
    await using test = await start({ figures: ["freeMemory"] }, "i1");
    const place = `${test.monitoring.url}/monitoring/domain/i1/jvm/memory.json`;
    test.monitoring.behave("i1", "garbage");
    expect(await test.host.nextFailure("JSON")).toContain(`i1: ${place}: answers no JSON`);
    test.monitoring.behave("i1", { status: 503 });
    expect(await test.host.nextFailure("503")).toContain(`i1: ${place}: answers 503`);
    test.monitoring.behave("i1", { status: 302 });
    expect(await test.host.nextFailure("302")).toContain(`i1: ${place}: answers 302`);
  });

  test.each([
    ["{}", "answers JSON that is not GlassFish's"],
    ['{ "extraProperties": [] }', "answers JSON that is not GlassFish's"],
    ['{ "exit_code": "SUCCESS" }', "the domain has no such instance"],
    ['{ "extraProperties": { "entity": 3, "childResources": "x" } }', "the instance is down, or"],
  ])("a server that answers %s", async (body, message) => {
    const server = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = new RecordingHost("i1");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    using _ = running(glassfishMonitoring({ url, ...pace, figures: ["freeMemory"] }), host);
    expect(await host.nextFailure()).toContain(message);
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });

  test("nobody listens", async () => {
    await using test = await start();
    await test.monitoring.close();
    expect(await test.host.nextFailure("ECONNREFUSED")).toMatch(/^i1: http.*ECONNREFUSED/);
  });
});

describe("the administrator", () => {
  async function withPassword(options: Partial<GlassFishMonitoringOptions>) {
    const monitoring = { user: "admin", password: "s3cr3t-ü" };
    const cluster = await MockCluster.start({ members: ["i1", "i2"], monitoring });
    const host = new RecordingHost("i1", "i2");
    const { url } = cluster.monitoring;
    const run = running(glassfishMonitoring({ url, ...pace, ...options }), host);
    return {
      host,
      url,
      async [Symbol.asyncDispose](): Promise<void> {
        run[Symbol.dispose]();
        await cluster.close();
      },
    };
  }

  test("is let in", async () => {
    await using test = await withPassword({ user: "admin", password: "s3cr3t-ü" });
    await test.host.next("i1");
    expect(test.host.failures).toEqual([]);
  });

  test("is missing", async () => {
    await using test = await withPassword({});
    expect(await test.host.nextFailure()).toBe(
      `i1, i2: ${test.url}: answers 401: it wants the administrator's user and password`,
    );
  });

  test("has another password, which no message shows", async () => {
    await using test = await withPassword({ user: "admin", password: "wr0ng-one" });
    await test.host.nextFailure("in a row");
    expect(test.host.failures[0]).toBe(
      `i1, i2: ${test.url}: answers 401: the user or the password is wrong`,
    );
    const encoded = Buffer.from("admin:wr0ng-one").toString("base64");
    const all = test.host.failures.join("\n");
    expect(all.includes("wr0ng-one") || all.includes(encoded)).toBe(false);
  });

  test("is warned once of a password that would go unencrypted to another machine", async () => {
    const monitoring = { user: "admin", password: "s3cr3t" };
    await using cluster = await MockCluster.start({ members: ["i1"], monitoring });
    const host = new RecordingHost("i1");
    // This machine, under an address that says nothing of it.
    const url = cluster.monitoring.url.replace("127.0.0.1", "0.0.0.0");
    const source = glassfishMonitoring({ url, ...monitoring, ...pace });
    expect(source.name).toBe(`glassfishMonitoring ${url}`);
    using _ = running(source, host);
    expect(host.failures).toEqual([
      `${url}: the administrator's password goes there unencrypted; give an https:// address`,
    ]);
    await host.next("i1");
    await host.next("i1");
    expect(host.failures.length).toBe(1);
  });
});

test("stopping ends the question under way", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  const { monitoring } = cluster;
  monitoring.behave("i1", "hang");
  const host = new RecordingHost("i1");
  const stop = glassfishMonitoring({ url: monitoring.url }).start(host);
  await until(() => monitoring.requests.length === 2, "both nodes were asked for");
  stop();
  monitoring.behave("i1", "normal");
  await until(() => monitoring.openConnections === 0, "the connections have ended");
  expect(monitoring.requests.length).toBe(2);
  expect(host.reports).toEqual([]);
  expect(host.failures).toEqual([]);
});

test.each([
  [{}, "glassfishMonitoring: option url is missing"],
  [{ url: "admin:4848" }, "glassfishMonitoring: option url is wrong; accepted: an address that"],
  [{ url: "http://admin:s3cr3t@a:4848" }, "glassfishMonitoring: option url is wrong"],
  [{ user: "admin" }, "glassfishMonitoring: user is given and password is not"],
  [{ password: "s3cr3t" }, "glassfishMonitoring: password is given and user is not"],
  [{ user: "a:b", password: "s3cr3t" }, 'option user is "a:b"; accepted: a name without colon'],
  [{ password: 17_171 }, "glassfishMonitoring: option password is wrong; accepted: a text"],
  [{ intervall: 3 }, 'glassfishMonitoring: unknown option "intervall"; did you mean intervalMs?'],
  [{ figures: ["freeMemmory"] }, 'not "freeMemmory" (did you mean "freeMemory"?)'],
  [{ beanPools: ["Cart"] }, 'accepted: a list of "application/Bean"'],
  [{ cpuFrom: "load" }, 'option cpuFrom is "load"; accepted: "busyThreads"'],
  [{ availableThreads: 5 }, 'availableThreads is used only with cpuFrom: "busyThreads"'],
  [{ instances: "some" }, 'option instances is "some"; accepted: "all", a list of names'],
  [{ timeoutMs: 0 }, "option timeoutMs is 0; accepted: a number of milliseconds from 1"],
])("options %o are refused", (options, message) => {
  const url = Object.keys(options).length === 0 ? {} : { url: "http://admin:4848" };
  const make = (): unknown => glassfishMonitoring({ ...url, ...options } as never);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
  expect(make).not.toThrow(/s3cr3t|17171|17_171/);
});
