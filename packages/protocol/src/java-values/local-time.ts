import { checkedInteger, matchedText } from "./checked.ts";
import { fractionText, nanosOfFraction, timeForm, twoDigits } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const form = new RegExp(`^${timeForm}$`);

/** A `java.time.LocalTime`: a time of day without a time zone. */
export class LocalTime extends JavaValue {
  static {
    standsFor(this, "java.time.LocalTime");
  }

  declare readonly javaClass: "java.time.LocalTime";
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
  /** 0 to 59. */
  readonly second: number;
  /** Nanoseconds of the second, 0 to 999,999,999. */
  readonly nano: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number out of range. */
  constructor(hour: number, minute: number, second: number = 0, nano: number = 0) {
    super();
    this.hour = checkedInteger("LocalTime.hour", hour, 0, 23);
    this.minute = checkedInteger("LocalTime.minute", minute, 0, 59);
    this.second = checkedInteger("LocalTime.second", second, 0, 59);
    this.nano = checkedInteger("LocalTime.nano", nano, 0, 999_999_999);
  }

  /** Reads what `toString` gives, and any number of digits up to nine. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): LocalTime {
    return timeOf(
      matchedText("LocalTime.parse", 'a time such as "13:45" or "13:45:30.5"', text, form),
      1,
    );
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is LocalTime {
    return javaValueClass(value) === "java.time.LocalTime";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return (
      LocalTime.is(other) &&
      this.hour === other.hour &&
      this.minute === other.minute &&
      this.second === other.second &&
      this.nano === other.nano
    );
  }

  /** For example `13:45`, `13:45:30` or `13:45:30.500`: the shortest of Java's forms that says all. */
  toString(): string {
    const minutes = `${twoDigits(this.hour)}:${twoDigits(this.minute)}`;
    if (this.second === 0 && this.nano === 0) return minutes;
    return `${minutes}:${twoDigits(this.second)}${fractionText(this.nano)}`;
  }
}

/** The time in four groups of a matched form, the first of them at `at`. */
export function timeOf(groups: readonly (string | undefined)[], at: number): LocalTime {
  return new LocalTime(
    Number(groups[at]),
    Number(groups[at + 1]),
    Number(groups[at + 2] ?? 0),
    nanosOfFraction(groups[at + 3]),
  );
}
