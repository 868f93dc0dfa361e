import { illegalValue } from "../rmi/java-type.ts";
import { checkedBigint, checkedDate, checkedInteger, matchedText } from "./checked.ts";
import { daysInMonth, fromEpochDay, toEpochDay } from "./epoch-day.ts";
import {
  dateForm,
  fractionText,
  nanosOfFraction,
  offsetForm,
  twoDigits,
  yearText,
} from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { offsetOf } from "./zone-offset.ts";

/** -1000000000-01-01T00:00Z and +1000000000-12-31T23:59:59Z: one year more than a LocalDate on each side. */
const leastSecond = -31_557_014_167_219_200n;
const mostSecond = 31_556_889_864_403_199n;
/** What a JavaScript Date can hold. */
const mostDateMilliseconds = 8_640_000_000_000_000n;

const form = new RegExp(
  String.raw`^${dateForm}[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{0,9}))?${offsetForm}$`,
);

/** A `java.time.Instant`: a point of time in nanoseconds. */
export class Instant extends JavaValue {
  static {
    standsFor(this, "java.time.Instant");
  }

  declare readonly javaClass: "java.time.Instant";
  /** Seconds since 1970-01-01T00:00Z, rounded down; Java's range is about ±1,000,000,000 years. */
  readonly epochSecond: bigint;
  /** Nanoseconds after that second, 0 to 999,999,999. */
  readonly nano: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number out of range. */
  constructor(epochSecond: bigint, nano: number = 0) {
    super();
    this.epochSecond = checkedBigint("Instant.epochSecond", epochSecond, leastSecond, mostSecond);
    this.nano = checkedInteger("Instant.nano", nano, 0, 999_999_999);
  }

  /** The same point of time. Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid Date. */
  static fromDate(this: void, date: Date): Instant {
    const milliseconds = checkedDate("Instant.fromDate", date);
    const seconds = Math.floor(milliseconds / 1_000);
    return new Instant(BigInt(seconds), (milliseconds - seconds * 1_000) * 1_000_000);
  }

  /** Reads what `toString` gives, and offsets instead of `Z`; no leap seconds and no hour 24. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): Instant {
    const accepted = 'a point of time such as "2024-02-29T13:45:30.5Z"';
    const groups = matchedText("Instant.parse", accepted, text, form);
    const [year, month, day, hour, minute, second] = groups.slice(1, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    checkedInteger("Instant.month", month, 1, 12);
    checkedInteger("Instant.day", day, 1, daysInMonth(year, month));
    checkedInteger("Instant.hour", hour, 0, 23);
    checkedInteger("Instant.minute", minute, 0, 59);
    checkedInteger("Instant.second", second, 0, 59);
    const secondOfDay = hour * 3_600 + minute * 60 + second;
    const offset = offsetOf(groups[8]).totalSeconds;
    return new Instant(
      BigInt(toEpochDay(year, month, day)) * 86_400n + BigInt(secondOfDay - offset),
      nanosOfFraction(groups[7]),
    );
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is Instant {
    return javaValueClass(value) === "java.time.Instant";
  }

  /**
   * The same point of time, rounded down to milliseconds. Throws `LocalProtocolError`
   * "ARGUMENT_VALUE" where a Date ends (about ±270,000 years).
   */
  toDate(): Date {
    const milliseconds = this.epochSecond * 1_000n + BigInt(Math.floor(this.nano / 1_000_000));
    if (milliseconds < -mostDateMilliseconds || milliseconds > mostDateMilliseconds) {
      const accepted = "an instant within ±8,640,000,000,000,000 ms of 1970";
      throw illegalValue("Instant.toDate", accepted, this.toString());
    }
    return new Date(Number(milliseconds));
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return Instant.is(other) && this.epochSecond === other.epochSecond && this.nano === other.nano;
  }

  /** For example `2024-02-29T13:45:00Z`: always with seconds, and with 0, 3, 6 or 9 digits. */
  toString(): string {
    const secondOfDay = Number(((this.epochSecond % 86_400n) + 86_400n) % 86_400n);
    const { year, month, day } = fromEpochDay(
      Number((this.epochSecond - BigInt(secondOfDay)) / 86_400n),
    );
    const date = `${yearText(year)}-${twoDigits(month)}-${twoDigits(day)}`;
    const hour = twoDigits(Math.floor(secondOfDay / 3_600));
    const minute = twoDigits(Math.floor(secondOfDay / 60) % 60);
    return `${date}T${hour}:${minute}:${twoDigits(secondOfDay % 60)}${fractionText(this.nano)}Z`;
  }
}
