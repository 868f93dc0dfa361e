import { illegalValue } from "../rmi/java-type.ts";

/** The integer itself, never -0. Throws `LocalProtocolError` "ARGUMENT_VALUE" outside the bounds (both included). */
export function checkedInteger(path: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value + 0;
  throw illegalValue(path, `an integer from ${least} to ${most}`, value);
}

/** The bigint itself. Throws `LocalProtocolError` "ARGUMENT_VALUE" outside the bounds (both included). */
export function checkedBigint(path: string, value: bigint, least: bigint, most: bigint): bigint {
  if (typeof value === "bigint" && value >= least && value <= most) return value;
  throw illegalValue(path, `a bigint from ${least}n to ${most}n`, value);
}

/** The text itself. Throws `LocalProtocolError` "ARGUMENT_VALUE" for anything but a string of this form. */
export function checkedText(path: string, accepted: string, text: string, form?: RegExp): string {
  if (typeof text === "string" && (form === undefined || form.test(text))) return text;
  throw illegalValue(path, accepted, text);
}

/** The groups of a text of this form, the whole first. Throws `LocalProtocolError` "ARGUMENT_VALUE" for other texts. */
export function matchedText(
  path: string,
  accepted: string,
  text: string,
  form: RegExp,
): readonly (string | undefined)[] {
  const groups = typeof text === "string" ? form.exec(text) : null;
  if (groups === null) throw illegalValue(path, accepted, text);
  return groups;
}

/** The value itself. Throws `LocalProtocolError` "ARGUMENT_VALUE" when `is` says no. */
export function checkedKind<T>(
  path: string,
  accepted: string,
  value: T,
  is: (value: unknown) => boolean,
): T {
  if (is(value)) return value;
  throw illegalValue(path, accepted, value);
}

/** Milliseconds of a Date, of whichever realm. Throws `LocalProtocolError` "ARGUMENT_VALUE" for an invalid one. */
export function checkedDate(path: string, value: Date): number {
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  if (!isDate) throw illegalValue(path, "a Date", value);
  const milliseconds = Date.prototype.getTime.call(value);
  if (Number.isNaN(milliseconds)) throw illegalValue(path, "a valid Date", milliseconds);
  return milliseconds;
}
