import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import type { Feedback } from "./feedback.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Policy } from "./policy.ts";
import { sgd } from "./sgd/sgd.ts";

const members = [{ name: "a" }, { name: "b" }];
const failed = (member: string): Feedback => ({ type: "failed", member, atMs: 7 });

function decided(policy: Policy<PipelineState>, events: readonly Feedback[] = []) {
  const state = events.reduce((kept, event) => policy.on(kept, event), policy.initial(members));
  return policy.select(state, {}, { nowMs: 9, random: seededRandom(1) }).selection;
}

test("nothing is skipped: an empty list, and no stage says so", () => {
  const { skipped, explanation } = decided(sgd(), [failed("a")]);
  expect(skipped).toEqual([]);
  expect(explanation.stages.filter((stage) => stage.skipped)).toEqual([]);
});

test("a soft filter that would leave nobody is data, in the selection and in the explanation", () => {
  const { skipped, explanation, chosen } = decided(sgd(), [failed("a"), failed("b")]);
  const note = "skipped, for it would leave nobody (has failed 2 ms ago)";
  expect(chosen).toEqual([{ name: "a" }]);
  expect(skipped).toEqual([{ stage: "failed", note }]);
  expect(explanation.stages.filter((stage) => stage.skipped)).toEqual([
    { kind: "filter", stage: "failed", removed: [], left: 2, note, skipped: true },
  ]);
});

test("groups nobody is in are skipped, and that is no reason to choose nobody", () => {
  for (const strict of [false, true]) {
    const { skipped, chosen } = decided(sgd({ groups: "east", strict }));
    expect(chosen).toEqual([{ name: "a" }]);
    expect(skipped).toEqual([{ stage: "groups", note: "skipped, for it would leave nobody" }]);
  }
});

test("under strict a soft filter acts, so it is not skipped", () => {
  const { skipped, chosen } = decided(sgd({ strict: true }), [failed("a"), failed("b")]);
  expect([skipped, chosen]).toEqual([[], []]);
});
