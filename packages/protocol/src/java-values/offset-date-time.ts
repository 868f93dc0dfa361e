import { checkedKind, matchedText } from "./checked.ts";
import { Instant } from "./instant.ts";
import { offsetForm } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { dateTimeForm, dateTimeOf, epochSecondOf, LocalDateTime } from "./local-date-time.ts";
import { offsetOf, ZoneOffset } from "./zone-offset.ts";

const form = new RegExp(`^${dateTimeForm}${offsetForm}$`);

/** A `java.time.OffsetDateTime`: a local date and time with its offset from UTC. */
export class OffsetDateTime extends JavaValue {
  static {
    standsFor(this, "java.time.OffsetDateTime");
  }

  declare readonly javaClass: "java.time.OffsetDateTime";
  /** What a clock at the offset shows. */
  readonly dateTime: LocalDateTime;
  /** Distance of that clock from UTC. */
  readonly offset: ZoneOffset;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for values of other classes. */
  constructor(dateTime: LocalDateTime, offset: ZoneOffset) {
    super();
    this.dateTime = checkedKind(
      "OffsetDateTime.dateTime",
      "a LocalDateTime",
      dateTime,
      LocalDateTime.is,
    );
    this.offset = checkedKind("OffsetDateTime.offset", "a ZoneOffset", offset, ZoneOffset.is);
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): OffsetDateTime {
    const accepted = 'a date and time such as "2024-02-29T13:45+01:00"';
    const groups = matchedText("OffsetDateTime.parse", accepted, text, form);
    return new OffsetDateTime(dateTimeOf(groups, 1), offsetOf(groups[8]));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is OffsetDateTime {
    return javaValueClass(value) === "java.time.OffsetDateTime";
  }

  /** The same point of time. */
  toInstant(): Instant {
    return new Instant(
      epochSecondOf(this.dateTime, this.offset.totalSeconds),
      this.dateTime.time.nano,
    );
  }

  /** Whether local time and offset are equal; the same instant at another offset is not. */
  equals(other: unknown): boolean {
    return (
      OffsetDateTime.is(other) &&
      this.dateTime.equals(other.dateTime) &&
      this.offset.equals(other.offset)
    );
  }

  /** For example `2024-02-29T13:45+01:00`. */
  toString(): string {
    return `${this.dateTime.toString()}${this.offset.toString()}`;
  }
}
