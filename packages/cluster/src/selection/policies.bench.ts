import { bench, describe } from "vitest";
import { shuffledOrder } from "../member-order.ts";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";

const policies: readonly (readonly [string, Policy<PipelineState>])[] = [
  ["glassfish", glassfish({ policy: "ic-based-weighted" })],
  ["sgd sessions", sgd()],
  ["sgd cpu", sgd({ method: "cpu" })],
  ["sapGateway level 2", sapGateway({ level: 2 })],
  ["alteonGslb roundrobin", alteonGslb({ rules: [{ metrics: ["roundrobin"] }] })],
];

// One decision and its assignment; the growth with the number of members is what counts.
describe.each([10, 100, 1_000, 10_000])("one decision among %i members", (size) => {
  const members = Array.from({ length: size }, (_, index) => ({ name: `m${index}` }));
  for (const [name, policy] of policies) {
    const circumstances = { nowMs: 0, random: seededRandom(1), order: shuffledOrder(1) };
    let state = policy.initial(members);
    for (const { name: member } of members) {
      const figures = { idlePercent: 50 };
      state = policy.on(state, { type: "report", member, figures, atMs: 0 });
    }
    bench(name, () => {
      state = policy.select(state, {}, circumstances).state;
    });
  }
});
