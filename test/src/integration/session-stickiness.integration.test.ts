// Where the calls of a session go while members freeze, crash and stop, and while firewalls cut connections.
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { Basket, basketName, bindBasket } from "../support/basket.ts";
import { collect, nextEvent, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

const members = ["i1", "i2", "i3"];

async function start(replicated = false): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  bindBasket(cluster, { replicated });
  return cluster;
}

function lastMember(cluster: MockCluster, operation: string): string {
  return cluster.journal.select({ operation }).at(-1)?.member ?? "";
}

test("a session whose member is frozen and thawed still answers, marked or not, and nobody else is asked", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, { silenceProbeMs: 50 });
  const basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  const member = cluster.member(lastMember(cluster, "add"));
  const silent = nextEvent(orb, "endpointFailed", ({ code }) => code === "SILENT_PEER");
  const failovers = collect(orb, "failover");
  member.freeze();
  const unmarked = basket.add("pen");
  const marked = basket.items();
  await silent;
  member.thaw();
  expect(await unmarked).toBe(2);
  expect(await marked).toBe("book,pen");
  expect(failovers).toEqual([]);
  expect(cluster.journal.perMember({ bean: basketName, operation: "add" })).toEqual({
    [member.name]: 2,
  });
});

test("a call that begins while the session's member is silent waits for it", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, { silenceProbeMs: 50 });
  const basket = await orb.lookup(basketName, Basket, { concurrency: "unordered" });
  await basket.add("book");
  const member = cluster.member(lastMember(cluster, "add"));
  const silent = nextEvent(orb, "endpointFailed", ({ code }) => code === "SILENT_PEER");
  member.freeze();
  const first = basket.add("pen");
  await silent;
  // The connection is suspect now: these open another one, to a process that still does not answer.
  const opened = nextEvent(orb, "connectionOpened", (event) => event.member === member.name);
  const unmarked = basket.add("ink");
  const marked = basket.items();
  await opened;
  // Also after a probe on that one and another pause of the same length.
  await nextEvent(orb, "endpointFailed", ({ code }) => code === "SILENT_PEER");
  await new Promise((resolve) => setTimeout(resolve, 200));
  member.thaw();
  expect(await first).toBe(2);
  expect(await unmarked).toBe(3);
  expect(await marked).toMatch(/^book,pen/);
  expect(lastMember(cluster, "items")).toBe(member.name);
});

test("an idle connection that a firewall resets loses nothing", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  const member = lastMember(cluster, "add");
  for (const manner of ["reset", "fin"] as const) {
    await seenClosing(orb, member, () => cluster.member(member).closeConnections(manner));
    await basket.add(manner);
  }
  expect(await basket.items()).toBe("book,reset,fin");
  expect(cluster.journal.perMember({ operation: "add" })).toEqual({ [member]: 3 });
});

test("sessions of two clients keep apart, each at its own member", async () => {
  await using cluster = await start();
  await using one = orbOf(cluster);
  await using two = orbOf(cluster, { seed: 7 });
  const baskets = await Promise.all(
    [one, two, one, two].map(async (orb) => await orb.lookup(basketName, Basket)),
  );
  await Promise.all(baskets.map(async (basket, n) => await basket.add(`${n}`)));
  expect(await Promise.all(baskets.map((basket) => basket.items()))).toEqual(["0", "1", "2", "3"]);
  expect(cluster.sessionCount).toBe(4);
  expect(cluster.journal.executions({ operation: "create" })).toBe(4);
});

test("a replicated session moves once, after a crash and after a stop, and never back", async () => {
  for (const end of ["crash", "stop"] as const) {
    await using cluster = await start(true);
    await using orb = orbOf(cluster);
    const basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
    const first = lastMember(cluster, "add");
    const moved = collect(orb, "failover");
    await seenClosing(orb, first, () => cluster.member(first)[end]());
    await basket.add("pen");
    const second = lastMember(cluster, "add");
    expect(second).not.toBe(first);
    const moves = moved.length;
    await cluster.member(first).start();
    cluster.settleMembership();
    for (let n = 0; n < 5; n++) await basket.add(`${n}`);
    expect(lastMember(cluster, "add")).toBe(second);
    expect(moved.length).toBe(moves);
    expect(await basket.items()).toBe("book,pen,0,1,2,3,4");
  }
});

test("a session is never balanced: other contexts, other members and weights do not move it", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, { failback: "eager", contextMaxAgeMs: 1 });
  const basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  const member = lastMember(cluster, "add");
  for (const { name } of cluster.members) {
    if (name !== member) cluster.member(name).setWeight(1_000);
  }
  cluster.settleMembership();
  for (let n = 0; n < 10; n++) {
    await orb.createInitialContext();
    await basket.add(`${n}`);
  }
  expect(cluster.journal.perMember({ operation: "add" })).toEqual({ [member]: 11 });
});

test("no such session where it was; unavailable elsewhere; lost when the application is gone everywhere", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster, { connectBudgetMs: 400 });
  const removed = await orb.lookup(basketName, Basket);
  cluster.faults.next("items", {
    systemException: { name: "OBJECT_NOT_EXIST", minor: 9999, completed: "no" },
  });
  expect(await errorOf(removed.items())).toMatchObject({ code: "NO_SUCH_EJB", completed: "no" });

  const crashed = await orb.lookup(basketName, Basket);
  await crashed.add("book");
  const member = lastMember(cluster, "add");
  await seenClosing(orb, member, () => cluster.member(member).crash());
  const unavailable = await errorOf(crashed.add("pen"));
  expect(unavailable).toMatchObject({ code: "SESSION_UNAVAILABLE", completed: "no" });
  // The next call asks the old member first: its new process does not know the session.
  await cluster.member(member).start();
  expect(await errorOf(crashed.add("pen"))).toMatchObject({ code: "NO_SUCH_EJB" });

  const lost = await orb.lookup(basketName, Basket);
  await lost.add("book");
  cluster.redeploy();
  expect(await errorOf(lost.add("pen"))).toMatchObject({ code: "SESSION_LOST", completed: "no" });
});

test("making a session is not repeated after MAYBE; told by its descriptor before the first one was made", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  cluster.faults.when(({ operation }) => operation === "create", { close: "beforeReply" });
  const error = await errorOf(orb.lookup(basketName, Basket));
  expect(error.completed).toBe("maybe");
  expect(error.message).toContain("look the name up again");
  expect(error.message).not.toContain("idempotent");
  expect(cluster.journal.executions({ operation: "create" })).toBe(1);
});

test("a session from its text stays with its member, also where the Orb does not know that one yet", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const members = (): readonly string[] =>
    cluster.journal.select({ operation: "add" }).map(({ member }) => member);
  let basket = await orb.lookup(basketName, Basket);
  await basket.add("book");
  while (members().at(-1) === "i1") {
    basket = await orb.lookup(basketName, Basket);
    await basket.add("book");
  }
  const home = members().at(-1);
  const before = members().length;
  await using other = orbOf(cluster, { endpoints: cluster.endpoints.slice(0, 1) });
  const again = await other.stringToObject(orb.objectToString(basket), Basket);
  expect(await again.add("pen")).toBe(2);
  expect(await again.add("ink")).toBe(3);
  expect(members().slice(before)).toEqual([home, home]);
});
