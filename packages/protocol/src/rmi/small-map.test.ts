import { describe, expect, it } from "vitest";
import { SmallMap } from "./small-map.ts";

describe("SmallMap", () => {
  it.each([1, 8, 9, 10, 100])("finds each of %i texts, and no other", (count) => {
    const map = new SmallMap<string, number>();
    for (let index = 0; index < count; index++) map.add(`key ${index}`, index);
    const found = Array.from({ length: count }, (_, index) => map.get(`key ${index}`));
    expect(found).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(map.get(`key ${count}`)).toBeUndefined();
  });

  it.each([1, 8, 9, 100])("tells each of %i equal objects from the others", (count) => {
    const map = new SmallMap<object, number>();
    const keys = Array.from({ length: count }, () => ({ same: 1 }));
    for (const [index, key] of keys.entries()) map.add(key, index);
    expect(keys.map((key) => map.get(key))).toEqual(keys.map((_, index) => index));
    expect(map.get({ same: 1 })).toBeUndefined();
  });
});
