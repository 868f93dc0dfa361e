import { illegalValue } from "../rmi/java-type.ts";
import { checkedKind, matchedText } from "./checked.ts";
import { Instant } from "./instant.ts";
import { offsetForm } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { dateTimeForm, dateTimeOf, epochSecondOf, LocalDateTime } from "./local-date-time.ts";
import { isZoneId, parseZoneId, type ZoneId } from "./zone-id.ts";
import { offsetOf, ZoneOffset } from "./zone-offset.ts";

const form = new RegExp(String.raw`^${dateTimeForm}${offsetForm}(?:\[([^\]]+)\])?$`);

/**
 * A `java.time.ZonedDateTime`: a local date and time, the offset that is valid then, and the zone.
 * Whether the zone has this offset at that time is not checked: the rules of zones are not known here.
 */
export class ZonedDateTime extends JavaValue {
  static {
    standsFor(this, "java.time.ZonedDateTime");
  }

  declare readonly javaClass: "java.time.ZonedDateTime";
  /** What a clock in the zone shows. */
  readonly dateTime: LocalDateTime;
  /** Distance of that clock from UTC. */
  readonly offset: ZoneOffset;
  /** The region; the offset itself where there is none. */
  readonly zone: ZoneId;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for values of other classes, and for a zone that is another offset. */
  constructor(dateTime: LocalDateTime, offset: ZoneOffset, zone: ZoneId = offset) {
    super();
    this.dateTime = checkedKind(
      "ZonedDateTime.dateTime",
      "a LocalDateTime",
      dateTime,
      LocalDateTime.is,
    );
    this.offset = checkedKind("ZonedDateTime.offset", "a ZoneOffset", offset, ZoneOffset.is);
    this.zone = checkedKind("ZonedDateTime.zone", "a ZoneOffset or ZoneRegion", zone, isZoneId);
    if (ZoneOffset.is(zone) && !zone.equals(offset)) {
      throw illegalValue(
        "ZonedDateTime.zone",
        `a region or the offset ${offset.toString()}`,
        String(zone),
      );
    }
  }

  /** Reads what `toString` gives. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): ZonedDateTime {
    const accepted = 'a date and time such as "2024-02-29T13:45+01:00[Europe/Paris]"';
    const groups = matchedText("ZonedDateTime.parse", accepted, text, form);
    const offset = offsetOf(groups[8]);
    const zone = groups[9] === undefined ? offset : parseZoneId(groups[9]);
    return new ZonedDateTime(dateTimeOf(groups, 1), offset, zone);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is ZonedDateTime {
    return javaValueClass(value) === "java.time.ZonedDateTime";
  }

  /** The same point of time. */
  toInstant(): Instant {
    return new Instant(
      epochSecondOf(this.dateTime, this.offset.totalSeconds),
      this.dateTime.time.nano,
    );
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return (
      ZonedDateTime.is(other) &&
      this.dateTime.equals(other.dateTime) &&
      this.offset.equals(other.offset) &&
      this.zone.equals(other.zone)
    );
  }

  /** For example `2024-02-29T13:45+01:00[Europe/Paris]`, without brackets where the zone is the offset. */
  toString(): string {
    const region = ZoneOffset.is(this.zone) ? "" : `[${this.zone.toString()}]`;
    return `${this.dateTime.toString()}${this.offset.toString()}${region}`;
  }
}
