// An instance is added to the cluster and deleted again, weights change: nobody tells the client.
import { Orb } from "@remora/client";
import { expect, test } from "vitest";
import { until } from "../support/peers/processes.ts";
import { Greeter, names } from "./support/beans.ts";
import { note, watchOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { failedOf, Load, shownFailures } from "./support/load.ts";
import { knowsAll } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf, expectShares, shownCounts } from "./support/shares.ts";

needsPeers();

const perSecond = 50;
const limitMs = 60_000;

test("an instance is added: it gets traffic; it is deleted: it loses it; no call fails", async () => {
  const cluster = await glassFish();
  await using orb = new Orb({ endpoints: endpointsOf(cluster) });
  watchOrb(orb, "membership");
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

test("lb-weight is changed while the cluster runs: what the servers tell, and when", async () => {
  const cluster = await glassFish();
  const told = async (): Promise<string> => {
    const lines: string[] = [];
    for (const { name } of cluster.instances) {
      const { members } = await cluster.probe(name);
      const shown = members.map((member) => `${member.name} ${member.weight}`).sort();
      lines.push(`${name} says ${shown.join(", ")}`);
    }
    return lines.join("; ");
  };
  await using orb = new Orb({
    endpoints: endpointsOf(cluster),
    loadBalancingPolicy: "ic-based-weighted",
  });
  watchOrb(orb, "weights");
  const balanced = await orb.lookup(names.greeter, Greeter, { balance: "request" });
  const shares = async (calls: number): Promise<Record<string, number>> => {
    const names: string[] = [];
    for (let i = 0; i < calls; i++) names.push(await balanced.whoami());
    return countsOf(names);
  };
  expectShares(await shares(600), { i1: 100, i2: 200, i3: 300 });
  figure("weights as told at first", await told());
  await cluster.setWeight("i1", 700);
  try {
    figure("weights as told after lb-weight of i1 became 700", await told());
    figure("600 calls then", shownCounts(await shares(600)));
    await cluster.stopInstance("i1");
    await cluster.startInstance("i1");
    await cluster.settled();
    figure("weights as told after i1 was started again", await told());
    // Only the instance itself tells its new weight, and its own word counts.
    await until("the Orb has heard of it", limitMs, async () => {
      await balanced.whoami();
      const members = orb.explain().clusters[0]?.members ?? [];
      return members.find(({ name }) => name === "i1")?.weight === 700;
    });
    const counts = await shares(600);
    figure("600 calls then", shownCounts(counts));
    expectShares(counts, { i1: 700, i2: 200, i3: 300 });
  } finally {
    // As it was, for the tests after this one.
    await cluster.setWeight("i1", 100);
    await cluster.stopInstance("i1");
    await cluster.startInstance("i1");
    await cluster.settled();
  }
});
