import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import { extended } from "./extended.ts";
import { glassfish } from "./glassfish/glassfish.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy, SelectionRequest } from "./policy.ts";
import { sapGateway } from "./sap-gateway/sap-gateway.ts";
import { sgd } from "./sgd/sgd.ts";
import type { Filter, Load } from "./stage.ts";

const members = ["a", "b", "c"].map((name, index) => ({ name, weight: 100 * (index + 1) }));
const notB: Filter = { name: "not b", keep: ({ name }) => name !== "b" || "is b" };
const heaviest: Load = { name: "weight", better: "max", value: ({ weight }) => weight };

function names(
  policy: Policy<PipelineState>,
  count: number,
  request: SelectionRequest = {},
): string[] {
  const random = seededRandom(7);
  let state = policy.initial(members);
  return Array.from({ length: count }, () => {
    const selected = policy.select(state, request, { nowMs: 0, random });
    state = selected.state;
    return selected.selection.chosen[0]?.name ?? "";
  });
}

test("a filter of one's own joins those of every policy: nobody that it refuses is chosen", () => {
  const presets = [
    sgd(),
    sapGateway({ level: 2 }),
    glassfish({ policy: "ic-based-weighted" }),
    alteonGslb({ rules: [{ metrics: ["roundrobin"] }] }),
  ];
  for (const preset of presets) {
    expect(names(preset, 12), preset.name).toContain("b");
    const chosen = names(extended("mine", preset, { filters: [notB] }), 12);
    expect(chosen, preset.name).not.toContain("b");
    expect(chosen.filter((name) => name === "").length, preset.name).toBe(0);
  }
});

test("the rules of the policy stay in force: by sessions x 100 / weight, a to c are 1 : 3 without b", () => {
  const chosen = names(extended("mine", sgd(), { filters: [notB] }), 40);
  expect(chosen.filter((name) => name === "a").length).toBe(10);
  expect(chosen.filter((name) => name === "c").length).toBe(30);
});

test("a load of one's own takes the place of the policy's, behind its affinity", () => {
  const policy = extended("heaviest", sgd(), { load: [heaviest] });
  expect(names(policy, 5)).toEqual(["c", "c", "c", "c", "c"]);
  let state = policy.initial(members);
  state = policy.on(state, { type: "assigned", member: "a", key: "alice" });
  const { selection } = policy.select(state, { key: "alice" }, { nowMs: 0, random: () => 0 });
  expect(selection.chosen[0]?.name).toBe("a");
  expect(selection.policy).toBe("heaviest");
});

test("a change in the system's words leaves the own stages there", () => {
  const policy = extended("mine", sapGateway({ level: 2, costs: "a=10 b=1 c=10" }), {
    filters: [notB],
  });
  const changed = policy.changed?.("a=30") as Policy<PipelineState>;
  const chosen = names(changed, 40);
  expect(chosen.filter((name) => name === "a").length).toBe(10);
  expect(chosen.filter((name) => name === "c").length).toBe(30);
});

test("what is not made of stages is refused, and so is a name that two stages have", () => {
  const { stages: _stages, ...bare } = sgd();
  expect(() => extended("mine", bare, {})).toThrow(
    'extended: "sgd" is not made of stages; only policies of pipeline() and the presets can be extended',
  );
  expect(() => extended("mine", sgd(), { filters: [{ ...notB, name: "drained" }] })).toThrow(
    /"drained" names two stages/,
  );
});
