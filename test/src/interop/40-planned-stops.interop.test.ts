// asadmin stop-instance under 100 calls a second on references obtained before, five times in turn.
import { Orb } from "@remora/client";
import { expect, test } from "vitest";
import type { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { startJavaClient } from "../support/peers/glassfish-java-client.ts";
import { note, watchOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, longestGap, shownFailures } from "./support/load.ts";
import { expectExecutions, type Held, heldAt, knowsAll, oneMemberOf } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf } from "./support/shares.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

const perSecond = 100;

function orbOf(cluster: GlassFishCluster, label: string, wire?: WireLog): Orb {
  const orb = new Orb({
    endpoints: endpointsOf(cluster),
    ...(wire === undefined ? {} : { transport: wire }),
  });
  watchOrb(orb, label);
  return orb;
}

test.each(["i1", "i2", "i3", "i1", "i2"].map((victim, at) => [at + 1, victim] as const))(
  "planned stop %i: %s",
  async (round, victim) => {
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
  },
);

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
