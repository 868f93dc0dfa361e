import { illegalValue } from "../rmi/java-type.ts";
import { checkedDate, checkedInteger, checkedText } from "./checked.ts";
import { javaValueClass, standsFor } from "./java-value.ts";

/** What a {@link JavaCalendar} is made of. */
export interface JavaCalendarParts {
  /** The point of time. */
  readonly time: Date;
  /** Id of the time zone, for example `Europe/Paris`. */
  readonly zone: string;
  /** Whether 32 January is 1 February; default true. */
  readonly lenient?: boolean | undefined;
  /** 1 is Sunday, 7 is Saturday; default 1. In Java the locale decides. */
  readonly firstDayOfWeek?: number | undefined;
  /** Days that the first week of a year has at least, 1 to 7; default 1 (ISO 8601: 4). In Java the locale decides. */
  readonly minimalDaysInFirstWeek?: number | undefined;
  /** The class of the calendar; default `java.util.GregorianCalendar`. */
  readonly javaClass?: string | undefined;
}

/**
 * A `java.util.Calendar` as plain data: a point of time, a time zone, and how weeks are counted.
 * Fields such as day and hour are not computed here: they need the zone's rules.
 */
export class JavaCalendar {
  static {
    standsFor(this, "java.util.Calendar");
  }

  /** The point of time. */
  readonly time: Date;
  /** Id of the time zone. */
  readonly zone: string;
  /** Whether 32 January is 1 February. */
  readonly lenient: boolean;
  /** 1 is Sunday, 7 is Saturday. */
  readonly firstDayOfWeek: number;
  /** Days that the first week of a year has at least, 1 to 7. */
  readonly minimalDaysInFirstWeek: number;
  /** The class of the calendar, in practice `java.util.GregorianCalendar`. */
  readonly javaClass: string;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid Date, an empty zone or class, and numbers out of range. */
  constructor(parts: JavaCalendarParts) {
    this.time = new Date(checkedDate("JavaCalendar.time", parts.time));
    this.zone = checkedText("JavaCalendar.zone", "the id of a time zone", parts.zone, /./);
    this.lenient = parts.lenient ?? true;
    if (typeof this.lenient !== "boolean") {
      throw illegalValue("JavaCalendar.lenient", "a boolean", this.lenient);
    }
    this.firstDayOfWeek = checkedInteger(
      "JavaCalendar.firstDayOfWeek",
      parts.firstDayOfWeek ?? 1,
      1,
      7,
    );
    this.minimalDaysInFirstWeek = checkedInteger(
      "JavaCalendar.minimalDaysInFirstWeek",
      parts.minimalDaysInFirstWeek ?? 1,
      1,
      7,
    );
    this.javaClass = checkedText(
      "JavaCalendar.javaClass",
      "the name of a class",
      parts.javaClass ?? "java.util.GregorianCalendar",
      /./,
    );
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is JavaCalendar {
    return javaValueClass(value) === "java.util.Calendar";
  }

  /** Whether all parts are equal. */
  equals(other: unknown): boolean {
    return (
      JavaCalendar.is(other) &&
      this.time.getTime() === other.time.getTime() &&
      this.zone === other.zone &&
      this.lenient === other.lenient &&
      this.firstDayOfWeek === other.firstDayOfWeek &&
      this.minimalDaysInFirstWeek === other.minimalDaysInFirstWeek &&
      this.javaClass === other.javaClass
    );
  }
}
