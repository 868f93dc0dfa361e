// Load balancing by weight: 600 contexts on three members with weights 100, 200 and 300.
import { Orb } from "@remora/client";
import { countOf, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters([
  { name: "i1", weight: 100 },
  { name: "i2", weight: 200 },
  { name: "i3", weight: 300 },
]);

// One bootstrap endpoint is enough: the members and their weights come from the cluster itself.
await using orb = new Orb({
  endpoints: cluster.endpoints.slice(0, 1),
  loadBalancingPolicy: "ic-based-weighted",
});

const members: string[] = [];
for (let n = 0; n < 600; n++) members.push((await orb.createInitialContext()).member);

const counts = countOf(members);
const [known] = orb.explain().clusters;
for (const { name, weight, plannedShare = 0 } of known?.members ?? []) {
  const share = (counts[name] ?? 0) / members.length;
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
  console.log(
    `${name}  weight ${weight}  planned ${percent(plannedShare)}  contexts ${counts[name] ?? 0} = ${percent(share)}`,
  );
}
