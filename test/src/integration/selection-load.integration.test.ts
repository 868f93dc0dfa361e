// Policies that go by load: figures that real sources bring to an Orb, and what becomes of those that lie, freeze or stop.
import { callbackLoad, glassfishMonitoring, Orb, ownCounters, staticLoad } from "@remora/client";
import { sgd } from "@remora/cluster";
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { collect, nextEvent, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { bindShop, orbOf, Shop, shopName } from "../support/shop.ts";

assertNothingIsLeft();

/** Asks often, and waits long: no test depends on how fast this machine is. */
const pace = { intervalMs: 2, timeoutMs: 30_000 };

async function start(members: readonly string[] = ["i1", "i2", "i3"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members, monitoring: true });
  bindShop(cluster);
  return cluster;
}

/** The member reports this figure to the Orb from now on, and the Orb has heard it. */
async function reports(orb: Orb, cluster: MockCluster, member: string, busyThreads: number) {
  cluster.monitoring.set(member, { busyThreads, queued: 0 });
  await nextEvent(
    orb,
    "loadReported",
    (event) => event.member === member && event.figures["sessions"] === busyThreads,
  );
}

test("contexts follow the ORB threads that GlassFish's monitoring tells, and our own work counts between two reports", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, {
    selectionPolicy: {
      contexts: sgd({ method: "sessions", sessions: "reported" }),
      loadSources: [glassfishMonitoring({ url: cluster.monitoring.url, ...pace })],
    },
  });
  await orb.createInitialContext();
  for (const [member, busy] of [
    ["i1", 9],
    ["i2", 2],
    ["i3", 5],
  ] as const) {
    await reports(orb, cluster, member, busy);
  }
  const context = await orb.createInitialContext();
  expect(context.member).toBe("i2");
  const values = context.selection?.explanation.candidates.map(({ name, value }) => [name, value]);
  // Work of our own since a report may be on top of what was reported, never below it.
  expect(values?.map(([name]) => name)).toEqual(["i1", "i2", "i3"]);
  await reports(orb, cluster, "i2", 50);
  expect((await orb.createInitialContext()).member).toBe("i3");
});

test("a figure that lies is told and not believed: the member comes last, never first", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster, {
    selectionPolicy: {
      contexts: sgd({ method: "sessions", sessions: "reported", affinity: 0 }),
      loadSources: [glassfishMonitoring({ url: cluster.monitoring.url, ...pace })],
    },
  });
  await orb.createInitialContext();
  await reports(orb, cluster, "i1", 1);
  await reports(orb, cluster, "i2", 40);
  expect((await orb.createInitialContext()).member).toBe("i1");
  const lie = nextEvent(
    orb,
    "loadReported",
    ({ member, problems }) => member === "i1" && problems.length > 0,
  );
  cluster.monitoring.set("i1", { busyThreads: -1_000, queued: 0 });
  const { problems } = await lie;
  expect(problems.map(({ problem }) => problem)).toContain("is negative");
  for (let n = 0; n < 5; n++) expect((await orb.createInitialContext()).member).toBe("i2");
});

test("a source that fails, freezes or hangs leaves nobody out: old figures age, then our own contexts decide", async () => {
  await using cluster = await start(["i1", "i2"]);
  let clock = 1_000_000;
  await using orb = orbOf(cluster, {
    now: () => clock,
    selectionPolicy: {
      contexts: sgd({ method: "sessions", sessions: "reported", unreliableAfterMs: 10_000 }),
      loadSources: [
        callbackLoad(
          () => {
            if (clock > 1_000_000) throw new Error("the collector is away");
            return { i1: { sessions: 100 }, i2: { sessions: 1 } };
          },
          { intervalMs: 2 },
        ),
      ],
    },
  });
  const heard = nextEvent(orb, "loadReported", ({ member }) => member === "i2");
  const first = await orb.createInitialContext();
  await heard;
  for (let n = 0; n < 5; n++) expect((await orb.createInitialContext()).member).toBe("i2");
  const failed = nextEvent(orb, "loadSourceFailed", ({ failures }) => failures > 1);
  clock += 5_000;
  expect((await failed).message).toContain("the collector is away");
  // Half of the time has passed: the figures still count.
  expect((await orb.createInitialContext()).member).toBe("i2");
  clock += 5_000;
  // i2 has six contexts of ours, i1 at most one: by our own count i1 is next.
  expect((await orb.createInitialContext()).member).toBe("i1");
  expect(first.selection?.policy).toBe("sgd");
});

test("an agent that hangs costs no context a moment", async () => {
  await using cluster = await start(["i1", "i2"]);
  for (const name of ["i1", "i2"]) cluster.monitoring.behave(name, "hang");
  await using orb = orbOf(cluster, {
    selectionPolicy: {
      contexts: sgd({ method: "cpu" }),
      loadSources: [glassfishMonitoring({ url: cluster.monitoring.url, ...pace })],
    },
  });
  const members = new Set<string>();
  for (let n = 0; n < 4; n++) members.add((await orb.createInitialContext()).member);
  expect(members).toEqual(new Set(["i1", "i2"]));
  for (const name of ["i1", "i2"]) cluster.monitoring.behave(name, "normal");
});

test("the client's own counters: in flight, round trip, failures", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster, {
    selectionPolicy: {
      requests: sgd({ method: "sessions", sessions: "reported" }),
      loadSources: [ownCounters({ intervalMs: 2 })],
    },
  });
  const told = collect(orb, "loadReported");
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  await Promise.all([shop.read("a"), shop.read("b"), shop.read("c"), shop.read("d")]);
  const latest = (member: string) =>
    told.filter((event) => event.member === member).at(-1)?.figures;
  await until(
    () =>
      latest("i1")?.["roundTripMs"] !== undefined && latest("i2")?.["roundTripMs"] !== undefined,
    "both have a round trip",
  );
  expect(latest("i1")).toMatchObject({ sessions: 0, failures: 0 });
  await cluster.member("i1").crash();
  await Promise.all([shop.read("a"), shop.read("b"), shop.read("c"), shop.read("d")]);
  await until(() => Number(latest("i1")?.["failures"]) > 0, "a failure is counted");
  expect(latest("i2")?.["failures"]).toBe(0);
});

test("static numbers, and a member that nobody reports, which comes last", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, {
    selectionPolicy: {
      contexts: sgd({ method: "memory" }),
      loadSources: [staticLoad({ i1: { freeMemory: 250 }, i2: { freeMemory: 500 } })],
    },
  });
  const heard = nextEvent(orb, "loadReported", ({ member }) => member === "i2");
  await orb.createInitialContext();
  await heard;
  const context = await orb.createInitialContext();
  expect(context.member).toBe("i2");
  expect(context.selection?.explanation.candidates[2]).toMatchObject({
    name: "i3",
    outcome: "not chosen",
  });
});
