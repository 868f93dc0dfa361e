import {
  clusterMembers,
  decodeIorUpdate,
  firstIiopProfile,
  java,
  membershipLabel,
  readClusterInstances,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { profileOf, RawClient, resolveName, usualContexts } from "./testing/raw-client.ts";

async function toldMembers(client: RawClient): Promise<readonly string[]> {
  const { objectKey } = profileOf(await resolveName(client, "INITIAL_GIS"));
  const reply = await client.call({ objectKey, operation: "_get_clusterInstanceInfo" });
  return readClusterInstances(reply.body).map(({ name, weight }) => `${name}=${weight}`);
}

test("discovery tells members, weights and the raw listener types", async () => {
  await using cluster = await greeterCluster({
    members: [
      { name: "i1", weight: 100 },
      { name: "i2", weight: 200 },
    ],
    memberHost: "localhost",
  });
  await using client = await RawClient.connect(cluster.member("i1").port);
  const { objectKey } = profileOf(await resolveName(client, "INITIAL_GIS"));
  for (const contexts of [
    usualContexts(),
    [...usualContexts(), { id: 17, data: Uint8Array.of(0, 2) }],
  ]) {
    const reply = await client.call({ objectKey, operation: "_get_clusterInstanceInfo", contexts });
    const instances = readClusterInstances(reply.body);
    expect(instances.map(({ name, weight }) => [name, weight])).toEqual([
      ["i1", 100],
      ["i2", 200],
    ]);
    expect(instances[1]?.endpoints[0]).toEqual({
      type: "orb-listener-1",
      host: "localhost",
      port: cluster.member("i2").port,
    });
    expect(instances[1]?.endpoints.map(({ type }) => type)).toEqual([
      "orb-listener-1",
      "SSL",
      "SSL_MUTUALAUTH",
    ]);
  }
});

test("every reply carries an update until the request carries the label of this member", async () => {
  await using cluster = await greeterCluster();
  const { label } = cluster.member("i1");
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  for (const wrong of [undefined, cluster.member("i2").label]) {
    const reply = await greet(client, key, "x", wrong);
    const data = reply.context(SERVICE_CONTEXT.iorUpdate);
    const update = firstIiopProfile(decodeIorUpdate(data ?? new Uint8Array()));
    expect(clusterMembers(update?.components ?? []).map(({ name }) => name)).toEqual(["i1", "i2"]);
    expect(membershipLabel(update?.components ?? [])).toEqual(label);
    expect(update?.objectKey).toEqual(key);
  }
  expect((await greet(client, key, "x", label)).context(SERVICE_CONTEXT.iorUpdate)).toBeUndefined();
});

test("a change is told only when the script lets the members learn it", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const before = first.label;
  await cluster.addMember({ name: "i3", weight: 300 });
  expect(first.label).toEqual(before);
  expect(await toldMembers(client)).toEqual(["i1=100", "i2=100"]);
  await using joined = await RawClient.connect(cluster.member("i3").port);
  expect(await toldMembers(joined)).toEqual(["i1=100", "i2=100", "i3=300"]);
  cluster.settleMembership();
  expect(first.label).not.toEqual(before);
  expect(await toldMembers(client)).toEqual(["i1=100", "i2=100", "i3=300"]);
  await cluster.member("i2").crash();
  cluster.member("i3").setWeight(50);
  cluster.settleMembership();
  expect(await toldMembers(client)).toEqual(["i1=100", "i3=50"]);
});

test("immediate updates need no script", async () => {
  await using cluster = await greeterCluster({ membershipUpdates: "immediate" });
  await using client = await RawClient.connect(cluster.member("i1").port);
  cluster.member("i2").leave();
  expect(await toldMembers(client)).toEqual(["i1=100"]);
  cluster.member("i2").join();
  expect(await toldMembers(client)).toEqual(["i1=100", "i2=100"]);
});

test("labels in fresh references can be stale, foreign or missing", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const labelOfProvider = async () =>
    membershipLabel(profileOf(await resolveName(client, "SerialContextProvider")).components);
  expect(await labelOfProvider()).toEqual(first.label);
  first.referenceLabel = "stale";
  expect(await labelOfProvider()).toEqual(first.view.previousLabel);
  first.referenceLabel = "foreign";
  expect(await labelOfProvider()).not.toEqual(first.label);
  first.referenceLabel = "none";
  expect(await labelOfProvider()).toBeUndefined();
});

test("an advertised address may differ from the true one", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  first.advertise({ host: "192.0.2.9", port: 3700, memberHost: "0.0.0.0", memberPort: 0 });
  const profile = profileOf(await resolveName(client, "SerialContextProvider"));
  expect([profile.host, profile.port]).toEqual(["192.0.2.9", 3700]);
  const told = clusterMembers(profile.components)[0];
  expect(told?.sockets).toEqual([{ type: "IIOP_CLEAR_TEXT", host: "0.0.0.0", port: 0 }]);
});

test("a single server has no labels, no updates and nobody to tell of", async () => {
  await using cluster = await greeterCluster({ members: ["server"], clustered: false });
  await using client = await RawClient.connect(cluster.member("server").port);
  expect(await toldMembers(client)).toEqual([]);
  const reply = await greet(client, await greeterKey(client), "x");
  expect(reply.contexts.map((context) => context.id)).toEqual([SERVICE_CONTEXT.orbVersion]);
  expect(java.string.read(reply.body)).toBe("Hello x from server");
});
