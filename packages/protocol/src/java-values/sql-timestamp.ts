import { checkedInteger } from "./checked.ts";
import { javaValueClass, standsFor } from "./java-value.ts";
import { checkedMilliseconds } from "./sql-date.ts";

/**
 * A `java.sql.Timestamp`: a point of time in nanoseconds. The Date itself has its milliseconds.
 * Java's own text depends on the zone of the Java process and is no part of the value; texts made
 * here are those of a Date and leave out what is below a millisecond.
 */
export class SqlTimestamp extends Date {
  static {
    standsFor(this, "java.sql.Timestamp");
  }

  /** The Java class. */
  declare readonly javaClass: "java.sql.Timestamp";
  readonly #belowMillisecond: number;

  /**
   * The second of `time` with so many nanoseconds (0 to 999,999,999), which replace its
   * milliseconds; without `nanos` exactly `time`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for an
   * invalid Date and for a number that is no integer or out of range.
   */
  constructor(time: Date | number, nanos?: number) {
    const milliseconds = checkedMilliseconds("SqlTimestamp", time);
    if (nanos === undefined) {
      super(milliseconds);
      this.#belowMillisecond = 0;
    } else {
      checkedInteger("SqlTimestamp.nanos", nanos, 0, 999_999_999);
      const second = Math.floor(milliseconds / 1_000) * 1_000;
      super(checkedMilliseconds("SqlTimestamp", second + Math.floor(nanos / 1_000_000)));
      this.#belowMillisecond = nanos % 1_000_000;
    }
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is SqlTimestamp {
    return javaValueClass(value) === "java.sql.Timestamp";
  }

  /** Nanoseconds of the second, 0 to 999,999,999; the milliseconds of the Date are part of them. */
  get nanos(): number {
    const time = this.getTime();
    return (time - Math.floor(time / 1_000) * 1_000) * 1_000_000 + this.#belowMillisecond;
  }

  /** Whether both are the same point of time to the nanosecond. */
  equals(other: unknown): boolean {
    return (
      SqlTimestamp.is(other) && this.getTime() === other.getTime() && this.nanos === other.nanos
    );
  }
}
