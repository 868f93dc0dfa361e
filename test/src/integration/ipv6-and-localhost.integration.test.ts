import { Orb } from "@remora/client";
import { describe, expect, test } from "vitest";
import { until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

describe("1. com.sun.appserv.iiop.endpoints does not support IPV6", () => {
  test("two bracketed literals are two endpoints with those hosts and ports", async () => {
    await using orb = new Orb({ endpoints: "[2001:db8::1]:3700,[::1]:3701" });
    const members = orb.explain().clusters[0]?.members.map(({ endpoints }) => endpoints);
    expect(members?.flat().sort()).toEqual(["[2001:db8::1]:3700", "[::1]:3701"]);
  });

  test("an unbracketed literal with a port is refused with the bracketed form", () => {
    expect(() => new Orb({ endpoints: "2001:db8::1:3700" })).toThrow(/\[2001:db8::1/);
  });

  test("calls over [::1]", async () => {
    await using cluster = await startShop(["i1", "i2"], { host: "::1" });
    await using orb = new Orb({ endpoints: cluster.endpoints });
    const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
    const seen = new Set<string>();
    for (let n = 0; n < 60; n++) seen.add(await balanced.run(`${n}`));
    expect(seen.size).toBe(2);
  });
});

describe("131. Unable to connect to establish a TCP connection (ECONNREFUSED)", () => {
  test.each(["127.0.0.1", "::1"])(
    "localhost reaches a server that listens on %s only",
    async (host) => {
      await using cluster = await startShop(["i1"], { host });
      // Both families, the one that is wrong here first.
      const order = host === "::1" ? ["127.0.0.1", "::1"] : ["::1", "127.0.0.1"];
      const transport = new ScriptedTransport({
        resolve: (name) => (name === "localhost" ? order : [name]),
      });
      await using orb = new Orb({ endpoints: `localhost:${cluster.member("i1").port}`, transport });
      const { shop } = await shopIn(orb);
      expect(await shop.run("a")).toBe("i1");
    },
  );

  test("with the resolver of this host", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = new Orb({ endpoints: `localhost:${cluster.member("i1").port}` });
    const { shop } = await shopIn(orb);
    expect(await shop.run("a")).toBe("i1");
  });
});

test("132. Happy eyeballs implementation times out prematurely", async () => {
  await using cluster = await startShop(["i1"]);
  const transport = new ScriptedTransport({ latencyMs: () => 400 });
  await using orb = new Orb({ endpoints: cluster.endpoints, transport });
  const { shop } = await shopIn(orb);
  expect(await shop.run("a")).toBe("i1");
  expect(transport.dialled).toHaveLength(1);
});

test("45. Fix for evaluating profiles that have multiple endpoints including IPv4 and IPv6", async () => {
  await using cluster = await startShop(["i1"]);
  const transport = new ScriptedTransport({
    resolve: (host) => (host === "dual.test" ? ["2001:db8::1", "127.0.0.1"] : [host]),
    isBlackHole: ({ address }) => address === "2001:db8::1",
  });
  await using orb = new Orb({ endpoints: `dual.test:${cluster.member("i1").port}`, transport });
  const started = performance.now();
  const { shop } = await shopIn(orb);
  await shop.run("a");
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("one listener under two texts is one endpoint: its connections do not add up", async () => {
  await using cluster = await startShop(["i1"]);
  const { port } = cluster.member("i1");
  const transport = new ScriptedTransport({
    resolve: (host) => (host === "app.test" ? ["127.0.0.1"] : [host]),
  });
  await using orb = new Orb({ endpoints: [`app.test:${port}`, `127.0.0.1:${port}`], transport });
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  for (let n = 0; n < 40; n++) {
    await balanced.run(`${n}`);
    const { shop } = await shopIn(orb);
    await shop.run(`context ${n}`);
  }
  await until(
    () => cluster.member("i1").counts.connectionsOpen <= 2,
    "surplus connections have ended",
  );
  // The two texts may have been dialled at the same moment, before anybody could know; later nothing is added.
  expect(transport.dialled.length).toBeLessThanOrEqual(2);
});
