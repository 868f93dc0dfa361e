// Selection policies on the real cluster: calls in flight, ORB threads through the load agent, drain before a stop.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { httpLoad, type Orb } from "@remora/client";
import { sgd } from "@remora/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { until } from "../support/peers/processes.ts";
import { Greeter, Ledger, names } from "./support/beans.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, shownFailures } from "./support/load.ts";
import { expectExecutions, heldAt, knowsAll } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { shownCounts } from "./support/shares.ts";

needsPeers();

const slowed = "i2";

/** Makes the beans of an instance sleep so many times longer; 1 is as it was. */
async function slowDown(
  cluster: GlassFishCluster,
  instance: string,
  factor: number,
): Promise<void> {
  const file = `${cluster.ledgerFile}.slow.${instance}`;
  if (factor === 1) await rm(file, { force: true });
  else await writeFile(file, `${factor}\n`);
}

/** So many callers, each with one call in flight, for so long; answers by instance. */
async function callersFor(
  greeter: Greeter,
  callers: number,
  milliseconds: number,
  millisInBean: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const end = performance.now() + milliseconds;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const name = await greeter.slow(millisInBean);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return counts;
}

const totalOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

describe("by calls in flight, with one instance ten times slower", () => {
  beforeAll(async () => {
    await slowDown(await glassFish(), slowed, 10);
  });
  afterAll(async () => {
    await slowDown(await glassFish(), slowed, 1);
  });

  test.each([1, 2, 3, 4, 5])(
    "run %i: the slow one gets a fifth at most, and no call is lost for it",
    async (run) => {
      const cluster = await glassFish();
      const greeterOf = async (orb: Orb): Promise<Greeter> => {
        await orb.createInitialContext();
        await knowsAll(orb, cluster);
        return await orb.lookup(names.greeter, Greeter, { balance: "request" });
      };
      await using plain = watchedOrb("plain", { endpoints: endpointsOf(cluster) });
      await using inFlight = watchedOrb("in flight", {
        endpoints: endpointsOf(cluster),
        selectionPolicy: { requests: sgd({ method: "sessions" }) },
      });
      const unbalanced = await callersFor(await greeterOf(plain), 64, 1_500, 10);
      const balanced = await callersFor(await greeterOf(inFlight), 64, 1_500, 10);
      const share = (balanced.get(slowed) ?? 0) / totalOf(balanced);
      figure(
        `in flight, run ${run}`,
        `share of ${slowed} ${share.toFixed(3)}; ${totalOf(balanced)} calls, by the rotation ${totalOf(unbalanced)}; ${shownCounts(Object.fromEntries(balanced))}`,
      );
      expect(share).toBeLessThanOrEqual(0.2);
      expect(totalOf(balanced)).toBeGreaterThanOrEqual(totalOf(unbalanced));
    },
  );
});

