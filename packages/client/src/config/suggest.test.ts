import { describe, expect, it } from "vitest";
import { didYouMean, suggest } from "./suggest.ts";

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
