// What servers say of their addresses is not always what a client can reach.
import { Orb } from "@remora/client";
import { describe, expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

// Addresses for documentation (RFC 5737): the scripted network leads them to loopback, nothing ever leaves this host.
const outside = "203.0.113.7";
const inside = "10.0.0.5";

/** A network in which the members stand at an outside address, the port telling which. */
function behindTranslation(): ScriptedTransport {
  return new ScriptedTransport({
    route: ({ address, port }) => {
      if (address !== outside) throw new Error(`${address} was dialled`);
      return { address: "127.0.0.1", port };
    },
  });
}

test("16. localhost (127.0.0.1) used for remote EJB references", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const transport = behindTranslation();
  await using orb = new Orb({
    endpoints: cluster.members.map(({ port }) => `${outside}:${port}`),
    transport,
    connectBudgetMs: 500,
  });
  const started = performance.now();
  const error = await errorOf(orb.lookup(shopName, Shop));
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(error.message).toContain("127.0.0.1");
  expect(error.message).toContain("addressMap");
  expect(error.message).toContain(outside);
  expect(transport.dialled.every((address) => address.startsWith(outside))).toBe(true);
});

test("17. EJB remote deployed on GF 3.1 behind a NAT unaccessible via a simple Java app", async () => {
  await using cluster = await startShop(["i1", "i2"], {
    advertisedHost: inside,
    membershipUpdates: "immediate",
  });
  const transport = behindTranslation();
  await using orb = new Orb({
    endpoints: `${inside}:${cluster.member("i1").port}`,
    addressMap: Object.fromEntries(
      cluster.members.map(({ port }) => [`${inside}:${port}`, `${outside}:${port}`]),
    ),
    transport,
    discoveryIntervalMs: 1,
  });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  const { shop } = await shopIn(orb);
  cluster.faults.next("run", { forward: { member: "i2" } });
  await shop.run("forwarded");
  for (let n = 0; n < 20; n++) await balanced.run(`${n}`);
  for (const member of cluster.members) member.renewLabel();
  for (let n = 0; n < 20; n++) await balanced.run(`again ${n}`);
  expect(new Set(transport.dialled)).toEqual(
    new Set(cluster.members.map(({ port }) => `${outside}:${port}`)),
  );
  expect(cluster.journal.count({ member: "i2", operation: "run" })).toBeGreaterThan(0);
});

describe("20. ENH: NAT-configuration for standalone IIOP client", () => {
  test.each([
    { form: "a CIDR rule", addressMap: { "10.0.0.0/8": outside } },
    { form: "a host", addressMap: { [inside]: outside } },
    {
      form: "a function",
      addressMap: ({ host, port }: { host: string; port: number }) =>
        host === inside ? { host: outside, port } : undefined,
    },
  ])("$form", async ({ addressMap }) => {
    await using cluster = await startShop(["i1", "i2"], { advertisedHost: inside });
    await using orb = new Orb({
      endpoints: `${outside}:${cluster.member("i1").port}`,
      addressMap,
      transport: behindTranslation(),
    });
    const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
    const seen = new Set<string>();
    for (let n = 0; n < 60; n++) seen.add(await balanced.run(`${n}`));
    expect(seen).toEqual(new Set(["i1", "i2"]));
  });
});

test("18. App client cannot find EJB behind NAT: the map belongs to one Orb, another is unaffected", async () => {
  await using cluster = await startShop(["i1"]);
  const nobody = new ScriptedTransport({ isBlackHole: ({ address }) => address === outside });
  await using mapped = new Orb({
    endpoints: cluster.endpoints,
    addressMap: { "127.0.0.0/8": outside },
    transport: nobody,
    connectBudgetMs: 200,
  });
  await using plain = new Orb({ endpoints: cluster.endpoints });
  expect((await errorOf(mapped.createInitialContext())).message).toContain(outside);
  const { shop } = await shopIn(plain);
  expect(await shop.run("a")).toBe("i1");
});

describe("27. [WFLY-11235] Server bound to 0.0.0.0 sends cluster topology containing this address to client", () => {
  test.each(["0.0.0.0", "::"])(
    "members and references at %s are dropped, and never dialled",
    async (host) => {
      await using cluster = await startShop(["i1", "i2"]);
      cluster.member("i2").advertise({ host, memberHost: host });
      cluster.settleMembership();
      const transport = new ScriptedTransport();
      await using orb = new Orb({ endpoints: cluster.member("i1").endpoint, transport });
      const refused = collect(orb, "referenceRefused");
      const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
      for (let n = 0; n < 20; n++) expect(await balanced.run(`${n}`)).toBe("i1");
      cluster.faults.next("run", { forward: { member: "i2" } });
      await balanced.run("forwarded").catch(() => {});
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.reason).toContain(host);
      expect(transport.dialled.some((address) => address.startsWith(`${host}:`))).toBe(false);
    },
  );

  test("port 0 in a forward", async () => {
    await using cluster = await startShop(["i1"]);
    const transport = new ScriptedTransport();
    await using orb = new Orb({ endpoints: cluster.endpoints, transport });
    const { shop } = await shopIn(orb);
    cluster.faults.next("run", { forward: { host: "127.0.0.1", port: 0 } });
    await shop.run("a").catch(() => {});
    expect(transport.dialled.some((address) => address.endsWith(":0"))).toBe(false);
    expect(await shop.run("b")).toBe("i1");
  });
});

test("29. Can't connect to kafka (advertised host name)", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  cluster.member("i2").advertise({ host: "container.invalid" });
  cluster.settleMembership();
  const transport = new ScriptedTransport({
    resolve: (host) =>
      host.endsWith(".invalid")
        ? Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" })
        : [host],
  });
  await using orb = new Orb({ endpoints: cluster.member("i1").endpoint, transport });
  const failures = collect(orb, "endpointFailed");
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  for (let n = 0; n < 40; n++) expect(await balanced.run(`${n}`)).toBe("i1");
  const failure = failures.find(({ code }) => code === "ENOTFOUND");
  expect(failure?.message).toContain(`advertised by ${cluster.member("i1").endpoint}`);
  expect(failure?.message).toContain("does not resolve");
});

test("33. a host name with several addresses: all are tried, and it is resolved anew for each connection", async () => {
  await using cluster = await startShop(["i1"]);
  const { port } = cluster.member("i1");
  let addresses: readonly string[] = ["192.0.2.1", "192.0.2.2", "127.0.0.1"];
  const transport = new ScriptedTransport({
    resolve: (host) => (host === "app.test" ? addresses : [host]),
    isBlackHole: ({ address }) => address === "192.0.2.1",
    route: (to) => {
      if (to.address === "192.0.2.2")
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return to;
    },
  });
  await using orb = new Orb({
    endpoints: `app.test:${port}`,
    transport,
    staggerMs: 20,
    discovery: false,
  });
  const { shop } = await shopIn(orb);
  expect(await shop.run("a")).toBe("i1");
  expect(transport.dialled.slice(0, 3)).toEqual([
    `192.0.2.1:${port}`,
    `192.0.2.2:${port}`,
    `127.0.0.1:${port}`,
  ]);
  addresses = ["127.0.0.1"];
  const before = transport.resolved.length;
  const closed = new Promise((resolve) => orb.events.once("connectionClosed", resolve));
  cluster.member("i1").closeConnections();
  await closed;
  // The name is the way to the name service; the reference that it gave has an address of its own.
  expect(await (await shopIn(orb)).shop.run("b")).toBe("i1");
  expect(transport.resolved.slice(before)).toContain("app.test");
});
