import { expect, test } from "vitest";
import type { Candidate } from "../candidate.ts";
import type { PipelineState } from "../pipeline.ts";
import type { Policy } from "../policy.ts";
import { sapGateway } from "./sap-gateway.ts";

const members: readonly Candidate[] = ["10.0.0.1", "10.0.0.2"].map((address, index) => ({
  name: `p${index + 1}`,
  address,
}));

function drawn(policy: Policy<PipelineState>, state: PipelineState): [string, PipelineState] {
  const { selection, state: next } = policy.select(state, {}, { nowMs: 0, random: () => 0.5 });
  return [selection.chosen[0]?.name ?? "", next];
}

function names(policy: Policy<PipelineState>, from: PipelineState, count: number): string[] {
  let state = from;
  return Array.from({ length: count }, () => {
    const [name, next] = drawn(policy, state);
    state = next;
    return name;
  });
}

test("a changed cost acts on the next decision, and what was counted stays", () => {
  const before = sapGateway({ level: 2, costs: "10.0.0.1=10 10.0.0.2=10" });
  const start = before.initial(members);
  const [first, after] = drawn(before, start);
  expect(first).toBe("p1");
  // p1 has 10, p2 has 0: p2 comes three times at a cost of 4 before p1 (10 < 12).
  const changed = before.changed?.("10.0.0.2=4") as Policy<PipelineState>;
  expect(names(changed, after, 4)).toEqual(["p2", "p2", "p2", "p1"]);
});

test("an entry of cost 0 is deleted, and one that cannot be read is refused", () => {
  const policy = sapGateway({ level: 2, defaultCost: 1, costs: "10.0.0.1=1000" });
  const deleted = policy.changed?.("10.0.0.1=0") as Policy<PipelineState>;
  expect(names(deleted, deleted.initial(members), 4)).toEqual(["p1", "p2", "p1", "p2"]);
  expect(() => policy.changed?.("10.0.0.1")).toThrow(
    'sapGateway.costs: "10.0.0.1" is not of the form "key=cost"; write 10.0.0.*=2',
  );
});
