import { Orb } from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { collect, nextEvent, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { bindShop, orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const discovery = "_get_clusterInstanceInfo";
const namesOf = (orb: Orb): readonly string[] =>
  orb.explain().clusters[0]?.members.map(({ name }) => name) ?? [];

test("80. ClusterAllFailedError on version 4.24.1", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1, discoveryRefreshMs: 5 });
  const { shop } = await shopIn(orb);
  const before = namesOf(orb);
  // A refresh that fails, one that answers nothing, and one that cannot be read.
  const failing = cluster.faults.when(({ operation }) => operation === discovery, {
    systemException: { name: "INTERNAL", completed: "no" },
  });
  const stale = nextEvent(orb, "topologyStale");
  expect(await stale).toMatchObject({ failures: 3 });
  failing.remove();
  const garbage = cluster.faults.when(({ operation }) => operation === discovery, {
    reply: { body: "garbage" },
  });
  await garbage.struck(3);
  garbage.remove();
  expect(namesOf(orb)).toEqual(before);
  expect(await shop.run("a")).toMatch(/^i[123]$/);
  for (let n = 0; n < 10; n++) await orb.createInitialContext();
  expect(namesOf(orb)).toEqual(before);
});

describe("42. NPE occurs when EJB Container initialized on DAS (server)", () => {
  test("a server that knows no cluster keeps the bootstrap list and says so", async () => {
    await using cluster = await MockCluster.start({ members: ["s1", "s2"], clustered: false });
    bindShop(cluster);
    await using orb = orbOf(cluster, { loadBalancingPolicy: "ic-based-weighted" });
    const empty = collect(orb, "topologyEmpty");
    const warnings = collect(orb, "warning");
    const { shop } = await shopIn(orb);
    expect(await shop.run("a")).toMatch(/^s[12]$/);
    expect(empty.length).toBeGreaterThanOrEqual(1);
    expect(warnings.map(({ code }) => code)).toContain("NO_WEIGHTS");
    expect(namesOf(orb)).toHaveLength(2);
    const heads = new Set<string>();
    for (let n = 0; n < 60; n++) heads.add((await orb.createInitialContext()).member);
    expect(heads.size).toBe(2);
  });
});

test("a member that its peers leave out stays while its own discovery lists it", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  await balanced.whoami();
  // As on Payara: i1 never learns of i2 again, i2 knows both.
  cluster.member("i1").view.learn([cluster.member("i1").info]);
  for (let n = 0; n < 20; n++) await orb.createInitialContext();
  const seen = new Set<string>();
  for (let n = 0; n < 60; n++) seen.add(await balanced.whoami());
  expect(seen).toEqual(new Set(["i1", "i2"]));
});

test("78. Metadata is not refreshed on connection errors", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  cluster.journal.clear();
  await seenClosing(orb, first, () => cluster.member(first).crash());
  await shop.whoami();
  // It asked somebody who lives.
  const [asked] = await cluster.journal.waitFor({ operation: discovery });
  expect(asked?.member).not.toBe(first);
});

test("a burst of failures makes one discovery, the next after its interval", async () => {
  let now = 0;
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { discoveryIntervalMs: 100_000, now: () => now });
  const { shop } = await shopIn(orb);
  now += 100_000;
  cluster.journal.clear();
  for (let n = 0; n < 20; n++) {
    const name = await shop.whoami();
    await seenClosing(orb, name, () => cluster.member(name).closeConnections());
  }
  await cluster.journal.waitFor({ operation: discovery });
  await shop.whoami();
  expect(cluster.journal.count({ operation: discovery })).toBe(1);
});

test("a leftover bootstrap endpoint that is no member gets bootstrap traffic only", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  // An administration server: it answers discovery for the cluster and is no member of it.
  const admin = await cluster.addMember({ name: "server" }, { join: false });
  cluster.settleMembership();
  admin.view.learn(cluster.members.filter(({ name }) => name !== "server").map(({ info }) => info));
  await using orb = new Orb({ endpoints: [admin.endpoint, cluster.member("i1").endpoint] });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  for (let n = 0; n < 100; n++) {
    const { shop } = await shopIn(orb);
    expect(await shop.run(`${n}`)).not.toBe("server");
    expect(await balanced.run(`b${n}`)).not.toBe("server");
  }
  expect(cluster.journal.count({ member: "server", operation: "run" })).toBe(0);
  expect(cluster.journal.count({ member: "server", operation: "create" })).toBe(0);
  expect(orb.explain().clusters[0]?.bootstrapOnly).toEqual([admin.endpoint]);
  // When all members are gone it can still be asked who there is.
  expect(new Set(namesOf(orb))).toEqual(new Set(["i1", "i2"]));
});

test("discovery off: the configured endpoints are the members", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"]);
  await using orb = new Orb({ endpoints: cluster.endpoints.slice(0, 2), discovery: false });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  expect(cluster.journal.count({ operation: discovery })).toBe(0);
  expect(namesOf(orb)).toHaveLength(2);
});

test("one configured endpoint gets discovery too: a dead bootstrap endpoint and a live one find the third", async () => {
  await using cluster = await startShop();
  await cluster.member("i1").crash();
  cluster.settleMembership();
  await using orb = new Orb({
    endpoints: [cluster.member("i1").endpoint, cluster.member("i2").endpoint],
  });
  const heads = new Set<string>();
  for (let n = 0; n < 60; n++) heads.add((await orb.createInitialContext()).member);
  expect(heads).toEqual(new Set(["i2", "i3"]));
});
