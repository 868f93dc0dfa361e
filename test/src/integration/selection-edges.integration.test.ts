// Policies in an Orb where things meet: contexts that grow old, lookups that fail, members that are all drained, changes
// from inside of listeners, policies of one's own that misbehave.
import { Orb } from "@remora/client";
import { glassfish, pipeline, sapGateway, sgd } from "@remora/cluster";
import { expect, test } from "vitest";
import { countedWork } from "../support/counted-work.ts";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { cartName, orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const only = (name: string) =>
  pipeline(`only ${name}`, {
    filters: [{ name: "one", keep: (each) => each.name === name || "is another" }],
  });

test("a context that is old and for whom nobody is free keeps its place, and is counted once", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const members = { i1: { maxCount: 1 }, i2: { maxCount: 1 } };
  let now = 0;
  await using orb = orbOf(cluster, {
    now: () => now,
    contextMaxAgeMs: 10,
    selectionPolicy: { contexts: sgd({ members }) },
  });
  const [a, b] = [await shopIn(orb), await shopIn(orb)];
  const places = [a.context.member, b.context.member];
  expect(places.toSorted()).toEqual(["i1", "i2"]);
  for (let n = 0; n < 5; n++) {
    now += 11;
    // Without itself there is one place: its own.
    expect([await a.shop.whoami(), await b.shop.whoami()]).toEqual(places);
  }
  expect(await errorOf(orb.createInitialContext())).toMatchObject({ code: "NO_CANDIDATE" });
  a.context.close();
  // Its stubs stay usable, and are counted no more, however old it grows.
  for (let n = 0; n < 3; n++) {
    now += 11;
    await a.shop.whoami();
  }
  expect((await orb.createInitialContext()).member).toBe(places[0]);
});

test.each([
  ["the rotation", {}],
  ["a policy", { selectionPolicy: sgd() }],
])(
  "under %s an old context stays where it is while all members are drained",
  async (_title, options) => {
    await using cluster = await startShop(["i1", "i2"]);
    let now = 0;
    await using orb = orbOf(cluster, { ...options, now: () => now, contextMaxAgeMs: 10 });
    const { context, shop } = await shopIn(orb);
    const home = context.member;
    await Promise.all([orb.drain("i1"), orb.drain("i2")]);
    now += 11;
    expect(await shop.whoami()).toBe(home);
    orb.undrain(home === "i1" ? "i2" : "i1");
    now += 11;
    expect(await shop.whoami()).not.toBe(home);
  },
);

test.each([
  ["the rotation", {}],
  ["a policy", { selectionPolicy: sgd() }],
])(
  "under %s a drained member serves rather than nobody, when the place of a context dies",
  async (_title, options) => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, options);
    const { context, shop } = await shopIn(orb);
    const home = context.member;
    const other = home === "i1" ? "i2" : "i1";
    await orb.drain(other);
    await cluster.member(home).crash();
    expect(await shop.whoami()).toBe(other);
    expect(context.member).toBe(other);
  },
);

test("a lookup that fails, and one that gives a value, leave no context behind that is counted", async () => {
  await using cluster = await startShop();
  const contexts = countedWork();
  await using orb = orbOf(cluster, { selectionPolicy: { contexts: contexts.policy } });
  for (let n = 0; n < 5; n++) {
    expect(await errorOf(orb.lookup("java:global/shop/Missing", Shop))).toMatchObject({
      code: "NAME_NOT_FOUND",
    });
  }
  using maker = await orb.createInitialContext();
  await maker.bind("greeting", "hello");
  const found = await errorOrValue(orb.lookup("greeting"));
  expect(found === "hello" || found instanceof Error).toBe(true);
  maker.close();
  await orb.createInitialContext();
  expect(contexts.running).toEqual({ i1: 0, i2: 0, i3: 0 });
});

async function errorOrValue(promise: Promise<unknown>): Promise<unknown> {
  return await promise.catch((error: unknown) => error);
}

test("weights of which none is left to lead are refused, and nothing has changed then", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { loadBalancingPolicy: "ic-based-weighted" });
  await orb.createInitialContext();
  const before = orb.policy.describe();
  expect(() => orb.policy.apply({ contexts: sgd(), weights: { i1: 0, i2: 0 } })).toThrow(/weight/);
  expect(orb.policy.describe()).toEqual(before);
  await orb.createInitialContext();
});

test("what is changed by default leaves alone what has a policy of its own", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, {
    selectionPolicy: { default: sgd(), requests: sapGateway() },
  });
  orb.policy.apply({ default: glassfish() });
  expect(orb.policy.describe()).toMatchObject({ contexts: "glassfish", requests: "sapGateway" });
  orb.policy.apply({ costEntry: "127.0.0.*=5" });
  orb.policy.apply({ contexts: sgd() });
  orb.policy.apply({ default: sapGateway() });
  expect(orb.policy.describe()).toMatchObject({ contexts: "sgd", requests: "sapGateway" });
});

test("a listener may change the policy and drain in the middle of a decision", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"]);
  await using orb = orbOf(cluster, { selectionPolicy: sgd() });
  const seen = collect(orb, "ownerChanged");
  const drains: Promise<boolean>[] = [];
  orb.events.on("ownerChanged", ({ next }) => {
    orb.policy.apply({ contexts: glassfish() });
    orb.policy.apply({ contexts: sgd() });
    drains.push(orb.drain(next, { timeoutMs: 2_000 }));
  });
  const first = await orb.createInitialContext({ request: { key: "alice" } });
  await first.lookup(shopName, Shop);
  await orb.drain(first.member);
  const second = await orb.createInitialContext({ request: { key: "alice" } });
  expect(seen).toMatchObject([{ previous: first.member, next: second.member }]);
  // The new owner is drained, too: a third member is left.
  const third = await orb.createInitialContext({ request: { key: "alice" } });
  expect(new Set([first, second, third].map(({ member }) => member)).size).toBe(3);
  expect(await Promise.all(drains)).toEqual([true, true]);
  expect(await errorOf(orb.createInitialContext())).toMatchObject({ code: "NO_CANDIDATE" });
});

