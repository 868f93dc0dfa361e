import { checkedKind, matchedText } from "./checked.ts";
import { offsetForm, timeForm } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { LocalTime, timeOf } from "./local-time.ts";
import { offsetOf, ZoneOffset } from "./zone-offset.ts";

const form = new RegExp(`^${timeForm}${offsetForm}$`);

/** A `java.time.OffsetTime`: a time of day with its offset from UTC. */
export class OffsetTime extends JavaValue {
  static {
    standsFor(this, "java.time.OffsetTime");
  }

  declare readonly javaClass: "java.time.OffsetTime";
  /** What a clock at the offset shows. */
  readonly time: LocalTime;
  /** Distance of that clock from UTC. */
  readonly offset: ZoneOffset;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for values of other classes. */
  constructor(time: LocalTime, offset: ZoneOffset) {
    super();
    this.time = checkedKind("OffsetTime.time", "a LocalTime", time, LocalTime.is);
    this.offset = checkedKind("OffsetTime.offset", "a ZoneOffset", offset, ZoneOffset.is);
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): OffsetTime {
    const groups = matchedText("OffsetTime.parse", 'a time such as "13:45+01:00"', text, form);
    return new OffsetTime(timeOf(groups, 1), offsetOf(groups[5]));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is OffsetTime {
    return javaValueClass(value) === "java.time.OffsetTime";
  }

  /** Whether local time and offset are equal. */
  equals(other: unknown): boolean {
    return OffsetTime.is(other) && this.time.equals(other.time) && this.offset.equals(other.offset);
  }

  /** For example `13:45:30+01:00`. */
  toString(): string {
    return `${this.time.toString()}${this.offset.toString()}`;
  }
}
