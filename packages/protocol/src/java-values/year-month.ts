import { checkedInteger, matchedText } from "./checked.ts";
import { twoDigits, yearText } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

/** Java's parser wants a `+` above 9999, which its `toString` does not print. */
const form = /^(\d{4,9}|-(?!0+-)\d{4,10}|\+\d{5,10})-(\d{2})$/;

/** A `java.time.YearMonth`: a month of a year, without a time zone. */
export class YearMonth extends JavaValue {
  static {
    standsFor(this, "java.time.YearMonth");
  }

  declare readonly javaClass: "java.time.YearMonth";
  /** -999,999,999 to 999,999,999. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number out of range. */
  constructor(year: number, month: number) {
    super();
    this.year = checkedInteger("YearMonth.year", year, -999_999_999, 999_999_999);
    this.month = checkedInteger("YearMonth.month", month, 1, 12);
  }

  /** Reads what `toString` gives, and years with a `+`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): YearMonth {
    const groups = matchedText("YearMonth.parse", 'a month such as "2024-02"', text, form);
    return new YearMonth(Number(groups[1]), Number(groups[2]));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is YearMonth {
    return javaValueClass(value) === "java.time.YearMonth";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return YearMonth.is(other) && this.year === other.year && this.month === other.month;
  }

  /** For example `2024-02`; no `+` above 9999, unlike a date. */
  toString(): string {
    const year = this.year > 9_999 ? String(this.year) : yearText(this.year);
    return `${year}-${twoDigits(this.month)}`;
  }
}
