// Two clusters in one process, in one Orb: their members never mix.
import { Orb } from "@remora/client";
import { countOf, Greeter, greeterName, startGreeters } from "./greeter.ts";

await using shop = await startGreeters(["shop-1", "shop-2"]);
await using billing = await startGreeters(["billing-1", "billing-2", "billing-3"]);

await using orb = new Orb({ endpoints: shop.endpoints });
const billingEndpoints = billing.endpoints;

const shopMembers: string[] = [];
const billingMembers: string[] = [];
for (let n = 0; n < 20; n++) {
  // Without endpoints a context belongs to the Orb's cluster; with them, to another one.
  const here = await orb.createInitialContext();
  const there = await orb.createInitialContext({ endpoints: billingEndpoints });
  const greeters = [
    await here.lookup(greeterName, Greeter),
    await there.lookup(greeterName, Greeter),
  ] as const;
  shopMembers.push((await greeters[0].whoami()) ?? "");
  billingMembers.push((await greeters[1].whoami()) ?? "");
}
console.log(`shop: ${Object.keys(countOf(shopMembers)).join(", ")}`);
console.log(`billing: ${Object.keys(countOf(billingMembers)).join(", ")}`);

// One of them grows; the other one is not touched by it.
await billing.addMember({ name: "billing-4" });
billing.settleMembership();
const there = await orb.createInitialContext({ endpoints: billingEndpoints });
const greeter = await there.lookup(greeterName, Greeter);
for (let n = 0; n < 3; n++) await greeter.greet("Ada");

for (const { members } of orb.explain().clusters) {
  const names = members.map(({ name }) => name).sort();
  console.log(`the Orb knows ${names.join(", ")}`);
}
