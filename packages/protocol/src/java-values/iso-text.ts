// Java's ISO forms as pieces of regular expressions. Only ASCII digits, as Java's ISO formatters take.

/** Four digits; more need a sign (at most ten); a minus zero is none. One group. */
export const yearForm: string = String.raw`(\d{4}|-(?!0+(?!\d))\d{4,10}|\+\d{5,10})`;

/** Groups: year, month, day. */
export const dateForm: string = String.raw`${yearForm}-(\d{2})-(\d{2})`;

/** Groups: hour, minute, second, fraction; the last two may be missing. */
export const timeForm: string = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{0,9}))?)?`;

/** One group. Java prints `Z` or hours and minutes, and in some places reads hours alone, too. */
export const offsetForm: string = String.raw`([Zz]|[+-]\d{2}(?::\d{2}(?::\d{2})?)?)`;

/** A year as `java.time.LocalDate` prints it: at least four digits, `+` above 9999. */
export function yearText(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, "0");
  return (year < 0 ? "-" : year > 9999 ? "+" : "") + digits;
}

/** A month, day, hour, minute or second in two digits. */
export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** `""` for none, else a point and 3, 6 or 9 digits. */
export function fractionText(nano: number): string {
  if (nano === 0) return "";
  const digits = String(nano).padStart(9, "0");
  return `.${nano % 1_000_000 === 0 ? digits.slice(0, 3) : nano % 1_000 === 0 ? digits.slice(0, 6) : digits}`;
}

/** Nanoseconds of the digits after the point, at most nine of them. */
export function nanosOfFraction(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.padEnd(9, "0"));
}
