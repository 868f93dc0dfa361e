import { illegalValue } from "../rmi/java-type.ts";
import { checkedBigint, checkedInteger, matchedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const leastLong = -9_223_372_036_854_775_808n;
const mostLong = 9_223_372_036_854_775_807n;
const nanosOfSecond = 1_000_000_000n;
/** A `T` needs something behind it. Groups: sign, days, hours, minutes, seconds, fraction. */
const form =
  /^([+-]?)P(?:([+-]?\d+)D)?(?:T(?=[\d+-])(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

/** A `java.time.Duration`: a length of time in nanoseconds. */
export class Duration extends JavaValue {
  static {
    standsFor(this, "java.time.Duration");
  }

  declare readonly javaClass: "java.time.Duration";
  /** Seconds, rounded down, in 64 bits: -0.5 seconds are -1 second and 500,000,000 nanoseconds. */
  readonly seconds: bigint;
  /** Nanoseconds after these seconds, 0 to 999,999,999. */
  readonly nano: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number out of range. */
  constructor(seconds: bigint, nano: number = 0) {
    super();
    this.seconds = checkedBigint("Duration.seconds", seconds, leastLong, mostLong);
    this.nano = checkedInteger("Duration.nano", nano, 0, 999_999_999);
  }

  /** Reads what `toString` gives, days (24 hours each), signs and a comma for the point. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): Duration {
    const accepted = 'a duration such as "PT8H6M12.345S"';
    const groups = matchedText("Duration.parse", accepted, text, form);
    const [days, hours, minutes, seconds, fraction] = groups.slice(2);
    if ((days ?? hours ?? minutes ?? seconds) === undefined) {
      throw illegalValue("Duration.parse", accepted, text);
    }
    const wholeSeconds =
      whole(days) * 86_400n + whole(hours) * 3_600n + whole(minutes) * 60n + whole(seconds);
    const nanos = BigInt((fraction ?? "").padEnd(9, "0"));
    // "-0.5" is negative although its whole part is not.
    const total = wholeSeconds * nanosOfSecond + (seconds?.startsWith("-") ? -nanos : nanos);
    return ofNanos(groups[1] === "-" ? -total : total);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is Duration {
    return javaValueClass(value) === "java.time.Duration";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return Duration.is(other) && this.seconds === other.seconds && this.nano === other.nano;
  }

  /** For example `PT8H6M12.345S`, `PT-0.5S`; `PT0S` for none. Days are hours. */
  toString(): string {
    const total = this.seconds * nanosOfSecond + BigInt(this.nano);
    if (total === 0n) return "PT0S";
    // Division of bigints rounds towards zero, as Java's text wants: all parts have the same sign.
    const hours = total / (3_600n * nanosOfSecond);
    const minutes = (total / (60n * nanosOfSecond)) % 60n;
    const rest = total % (60n * nanosOfSecond);
    const text = `PT${hours === 0n ? "" : `${hours}H`}${minutes === 0n ? "" : `${minutes}M`}`;
    if (rest === 0n) return text;
    const magnitude = rest < 0n ? -rest : rest;
    const fraction = String(magnitude % nanosOfSecond)
      .padStart(9, "0")
      .replace(/0+$/, "");
    const seconds = `${rest < 0n ? "-" : ""}${magnitude / nanosOfSecond}`;
    return `${text}${seconds}${fraction === "" ? "" : `.${fraction}`}S`;
  }
}

function whole(digits: string | undefined): bigint {
  if (digits === undefined) return 0n;
  return digits.startsWith("+") ? BigInt(digits.slice(1)) : BigInt(digits);
}

function ofNanos(total: bigint): Duration {
  const nano = ((total % nanosOfSecond) + nanosOfSecond) % nanosOfSecond;
  return new Duration((total - nano) / nanosOfSecond, Number(nano));
}
