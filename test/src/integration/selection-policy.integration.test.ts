// Selection policies in an Orb, over real IIOP: who gets contexts and calls, and what the policy is told.

import { java, method, type RemoteInterface, remoteInterface } from "@remora/client";
import { type Candidate, glassfish, pipeline, sapGateway, sgd, twoRandom } from "@remora/cluster";
import { MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { Held } from "../support/basket.ts";
import { collect, nextEvent, until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { cartName, orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

/** How often each name occurs. */
function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

interface Slow {
  hold(options?: object): Promise<string>;
}
const Slow: RemoteInterface<Slow> = remoteInterface<Slow>("shop.Slow", {
  hold: method([], java.string),
});

/** A bean whose calls wait at one member until the test lets them go on. */
async function startSlow(slow: string): Promise<{ cluster: MockCluster; held: Held }> {
  const cluster = await MockCluster.start({ members: ["i1", "i2", "i3"] });
  const held = new Held();
  cluster.bind(shopName, Slow, (member) => ({
    hold: async () => {
      if (member.name === slow) await held.wait();
      return member.name;
    },
  }));
  return { cluster, held };
}

describe("sgd", () => {
  test("contexts go where the least sessions × 100 / weight are: shares are the weights, exactly", async () => {
    await using cluster = await startShop([
      { name: "i1", weight: 100 },
      { name: "i2", weight: 50 },
      { name: "i3", weight: 50 },
    ]);
    await using orb = orbOf(cluster, { selectionPolicy: sgd() });
    const contexts = [];
    for (let n = 0; n < 80; n++) contexts.push(await orb.createInitialContext());
    expect(countsOf(contexts.map(({ member }) => member))).toEqual({ i1: 40, i2: 20, i3: 20 });
    for (const context of contexts)
      await context.lookup(shopName, Shop).then((shop) => shop.run("x"));
    expect(cluster.journal.perMember({ operation: "run" })).toEqual({ i1: 40, i2: 20, i3: 20 });
    expect(orb.explain().clusters[0]).toMatchObject({
      policy: "sgd",
      members: [{ plannedShare: 0.5 }, { plannedShare: 0.25 }, { plannedShare: 0.25 }],
    });
  });

  test("a context that is closed is counted no more", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, { selectionPolicy: sgd() });
    const [a, b] = [await orb.createInitialContext(), await orb.createInitialContext()];
    expect(a.member).not.toBe(b.member);
    a.close();
    a.close();
    // One runs at b's member and none at a's: the next two go there, then to whoever is first.
    const c = await orb.createInitialContext();
    expect(c.member).toBe(a.member);
    expect(await errorOf(a.lookup(shopName))).toMatchObject({ code: "CLOSED" });
  });

  test("calls in flight decide request by request: a member that is slow gets few", async () => {
    const { cluster, held } = await startSlow("i2");
    await using _cluster = cluster;
    await using orb = orbOf(cluster, { selectionPolicy: { requests: sgd() } });
    const slow = await orb.lookup(shopName, Slow, { balance: "request" });
    const waiting: Promise<string>[] = [];
    const isHeld = (): boolean => cluster.journal.count({ operation: "hold", member: "i2" }) > 0;
    // Three at once: one for each member, and that of i2 hangs.
    let answered = 0;
    for (let n = 0; n < 3; n++) {
      waiting.push(
        slow.hold().then((name) => {
          answered += 1;
          return name;
        }),
      );
    }
    await until(() => isHeld() && answered === 2, "i2 has one, and the others have answered");
    // Two at a time: neither may go where one is in flight, so each pair takes the two others.
    const names: string[] = [];
    for (let n = 0; n < 30; n++) names.push(...(await Promise.all([slow.hold(), slow.hold()])));
    expect(countsOf(names)).toEqual({ i1: 30, i3: 30 });
    held.release();
    await Promise.all(waiting);
    // Now i2 has none in flight either, and takes part again.
    const again = slow.hold();
    const more = slow.hold();
    const third = slow.hold();
    await until(
      () => cluster.journal.count({ operation: "hold", member: "i2" }) > 1,
      "i2 has another",
    );
    held.release();
    expect(new Set(await Promise.all([again, more, third])).size).toBe(3);
  });

  test("affinity keeps the work of one key together, and its owner is told when it moves", async () => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster, { selectionPolicy: sgd() });
    const changes = collect(orb, "ownerChanged");
    const first = await orb.createInitialContext({ request: { key: "alice" } });
    const others = [];
    for (let n = 0; n < 3; n++)
      others.push(await orb.createInitialContext({ request: { key: "alice" } }));
    expect(new Set([first, ...others].map(({ member }) => member)).size).toBe(1);
    const other = await orb.createInitialContext({ request: { key: "bob" } });
    expect(other.member).not.toBe(first.member);
    expect(changes).toEqual([]);
    const home = first.member;
    const shop = await first.lookup(shopName, Shop);
    await cluster.member(home).crash();
    const served = await shop.whoami();
    expect(served).not.toBe(home);
    expect(changes[0]).toMatchObject({ key: "alice", previous: home, next: served });
    const later = await orb.createInitialContext({ request: { key: "alice" } });
    expect(later.member).toBe(served);
  });

  test("a maximum count and a user assignment are hard: the error lists each member with its reason", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, {
      selectionPolicy: sgd({
        members: {
          i1: { maxCount: 1 },
          i2: { userAssignment: ({ dept }) => dept === "Sales" },
        },
      }),
    });
    const first = await orb.createInitialContext({ request: { tenant: { dept: "Law" } } });
    expect(first.member).toBe("i1");
    const error = await errorOf(orb.createInitialContext({ request: { tenant: { dept: "Law" } } }));
    expect(error).toMatchObject({
      code: "NO_CANDIDATE",
      policy: "sgd",
      candidates: [
        { name: "i1", reason: "runs 1 of at most 1" },
        { name: "i2", reason: "is not for this user" },
      ],
      message: "the policy sgd can choose nobody: i1 runs 1 of at most 1, i2 is not for this user",
    });
    const sales = await orb.createInitialContext({ request: { tenant: { dept: "Sales" } } });
    expect(sales.member).toBe("i2");
    first.close();
    expect((await orb.createInitialContext({ request: { tenant: {} } })).member).toBe("i1");
  });

  test("a method of its own by JNDI name", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    const only = (name: string) =>
      sgd({ members: { [name === "i1" ? "i2" : "i1"]: { available: false } } });
    await using orb = orbOf(cluster, {
      selectionPolicy: { default: only("i1"), byName: { "java:global/shop/Ca*": only("i2") } },
    });
    expect((await orb.createInitialContext()).member).toBe("i1");
    const shop = await orb.lookup(shopName, Shop, { balance: "request" });
    expect(await shop.whoami()).toBe("i1");
    const named = await orb.createInitialContext({ request: { name: cartName } });
    expect(named.member).toBe("i2");
    expect(orb.policy.describe()).toMatchObject({
      contexts: "sgd",
      requests: "sgd",
      byName: { "java:global/shop/Ca*": "sgd" },
    });
  });
});

