import { expect, test } from "vitest";
import { collect, nextEvent, seenClosing, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("a member that joins gets traffic, one that leaves loses it, nobody told the client", async () => {
  await using cluster = await startShop(["i1", "i2"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const views = collect(orb, "clusterViewChanged");
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  expect(views.at(-1)?.members.map(({ name }) => name)).toEqual(["i1", "i2"]);
  await cluster.addMember({ name: "i3", weight: 300 });
  const seen = new Set<string>();
  for (let n = 0; n < 200 && !seen.has("i3"); n++) seen.add(await balanced.whoami());
  expect(seen).toContain("i3");
  expect(views.at(-1)).toMatchObject({ joined: ["i3"], left: [], origin: "reply" });
  await seenClosing(orb, "i1", () => cluster.member("i1").stop());
  for (let n = 0; n < 20; n++) expect(await balanced.run(`${n}`)).not.toBe("i1");
  // It stood on its own word, so it is asked first; it does not answer.
  await until(() => views.at(-1)?.left.includes("i1") === true, "i1 has left the view");
  const members = orb.explain().clusters[0]?.members ?? [];
  expect(members.map(({ name, weight }) => `${name}/${weight}`)).toEqual(["i2/100", "i3/300"]);
});

test("without any call: discovery by timer finds a member that joined", async () => {
  await using cluster = await startShop(["i1"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryRefreshMs: 20, discoveryIntervalMs: 1 });
  await orb.createInitialContext();
  const changed = nextEvent(orb, "clusterViewChanged", ({ joined }) => joined.includes("i2"));
  await cluster.addMember({ name: "i2" });
  expect(await changed).toMatchObject({ origin: "discovery" });
  expect((await orb.createInitialContext()).member).toMatch(/^i[12]$/);
});

test("a changed weight is followed", async () => {
  await using cluster = await startShop(
    [
      { name: "i1", weight: 100 },
      { name: "i2", weight: 100 },
    ],
    {
      membershipUpdates: "immediate",
    },
  );
  await using orb = orbOf(cluster, { loadBalancingPolicy: "ic-based-weighted" });
  const { shop } = await shopIn(orb);
  cluster.member("i2").setWeight(300);
  await shop.whoami();
  const shares = orb.explain().clusters[0]?.members.map(({ plannedShare }) => plannedShare);
  expect(shares).toEqual([0.25, 0.75]);
});

test("36. Multiple Failover of IIOP does not happen on Dynamic cluster", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { shop } = await shopIn(orb);
  const old = await orb.lookup(shopName, Shop);
  const first = await shop.run("1");
  await seenClosing(orb, first, () => cluster.member(first).crash());
  const second = await shop.run("2");
  await cluster.addMember({ name: "i4" });
  await cluster.addMember({ name: "i5" });
  // The next reply tells of the two; the one after that is called with the right label.
  expect(await shop.run("3")).toBe(second);
  await seenClosing(orb, second, () => cluster.member(second).crash());
  const third = await shop.run("4");
  expect([first, second]).not.toContain(third);
  expect(await old.run("5")).toMatch(/^i[1-5]$/);
  // Also when all members from the beginning are gone.
  for (const { name, state } of cluster.members.slice(0, 3))
    if (state !== "down") await cluster.member(name).crash();
  expect(await old.read("6")).toMatch(/^i[45]$/);
  expect(await shop.read("7")).toMatch(/^i[45]$/);
  await until(() => orb.explain().clusters[0]?.members.length === 2, "the dead have left the view");
});

test("37. Multiple Failover of IIOP does not happen on dynamic cluster when one of the instances is removed", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"], { membershipUpdates: "immediate" });
  await using orb = orbOf(cluster, { discoveryIntervalMs: 1 });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const removed = cluster.members.find(({ name }) => name !== first)?.name ?? "";
  await cluster.member(removed).stop();
  const hold = cluster.faults.when(
    ({ operation }) => operation === "run" || operation === "read",
    { hold: "beforeReply" },
    { member: first },
  );
  const unmarked = shop.run("a").catch((error: unknown) => error);
  const marked = shop.read("b");
  await hold.struck(2);
  await cluster.member(first).crash();
  expect(await unmarked).toMatchObject({
    completed: "maybe",
    attempts: [{ rule: "lost-after-write" }],
  });
  expect(await marked).toMatch(/^i[123]$/);
  expect(cluster.journal.executions({ operation: "run" })).toBe(1);
});
