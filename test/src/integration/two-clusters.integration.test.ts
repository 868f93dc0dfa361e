import { Orb } from "@remora/client";
import type { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

// Both clusters have members of the same names and the same keys: only addresses tell them apart.
function callsOf(cluster: MockCluster): ReadonlySet<unknown> {
  return new Set(cluster.journal.select({ operation: "run" }).map(({ args }) => args[0]));
}

async function clusters(): Promise<
  AsyncDisposable & { readonly a: MockCluster; readonly b: MockCluster }
> {
  const a = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  const b = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  return {
    a,
    b,
    [Symbol.asyncDispose]: async () => {
      await a.close();
      await b.close();
    },
  };
}

function expectApart(a: MockCluster, b: MockCluster, each: number): void {
  const inA = callsOf(a);
  const inB = callsOf(b);
  expect(inA.size).toBe(each);
  expect(inB.size).toBe(each);
  expect([...inA].every((id) => String(id).startsWith("a"))).toBe(true);
  expect([...inB].every((id) => String(id).startsWith("b"))).toBe(true);
}

test("5. Stand alone client intermittently fails when accessing multiple clusters", async () => {
  await using both = await clusters();
  await using orb = new Orb({ endpoints: both.a.endpoints });
  for (let n = 0; n < 200; n++) {
    const name = n % 2 === 0 ? "a" : "b";
    const context = await orb.createInitialContext(
      name === "a" ? {} : { endpoints: [...both.b.endpoints] },
    );
    const shop = await context.lookup(shopName, Shop);
    await shop.run(`${name}${n}`);
    // Every now and then both clusters change, so that every reply tells of its members.
    if (n % 50 === 20)
      for (const cluster of [both.a, both.b])
        for (const member of cluster.members) member.renewLabel();
  }
  expectApart(both.a, both.b, 100);
  const known = orb
    .explain()
    .clusters.map(({ members }) => members.flatMap(({ endpoints }) => endpoints));
  expect(known).toHaveLength(2);
  expect(known[0]?.some((endpoint) => known[1]?.includes(endpoint))).toBe(false);
});

test("in two Orbs, with failover in both", async () => {
  await using both = await clusters();
  await using orbA = orbOf(both.a, { discoveryIntervalMs: 1 });
  await using orbB = orbOf(both.b, { discoveryIntervalMs: 1 });
  const a = await orbA.lookup(shopName, Shop, { balance: "request" });
  const b = await orbB.lookup(shopName, Shop, { balance: "request" });
  await both.a.member("i1").crash();
  await both.b.member("i2").stop();
  for (let n = 0; n < 50; n++) {
    expect(await a.run(`a${n}`, { idempotent: true })).toBe("i2");
    expect(await b.run(`b${n}`, { idempotent: true })).toBe("i1");
  }
  expectApart(both.a, both.b, 50);
});

test("a foreign update in the one never feeds the other", async () => {
  await using both = await clusters();
  await using orb = new Orb({ endpoints: both.a.endpoints });
  const context = await orb.createInitialContext();
  const shop = await context.lookup(shopName, Shop);
  const foreign = await orb.stringToObject(
    orb.objectToString(
      await (await orb.createInitialContext({ endpoints: [...both.b.endpoints] })).lookup(
        shopName,
        Shop,
      ),
    ),
    Shop,
  );
  both.b.faults.when(({ operation }) => operation === "run", { update: "always" });
  for (let n = 0; n < 10; n++) {
    await foreign.run(`b${n}`);
    await shop.run(`a${n}`);
  }
  expectApart(both.a, both.b, 10);
});
