// The table of the SAP Gateway's documentation, request by request: every call costs, and the cheapest member is next.
import { Orb } from "@remora/client";
import { sapGateway } from "@remora/cluster";
import { countOf, Greeter, greeterName, startGreeters } from "./greeter.ts";

const costs = "server1=2 server2=3 server3=4 server4=4";
await using cluster = await startGreeters(["server1", "server2", "server3"]);
await using orb = new Orb({
  endpoints: cluster.endpoints,
  selectionPolicy: { requests: sapGateway({ level: 2, costs }) },
  // Equal loads go by an order that each Orb shuffles once; with this seed it is that of the printed table.
  seed: 25,
});
const greeter = await orb.lookup(greeterName, Greeter, { balance: "request" });
orb.events.on("clusterViewChanged", ({ joined }) => {
  for (const name of joined) if (name === "server4") console.log("event: server4 has joined");
});

/** The loads as the latest decision found them. */
function loads(): string {
  const last = orb.explain().clusters[0]?.selections.find(({ use }) => use === "requests");
  const found = last?.explanation.candidates ?? [];
  return [...found]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ value = 0 }) => String(value).padStart(2))
    .join(" ");
}

console.log(`costs ${costs}`);
console.log("request  finds the loads  goes to");
for (let request = 1; request <= 20; request++) {
  if (request === 8) {
    await cluster.addMember({ name: "server4" });
    cluster.settleMembership();
    // Any reply tells of the new member: this call belongs to a context, and costs nothing.
    const context = await orb.createInitialContext();
    await (await context.lookup(greeterName, Greeter)).whoami();
  }
  const answered = await greeter.whoami();
  console.log(`${String(request).padStart(7)}  ${loads().padEnd(15)}  ${answered}`);
}

async function calls(count: number): Promise<string> {
  const answers: (string | null)[] = [];
  for (let n = 0; n < count; n++) answers.push(await greeter.whoami());
  return Object.entries(countOf(answers))
    .map(([name, answered]) => `${name} ${answered}`)
    .join(", ");
}

// 1/2, 1/3, 1/4, 1/4 are 6, 4, 3 and 3 of 16.
await calls(12);
console.log(`1600 requests: ${await calls(1_600)}`);

// The operator changes one entry while all goes on: the next decision goes by it.
orb.policy.apply({ costEntry: "Server1=4" });
console.log(`server1 costs 4 now, 1300 requests: ${await calls(1_300)}`);
orb.policy.apply({ costEntry: "Server2=0" });
console.log(
  `the entry of server2 is deleted, so it costs 20, 1600 requests: ${await calls(1_600)}`,
);
