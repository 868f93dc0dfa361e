// A member joins a running cluster: the client finds it by itself, on a reference that it already had.
import { Orb } from "@remora/client";
import { countOf, Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters(["i1", "i2"]);
await using orb = new Orb({ endpoints: cluster.endpoints });
const greeter = await orb.lookup(greeterName, Greeter, { balance: "request" });

async function askedMembers(calls: number): Promise<string> {
  const answers: (string | null)[] = [];
  for (let n = 0; n < calls; n++) answers.push(await greeter.whoami());
  return Object.keys(countOf(answers)).join(", ");
}

orb.events.on("clusterViewChanged", ({ joined, left, origin }) => {
  const changes = [...joined.map((name) => `+${name}`), ...left.map((name) => `-${name}`)];
  if (changes.length > 0) console.log(`event: ${changes.join(" ")}, told by a ${origin}`);
});

console.log(`answered by ${await askedMembers(100)}`);

await cluster.addMember({ name: "i3" });
cluster.settleMembership();
console.log("i3 has joined");
console.log(`answered by ${await askedMembers(200)}`);

cluster.member("i1").leave();
await cluster.member("i1").stop();
cluster.settleMembership();
console.log("i1 has been stopped");
await askedMembers(20);
console.log(`answered by ${await askedMembers(100)}`);
