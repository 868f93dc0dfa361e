import { java } from "@remora/protocol/internal";
import { describe, expect, test } from "vitest";
import { MockCluster } from "../mock-cluster.ts";
import { Greeter, greet, greeterCluster, greeterKey } from "../testing/greeter-cluster.ts";
import { RawClient } from "../testing/raw-client.ts";
import type { MockMonitoring } from "./mock-monitoring.ts";

interface Statistic {
  readonly count?: unknown;
  readonly current?: unknown;
  readonly lastsampletime: number;
}
interface Node {
  readonly exit_code: string;
  readonly extraProperties: {
    readonly entity: Readonly<Record<string, Statistic>>;
    readonly childResources: Readonly<Record<string, string>>;
  };
}

const pool = "thread-pool/orb/threadpool/thread-pool-1";

async function ask(monitoring: MockMonitoring, path: string): Promise<Node> {
  const answer = await fetch(`${monitoring.url}/monitoring/domain${path}.json`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Node;
}
async function entityOf(
  monitoring: MockMonitoring,
  member: string,
  path: string = pool,
): Promise<Readonly<Record<string, Statistic>>> {
  return (await ask(monitoring, `/${member}/${path}`)).extraProperties.entity;
}

test("the tree leads from the domain to every node by the names that the answers give", async () => {
  await using cluster = await greeterCluster({ monitoring: true });
  const { monitoring } = cluster;
  const domain = await ask(monitoring, "");
  expect(domain.exit_code).toBe("SUCCESS");
  expect(Object.keys(domain.extraProperties.childResources)).toEqual(["server", "i1", "i2"]);
  const leaves: string[] = [];
  const walk = async (url: string): Promise<void> => {
    const node = (await (await fetch(`${url}.json`)).json()) as Node;
    const below = Object.values(node.extraProperties.childResources);
    if (below.length === 0) leaves.push(url);
    for (const child of below) await walk(child);
  };
  await walk(domain.extraProperties.childResources["i1"] ?? "");
  const paths = leaves.map((url) => url.slice(`${monitoring.url}/monitoring/domain/i1/`.length));
  expect(paths.toSorted()).toEqual([
    "applications/shop/Cart/bean-pool",
    "applications/shop/Greeter/bean-pool",
    "jvm/memory",
    "jvm/operating-system",
    "thread-pool/orb/threadpool/thread-pool-1",
  ]);
});

test("true numbers: a call that runs is a busy thread, all that came are work items", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2"], monitoring: true });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  cluster.bind("java:global/shop/Greeter", Greeter, () => ({
    greet: async (who) => {
      await held;
      return who;
    },
    bulk: () => "",
    nothing: () => undefined,
  }));
  const idle = await entityOf(cluster.monitoring, "i1");
  expect([idle["currentbusythreads"]?.count, idle["totalworkitemsadded"]?.count]).toEqual([0, 0]);
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  const reply = greet(client, key, "Ada");
  await cluster.journal.waitFor({ operation: "greet" });
  const busy = await entityOf(cluster.monitoring, "i1");
  expect(busy["currentbusythreads"]?.count).toBe(1);
  expect(busy["numberofavailablethreads"]?.count).toBe(4);
  expect(busy["numberofworkitemsinqueue"]?.current).toBe(0);
  expect(busy["totalworkitemsadded"]?.count).toBe(cluster.member("i1").counts.requests);
  expect((await entityOf(cluster.monitoring, "i2"))["currentbusythreads"]?.count).toBe(0);
  release();
  expect(java.string.read((await reply).body)).toBe("Ada");
  expect((await entityOf(cluster.monitoring, "i1"))["currentbusythreads"]?.count).toBe(0);
});

