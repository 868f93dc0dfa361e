// Taking a member out before its maintenance: what goes elsewhere, what stays, and when it is empty.
import { sgd } from "@remora/cluster";
import { expect, test } from "vitest";
import { Basket, basketName, bindBasket } from "../support/basket.ts";
import { collect, nextEvent, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const policies = [
  ["the rotation", {}],
  ["a policy", { selectionPolicy: sgd() }],
] as const;

test.each(policies)(
  "under %s a drained member gets no contexts and no calls, and a planned stop then fails nobody",
  async (_title, options) => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster, options);
    const { context, shop } = await shopIn(orb);
    const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
    for (let n = 0; n < 6; n++) await balanced.run("before");
    const name = context.member;
    await shop.run("before");
    const drained = collect(orb, "memberDrained");
    expect(await orb.drain(name)).toBe(true);
    expect(drained).toEqual([{ member: name }]);
    cluster.journal.clear();
    for (let n = 0; n < 30; n++) {
      expect((await orb.createInitialContext()).member).not.toBe(name);
      await balanced.run("after");
      // The context's own stub moves with its context, and without any failure.
      await shop.run("after");
    }
    expect(context.member).not.toBe(name);
    expect(cluster.journal.count({ operation: "run", member: name })).toBe(0);
    await cluster.member(name).stop();
    for (let n = 0; n < 10; n++) await shop.run("stopped");
    expect(cluster.journal.count({ operation: "run" })).toBe(70);
    expect(
      orb.explain().clusters[0]?.members.find((each) => each.name === name)?.drained ?? true,
    ).toBe(true);
  },
);

test("a session stays on its drained member until it ends, and only then the member is empty", async () => {
  await using cluster = await startShop();
  bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  const [entry] = cluster.journal.select({ operation: "add" });
  const name = entry?.member ?? "";
  const drained = collect(orb, "memberDrained");
  const empty = orb.drain(name);
  await basket.add("pen");
  expect(await basket.items()).toBe("book,pen");
  expect(cluster.journal.perMember({ operation: "add" })).toEqual({ [name]: 2 });
  expect(drained).toEqual([]);
  await basket.checkout();
  expect(await empty).toBe(true);
  expect(drained).toEqual([{ member: name }]);
});

test("a call in flight keeps the member from being empty; time, signal and undrain end the wait", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const held = bindBasket(cluster);
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket, { concurrency: "unordered" });
  const waiting = basket.hold("book");
  await until(() => cluster.journal.count({ operation: "hold" }) > 0, "the call is there");
  const name = cluster.journal.select({ operation: "hold" })[0]?.member ?? "";
  expect(await orb.drain(name, { timeoutMs: 30 })).toBe(false);
  const signal = AbortSignal.timeout(30);
  expect(await orb.drain(name, { signal })).toBe(false);
  const undrained = nextEvent(orb, "memberUndrained");
  const empty = orb.drain(name);
  orb.undrain(name);
  expect(await empty).toBe(false);
  expect(await undrained).toEqual({ member: name });
  const members = new Set<string>();
  for (let n = 0; n < 10; n++) members.add((await orb.createInitialContext()).member);
  expect(members.has(name)).toBe(true);
  held.release();
  await waiting;
});

test("with all members drained nobody can be chosen, and the error says why for each", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  await orb.drain("i1");
  // By its address, too.
  await orb.drain(cluster.member("i2").endpoint);
  expect(await errorOf(orb.createInitialContext())).toMatchObject({
    name: "NoCandidateError",
    code: "NO_CANDIDATE",
    completed: "no",
    message: "the policy rotation can choose nobody: i1 is drained, i2 is drained",
  });
  // What has its place already is served by whoever is there rather than by nobody.
  expect(await shop.whoami()).toMatch(/^i[12]$/);
  orb.undrain("i1");
  expect((await orb.createInitialContext()).member).toBe("i1");
});

test("a name that nobody has is refused with the nearest one", async () => {
  await using cluster = await startShop(["instance-1", "instance-2"]);
  await using orb = orbOf(cluster);
  await orb.createInitialContext();
  expect(await errorOf(orb.drain("instanec-1"))).toMatchObject({
    code: "ARGUMENT",
    message: 'no member or site is called "instanec-1"; did you mean instance-1?',
  });
  expect(() => orb.undrain("x")).toThrow(/no member or site is called "x"/);
});

test("a drained member stays so when it leaves and comes back", async () => {
  await using cluster = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  await orb.createInitialContext();
  await orb.drain("i1");
  const left = nextEvent(orb, "clusterViewChanged", ({ left: gone }) => gone.includes("i1"));
  await cluster.member("i1").stop();
  const shop = await orb.lookup(shopName, Shop);
  await shop.whoami();
  await left;
  const joined = nextEvent(orb, "clusterViewChanged", ({ joined: come }) => come.includes("i1"));
  await cluster.member("i1").start();
  await shop.whoami();
  await joined;
  for (let n = 0; n < 10; n++) expect((await orb.createInitialContext()).member).toBe("i2");
});
