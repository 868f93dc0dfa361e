import { decodeReply, MessageType, SERVICE_CONTEXT } from "@remora/protocol/internal";
import { describe, expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

/** A network that counts the replies that carry an update of the membership. */
class CountingNetwork {
  updates = 0;
  readonly transport = new ScriptedTransport({
    onMessage: (message) => {
      if (message.type !== MessageType.reply) return;
      if (decodeReply(message).context(SERVICE_CONTEXT.iorUpdate) !== undefined) this.updates += 1;
    },
  });
}

describe.each(["current", "stale", "foreign", "none"] as const)(
  "references come with a %s label",
  (label) => {
    test("after one update per member no further reply carries one", async () => {
      await using cluster = await startShop();
      for (const member of cluster.members) member.referenceLabel = label;
      const network = new CountingNetwork();
      await using orb = orbOf(cluster, { transport: network.transport });
      const balanced = await orb.lookup(shopName, Shop, { balance: "request" });
      const seen = new Set<string>();
      // Every member has answered twice: once to tell its label, once to hear it.
      const times = new Map<string, number>();
      for (
        let n = 0;
        n < 300 && [...times.values()].filter((count) => count >= 2).length < 3;
        n++
      ) {
        const name = await balanced.whoami();
        seen.add(name);
        times.set(name, (times.get(name) ?? 0) + 1);
      }
      expect(seen.size).toBe(3);
      const before = network.updates;
      for (let n = 0; n < 60; n++) await balanced.whoami();
      expect(network.updates).toBe(before);
      const last = cluster.journal.select({ operation: "whoami" }).at(-1);
      expect(last?.contexts).toContain(SERVICE_CONTEXT.membershipLabel);
    });
  },
);

test("a label that a member renews is followed after one update", async () => {
  await using cluster = await startShop();
  const network = new CountingNetwork();
  await using orb = orbOf(cluster, { transport: network.transport });
  const { shop } = await shopIn(orb);
  const name = await shop.whoami();
  await shop.whoami();
  const before = network.updates;
  cluster.member(name).renewLabel();
  for (let n = 0; n < 10; n++) await shop.whoami();
  expect(network.updates).toBe(before + 1);
});

describe.each(["malformed", "malformedMembers", "foreign", "empty"] as const)(
  "41. NPE in ServerGroupManager: a reply with %s membership data",
  (update) => {
    test("is delivered, the view stays, and something is said about data that cannot be read", async () => {
      await using cluster = await startShop();
      await using orb = orbOf(cluster);
      const { context, shop } = await shopIn(orb);
      await shop.whoami();
      const warnings = collect(orb, "warning");
      const views = collect(orb, "clusterViewChanged");
      const members = orb.explain().clusters[0]?.members.map(({ name }) => name);
      const member = context.member;
      cluster.faults.when(({ operation }) => operation === "whoami", { update }, { count: 5 });
      for (let n = 0; n < 5; n++) expect(await shop.whoami()).toBe(member);
      expect(views).toEqual([]);
      expect(orb.explain().clusters[0]?.members.map(({ name }) => name)).toEqual(members);
      if (update.startsWith("malformed"))
        expect(warnings.some(({ code }) => code === "MEMBERSHIP_DATA")).toBe(true);
      expect(await shop.whoami()).toBe(member);
    });
  },
);

test("updates never move a pin", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const { context, shop } = await shopIn(orb);
  const member = context.member;
  cluster.faults.when(({ operation }) => operation === "whoami", { update: "always" });
  for (let n = 0; n < 20; n++) {
    for (const each of cluster.members) each.renewLabel();
    expect(await shop.whoami()).toBe(member);
  }
});
