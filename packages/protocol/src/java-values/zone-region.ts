import { checkedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";
import { ZoneOffset } from "./zone-offset.ts";

/** What Java takes for a region's id before it looks for its rules; and an offset behind a prefix. */
const form = /^(?:[A-Za-z][A-Za-z0-9/._~+-]+|(?:UTC|GMT|UT)[+-]\d{2}:\d{2}(?::\d{2})?)$/;
const accepted = 'a zone id such as "Europe/Paris"';

/**
 * A `java.time.ZoneId` with rules, such as `Europe/Paris`, `UTC` or `GMT+02:00`. The rules are not
 * known here: whether the region exists is for the server to say.
 */
export class ZoneRegion extends JavaValue {
  static {
    standsFor(this, "java.time.ZoneRegion");
  }

  declare readonly javaClass: "java.time.ZoneRegion";
  /** For example `Europe/Paris`. */
  readonly id: string;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a text that can be no id. */
  constructor(id: string) {
    super();
    this.id = checkedText("ZoneRegion.id", accepted, id, form);
  }

  /** Reads what `toString` gives; an offset after `UTC`, `GMT` or `UT` takes Java's form (`UTC+1` becomes `UTC+01:00`). Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): ZoneRegion {
    const prefixed = /^(UTC|GMT|UT)([+-].*)$/.exec(checkedText("ZoneRegion.parse", accepted, text));
    // "GMT+0" and "GMT-0" become "GMT", as in Java.
    if (prefixed === null) return new ZoneRegion(text);
    const offset = ZoneOffset.parse(prefixed[2]!);
    return new ZoneRegion(prefixed[1]! + (offset.totalSeconds === 0 ? "" : offset.toString()));
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is ZoneRegion {
    return javaValueClass(value) === "java.time.ZoneRegion";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return ZoneRegion.is(other) && this.id === other.id;
  }

  /** The id. */
  toString(): string {
    return this.id;
  }
}