describe("a script", () => {
  test("lies with any value, and stops lying", async () => {
    await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
    const { monitoring } = cluster;
    monitoring.set("i1", { busyThreads: -3, usedHeap: "much" });
    monitoring.set("i1", { queued: 7 });
    const lie = await entityOf(monitoring, "i1");
    expect(lie["currentbusythreads"]?.count).toBe(-3);
    expect(lie["numberofworkitemsinqueue"]?.current).toBe(7);
    const memory = await entityOf(monitoring, "i1", "jvm/memory");
    expect(memory["usedheapsize-count"]?.count).toBe("much");
    monitoring.clear("i1");
    expect((await entityOf(monitoring, "i1"))["currentbusythreads"]?.count).toBe(0);
  });

  test("freezes numbers with their time, which moves otherwise", async () => {
    await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
    const { monitoring } = cluster;
    const look = async (): Promise<readonly unknown[]> => {
      const { currentbusythreads: busy } = await entityOf(monitoring, "i1");
      return [busy?.count, busy?.lastsampletime];
    };
    const [first, second] = [await look(), await look()];
    expect(second[1]).toBeGreaterThan(first[1] as number);
    monitoring.set("i1", { busyThreads: 2 });
    monitoring.freeze("i1");
    const frozen = await look();
    monitoring.set("i1", { busyThreads: 5 });
    expect(await look()).toEqual(frozen);
    expect(frozen[0]).toBe(2);
    monitoring.thaw("i1");
    const thawed = await look();
    expect(thawed[0]).toBe(5);
    expect(thawed[1]).toBeGreaterThan(frozen[1] as number);
  });

  test("answers nothing, garbage, a status, late, or not at all until it is released", async () => {
    await using cluster = await MockCluster.start({ members: ["i1", "i2"], monitoring: true });
    const { monitoring } = cluster;
    const url = `${monitoring.url}/monitoring/domain/i1/${pool}.json`;
    const text = async (): Promise<string> => await (await fetch(url)).text();
    monitoring.behave("i1", "empty");
    const empty = await fetch(url);
    expect([empty.status, await empty.text()]).toEqual([500, ""]);
    monitoring.behave("i1", "garbage");
    expect(await text()).toBe("<html>{");
    monitoring.behave("i1", { status: 503 });
    expect((await fetch(url)).status).toBe(503);
    monitoring.behave("i1", { lagMs: 1 });
    expect(JSON.parse(await text())).toHaveProperty("exit_code", "SUCCESS");
    monitoring.behave("i1", "hang");
    const before = monitoring.requests.length;
    const late = text();
    await expect.poll(() => monitoring.requests.length, { timeout: 20_000 }).toBe(before + 1);
    // The others answer meanwhile.
    expect((await entityOf(monitoring, "i2"))["currentbusythreads"]?.count).toBe(0);
    monitoring.behave("i2", "empty");
    monitoring.behave("i1", "normal");
    expect(JSON.parse(await late)).toHaveProperty("exit_code", "SUCCESS");
  });

  test("wants the administrator", async () => {
    const monitoring = { user: "admin", password: "s3cret" };
    await using cluster = await MockCluster.start({ members: ["i1"], monitoring });
    const url = `${cluster.monitoring.url}/monitoring/domain.json`;
    const status = async (credentials?: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(credentials ?? "").toString("base64")}`;
      return (await fetch(url, credentials === undefined ? {} : { headers: { authorization } }))
        .status;
    };
    expect([await status(), await status("admin:wrong"), await status("admin:s3cret")]).toEqual([
      401, 401, 200,
    ]);
    expect(cluster.monitoring.requests.map((request) => request.withCredentials)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("names members that exist", async () => {
    await using cluster = await MockCluster.start({ members: ["i1"] });
    expect(() => cluster.monitoring).toThrow("monitoring was not started");
    const monitoring = await cluster.startMonitoring();
    await expect(cluster.startMonitoring()).rejects.toThrow("monitoring runs already");
    for (const act of [
      () => monitoring.set("i9", {}),
      () => monitoring.freeze("i9"),
      () => monitoring.thaw("i9"),
      () => monitoring.clear("i9"),
      () => monitoring.behave("i9", "empty"),
    ]) {
      expect(act).toThrow('no member "i9" among i1');
    }
  });
});

test("a member that is down cannot be asked, an unknown one has nothing, other paths are not found", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  const { monitoring } = cluster;
  await cluster.member("i1").crash();
  const get = (path: string): Promise<Response> => fetch(`${monitoring.url}${path}`);
  const down = await get("/monitoring/domain/i1/jvm/memory.json");
  expect([down.status, await down.text()]).toEqual([500, ""]);
  expect(await ask(monitoring, "/i9/jvm/memory")).toEqual({
    message: "",
    command: "Monitoring Data",
    exit_code: "SUCCESS",
  });
  await cluster.member("i1").start();
  const nothing = await get("/monitoring/domain/i1/jvm/nothing.json");
  expect([nothing.status, await nothing.text()]).toEqual([500, ""]);
  for (const path of ["/", "/monitoring/domain/%.json"]) expect((await get(path)).status).toBe(404);
});

test("the port closes with the cluster, questions that hang included", async () => {
  const cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  const { monitoring } = cluster;
  monitoring.behave("i1", "hang");
  const hanging = fetch(`${monitoring.url}/monitoring/domain/i1.json`).then(
    () => "answered",
    () => "cut",
  );
  await expect.poll(() => monitoring.requests.length, { timeout: 20_000 }).toBe(1);
  await cluster.close();
  expect(await hanging).toBe("cut");
  await expect(fetch(monitoring.url)).rejects.toThrow();
});
