// GlassFish's two policies for contexts, side by side: weights 100, 200 and 300 of the guide's example.
import { Orb } from "@remora/client";
import { type GlassfishOptions, glassfish } from "@remora/cluster";
import { countOf, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters([
  { name: "i1", weight: 100 },
  { name: "i2", weight: 200 },
  { name: "i3", weight: 300 },
]);

async function contexts(orb: Orb, count: number): Promise<readonly string[]> {
  const members: string[] = [];
  for (let n = 0; n < count; n++) {
    const context = await orb.createInitialContext();
    members.push(context.member);
  }
  return members;
}

/** What the policy plans for each member, and what it did. */
function report(orb: Orb, members: readonly string[]): void {
  const counts = countOf(members);
  for (const { name, plannedShare = 0, drained } of orb.explain().clusters[0]?.members ?? []) {
    const planned = `planned ${(100 * plannedShare).toFixed(1)} %`;
    console.log(
      `  ${name}  ${planned}  contexts ${counts[name] ?? 0}${drained ? "  (drained)" : ""}`,
    );
  }
}

const policies: readonly GlassfishOptions[] = [
  { policy: "ic-based" },
  { policy: "ic-based-weighted" },
  { policy: "ic-based-weighted", sequence: "smooth" },
];
for (const options of policies) {
  // One endpoint is enough: members and weights come from the cluster itself.
  const endpoints = cluster.endpoints.slice(0, 1);
  await using orb = new Orb({ endpoints, selectionPolicy: glassfish(options) });
  console.log(`600 contexts under ${Object.values(options).join(", ")}`);
  const members = await contexts(orb, 600);
  report(orb, members);
  if (options.sequence === "smooth") {
    await orb.drain("i3");
    console.log("i3 is drained: what it had goes to the others as 1 to 2");
    report(orb, await contexts(orb, 300));
  } else if (options.policy === "ic-based") {
    const repeated = members.some((member, n) => member === members[n - 1]);
    console.log(`  the same member twice in a row: ${repeated ? "yes" : "never"}`);
  }
}
