// What a policy believes to be in flight: every call and every context must end there, whatever their end was.
import { java, method, type Orb, type RemoteInterface, remoteInterface } from "@remora/client";
import { type Policy, seededRandom } from "@remora/cluster";
import type { Fault, MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { countedWork } from "../support/counted-work.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const nothingRuns = { i1: 0, i2: 0, i3: 0 };

/** What ran at each member, as the latest decision saw it: a look at an order of fall-back may come after it. */
function seenBefore(orb: Orb): Readonly<Record<string, number | undefined>> {
  const latest = orb.explain().clusters[0]?.selections.at(-1);
  const rows = latest?.explanation.candidates.map(({ name, value }) => [name, value]);
  return Object.fromEntries(rows ?? []);
}

const faults: readonly Fault[] = [
  { close: "beforeExecute" },
  { close: "beforeReply", closeManner: "reset" },
  { close: "midReply" },
  { close: "beforeExecute", closeManner: "closeConnection" },
  { systemException: { name: "TRANSIENT", completed: "no" } },
  { systemException: { name: "COMM_FAILURE", completed: "maybe" } },
  { systemException: { name: "OBJECT_NOT_EXIST", completed: "no" } },
  { systemException: { name: "NO_PERMISSION", completed: "no" } },
  { forward: { member: "i2" } },
  { forward: "self" },
  { forward: "nil" },
  { addressingMode: 2 },
  { reply: { body: "garbage" } },
  { silence: "beforeExecute" },
  { silence: "beforeReply" },
];

/** Calls of every kind in random order, with random faults; nobody's end matters here. */
async function turmoil(
  cluster: MockCluster,
  shops: readonly Shop[],
  random: () => number,
  calls: number,
): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const open: Promise<unknown>[] = [];
  for (let n = 0; n < calls; n++) {
    if (random() < 0.4) cluster.faults.next("*", pick(faults), { after: Math.floor(random() * 3) });
    const abort = new AbortController();
    const options = { timeoutMs: 30 + Math.floor(random() * 200), signal: abort.signal };
    const shop = pick(shops);
    const kinds: readonly (() => Promise<unknown>)[] = [
      () => shop.run("x", options),
      () => shop.read("x", options),
      () => shop.echo("x", options),
      () => shop.bulk(70_000, options),
      () => shop.note("x", options),
      // Neither of these two can be encoded.
      () => shop.run({} as never, options),
      () => shop.note(7 as never, options),
    ];
    open.push(pick(kinds)().catch((error: unknown) => error));
    if (random() < 0.15) abort.abort();
    if (random() < 0.3) await open[Math.floor(random() * open.length)];
  }
  await Promise.all(open);
}

test.each([1, 2, 3, 4])(
  "random calls with random faults, seed %i: nothing runs when all have ended",
  async (seed) => {
    await using cluster = await startShop();
    const requests = countedWork();
    await using orb = orbOf(cluster, {
      seed,
      selectionPolicy: { requests: requests.policy },
      connectBudgetMs: 200,
      silenceProbeMs: 50,
    });
    // Several stubs: one that was forwarded is balanced no more.
    const shops: Shop[] = [];
    for (let n = 0; n < 8; n++) {
      shops.push(await orb.lookup(shopName, Shop, { balance: "request" }));
    }
    await turmoil(cluster, shops, seededRandom(seed), 200);
    cluster.faults.clear();
    const witness = await orb.lookup(shopName, Shop, { balance: "request" });
    await witness.whoami();
    expect(requests.told.assigned).toBeGreaterThan(50);
    expect(seenBefore(orb)).toEqual(nothingRuns);
  },
);

interface Fussy {
  buy(id: string | null, options?: object): Promise<string>;
}
const Fussy: RemoteInterface<Fussy> = remoteInterface<Fussy>("shop.Fussy", {
  buy: method([java.string], java.string),
});

test("a call that ends with an exception is one decision, and runs no more", async () => {
  await using cluster = await startShop();
  cluster.bind("java:global/shop/Fussy", Fussy, () => ({
    buy: () => {
      throw new Error("sold out");
    },
  }));
  const requests = countedWork();
  await using orb = orbOf(cluster, { selectionPolicy: { requests: requests.policy } });
  const fussy = await orb.lookup("java:global/shop/Fussy", Fussy, { balance: "request" });
  for (let n = 0; n < 12; n++) await errorOf(fussy.buy("x"));
  await errorOf(fussy.buy("look"));
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  await shop.whoami();
  expect(requests.told).toEqual({ assigned: 13, released: 13 });
  expect(requests.running).toEqual(nothingRuns);
});

test("a call that is made again elsewhere is one decision, and runs where it is", async () => {
  await using cluster = await startShop();
  const requests = countedWork();
  await using orb = orbOf(cluster, { selectionPolicy: { requests: requests.policy } });
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  cluster.faults.next("read", { close: "beforeReply" });
  const held = cluster.faults.next("read", { hold: "beforeReply" });
  const call = shop.read("x");
  await held.struck();
  const [first, second] = cluster.journal.select({ operation: "read" }).map(({ member }) => member);
  expect(second).not.toBe(first);
  await shop.whoami();
  // It runs at the member that holds it, and not at the one that lost it.
  expect(seenBefore(orb)).toEqual({ ...nothingRuns, [second ?? ""]: 1 });
  held.release();
  await call;
  await shop.whoami();
  expect(requests.running).toEqual(nothingRuns);
});

test("calls that time out, that find nobody, and that the closing Orb ends run no more", async () => {
  await using cluster = await startShop();
  const { policy } = countedWork();
  const open = new Map<string, number>();
  const count = (member: string, more: number): void => {
    open.set(member, (open.get(member) ?? 0) + more);
  };
  // Told of each event, and of the choice that each decision counts itself: orders of fall-back go to another object.
  const told: Policy = {
    ...policy,
    on: (state, event) => {
      if (event.type === "assigned") count(event.member, 1);
      if (event.type === "released") count(event.member, -1);
      return policy.on(state, event);
    },
  };
  await using orb = orbOf(cluster, { selectionPolicy: { requests: told }, connectBudgetMs: 100 });
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  const placed = (): number => [...open.values()].reduce((sum, each) => sum + each, 0);
  let made = 0;
  const ended = async (call: Promise<unknown>): Promise<void> => {
    made += 1;
    await errorOf(call);
  };
  cluster.faults.when(({ operation }) => operation === "run", { silence: "beforeReply" });
  await ended(shop.run("late", { timeoutMs: 20 }));
  expect(placed()).toBe(-made);
  for (const member of cluster.members) await member.crash();
  await ended(shop.read("nobody"));
  expect(placed()).toBe(-made);
  for (const member of cluster.members) await member.start();
  const calls = [shop.run("a"), shop.run("b"), shop.run("c")].map(ended);
  await orb.close({ drainMs: 0 });
  await Promise.all(calls);
  // Each was counted by its decision, moved or not, and given back once.
  expect(placed()).toBe(-made);
});
