// kill -9 under 100 calls a second on references obtained before, five times in turn; the executions are counted on disk.
import type { Failback, Orb } from "@remora/client";
import { expect, test } from "vitest";
import type { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { startJavaClient } from "../support/peers/glassfish-java-client.ts";
import { until } from "../support/peers/processes.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, longestGap, shownFailures } from "./support/load.ts";
import {
  expectExecutions,
  expectOnlyCallsInFlight,
  type Held,
  heldAt,
  knowsAll,
  oneMemberOf,
} from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

const perSecond = 100;
const returnLimitMs = 60_000;

function orbOf(cluster: GlassFishCluster, label: string, failback: Failback, wire?: WireLog): Orb {
  const orb = watchedOrb(label, {
    endpoints: endpointsOf(cluster),
    failback,
    ...(wire === undefined ? {} : { transport: wire }),
  });
  return orb;
}

test.each(["i1", "i2", "i3", "i1", "i2"].map((victim, at) => [at + 1, victim] as const))(
  "kill %i: %s",
  async (round, victim) => {
    const cluster = await glassFish();
    const { host, port } = cluster.instance(victim);
    await cluster.settled();
    const wire = new WireLog();
    await using orb = orbOf(cluster, "newContexts", "newContexts", wire);
    await using eagerOrb = orbOf(cluster, "eager", "eager");
    await using neverOrb = orbOf(cluster, "never", "never");
    const held = [await heldAt(orb, victim), await heldAt(orb, victim)] as const;
    const eager = await heldAt(eagerOrb, victim);
    const never = await heldAt(neverOrb, victim);

    await using load = new Load(perSecond, (n, id, options) =>
      (held[n % 4 < 2 ? 0 : 1] as Held).ledger.record(id, options),
    );
    await using eagerLoad = new Load(10, () => eager.greeter.whoami());
    await using neverLoad = new Load(10, () => never.greeter.whoami());
    await load.more(2 * perSecond);

    note(`kill ${victim}`);
    const killedAt = performance.now();
    await cluster.kill(victim);
    await load.more(3 * perSecond);
    const seconds: string[] = [];
    for (const each of [...held, eager, never]) {
      const second = await oneMemberOf(each);
      expect(second).not.toBe(victim);
      seconds.push(second);
    }

    note(`start ${victim}`);
    await cluster.startInstance(victim);
    await cluster.settled();
    note(`${victim} is back`);
    await knowsAll(orb, cluster);
    await load.more(perSecond);
    // A context stays on its second member, and new ones may get the one that came back.
    expect([await oneMemberOf(held[0]), await oneMemberOf(held[1])]).toEqual(seconds.slice(0, 2));
    await heldAt(orb, victim);
    await until("eager: back on the first member", returnLimitMs, async () => {
      return (await eager.greeter.whoami()) === victim;
    });
    expect(await oneMemberOf(eager)).toBe(victim);
    expect(await oneMemberOf(never)).toBe(seconds[3]);
    for (let i = 0; i < 20; i++) {
      expect((await neverOrb.createInitialContext()).member).not.toBe(victim);
    }

    const calls = await load.stop();
    const others = [...(await eagerLoad.stop()), ...(await neverLoad.stop())];
    const { replayed, ranThoughFailed } = await expectExecutions(cluster, calls);
    const gap = longestGap(calls, killedAt - 500, killedAt + 2_500);
    const closedAt = wire.firstClose(`${host}:${port}`, killedAt)?.at ?? Number.NaN;
    figure(
      `kill ${round} (${victim})`,
      `longest time without a success ${gap} ms (the socket closed ${Math.round(closedAt - killedAt)} ms after the signal); ${calls.length} calls, failed: ${shownFailures(calls)}` +
        ` (${ranThoughFailed} of them had run); marked calls run twice: ${replayed}`,
    );
    expectOnlyCallsInFlight(wire, calls, `${host}:${port}`);
    for (const { endedAt } of failedOf(calls)) expect(endedAt).toBeLessThan(killedAt + 1_000);
    expect(failedOf(others).map(({ error }) => error.message)).toEqual([]);
  },
);

test("beside it, the Java client", async () => {
  const cluster = await glassFish();
  await cluster.settled();
  const java = await startJavaClient(cluster, ["failover", "15", String(perSecond)]);
  const victim = await java.ready;
  // Three seconds of calls of ours elsewhere, so that the Java client is warm too.
  await using orb = orbOf(cluster, "beside Java", "newContexts");
  const elsewhere = cluster.instances.find(({ name }) => name !== victim);
  const held = await heldAt(orb, elsewhere?.name ?? "");
  await using load = new Load(perSecond, () => held.greeter.whoami());
  await load.more(3 * perSecond);
  await load.stop();
  await cluster.kill(victim);
  const { calls, failed, longestGapMs, errors } = await java.result;
  figure(
    `kill, the Java client (${victim})`,
    `longest time without a success ${longestGapMs} ms; ${calls} calls, failed ${failed}: ${JSON.stringify(errors)}`,
  );
  await cluster.startInstance(victim);
  await cluster.settled();
});
