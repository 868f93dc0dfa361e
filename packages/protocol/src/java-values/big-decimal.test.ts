import { inspect } from "node:util";
import { expect, test } from "vitest";
import { BigDecimal } from "./big-decimal.ts";

test("keeps all digits and the scale of a text", () => {
  expect(BigDecimal.of("1.50")).toEqual(new BigDecimal(150n, 2));
  expect(BigDecimal.of("-12E+7")).toEqual(new BigDecimal(-12n, -7));
  expect(BigDecimal.of("0.00").scale).toBe(2);
});

test("takes integers and no fractions", () => {
  expect(BigDecimal.of(12n)).toEqual(new BigDecimal(12n, 0));
  expect(BigDecimal.of(-12)).toEqual(new BigDecimal(-12n, 0));
  expect(BigDecimal.of(-0).toString()).toBe("0");
  for (const value of [0.1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => BigDecimal.of(value)).toThrow(
      expect.objectContaining({ code: "ARGUMENT_VALUE", path: "BigDecimal.of" }),
    );
  }
});

test("says value and accepted form when a text is no number", () => {
  expect(() => BigDecimal.of("1,50")).toThrow(
    'BigDecimal.of: a decimal number such as "1.50" or "-12E-7" is accepted, not "1,50"',
  );
  expect(() => BigDecimal.of(null as never)).toThrow("not null");
  expect(() => new BigDecimal(1 as never)).toThrow(
    "BigDecimal.unscaled: a bigint is accepted, not 1",
  );
  expect(() => new BigDecimal(1n, 2 ** 31)).toThrow(
    "BigDecimal.scale: an integer from -2147483648",
  );
});

test("equals by value and scale, compares by value", () => {
  expect(BigDecimal.of("1.5").equals(BigDecimal.of("1.50"))).toBe(false);
  expect(BigDecimal.of("1.5").equals(BigDecimal.of("1.5"))).toBe(true);
  expect(BigDecimal.of("1.5").equals("1.5")).toBe(false);
  expect(BigDecimal.of("1.5").compareTo(BigDecimal.of("1.50"))).toBe(0);
});

test("becomes the nearest number", () => {
  expect(BigDecimal.of("1.50").toNumber()).toBe(1.5);
  expect(BigDecimal.of("0.1000000000000000055511151231257827").toNumber()).toBe(0.1);
  expect(BigDecimal.of("-1E+400").toNumber()).toBe(Number.NEGATIVE_INFINITY);
  expect(BigDecimal.of("1E-400").toNumber()).toBe(0);
});

test("is its text in JSON and logs", () => {
  expect(JSON.stringify({ price: BigDecimal.of("1.50") })).toBe('{"price":"1.50"}');
  expect(inspect({ price: BigDecimal.of("1.50") })).toBe("{ price: 1.50 }");
});

test("a huge exponent costs nothing where no digits are asked for", () => {
  const huge = BigDecimal.of("1E+2147483647");
  expect(huge.compareTo(BigDecimal.of("9E-2147483647"))).toBe(1);
  expect(huge.toString()).toBe("1E+2147483647");
  expect(() => huge.toPlainString()).toThrow(RangeError);
});