/** The example's agent in front of the administration server, as its own process. */
async function startAgent(
  cluster: GlassFishCluster,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { adminPort } = cluster;
  const child = spawn(
    process.execPath,
    [
      ...["--conditions", "@remora/source", "--import", "tsx", "examples/src/load-agent.ts"],
      ...["--glassfish", `http://127.0.0.1:${adminPort}`, "--listen", "127.0.0.1:0"],
      ...["--interval", "500"],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      note(`agent: ${line}`);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line.replace(`:${adminPort}`, "")) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`the agent ended with ${code}`)));
  });
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test("by ORB threads through the agent: the chosen member is the best of the figures at that moment", async () => {
  const cluster = await glassFish();
  const levels = "configs.config.c1-config.monitoring-service.module-monitoring-levels";
  await cluster.admin("set", {
    DEFAULT: ["orb", "thread-pool", "jvm"].map((module) => `${levels}.${module}=HIGH`),
  });
  const agent = await startAgent(cluster);
  try {
    await using orb = watchedOrb("by threads", {
      endpoints: endpointsOf(cluster),
      selectionPolicy: {
        contexts: sgd({ method: "sessions", sessions: "reported", affinity: 0 }),
        loadSources: [httpLoad({ url: `${agent.url}/load`, intervalMs: 250 })],
      },
    });
    const busy = new Map<string, number>();
    let reports = 0;
    orb.events.on("loadReported", ({ member, figures }) => {
      const { sessions } = figures as { readonly sessions?: number };
      const weight = cluster.instances.find(({ name }) => name === member)?.weight;
      if (sessions === undefined || weight === undefined) return;
      // The rule of the document: sessions × 100 / weighting, the lowest is best.
      busy.set(member, (sessions * 100) / weight);
      reports += 1;
    });
    await orb.createInitialContext();
    await knowsAll(orb, cluster);
    await until("all instances are reported", 60_000, () => busy.size === 3);
    // A load that wanders from instance to instance, so that the best one changes.
    await using others = watchedOrb("load", { endpoints: endpointsOf(cluster) });
    const held = new Map<string, Greeter>();
    for (const { name } of cluster.instances) held.set(name, (await heldAt(others, name)).greeter);
    let ended = false;
    const wandering = (async (): Promise<void> => {
      for (let turn = 0; !ended; turn++) {
        const name = cluster.instances[turn % 3]?.name ?? "";
        const greeter = held.get(name) as Greeter;
        await Promise.all(Array.from({ length: 12 + 6 * (turn % 2) }, () => greeter.slow(1_200)));
      }
    })();
    const chosen: { readonly member: string; readonly figures: Record<string, number> }[] = [];
    try {
      for (let decision = 0; decision < 60; decision++) {
        const seen = reports;
        await until("the next reports", 60_000, () => reports >= seen + 3, 10);
        const figures = Object.fromEntries(busy);
        const context = await orb.createInitialContext();
        // Closed at once: then only what is reported counts, nothing of our own.
        context.close();
        chosen.push({ member: context.selection?.chosen[0]?.name ?? "", figures });
      }
    } finally {
      ended = true;
      await wandering;
    }
    const best = chosen.filter(
      ({ member, figures }) => figures[member] === Math.min(...Object.values(figures)),
    );
    const busiest = Math.max(...chosen.flatMap(({ figures }) => Object.values(figures)));
    figure(
      "by ORB threads",
      `${best.length} of ${chosen.length} decisions fell on the best of the figures; highest load ${busiest.toFixed(1)}; members ${[...new Set(chosen.map(({ member }) => member))].sort().join(", ")}`,
    );
    expect(best.length).toBeGreaterThanOrEqual(0.95 * chosen.length);
    // The load was seen, and the choice followed it.
    expect(busiest).toBeGreaterThan(5);
    expect(new Set(chosen.map(({ member }) => member)).size).toBeGreaterThan(1);
  } finally {
    await agent.stop();
    await cluster.admin("set", {
      DEFAULT: ["orb", "thread-pool", "jvm"].map((module) => `${levels}.${module}=OFF`),
    });
  }
});

test("an instance that is drained before its planned stop fails no call, marked or not", async () => {
  const cluster = await glassFish();
  const victim = "i3";
  await cluster.settled();
  await using orb = watchedOrb("drain", { endpoints: endpointsOf(cluster) });
  const held = await heldAt(orb, victim);
  const balanced = await orb.lookup(names.ledger, Ledger, { balance: "request" });
  await using load = new Load(100, (n, id, options) =>
    (n % 4 < 2 ? held.ledger : balanced).record(id, options),
  );
  await load.more(200);
  const drainedAt = performance.now();
  note(`drain ${victim}`);
  expect(await orb.drain(victim, { timeoutMs: 10_000 })).toBe(true);
  const emptyAt = performance.now();
  note(`stop ${victim}`);
  await cluster.stopInstance(victim);
  await load.more(300);
  note(`start ${victim}`);
  await cluster.startInstance(victim);
  await cluster.settled();
  await knowsAll(orb, cluster);
  await load.more(100);
  const during = load.calls.length;
  orb.undrain(victim);
  await load.more(200);
  const calls = await load.stop();
  await expectExecutions(cluster, calls);
  const at = (call: { readonly answer: string | undefined }): boolean => call.answer === victim;
  const whileDrained = calls
    .slice(0, during)
    .filter((call) => at(call) && call.startedAt > emptyAt);
  figure(
    "drain before a planned stop",
    `${calls.length} calls, failed: ${shownFailures(calls)}; empty after ${Math.round(emptyAt - drainedAt)} ms; calls on ${victim} while drained ${whileDrained.length}, after undrain ${calls.slice(during).filter(at).length}`,
  );
  expect(failedOf(calls)).toEqual([]);
  expect(whileDrained).toEqual([]);
  expect(calls.slice(during).some(at)).toBe(true);
});
