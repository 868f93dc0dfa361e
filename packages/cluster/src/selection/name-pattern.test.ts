import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesPattern } from "./name-pattern.ts";

test.each([
  ["java:global/shop/*", "java:global/shop/Cart", true],
  ["java:global/shop/*", "java:global/crm/Cart", false],
  ["*Cart", "java:global/shop/Cart", true],
  ["*/shop/*", "java:global/shop/Cart", true],
  ["*a*a*", "a", false],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["*", "", true],
  ["", "", true],
  ["Cart", "cart", false],
  ["a.c", "abc", false],
])("%s and %s: %s", (pattern, name, expected) => {
  expect(matchesPattern(pattern, name)).toBe(expected);
});

test("agrees with a regular expression", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), maxLength: 6 });
  fc.assert(
    fc.property(pattern, letters, (text, name) => {
      const expression = text.replaceAll(".", "\\.").replaceAll("*", ".*");
      expect(matchesPattern(text, name)).toBe(new RegExp(`^${expression}$`).test(name));
    }),
  );
});
