import { checkedDate, checkedInteger } from "./checked.ts";
import { javaValueClass, standsFor } from "./java-value.ts";

/** What a JavaScript Date can hold. */
export const mostMilliseconds = 8_640_000_000_000_000;

/** Milliseconds of a Date or number. Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid Date and for all that is no integer. */
export function checkedMilliseconds(path: string, time: Date | number): number {
  return typeof time === "number"
    ? checkedInteger(path, time, -mostMilliseconds, mostMilliseconds)
    : checkedDate(path, time);
}

/**
 * A `java.sql.Date`: the point of time at which a day begins in the time zone of the Java process
 * that made it. Which day that is depends on the zone; Java's own text is no part of the value.
 */
export class SqlDate extends Date {
  static {
    standsFor(this, "java.sql.Date");
  }

  /** The Java class. */
  declare readonly javaClass: "java.sql.Date";

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid Date and for all that is no integer. */
  constructor(time: Date | number) {
    super(checkedMilliseconds("SqlDate", time));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is SqlDate {
    return javaValueClass(value) === "java.sql.Date";
  }

  /** Whether both are the same point of time. */
  equals(other: unknown): boolean {
    return SqlDate.is(other) && this.getTime() === other.getTime();
  }
}