describe("sapGateway", () => {
  const members = [
    { name: "i1", host: "127.0.0.1" },
    { name: "i2", host: "127.0.0.2" },
    { name: "i3", host: "127.0.0.3" },
  ];

  test("level 2: shares are 1/cost by address, in the document's order of lowest load first", async () => {
    await using cluster = await startShop(members);
    await using orb = orbOf(cluster, {
      selectionPolicy: {
        requests: sapGateway({ level: 2, costs: "127.0.0.1=10 127.0.0.2=20 127.0.0.3=40" }),
      },
    });
    const shop = await orb.lookup(shopName, Shop, { balance: "request" });
    for (let n = 0; n < 70; n++) await shop.run("x");
    // 1/10 : 1/20 : 1/40 = 4 : 2 : 1, and 70 calls are ten whole rounds.
    expect(cluster.journal.perMember({ operation: "run" })).toEqual({ i1: 40, i2: 20, i3: 10 });
  });

  test("a cost that is changed while running acts on the next decision, and nothing is forgotten", async () => {
    await using cluster = await startShop(members.slice(0, 2));
    await using orb = orbOf(cluster, {
      selectionPolicy: { requests: sapGateway({ level: 2, costs: "127.0.0.*=10" }) },
    });
    const changed = collect(orb, "policyChanged");
    const shop = await orb.lookup(shopName, Shop, { balance: "request" });
    for (let n = 0; n < 20; n++) await shop.run("before");
    expect(cluster.journal.perMember({ operation: "run" })).toEqual({ i1: 10, i2: 10 });
    orb.policy.apply({ costEntry: "127.0.0.*=0" });
    orb.policy.apply({ costEntry: "127.0.0.1=30" });
    orb.policy.apply({ costEntry: "127.0.0.2=10" });
    for (let n = 0; n < 20; n++) await shop.run("after");
    expect(cluster.journal.perMember({ operation: "run" })).toEqual({ i1: 15, i2: 25 });
    expect(changed.map(({ costEntry }) => costEntry)).toEqual([
      "127.0.0.*=0",
      "127.0.0.1=30",
      "127.0.0.2=10",
    ]);
    expect(() => orb.policy.apply({ costEntry: "127.0.0.2" })).toThrow(/"key=cost"/);
    expect(changed).toHaveLength(3);
  });

  test("a member that dies gives its calls to the others, and begins at the highest load when it returns", async () => {
    await using cluster = await startShop(members);
    await using orb = orbOf(cluster, { selectionPolicy: { requests: sapGateway({ level: 1 }) } });
    const shop = await orb.lookup(shopName, Shop, { balance: "request" });
    for (let n = 0; n < 30; n++) await shop.read("x");
    await cluster.member("i2").crash();
    for (let n = 0; n < 20; n++) await shop.read("x");
    const recovered = nextEvent(orb, "endpointRecovered");
    await cluster.member("i2").start();
    await recovered;
    const before = cluster.journal.count({ operation: "read", member: "i2" });
    for (let n = 0; n < 30; n++) await shop.read("x");
    // Not flooded with the twenty that it has missed.
    expect(cluster.journal.count({ operation: "read", member: "i2" }) - before).toBe(10);
  });
});

