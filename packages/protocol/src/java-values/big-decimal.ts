import { illegalValue } from "../rmi/java-type.ts";
import { checkedInteger, matchedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const leastInt = -2_147_483_648;
const mostInt = 2_147_483_647;
/** Groups: sign, digits before and after the point, exponent. */
const form = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/**
 * A `java.math.BigDecimal`: a decimal number of any size, without rounding. `1.5` and `1.50` are
 * equal numbers (`compareTo`) and different values (`equals`), as in Java.
 */
export class BigDecimal extends JavaValue {
  static {
    standsFor(this, "java.math.BigDecimal");
  }

  declare readonly javaClass: "java.math.BigDecimal";
  /** All digits: 150n for 1.50. */
  readonly unscaled: bigint;
  /** How many of the digits are behind the point: 2 for 1.50, -3 for 15E+3. 32 bits. */
  readonly scale: number;

  /** `unscaled` × 10 to the power of -`scale`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for a scale that is no int. */
  constructor(unscaled: bigint, scale: number = 0) {
    super();
    if (typeof unscaled !== "bigint") {
      throw illegalValue("BigDecimal.unscaled", "a bigint", unscaled);
    }
    this.unscaled = unscaled;
    this.scale = checkedInteger("BigDecimal.scale", scale, leastInt, mostInt);
  }

  /**
   * Reads Java's text of a number (`1.50`, `-12E-7`) exactly, and takes integers. Throws
   * `LocalProtocolError` "ARGUMENT_VALUE" for other texts, and for a number with a fraction: 0.1 is
   * no decimal number in JavaScript, so give its text.
   */
  static of(this: void, value: string | bigint | number): BigDecimal {
    if (typeof value === "bigint") return new BigDecimal(value);
    if (typeof value !== "number") return parse(value);
    if (Number.isSafeInteger(value)) return new BigDecimal(BigInt(value));
    throw illegalValue("BigDecimal.of", "a text, a bigint or a safe integer", value);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is BigDecimal {
    return javaValueClass(value) === "java.math.BigDecimal";
  }

  /** Whether digits and scale are equal: 1.5 does not equal 1.50. */
  equals(other: unknown): boolean {
    return BigDecimal.is(other) && this.unscaled === other.unscaled && this.scale === other.scale;
  }

  /** Compares the numbers, whatever their scales: -1, 0 or 1. */
  compareTo(other: BigDecimal): -1 | 0 | 1 {
    const sign = signOf(this.unscaled);
    const otherSign = signOf(other.unscaled);
    if (sign !== otherSign || sign === 0) return compare(sign, otherSign);
    const magnitude = adjustedExponent(this);
    const otherMagnitude = adjustedExponent(other);
    if (magnitude !== otherMagnitude) {
      return compare(sign * magnitude, sign * otherMagnitude);
    }
    // Numbers of equal magnitude differ in scale by no more than they have digits: the power stays small.
    const shift = this.scale - other.scale;
    return shift >= 0
      ? compare(this.unscaled, other.unscaled * 10n ** BigInt(shift))
      : compare(this.unscaled * 10n ** BigInt(-shift), other.unscaled);
  }

  /** The nearest JavaScript number: loses digits beyond about 17, and may be ±Infinity or 0. */
  toNumber(): number {
    return Number(this.toString());
  }

  /** Java's canonical text; with an exponent where the number is very small or its scale negative: `1.50`, `1.5E+4`, `1.2E-7`. */
  toString(): string {
    const exponent = adjustedExponent(this);
    if (this.scale >= 0 && exponent >= -6) return this.toPlainString();
    const digits = digitsOf(this.unscaled);
    const sign = this.unscaled < 0n ? "-" : "";
    const point = digits.length > 1 ? "." : "";
    const power = exponent === 0 ? "" : `E${exponent > 0 ? "+" : ""}${exponent}`;
    return `${sign}${digits.slice(0, 1)}${point}${digits.slice(1)}${power}`;
  }

  /**
   * The text without an exponent. It has as many characters as the scale says: for a number of
   * unknown origin look at `scale` first. Throws RangeError beyond the longest possible string.
   */
  toPlainString(): string {
    if (this.scale === 0) return this.unscaled.toString();
    if (this.scale < 0) {
      return this.unscaled === 0n ? "0" : `${this.unscaled}${"0".repeat(-this.scale)}`;
    }
    const digits = digitsOf(this.unscaled).padStart(this.scale + 1, "0");
    const point = digits.length - this.scale;
    const sign = this.unscaled < 0n ? "-" : "";
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
}

function parse(text: string): BigDecimal {
  const accepted = 'a decimal number such as "1.50" or "-12E-7"';
  const [, sign, before, after, onlyAfter, exponent] = matchedText(
    "BigDecimal.of",
    accepted,
    text,
    form,
  );
  const fraction = after ?? onlyAfter ?? "";
  const magnitude = BigInt((before ?? "") + fraction);
  return new BigDecimal(
    sign === "-" ? -magnitude : magnitude,
    fraction.length - Number(exponent ?? 0),
  );
}

function digitsOf(unscaled: bigint): string {
  return (unscaled < 0n ? -unscaled : unscaled).toString();
}

/** The exponent when one digit is before the point. */
function adjustedExponent(value: BigDecimal): number {
  return digitsOf(value.unscaled).length - 1 - value.scale;
}

function signOf(unscaled: bigint): -1 | 0 | 1 {
  return unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0;
}

function compare<T extends number | bigint>(one: T, other: T): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}
