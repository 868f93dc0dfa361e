import { javaValueClass, standsFor } from "./java-value.ts";
import { checkedMilliseconds } from "./sql-date.ts";

/**
 * A `java.sql.Time`: the point of time at which it is that time of day on 1970-01-01 in the time
 * zone of the Java process that made it. Java's own text depends on the zone and is no part of the value.
 */
export class SqlTime extends Date {
  static {
    standsFor(this, "java.sql.Time");
  }

  /** The Java class. */
  declare readonly javaClass: "java.sql.Time";

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid Date and for all that is no integer. */
  constructor(time: Date | number) {
    super(checkedMilliseconds("SqlTime", time));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is SqlTime {
    return javaValueClass(value) === "java.sql.Time";
  }

  /** Whether both are the same point of time. */
  equals(other: unknown): boolean {
    return SqlTime.is(other) && this.getTime() === other.getTime();
  }
}
