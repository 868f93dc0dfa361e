import { expect, test } from "vitest";
import { configuredView, withWeights } from "./cluster-view.ts";

const endpoints = ["a", "b", "c"].map((host) => ({ host, port: 3700, security: "clear" as const }));

test("weights that change while running act at once, and those set before stay", () => {
  const before = configuredView(endpoints, { "a:3700": 7 });
  const after = withWeights(before, { "b:3700": 0, later: 3 });
  expect(after.members.map(({ name, weight }) => [name, weight])).toEqual([
    ["a:3700", 7],
    ["b:3700", 0],
    ["c:3700", 100],
  ]);
  expect(after.version).toBe(before.version + 1);
  expect(after.weights).toEqual({ "a:3700": 7, "b:3700": 0, later: 3 });
  expect(before.members[1]?.weight).toBe(100);
});
