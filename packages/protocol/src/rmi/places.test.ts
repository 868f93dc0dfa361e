import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Places } from "./places.ts";

describe("Places", () => {
  it("finds what began at a place, and nothing beside it", () => {
    const places = new Places<string>();
    places.note(4, "a");
    places.note(12, "b");
    expect([places.get(3), places.get(4), places.get(5), places.get(12), places.get(13)]).toEqual([
      undefined,
      "a",
      undefined,
      "b",
      undefined,
    ]);
  });

  it("tells a place where nothing began from one where undefined did", () => {
    const places = new Places<undefined>();
    places.note(8, undefined);
    expect([places.numberOf(8), places.numberOf(4)]).toEqual([0, -1]);
  });

  it("replaces by number, also when others were noted since", () => {
    const places = new Places<string>();
    const number = places.note(4, "begun");
    places.note(8, "inside");
    places.replace(number, "final");
    expect([places.get(4), places.get(8)]).toEqual(["final", "inside"]);
  });

  it("forgets what lies from a place on", () => {
    const places = new Places<string>();
    for (const place of [4, 8, 12]) places.note(place, `at ${place}`);
    places.forget(8);
    expect([places.get(4), places.get(8), places.get(12)]).toEqual(["at 4", undefined, undefined]);
    places.note(8, "again");
    expect(places.get(8)).toBe("again");
  });

  it("holds the same as a Map, in whatever order places come", () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const places = new Places<number>();
        const map = new Map<number, number>();
        for (const [place, found] of steps) {
          places.note(place, found);
          map.set(place, found);
        }
        for (let place = 0; place <= 40; place++) expect(places.get(place)).toBe(map.get(place));
      }),
    );
  });
});
