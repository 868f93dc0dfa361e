import { describe, expect, test } from "vitest";
import { shuffledOrder } from "../member-order.ts";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import type { Candidate } from "./candidate.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";

type AnyPolicy = Policy<PipelineState>;

const names = ["m0", "m1", "m2", "m3", "m4", "m5"];

describe("300 young clients with one decision each", () => {
  const weighted = names.map((name, index) => ({ name, weight: 100 * (1 + (index % 3)) }));
  const alike = names.map((name) => ({ name }));
  const even = Object.fromEntries(names.map((name) => [name, 1 / 6]));
  const byWeight = Object.fromEntries(weighted.map(({ name, weight: own }) => [name, own / 1_200]));
  const cases: readonly (readonly [
    string,
    AnyPolicy,
    readonly Candidate[],
    Record<string, number>,
  ])[] = [
    ["glassfish ic-based", glassfish(), alike, even],
    ["glassfish per request", glassfish({ perRequest: true }), alike, even],
    ["glassfish by weight", glassfish({ policy: "ic-based-weighted" }), weighted, byWeight],
    [
      "glassfish smooth",
      glassfish({ policy: "ic-based-weighted", sequence: "smooth" }),
      weighted,
      byWeight,
    ],
    ["sgd", sgd(), alike, even],
    ["sgd cpu without reports", sgd({ method: "cpu" }), alike, even],
    ["sgd, two random", sgd({ method: "memory", chooser: "twoRandom" }), alike, even],
    ["sgd, two random by weight", sgd({ chooser: "twoRandom" }), weighted, byWeight],
    ["sapGateway 0", sapGateway({ level: 0 }), alike, even],
    ["sapGateway 1", sapGateway(), alike, even],
    ["sapGateway 2", sapGateway({ level: 2, costs: "m0=1" }), alike, even],
    ["alteonGslb", alteonGslb(), alike, even],
    ["alteonGslb random", alteonGslb({ rules: [{ metrics: ["random"] }] }), weighted, byWeight],
    ["alteonGslb in turn", alteonGslb({ rules: [{ metrics: ["roundrobin"] }] }), alike, even],
    ["alteonGslb leastconns", alteonGslb({ rules: [{ metrics: ["leastconns"] }] }), alike, even],
  ];
  // Seeds 1 to 300, one for each client.
  test.each(cases)(
    "%s: no member has more than its share and 4 sigma",
    (_name, policy, list, shares) => {
      const counts: Record<string, number> = {};
      for (let client = 1; client <= 300; client += 1) {
        const { selection } = policy.select(
          policy.initial(list),
          {},
          {
            nowMs: 0,
            random: seededRandom(client),
            order: shuffledOrder(client),
          },
        );
        const name = selection.chosen[0]?.name ?? "nobody";
        counts[name] = (counts[name] ?? 0) + 1;
      }
      for (const [name, share] of Object.entries(shares)) {
        const sigma = Math.sqrt(300 * share * (1 - share));
        expect(counts[name] ?? 0, name).toBeLessThan(300 * share + 4 * sigma);
      }
      expect(counts["nobody"]).toBeUndefined();
    },
  );
});
