import { illegalValue } from "../rmi/java-type.ts";
import { checkedInteger, matchedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

const leastInt = -2_147_483_648;
const mostInt = 2_147_483_647;
const form = /^([+-]?)P(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?$/i;

/** A `java.time.Period`: years, months and days, each with its own sign and none carried into another. */
export class Period extends JavaValue {
  static {
    standsFor(this, "java.time.Period");
  }

  declare readonly javaClass: "java.time.Period";
  /** 32 bits. */
  readonly years: number;
  /** 32 bits; 12 months are no year. */
  readonly months: number;
  /** 32 bits. */
  readonly days: number;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for a number that is no int. */
  constructor(years: number, months: number, days: number) {
    super();
    this.years = checkedInteger("Period.years", years, leastInt, mostInt);
    this.months = checkedInteger("Period.months", months, leastInt, mostInt);
    this.days = checkedInteger("Period.days", days, leastInt, mostInt);
  }

  /** Reads what `toString` gives, weeks (seven days each) and a sign before the `P`. Throws `LocalProtocolError` "ARGUMENT_VALUE" for any other text. */
  static parse(this: void, text: string): Period {
    const accepted = 'a period such as "P1Y2M3D"';
    const groups = matchedText("Period.parse", accepted, text, form);
    const [years, months, weeks, days] = groups.slice(2);
    if ((years ?? months ?? weeks ?? days) === undefined) {
      throw illegalValue("Period.parse", accepted, text);
    }
    const sign = groups[1] === "-" ? -1 : 1;
    return new Period(
      sign * Number(years ?? 0),
      sign * Number(months ?? 0),
      sign * (Number(weeks ?? 0) * 7 + Number(days ?? 0)),
    );
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is Period {
    return javaValueClass(value) === "java.time.Period";
  }

  /** Whether all three numbers are equal; `P1Y` and `P12M` are not. */
  equals(other: unknown): boolean {
    return (
      Period.is(other) &&
      this.years === other.years &&
      this.months === other.months &&
      this.days === other.days
    );
  }

  /** For example `P1Y2M3D`, `P-5D`; `P0D` for none. */
  toString(): string {
    const years = this.years === 0 ? "" : `${this.years}Y`;
    const months = this.months === 0 ? "" : `${this.months}M`;
    const days = this.days === 0 ? "" : `${this.days}D`;
    return `P${years}${months}${days}` === "P" ? "P0D" : `P${years}${months}${days}`;
  }
}
