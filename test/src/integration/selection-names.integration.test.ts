// Members that were known by their address alone get their names: who stood there stays there, and is counted there.
import { sgd } from "@remora/cluster";
import { expect, test } from "vitest";
import { collect, nextEvent } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const isDiscovery = ({ operation }: { readonly operation: string }): boolean =>
  operation === "_get_clusterInstanceInfo";

test.each([
  ["the rotation", {}],
  ["a policy", { selectionPolicy: sgd() }],
])(
  "under %s contexts that were made while discovery failed stay where they are",
  async (_title, options) => {
    await using cluster = await startShop();
    const failing = cluster.faults.when(isDiscovery, {
      systemException: { name: "INTERNAL", completed: "no" },
    });
    const quiet = cluster.faults.when(() => true, { update: "never" });
    await using orb = orbOf(cluster, { ...options, discoveryIntervalMs: 1, discoveryRefreshMs: 5 });
    const moved = collect(orb, "contextMoved");
    const owners = collect(orb, "ownerChanged");
    const places = [];
    for (let n = 0; n < 6; n++) {
      const context = await orb.createInitialContext({ request: { key: `user ${n}` } });
      const shop = await context.lookup(shopName, Shop);
      places.push({ context, shop, home: await shop.whoami() });
    }
    expect(places[0]?.context.member).toMatch(/^127/);
    const drained = places[0]?.context.member ?? "";
    const named = nextEvent(orb, "clusterViewChanged", ({ joined }) => joined.includes("i1"));
    failing.remove();
    quiet.remove();
    await named;
    for (const { context, shop, home } of places) {
      expect(context.member).toBe(home);
      expect(await shop.whoami()).toBe(home);
    }
    expect(moved).toEqual([]);
    expect(owners).toEqual([]);
    if (!("selectionPolicy" in options)) return;
    // Two run at each member; of a key that is known the place is known, too.
    for (const { context, home } of places) {
      const again = await orb.createInitialContext({ request: { key: keyOf(places, context) } });
      expect(again.member).toBe(home);
      again.close();
    }
    places.find(({ home }) => home === "i2")?.context.close();
    expect((await orb.createInitialContext()).member).toBe("i2");
    // A drain by the address that was its name holds for its name.
    await orb.drain(drained);
    expect((await orb.createInitialContext({ request: { key: "user 0" } })).member).not.toBe(
      places[0]?.home,
    );
  },
);

function keyOf(places: readonly { readonly context: unknown }[], context: unknown): string {
  return `user ${places.findIndex((place) => place.context === context)}`;
}
