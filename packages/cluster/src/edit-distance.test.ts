import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["port", "port", 0],
    ["PORT", "port", 0],
    ["prot", "port", 1],
    ["por", "port", 1],
    ["ports", "port", 1],
    ["", "port", 4],
    ["adress", "address", 1],
    ["ic-based-weighed", "ic-based-weighted", 1],
    ["kitten", "sitting", 3],
  ])("%s → %s = %i", (from, to, expected) => {
    expect(editDistance(from, to)).toBe(expected);
    expect(editDistance(to, from)).toBe(expected);
  });
});
