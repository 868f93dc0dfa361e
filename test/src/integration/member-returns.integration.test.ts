import { describe, expect, test } from "vitest";
import { nextEvent, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("the port opens before the application: the member gets no call until a key in use is there", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
  const first = await shop.whoami();
  const member = cluster.member(first);
  await seenClosing(orb, first, () => member.crash());
  await shop.whoami();
  await member.start({ application: false });
  // Two answers to a probe that say "no such object", with calls going on: nobody is sent there.
  await cluster.journal.waitFor({ kind: "locate", member: first, state: "replied", count: 2 });
  for (let n = 0; n < 40; n++) expect(await balanced.whoami()).not.toBe(first);
  const recovered = nextEvent(
    orb,
    "endpointRecovered",
    ({ endpoint }) => endpoint === member.endpoint,
  );
  member.deploy();
  await recovered;
  // Slow start: it takes a growing part; a hundred draws find it.
  const seen = new Set<string>();
  for (let n = 0; n < 200 && seen.size < 2; n++) seen.add(await balanced.whoami());
  expect(seen).toContain(first);
});

describe("failback", () => {
  async function returned(failback: "newContexts" | "eager" | "never"): Promise<{
    readonly old: string;
    readonly first: string;
    readonly heads: ReadonlySet<string>;
  }> {
    await using cluster = await startShop(["i1", "i2"]);
    let skippedMs = 0;
    const now = (): number => performance.now() + skippedMs;
    await using orb = orbOf(cluster, { failback, now });
    const { shop } = await shopIn(orb);
    const first = await shop.whoami();
    const member = cluster.member(first);
    await seenClosing(orb, first, () => member.crash());
    expect(await shop.whoami()).not.toBe(first);
    const recovered = nextEvent(
      orb,
      "endpointRecovered",
      ({ endpoint }) => endpoint === member.endpoint,
    );
    await member.start();
    // Nothing tells that something never happens; ten minutes of the Orb's clock are enough to say so.
    if (failback === "never") skippedMs = 600_000;
    else await recovered;
    const old = await shop.whoami();
    const heads = new Set<string>();
    for (let n = 0; n < 200 && heads.size < 2; n++)
      heads.add((await orb.createInitialContext()).member);
    return { old, first, heads };
  }

  test("74. [EJBCLIENT-337] Reconnect to failed configured node not possible, even if the node is up again", async () => {
    const { old, first, heads } = await returned("newContexts");
    expect(old).not.toBe(first);
    expect(heads).toContain(first);
  });

  test("eager: references move back to their context's first member", async () => {
    const { old, first, heads } = await returned("eager");
    expect(old).toBe(first);
    expect(heads).toContain(first);
  });

  test("never: a member that failed gets no new contexts either", async () => {
    const { old, first, heads } = await returned("never");
    expect(old).not.toBe(first);
    expect(heads).not.toContain(first);
  });
});

test("a context that is older than contextMaxAgeMs draws its member anew", async () => {
  let now = 0;
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { contextMaxAgeMs: 60_000, now: () => now });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  expect(await shop.whoami()).toBe(first);
  const seen = new Set([first]);
  for (let n = 0; n < 20; n++) {
    now += 60_001;
    seen.add(await shop.whoami());
  }
  expect(seen).toEqual(new Set(["i1", "i2"]));
});
