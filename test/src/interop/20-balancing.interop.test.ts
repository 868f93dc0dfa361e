// Where new contexts, fresh processes and single requests go on a real cluster with weights 100, 200 and 300.
import { expect, test } from "vitest";
import { claimPorts } from "../support/peers/ports.ts";
import { Greeter, names } from "./support/beans.ts";
import { watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import {
  bundled,
  clientModule,
  inParallel,
  runAppclient,
  runNode,
  withSunAccXml,
} from "./support/processes.ts";
import { countsOf, expectShares, shownCounts } from "./support/shares.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

const weights = { i1: 100, i2: 200, i3: 300 };

interface ContextLine {
  readonly member: string;
  readonly answers: readonly string[];
}

async function contextsByRunner(xml: string, contexts: number): Promise<readonly ContextLine[]> {
  const words = ["-xml", xml, "-client", clientModule("contexts-client"), String(contexts)];
  const { status, out, err } = await runAppclient(words);
  expect(err).toBe("");
  expect(status).toBe(0);
  const lines = out.trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ContextLine);
}

/** Every call of a context was answered by one instance, the one that the context names. */
function expectOneInstanceEach(lines: readonly ContextLine[]): void {
  for (const { member, answers } of lines) {
    expect(answers).toEqual(answers.map(() => member));
  }
}

test("600 contexts of the appclient runner, three targets, the policy as a property", async () => {
  const cluster = await glassFish();
  const began = performance.now();
  const lines = await withSunAccXml(cluster.endpoints, "ic-based-weighted", (xml) =>
    contextsByRunner(xml, 600),
  );
  expect(lines).toHaveLength(600);
  expectOneInstanceEach(lines);
  const counts = countsOf(lines.map(({ member }) => member));
  const took = Math.round(performance.now() - began);
  figure("600 contexts by weight, appclient runner", `${shownCounts(counts)}; ${took} ms in all`);
  expectShares(counts, weights);
});

test("two targets, one of them dead: the others are found and have their shares", async () => {
  const cluster = await glassFish();
  const closed = await claimPorts(10, [1]);
  try {
    const targets = [
      { name: "dead", host: "127.0.0.1", port: closed.base + 1 },
      cluster.instance("i1"),
    ];
    const lines = await withSunAccXml(targets, "ic-based-weighted", (xml) =>
      contextsByRunner(xml, 300),
    );
    expectOneInstanceEach(lines);
    const counts = countsOf(lines.map(({ member }) => member));
    figure("300 contexts, two targets, one of them dead", shownCounts(counts));
    // The first context waited for discovery: all of them were made after it.
    expectShares(counts, weights);
  } finally {
    closed.release();
  }
});

test("100 fresh processes with one context each and no seed", async () => {
  const endpoints = endpointsOf(await glassFish()).join(",");
  const program = await bundled("one-context");
  const began = performance.now();
  const ended = await inParallel(100, 3, () => runNode([program, endpoints, "ic-based-weighted"]));
  for (const { status, err } of ended) expect({ status, err }).toEqual({ status: 0, err: "" });
  const counts = countsOf(ended.map(({ out }) => out.trim()));
  const each = Math.round((performance.now() - began) / 100);
  figure("100 fresh processes, by weight", `${shownCounts(counts)}; ${each} ms each, 3 at a time`);
  expectShares(counts, weights);
});

test("an administration server in the list gets bootstrap traffic only", async () => {
  const cluster = await glassFish();
  const { host, port } = cluster.adminEndpoint;
  const administration = `${host}:${port}`;
  const members: string[] = [];
  const operations: string[] = [];
  // With some of these seeds it is the first one to be asked for the members, and it knows none.
  for (let seed = 1; seed <= 8; seed++) {
    const wire = new WireLog();
    await using orb = watchedOrb(`administration ${seed}`, {
      endpoints: [administration, ...endpointsOf(cluster, ["i1"])],
      loadBalancingPolicy: "ic-based-weighted",
      transport: wire,
      seed,
    });
    for (let i = 0; i < 30; i++) {
      const context = await orb.createInitialContext();
      const greeter = await context.lookup(names.greeter, Greeter);
      expect(await greeter.whoami()).toBe(context.member);
      members.push(context.member);
    }
    const there = wire.requests().filter(({ endpoint }) => endpoint === administration);
    operations.push(...there.map(({ operation }) => operation));
    expect(orb.explain().clusters[0]?.bootstrapOnly).toEqual([administration]);
  }
  const asked = countsOf(operations);
  figure("requests at the administration server, 8 Orbs, 240 contexts", JSON.stringify(asked));
  expect(Object.keys(asked).sort()).toEqual(["_get_clusterInstanceInfo", "resolve"]);
  expectShares(countsOf(members), weights);
});

test.each([
  ["ic-based-weighted", weights],
  ["ic-based", { i1: 1, i2: 1, i3: 1 }],
] as const)("one stateless reference balanced by request: %s", async (policy, planned) => {
  await using orb = watchedOrb(policy, {
    endpoints: endpointsOf(await glassFish(), ["i1"]),
    loadBalancingPolicy: policy,
  });
  const greeter = await orb.lookup(names.greeter, Greeter, { balance: "request" });
  const answers: string[] = [];
  for (let i = 0; i < 1_800; i++) answers.push(await greeter.whoami());
  const counts = countsOf(answers);
  figure(`1800 calls on one reference, by request, ${policy}`, shownCounts(counts));
  expectShares(counts, planned);
});
