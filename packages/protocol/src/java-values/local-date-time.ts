import { checkedKind, matchedText } from "./checked.ts";
import { toEpochDay } from "./epoch-day.ts";
import { dateForm, timeForm } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { dateOf, LocalDate } from "./local-date.ts";
import { LocalTime, timeOf } from "./local-time.ts";

/** Groups: three of the date, four of the time. */
export const dateTimeForm: string = `${dateForm}[Tt]${timeForm}`;
const form = new RegExp(`^${dateTimeForm}$`);

/** A `java.time.LocalDateTime`: a day and a time of day without a time zone. */
export class LocalDateTime extends JavaValue {
  static {
    standsFor(this, "java.time.LocalDateTime");
  }

  declare readonly javaClass: "java.time.LocalDateTime";
  /** The day. */
  readonly date: LocalDate;
  /** The time of that day. */
  readonly time: LocalTime;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for values of other classes. */
  constructor(date: LocalDate, time: LocalTime) {
    super();
    this.date = checkedKind("LocalDateTime.date", "a LocalDate", date, LocalDate.is);
    this.time = checkedKind("LocalDateTime.time", "a LocalTime", time, LocalTime.is);
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): LocalDateTime {
    const accepted = 'a date and time such as "2024-02-29T13:45"';
    return dateTimeOf(matchedText("LocalDateTime.parse", accepted, text, form), 1);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is LocalDateTime {
    return javaValueClass(value) === "java.time.LocalDateTime";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return LocalDateTime.is(other) && this.date.equals(other.date) && this.time.equals(other.time);
  }

  /** For example `2024-02-29T13:45:30.500`. */
  toString(): string {
    return `${this.date.toString()}T${this.time.toString()}`;
  }
}

/** The date and time in seven groups of a matched form, the first of them at `at`. */
export function dateTimeOf(groups: readonly (string | undefined)[], at: number): LocalDateTime {
  return new LocalDateTime(dateOf(groups, at), timeOf(groups, at + 3));
}

/** Seconds since 1970-01-01T00:00Z of a date and time at an offset of so many seconds. */
export function epochSecondOf(dateTime: LocalDateTime, offsetSeconds: number): bigint {
  const { date, time } = dateTime;
  const secondOfDay = time.hour * 3_600 + time.minute * 60 + time.second;
  return (
    BigInt(toEpochDay(date.year, date.month, date.day)) * 86_400n +
    BigInt(secondOfDay - offsetSeconds)
  );
}
