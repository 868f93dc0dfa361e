import { describe, expect, it } from "vitest";
import { didYouMean, editDistance, suggest } from "./suggest.ts";

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

describe("suggest", () => {
  const names = ["name", "address", "port"];

  it("finds a near miss", () => {
    expect(suggest("adress", names)).toBe("address");
    expect(suggest("prot", names)).toBe("port");
  });

  it("offers nothing for a word that is far from all", () => {
    expect(suggest("zebra", names)).toBeUndefined();
    expect(suggest("", names)).toBeUndefined();
    expect(suggest("x".repeat(100_000), ["x".repeat(100_000)])).toBeUndefined();
  });

  it("prefers the nearest, and of equals the first", () => {
    expect(suggest("aab", ["aaa", "aab"])).toBe("aab");
    expect(suggest("aac", ["aaa", "aab"])).toBe("aaa");
  });

  it("makes a hint that can be appended", () => {
    expect(didYouMean("prot", names)).toBe(' (did you mean "port"?)');
    expect(didYouMean("zebra", names)).toBe("");
  });
});
