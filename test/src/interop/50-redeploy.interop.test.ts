// asadmin redeploy under load: every object key changes, and the same references go on.
import { expect, test } from "vitest";
import { Clock, names } from "./support/beans.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, longestGap, shownFailures } from "./support/load.ts";
import { expectExecutions, type Held, heldAt } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";

needsPeers();

const perSecond = 100;

test("failures only while the application is away, none afterwards, with the same references", async () => {
  const cluster = await glassFish();
  await using orb = watchedOrb("redeploy", { endpoints: endpointsOf(cluster) });
  const held: Held[] = [];
  for (const { name } of cluster.instances) held.push(await heldAt(orb, name));
  const balanced = await orb.lookup(names.clock, Clock, { balance: "request" });
  const deployments = new Set<string>();
  for (let i = 0; i < 60; i++) deployments.add(await balanced.deployment());

  await using load = new Load(perSecond, (n, id, options) =>
    n % 4 === 3 ? balanced.whoami() : (held[n % held.length] as Held).ledger.record(id, options),
  );
  await load.more(2 * perSecond);
  note("redeploy");
  const from = performance.now();
  await cluster.redeploy();
  const to = performance.now();
  note("redeployed");
  await load.more(3 * perSecond);
  const calls = await load.stop();

  const failed = failedOf(calls);
  const last = failed.reduce((latest, { startedAt }) => Math.max(latest, startedAt), from);
  figure(
    "redeploy",
    `${Math.round(to - from)} ms; longest time without a success ${longestGap(calls, from - 500, to + 2_500)} ms; ` +
      `${calls.length} calls, failed: ${shownFailures(calls)}; last failing call made ${Math.round(to - last)} ms before the end of the command`,
  );
  for (const { error, startedAt } of failed) {
    expect(startedAt, error.message).toBeGreaterThanOrEqual(from - 1_000);
    expect(startedAt, error.message).toBeLessThan(to);
  }
  await expectExecutions(
    cluster,
    calls.filter((_, n) => n % 4 !== 3),
  );

  // The same references, also those that were not called since, at the new deployment.
  for (const { context, clock, greeter, ledger } of held) {
    expect(deployments).not.toContain(await clock.deployment());
    expect(await greeter.whoami()).toBe(context.member);
    expect(await ledger.whoami()).toBe(context.member);
  }
});
