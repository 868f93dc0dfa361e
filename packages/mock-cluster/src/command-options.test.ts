import { expect, test } from "vitest";
import { CommandUsageError, commandOptions } from "./command-options.ts";

test("members and weights", () => {
  expect(commandOptions(["--members", "2", "--weights", "100,200"])?.members).toEqual([
    { name: "i1", weight: 100 },
    { name: "i2", weight: 200 },
  ]);
  expect(commandOptions([])?.members.length).toBe(3);
  expect(commandOptions(["--weights", "1,2,3,4"])?.members.length).toBe(4);
  expect(commandOptions(["--help"])).toBeUndefined();
});

test.each([
  [["--members", "two"], '--members: a whole number of at least 1 is accepted, not "two"'],
  [["--weights", "1,x"], '--weights: a whole number of at least 0 is accepted, not "x"'],
  [["--members", "2", "--weights", "1"], "--weights: 1 weights for 2 members"],
  [["--member", "2"], "--member"],
  [["extra"], "extra"],
])("%j is refused", (words, message) => {
  expect(() => commandOptions(words)).toThrow(CommandUsageError);
  expect(() => commandOptions(words)).toThrow(message);
});
