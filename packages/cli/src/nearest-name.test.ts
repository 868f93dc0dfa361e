import { expect, test } from "vitest";
import { anyClassNameGlob, classNameGlob } from "./class-name-glob.ts";
import { didYouMean, nearestName } from "./nearest-name.ts";

test("the nearest name, if one is near", () => {
  expect(nearestName("checkuot", ["checkout", "count"])).toBe("checkout");
  expect(nearestName("xyz", ["checkout"])).toBeUndefined();
  expect(didYouMean("Greter", ["Greeter"])).toBe('; did you mean "Greeter"?');
  expect(didYouMean("q", ["checkout"])).toBe("");
});

test("patterns of class names", () => {
  expect(["a.B", "a.b.C", "a.B$C", "ab.C"].filter(classNameGlob("a.*"))).toEqual(["a.B", "a.B$C"]);
  expect(["a.B", "a.b.C", "ab.C"].filter(classNameGlob("a.**"))).toEqual(["a.B", "a.b.C"]);
  expect(["x.y.OrderView", "x.Order"].filter(anyClassNameGlob(["**View", "x.Order"]))).toEqual([
    "x.y.OrderView",
    "x.Order",
  ]);
});
