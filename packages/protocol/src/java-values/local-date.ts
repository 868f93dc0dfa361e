import { checkedInteger, matchedText } from "./checked.ts";
import { daysInMonth } from "./epoch-day.ts";
import { dateForm, twoDigits, yearText } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const form = new RegExp(`^${dateForm}$`);

/** A `java.time.LocalDate`: a day of the calendar without a time zone. */
export class LocalDate extends JavaValue {
  static {
    standsFor(this, "java.time.LocalDate");
  }

  declare readonly javaClass: "java.time.LocalDate";
  /** -999,999,999 to 999,999,999; there is a year 0. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to the length of the month. */
  readonly day: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a day that does not exist. */
  constructor(year: number, month: number, day: number) {
    super();
    this.year = checkedInteger("LocalDate.year", year, -999_999_999, 999_999_999);
    this.month = checkedInteger("LocalDate.month", month, 1, 12);
    this.day = checkedInteger("LocalDate.day", day, 1, daysInMonth(year, month));
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): LocalDate {
    return dateOf(matchedText("LocalDate.parse", 'a date such as "2024-02-29"', text, form), 1);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is LocalDate {
    return javaValueClass(value) === "java.time.LocalDate";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return (
      LocalDate.is(other) &&
      this.year === other.year &&
      this.month === other.month &&
      this.day === other.day
    );
  }

  /** For example `2024-02-29`; years above 9999 have a `+`. */
  toString(): string {
    return `${yearText(this.year)}-${twoDigits(this.month)}-${twoDigits(this.day)}`;
  }
}

/** The date in three groups of a matched form, the first of them at `at`. */
export function dateOf(groups: readonly (string | undefined)[], at: number): LocalDate {
  return new LocalDate(Number(groups[at]), Number(groups[at + 1]), Number(groups[at + 2]));
}