test("a policy whose stage throws, or that names a stranger, says so to whoever asked, and the next one decides", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const broken = pipeline("broken", {
    load: [
      {
        name: "unlucky",
        better: "min",
        value: () => {
          throw new Error("no figure");
        },
      },
    ],
  });
  await using orb = orbOf(cluster, { selectionPolicy: { requests: sgd() } });
  const { shop: pinned } = await shopIn(orb);
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  orb.policy.apply({ requests: broken });
  await expect(shop.whoami()).rejects.toThrow("no figure");
  expect(await pinned.whoami()).toMatch(/^i/);
  const vague = pipeline("vague", {
    chooser: { name: "any", choose: () => ({ chosen: [{ name: "i9" }], how: "by whim" }) },
  });
  orb.policy.apply({ requests: vague });
  expect(await errorOf(shop.whoami())).toMatchObject({
    code: "CONFIGURATION",
    message: expect.stringContaining('the policy vague chose "i9"'),
  });
  orb.policy.apply({ requests: sgd() });
  expect(await shop.whoami()).toMatch(/^i/);
});

test("explain shows the decisions of each name pattern, and a look changes no decision", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, {
    selectionPolicy: { contexts: only("i1"), byName: { "java:global/shop/Ca*": only("i2") } },
  });
  await orb.createInitialContext();
  await orb.createInitialContext({ request: { name: cartName } });
  expect(orb.explain().clusters[0]?.selections).toMatchObject([
    { use: "contexts", explanation: { chosen: ["i1"] } },
    { use: "contexts", pattern: "java:global/shop/Ca*", explanation: { chosen: ["i2"] } },
  ]);
  const order = async (looks: number): Promise<readonly string[]> => {
    await using plain = orbOf(cluster, { seed: 7 });
    const shop = await plain.lookup(shopName, Shop, { balance: "request" });
    const names: string[] = [];
    for (let n = 0; n < 12; n++) {
      for (let look = 0; look < looks; look++) plain.explain(shop);
      names.push(await shop.whoami());
    }
    return names;
  };
  expect(await order(3)).toEqual(await order(0));
});

test("a request that its caller goes on to use for somebody else stays what it was", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"]);
  await using orb = orbOf(cluster, { selectionPolicy: sgd() });
  const changes = collect(orb, "ownerChanged");
  const request: { key?: string; name?: string } = { key: "alice" };
  const context = await orb.createInitialContext({ request });
  const shop = await context.lookup(shopName, Shop);
  request.key = "bob";
  await cluster.member(context.member).crash();
  const next = await shop.whoami();
  expect(changes).toMatchObject([{ key: "alice", next }]);
  // A name that is not given is the name that is looked up.
  orb.policy.apply({ byName: { [shopName]: only(next) } });
  const named = { balance: "request", request: { name: undefined as never } } as const;
  const balanced = await orb.lookup(shopName, Shop, named);
  for (let n = 0; n < 4; n++) expect(await balanced.whoami()).toBe(next);
});

test("with sites a name chooses the site, and inside it the rotation goes on", async () => {
  await using paris = await startShop(["p1", "p2"]);
  await using london = await startShop(["l1", "l2"]);
  await using orb = new Orb({
    sites: { paris: paris.endpoints, london: london.endpoints },
    seed: 1,
    selectionPolicy: { contexts: only("paris"), byName: { [shopName]: only("london") } },
  });
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  const names = new Set<string>();
  for (let n = 0; n < 20; n++) names.add(await shop.whoami());
  expect([...names].toSorted()).toEqual(["l1", "l2"]);
});

test("members that are full for requests tell names all the same", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const members = { i1: { maxCount: 1 }, i2: { available: false } };
  await using orb = orbOf(cluster, { selectionPolicy: { requests: sgd({ members }) } });
  const shop = await orb.lookup(shopName, Shop, { balance: "request" });
  const held = cluster.faults.next("run", { hold: "beforeReply" });
  const call = shop.run("x");
  await held.struck();
  const other = await orb.lookup(shopName, Shop, { balance: "request" });
  expect(await errorOf(other.whoami())).toMatchObject({ code: "NO_CANDIDATE" });
  held.release();
  expect(await call).toBe("i1");
  expect(await other.whoami()).toBe("i1");
});

test("two sites of the same endpoints are two choices and one cluster", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const both = { paris: cluster.endpoints, mirror: cluster.endpoints };
  await using orb = new Orb({ sites: both, seed: 1, selectionPolicy: sgd() });
  const contexts = [];
  for (let n = 0; n < 6; n++) contexts.push(await orb.createInitialContext());
  expect(orb.explain().clusters).toHaveLength(1);
  const sites = contexts.map(({ selection }) => selection?.chosen[0]?.name);
  expect(sites.filter((name) => name === "paris")).toHaveLength(3);
  await orb.drain("mirror");
  expect((await orb.createInitialContext()).selection?.chosen[0]?.name).toBe("paris");
});

test("an Orb that is closed drains nobody", async () => {
  await using cluster = await startShop(["i1"]);
  const orb = orbOf(cluster);
  await orb.createInitialContext();
  await orb.close();
  expect(await errorOf(orb.drain("i1"))).toMatchObject({ code: "CLOSED" });
});
