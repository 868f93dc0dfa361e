import { describe, expect, test } from "vitest";
import { advancePin, newPin } from "./pin.ts";

describe("pin", () => {
  test("64 calls that see one death move the context once, all to the same member", () => {
    const start = newPin("a");
    let pin = start;
    const seen = Array.from({ length: 64 }, (_, call) => {
      pin = advancePin(pin, start.version, call % 2 === 0 ? "b" : "c");
      return pin.member;
    });
    expect(new Set(seen)).toEqual(new Set(["b"]));
    expect(pin).toEqual({ version: 1, member: "b" });
  });

  test("a later death moves it on", () => {
    const moved = advancePin(newPin("a"), 0, "b");
    expect(advancePin(moved, 1, "c")).toEqual({ version: 2, member: "c" });
  });

  test("a stale version gets the pin as it is", () => {
    const moved = advancePin(newPin("a"), 0, "b");
    expect(advancePin(moved, 0, "c")).toBe(moved);
  });

  test("a move to where it stands is none", () => {
    const pin = newPin("a");
    expect(advancePin(pin, 0, "a")).toBe(pin);
  });
});
