import { checkedInteger, matchedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

/** Java prints `7`, `-7` and `12024`, and also reads `0007`, `-0007` and `+12024`. */
const form = /^[+-]?\d{1,10}$/;

/** A `java.time.Year`. */
export class Year extends JavaValue {
  static {
    standsFor(this, "java.time.Year");
  }

  declare readonly javaClass: "java.time.Year";
  /** -999,999,999 to 999,999,999. */
  readonly value: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number out of range. */
  constructor(value: number) {
    super();
    this.value = checkedInteger("Year.value", value, -999_999_999, 999_999_999);
  }

  /** Reads what `toString` gives, leading zeros and a `+`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): Year {
    return new Year(Number(matchedText("Year.parse", 'a year such as "2024"', text, form)[0]));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is Year {
    return javaValueClass(value) === "java.time.Year";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return Year.is(other) && this.value === other.value;
  }

  /** The number alone: `2024`, `7`, `-7`. */
  toString(): string {
    return String(this.value);
  }
}
