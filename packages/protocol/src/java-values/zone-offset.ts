import { illegalValue } from "../rmi/java-type.ts";
import { checkedInteger, matchedText } from "./checked.ts";
import { twoDigits } from "./iso-text.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

/** Z, or a sign with h, hh, hhmm, hh:mm, hhmmss or hh:mm:ss. */
const form = /^(?:Z|([+-])(?:(\d)|(\d{2})(?:(\d{2})(\d{2})?|:(\d{2})(?::(\d{2}))?)?))$/;

/** A `java.time.ZoneOffset`: the distance of a local time from UTC. */
export class ZoneOffset extends JavaValue {
  static {
    standsFor(this, "java.time.ZoneOffset");
  }

  /** No distance, `Z`. */
  static readonly UTC: ZoneOffset = new ZoneOffset(0);

  declare readonly javaClass: "java.time.ZoneOffset";
  /** Seconds, positive in the east; at most 18 hours (±64,800). */
  readonly totalSeconds: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for more than 18 hours. */
  constructor(totalSeconds: number) {
    super();
    this.totalSeconds = checkedInteger("ZoneOffset.totalSeconds", totalSeconds, -64_800, 64_800);
  }

  /** Reads all that Java's `ZoneOffset.of` reads: `Z`, `+1`, `+01`, `+0130`, `+01:30`, `+01:30:15`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): ZoneOffset {
    const accepted = 'an offset such as "Z" or "+01:30", at most 18 hours,';
    const groups = matchedText("ZoneOffset.parse", accepted, text, form);
    const hours = Number(groups[2] ?? groups[3] ?? 0);
    const minutes = Number(groups[4] ?? groups[6] ?? 0);
    const seconds = Number(groups[5] ?? groups[7] ?? 0);
    const total = hours * 3_600 + minutes * 60 + seconds;
    if (minutes > 59 || seconds > 59 || total > 64_800) {
      throw illegalValue("ZoneOffset.parse", accepted, text);
    }
    return new ZoneOffset(groups[1] === "-" ? -total : total);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is ZoneOffset {
    return javaValueClass(value) === "java.time.ZoneOffset";
  }

  /** {@inheritDoc JavaValue.equals} */
  equals(other: unknown): boolean {
    return ZoneOffset.is(other) && this.totalSeconds === other.totalSeconds;
  }

  /** `Z`, or for example `+01:30`; seconds only where there are some. */
  toString(): string {
    if (this.totalSeconds === 0) return "Z";
    const total = Math.abs(this.totalSeconds);
    const hours = twoDigits(Math.floor(total / 3_600));
    const minutes = twoDigits(Math.floor(total / 60) % 60);
    const seconds = total % 60 === 0 ? "" : `:${twoDigits(total % 60)}`;
    return `${this.totalSeconds < 0 ? "-" : "+"}${hours}:${minutes}${seconds}`;
  }
}

/** The offset at the end of a longer text, where Java takes a small `z`, too. */
export function offsetOf(group: string | undefined): ZoneOffset {
  return group === undefined || group === "z" ? ZoneOffset.UTC : ZoneOffset.parse(group);
}
