import { checkedInteger, matchedText } from "./checked.ts";
import { daysInMonth } from "./epoch-day.ts";
import { twoDigits } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const form = /^--(\d{2})-(\d{2})$/;
/** 29 February is a month and day. */
const anyLeapYear = 2_000;

/** A `java.time.MonthDay`: a day that returns every year, such as a birthday. */
export class MonthDay extends JavaValue {
  static {
    standsFor(this, "java.time.MonthDay");
  }

  declare readonly javaClass: "java.time.MonthDay";
  /** 1 to 12. */
  readonly month: number;
  /** 1 to the length of the month in a leap year. */
  readonly day: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a day that no year has. */
  constructor(month: number, day: number) {
    super();
    this.month = checkedInteger("MonthDay.month", month, 1, 12);
    this.day = checkedInteger("MonthDay.day", day, 1, daysInMonth(anyLeapYear, month));
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): MonthDay {
    const groups = matchedText("MonthDay.parse", 'a month and day such as "--02-29"', text, form);
    return new MonthDay(Number(groups[1]), Number(groups[2]));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is MonthDay {
    return javaValueClass(value) === "java.time.MonthDay";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return MonthDay.is(other) && this.month === other.month && this.day === other.day;
  }

  /** For example `--02-29`. */
  toString(): string {
    return `--${twoDigits(this.month)}-${twoDigits(this.day)}`;
  }
}
