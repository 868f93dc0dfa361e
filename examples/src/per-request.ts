// One reference for the whole life of a service, balanced per request over all members by their weights.
import { Orb } from "@remora/client";
import { countOf, Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters([
  { name: "i1", weight: 100 },
  { name: "i2", weight: 200 },
  { name: "i3", weight: 300 },
]);
await using orb = new Orb({
  endpoints: cluster.endpoints,
  loadBalancingPolicy: "ic-based-weighted",
});

// The caller's word that the bean is stateless.
const greeter = await orb.lookup(greeterName, Greeter, { balance: "request" });

async function shares(calls: number): Promise<string> {
  const answers: (string | null)[] = [];
  for (let n = 0; n < calls; n++) answers.push(await greeter.whoami());
  return JSON.stringify(countOf(answers));
}

console.log(`600 calls: ${await shares(600)}`);
await cluster.member("i3").crash();
console.log(`i3 is dead, 300 calls: ${await shares(300)}`);

// Why: what is known of each member, and where the next call may go.
for (const { member, excluded } of orb.explain(greeter).candidates) {
  console.log(`${member}: ${excluded ?? "may be called"}`);
}
