// An instance is added to the cluster and deleted again: nobody tells the client.
import { expect, test } from "vitest";
import { until } from "../support/peers/processes.ts";
import { Greeter, names } from "./support/beans.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, shownFailures } from "./support/load.ts";
import { knowsAll } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf, shownCounts } from "./support/shares.ts";

needsPeers();

const perSecond = 50;
const limitMs = 60_000;

test("an instance is added: it gets traffic; it is deleted: it loses it; no call fails", async () => {
  const cluster = await glassFish();
  await using orb = watchedOrb("membership", { endpoints: endpointsOf(cluster) });
  const balanced = await orb.lookup(names.greeter, Greeter, { balance: "request" });
  const answered = new Set<string>();
  // Half of the calls on one reference by request, half on a new context each.
  await using load = new Load(perSecond, async (n) => {
    const context = n % 2 === 0 ? undefined : await orb.createInitialContext();
    const greeter = (await context?.lookup(names.greeter, Greeter)) ?? balanced;
    const instance = await greeter.whoami();
    answered.add(`${context === undefined ? "request" : "context"} ${instance}`);
    return instance;
  });
  const answers = (name: string) => () =>
    answered.has(`request ${name}`) && answered.has(`context ${name}`);
  await load.more(2 * perSecond);
  try {
    note("add i4");
    await cluster.addInstance("i4", 100);
    const addedAt = performance.now();
    await until("i4 answers contexts and requests", limitMs, answers("i4"), 20);
    const heard = Math.round(performance.now() - addedAt);
    await cluster.settled();
    note("i4 is there");
    await load.more(2 * perSecond);
    figure("an added instance gets its first calls", `${heard} ms after it answers`);
  } finally {
    note("delete i4");
    await cluster.deleteInstance("i4");
  }
  await cluster.settled();
  await knowsAll(orb, cluster);
  note("i4 is gone");
  answered.clear();
  await load.more(4 * perSecond);
  expect([...answered].filter((answer) => answer.endsWith("i4"))).toEqual([]);
  const calls = await load.stop();
  figure(
    "an instance added, then deleted",
    `${calls.length} calls, ${shownCounts(countsOf(calls.map(({ answer }) => answer ?? "failed")))}; failed: ${shownFailures(calls)}`,
  );
  expect(failedOf(calls).map(({ error }) => error.message)).toEqual([]);
});
