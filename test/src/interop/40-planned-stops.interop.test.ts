// asadmin stop-instance under 100 calls a second on references obtained before, five times in turn.
import type { Orb } from "@remora/client";
import { expect, test } from "vitest";
import type { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { startJavaClient } from "../support/peers/glassfish-java-client.ts";
import { until } from "../support/peers/processes.ts";
import { Greeter, names } from "./support/beans.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, longestGap, shownFailures } from "./support/load.ts";
import { expectExecutions, type Held, heldAt, knowsAll, oneMemberOf } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf, expectShares, shownCounts } from "./support/shares.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

const perSecond = 100;

function orbOf(cluster: GlassFishCluster, label: string, wire?: WireLog): Orb {
  const orb = watchedOrb(label, {
    endpoints: endpointsOf(cluster),
    ...(wire === undefined ? {} : { transport: wire }),
  });
  return orb;
}

function plannedStop(round: number, victim: string): void {
  test(`planned stop ${round}: ${victim}`, async () => {
    const cluster = await glassFish();
    const { host, port } = cluster.instance(victim);
    await cluster.settled();
    const wire = new WireLog();
    await using orb = orbOf(cluster, "stop", wire);
    const held = [await heldAt(orb, victim), await heldAt(orb, victim)] as const;
    await using load = new Load(perSecond, (n, id, options) =>
      (held[n % 4 < 2 ? 0 : 1] as Held).ledger.record(id, options),
    );
    await load.more(2 * perSecond);

    note(`stop ${victim}`);
    const stoppedAt = performance.now();
    await cluster.stopInstance(victim);
    const goneAt = performance.now();
    await load.more(3 * perSecond);
    const seconds = [await oneMemberOf(held[0]), await oneMemberOf(held[1])];
    expect(seconds).not.toContain(victim);

    note(`start ${victim}`);
    await cluster.startInstance(victim);
    await cluster.settled();
    note(`${victim} is back`);
    await knowsAll(orb, cluster);
    await load.more(perSecond);
    expect([await oneMemberOf(held[0]), await oneMemberOf(held[1])]).toEqual(seconds);
    await heldAt(orb, victim);

    const calls = await load.stop();
    const { replayed, ranThoughFailed } = await expectExecutions(cluster, calls);
    const gap = longestGap(calls, stoppedAt - 500, goneAt + 2_500);
    const answered = wire.entries.filter(
      (entry) =>
        entry.endpoint === `${host}:${port}` && entry.at >= stoppedAt && entry.at <= goneAt,
    );
    const refusals = answered.filter(
      (entry) => entry.kind === "reply" && entry.status === 2,
    ).length;
    figure(
      `planned stop ${round} (${victim})`,
      `longest time without a success ${gap} ms; ${calls.length} calls, failed: ${shownFailures(calls)}` +
        ` (${ranThoughFailed} of them had run); system exceptions from it ${refusals}; marked calls run twice: ${replayed}`,
    );
    for (const { marked, error, startedAt } of failedOf(calls)) {
      expect({ marked, code: error.code, completed: error.completed }, error.message).toEqual({
        marked: false,
        code: "UNKNOWN",
        completed: "maybe",
      });
      expect(error.member).toBe(victim);
      expect(startedAt).toBeLessThan(goneAt);
    }
  });
}

/** What each server says of weights in the updates of its replies, asked without the client under test. */
async function toldWeights(cluster: GlassFishCluster): Promise<string> {
  const lines: string[] = [];
  for (const { name } of cluster.instances) {
    const { members } = await cluster.probe(name);
    const shown = members.map((member) => `${member.name} ${member.weight}`).sort();
    lines.push(`${name} says ${shown.join(", ")}`);
  }
  return lines.join("; ");
}

/** What 600 calls by weight do, once the Orb counts a weight for i1. */
async function sharesWith(
  cluster: GlassFishCluster,
  weight: number,
): Promise<Record<string, number>> {
  await using orb = watchedOrb(`weight ${weight}`, {
    endpoints: endpointsOf(cluster),
    loadBalancingPolicy: "ic-based-weighted",
  });
  const greeter = await orb.lookup(names.greeter, Greeter, { balance: "request" });
  await until(
    `the Orb counts ${weight} for i1`,
    30_000,
    async () => {
      await greeter.whoami();
      const members = orb.explain().clusters[0]?.members ?? [];
      return members.find(({ name }) => name === "i1")?.weight === weight;
    },
    1,
  );
  const answers: string[] = [];
  for (let i = 0; i < 600; i++) answers.push(await greeter.whoami());
  const counts = countsOf(answers);
  expectShares(counts, { i1: weight, i2: 200, i3: 300 });
  return counts;
}

test("lb-weight of i1 becomes 700: nobody tells it while i1 runs on", async () => {
  const cluster = await glassFish();
  figure("weights as told at first", await toldWeights(cluster));
  await cluster.setWeight("i1", 700);
  figure("weights as told after lb-weight of i1 became 700", await toldWeights(cluster));
  figure("600 calls by weight then", shownCounts(await sharesWith(cluster, 100)));
});

plannedStop(1, "i1");

test("after its start i1 tells it, the others do not, and its own word counts", async () => {
  const cluster = await glassFish();
  figure("weights as told after i1 was started again", await toldWeights(cluster));
  figure("600 calls by weight then", shownCounts(await sharesWith(cluster, 700)));
  // Told after the next start of i1, below.
  await cluster.setWeight("i1", 100);
});

plannedStop(2, "i2");
plannedStop(3, "i3");
plannedStop(4, "i1");
plannedStop(5, "i2");

test("lb-weight of i1 is as it was", async () => {
  const cluster = await glassFish();
  figure("weights as told at the end", await toldWeights(cluster));
  await sharesWith(cluster, 100);
});

test("beside it, the Java client", async () => {
  const cluster = await glassFish();
  await cluster.settled();
  const java = await startJavaClient(cluster, ["failover", "20", String(perSecond)]);
  const victim = await java.ready;
  // Three seconds of calls of ours elsewhere, so that the Java client is warm too.
  await using orb = orbOf(cluster, "beside Java");
  const elsewhere = cluster.instances.find(({ name }) => name !== victim);
  const held = await heldAt(orb, elsewhere?.name ?? "");
  await using load = new Load(perSecond, () => held.greeter.whoami());
  await load.more(3 * perSecond);
  const seen = countsOf((await load.stop()).map(({ answer }) => answer ?? "failed"));
  expect(Object.keys(seen)).toEqual([elsewhere?.name]);
  await cluster.stopInstance(victim);
  const { calls, failed, longestGapMs, errors } = await java.result;
  figure(
    `planned stop, the Java client (${victim})`,
    `longest time without a success ${longestGapMs} ms; ${calls} calls, failed ${failed}: ${JSON.stringify(errors)}`,
  );
  await cluster.startInstance(victim);
  await cluster.settled();
});