describe("in an Orb", () => {
  test("the preset glassfish draws what the Orb's own rotation draws, from the same seed", async () => {
    await using cluster = await startShop([
      { name: "i1", weight: 1 },
      { name: "i2", weight: 2 },
      { name: "i3", weight: 3 },
    ]);
    for (const policy of ["ic-based", "ic-based-weighted"] as const) {
      await using plain = orbOf(cluster, { seed: 5, loadBalancingPolicy: policy });
      await using preset = orbOf(cluster, { seed: 5, selectionPolicy: glassfish({ policy }) });
      const draw = async (orb: typeof plain): Promise<string[]> => {
        const names: string[] = [];
        for (let n = 0; n < 50; n++) names.push((await orb.createInitialContext()).member);
        return names;
      };
      expect(await draw(preset)).toEqual(await draw(plain));
    }
  });

  test("stages of one's own, combined with ours", async () => {
    await using cluster = await startShop();
    const evenPorts = pipeline("even ports", {
      filters: [{ name: "not i2", keep: ({ name }) => name !== "i2" || "is i2" }],
      load: [
        {
          name: "last digit",
          better: "max",
          value: ({ name }: Candidate) => Number(name.slice(1)),
        },
      ],
      chooser: twoRandom,
    });
    await using orb = orbOf(cluster, { selectionPolicy: evenPorts });
    const context = await orb.createInitialContext();
    expect(context.member).toBe("i3");
    expect(context.selection?.explanation).toMatchObject({
      policy: "even ports",
      chosen: ["i3"],
      candidates: [
        { name: "i1", outcome: "not chosen" },
        { name: "i2", outcome: "removed", reason: "is i2" },
        { name: "i3", outcome: "chosen" },
      ],
    });
    expect(orb.explain().clusters[0]?.selections[0]?.explanation.chosen).toEqual(["i3"]);
  });

  test("weights and policies change while running: at once, wholly or not at all", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await using orb = orbOf(cluster, { selectionPolicy: sgd() });
    const changed = collect(orb, "policyChanged");
    const contexts = [];
    for (let n = 0; n < 4; n++) contexts.push(await orb.createInitialContext());
    expect(() => orb.policy.apply({ weights: { i1: 300 }, contexts: "sdg" as "sgd" })).toThrow(
      'policy.apply.contexts: policy: "sdg" is not known; did you mean "sgd"?',
    );
    expect(changed).toEqual([]);
    orb.policy.apply({ weights: { i1: 300 } });
    expect(changed).toMatchObject([
      { before: { weights: {} }, after: { weights: { i1: 300 } }, parts: ["weights"] },
    ]);
    expect(() => orb.policy.apply({ weights: { i1: -5 } })).toThrow(
      'option weights["i1"] is -5; accepted: a whole number from 0',
    );
    for (let n = 0; n < 4; n++) contexts.push(await orb.createInitialContext());
    // The four from before still count: 6 and 2 of 8 are 3 : 1.
    expect(countsOf(contexts.map(({ member }) => member))).toEqual({ i1: 6, i2: 2 });
    orb.policy.apply({ contexts: glassfish() });
    expect(orb.policy.describe().contexts).toBe("glassfish");
  });

  test.each([
    [
      { selectionPolicy: "sdg" },
      'selectionPolicy: policy: "sdg" is not known; did you mean "sgd"?',
    ],
    [
      { selectionPolicy: { name: "sgd", options: { metod: "cpu" } } },
      'selectionPolicy: sgd: "metod" is no option; did you mean "method"?',
    ],
    [
      { selectionPolicy: { context: sgd() } },
      'unknown part "context" of selectionPolicy; did you mean contexts?',
    ],
    [
      { selectionPolicy: 3 },
      "selectionPolicy is no policy; accepted: a policy such as sgd(), its name, or { name, options }",
    ],
    [
      { selectionPolicy: { loadSources: [{}] } },
      "selectionPolicy.loadSources must be a list of load sources, such as ownCounters() or httpLoad({ url })",
    ],
    [
      { sites: { paris: "h:1" } },
      "options endpoints and sites exclude each other; give the endpoints as a site of its own",
    ],
  ])("%j is refused", async (options, message) => {
    await using cluster = await startShop(["i1"]);
    expect(() => orbOf(cluster, options as never)).toThrow(message);
  });

  test("a misspelt part of a request is refused", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    expect(
      await errorOf(orb.createInitialContext({ request: { keys: "a" } as never })),
    ).toMatchObject({
      code: "ARGUMENT",
      message: 'unknown part "keys" of request; did you mean key?',
    });
  });
});
