import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import * as values from "./index.ts";

const date = new values.LocalDate(2024, 2, 29);
const time = new values.LocalTime(13, 45, 30, 500_000_000);
const dateTime = new values.LocalDateTime(date, time);
const offset = new values.ZoneOffset(3_600);

/** One value of each class; those with a text first. */
const withText: Record<string, values.JavaValue> = {
  "java.time.LocalDate": date,
  "java.time.LocalTime": time,
  "java.time.LocalDateTime": dateTime,
  "java.time.Instant": new values.Instant(1n, 2),
  "java.time.Duration": new values.Duration(-1n, 500_000_000),
  "java.time.Period": new values.Period(1, -2, 3),
  "java.time.ZoneOffset": offset,
  "java.time.ZoneRegion": new values.ZoneRegion("Europe/Paris"),
  "java.time.ZonedDateTime": new values.ZonedDateTime(
    dateTime,
    offset,
    new values.ZoneRegion("Europe/Paris"),
  ),
  "java.time.OffsetDateTime": new values.OffsetDateTime(dateTime, offset),
  "java.time.OffsetTime": new values.OffsetTime(time, offset),
  "java.time.Year": new values.Year(2024),
  "java.time.YearMonth": new values.YearMonth(2024, 2),
  "java.time.MonthDay": new values.MonthDay(2, 29),
  "java.math.BigDecimal": new values.BigDecimal(150n, 2),
  "java.util.Locale": new values.JavaLocale({ language: "de", country: "AT" }),
  "java.lang.Class": new values.JavaClassName("java.lang.String"),
};
const others: Record<string, { equals(other: unknown): boolean; readonly javaClass: string }> = {
  "java.sql.Date": new values.SqlDate(0),
  "java.sql.Time": new values.SqlTime(0),
  "java.sql.Timestamp": new values.SqlTimestamp(0, 1),
  "java.util.Calendar": new values.JavaCalendar({ time: new Date(0), zone: "UTC" }),
};
const all = { ...withText, ...others };

test.each(Object.entries(all))(
  "%s is known by its class, and to nobody else",
  (javaClass, value) => {
    const itsClass = value.constructor as unknown as { is(value: unknown): boolean };
    expect(values.javaValueClass(value)).toBe(javaClass);
    for (const [name, other] of Object.entries(all))
      expect(itsClass.is(other)).toBe(name === javaClass);
    for (const no of [null, undefined, 1, "text", {}, [], new Date(0)])
      expect(itsClass.is(no)).toBe(false);
    expect(value.equals(value)).toBe(true);
    expect(value.equals(null)).toBe(false);
    expect(value.equals({ ...value })).toBe(false);
    if (javaClass !== "java.util.Calendar") expect(value.javaClass).toBe(javaClass);
    expect(Object.keys(value)).not.toContain(javaClass === "java.util.Calendar" ? "" : "javaClass");
  },
);

test.each(Object.entries(withText))("%s is its text in JSON, templates and logs", (_, value) => {
  expect(JSON.parse(JSON.stringify(value))).toBe(value.toString());
  expect(String(value)).toBe(value.toString());
  expect(inspect([value])).toBe(`[ ${value.toString()} ]`);
});

test("values of another copy of the package are recognised and equal", async () => {
  // Loads all files anew: as if two versions were installed.
  vi.resetModules();
  const copy = (await import("./index.ts")) as typeof values;
  expect(copy.LocalDate).not.toBe(values.LocalDate);
  const stranger = copy.LocalDate.parse("2024-02-29");
  expect(stranger).not.toBeInstanceOf(values.LocalDate);
  expect(values.LocalDate.is(stranger)).toBe(true);
  expect(date.equals(stranger)).toBe(true);
  expect(new values.LocalDateTime(stranger, time).equals(dateTime)).toBe(true);
  expect(values.SqlTimestamp.is(new copy.SqlTimestamp(0))).toBe(true);
  expect(new values.SqlTimestamp(0, 5).equals(new copy.SqlTimestamp(0, 5))).toBe(true);
});

test.each<[string, () => unknown, string]>([
  [
    "month 13",
    () => new values.LocalDate(2024, 13, 1),
    "LocalDate.month: an integer from 1 to 12 is accepted, not 13",
  ],
  [
    "29 February",
    () => new values.LocalDate(2023, 2, 29),
    "LocalDate.day: an integer from 1 to 28 is accepted, not 29",
  ],
  [
    "fraction of a year",
    () => new values.LocalDate(2024.5, 1, 1),
    "LocalDate.year: an integer from -999999999 to 999999999 is accepted, not 2024.5",
  ],
  [
    "text for a number",
    () => new values.LocalDate("2024" as never, 1, 1),
    'LocalDate.year: an integer from -999999999 to 999999999 is accepted, not "2024"',
  ],
  [
    "24 hours",
    () => new values.LocalTime(24, 0),
    "LocalTime.hour: an integer from 0 to 23 is accepted, not 24",
  ],
  [
    "nanoseconds",
    () => new values.LocalTime(0, 0, 0, 1e9),
    "LocalTime.nano: an integer from 0 to 999999999 is accepted, not 1000000000",
  ],
  [
    "Date for a LocalDate",
    () => new values.LocalDateTime(new Date(0) as never, time),
    "LocalDateTime.date: a LocalDate is accepted, not an object (Date)",
  ],
  [
    "number for a bigint",
    () => new values.Instant(1 as never),
    "Instant.epochSecond: a bigint from -31557014167219200n to 31556889864403199n is accepted, not 1",
  ],
  [
    "instant out of range",
    () => new values.Instant(31_556_889_864_403_200n),
    "not 31556889864403200n",
  ],
  [
    "invalid Date",
    () => values.Instant.fromDate(new Date(Number.NaN)),
    "Instant.fromDate: a valid Date is accepted, not NaN",
  ],
  [
    "no Date",
    () => values.Instant.fromDate(0 as never),
    "Instant.fromDate: a Date is accepted, not 0",
  ],
  ["65 bits", () => new values.Duration(2n ** 63n), "Duration.seconds"],
  ["33 bits", () => new values.Period(2 ** 31, 0, 0), "Period.years"],
  [
    "19 hours",
    () => new values.ZoneOffset(68_400),
    "ZoneOffset.totalSeconds: an integer from -64800 to 64800 is accepted, not 68400",
  ],
  [
    "id of a zone",
    () => new values.ZoneRegion("Europe Paris"),
    'ZoneRegion.id: a zone id such as "Europe/Paris" is accepted, not "Europe Paris"',
  ],
  [
    "zone of another offset",
    () => new values.ZonedDateTime(dateTime, offset, values.ZoneOffset.UTC),
    'ZonedDateTime.zone: a region or the offset +01:00 is accepted, not "Z"',
  ],
  [
    "day of no year",
    () => new values.MonthDay(2, 30),
    "MonthDay.day: an integer from 1 to 29 is accepted, not 30",
  ],
  [
    "text of no date",
    () => values.LocalDate.parse("29.2.2024"),
    'LocalDate.parse: a date such as "2024-02-29" is accepted, not "29.2.2024"',
  ],
  [
    "no text",
    () => values.Duration.parse(5 as never),
    'Duration.parse: a duration such as "PT8H6M12.345S" is accepted, not 5',
  ],
  [
    "locale",
    () => values.JavaLocale.parse("i-klingon"),
    'JavaLocale.parse: a locale such as "de-AT" or "de_AT" is accepted, not "i-klingon"',
  ],
  [
    "language",
    () => new values.JavaLocale({ language: 1 as never }),
    "JavaLocale.language: a string is accepted, not 1",
  ],
  ["SQL date", () => new values.SqlDate(0.5), "SqlDate: an integer from"],
  [
    "SQL timestamp",
    () => new values.SqlTimestamp(0, 1e9),
    "SqlTimestamp.nanos: an integer from 0 to 999999999 is accepted, not 1000000000",
  ],
  [
    "class name",
    () => new values.JavaClassName(""),
    'JavaClassName.name: the name of a Java class is accepted, not ""',
  ],
])("refused, with value and accepted form: %s", (_, make, message) => {
  expect(make).toThrow(LocalProtocolError);
  expect(make).toThrow(message);
  expect(make).toThrow(expect.objectContaining({ code: "ARGUMENT_VALUE" }));
});

test("no negative zero is left", () => {
  expect(Object.is(new values.Year(-0).value, 0)).toBe(true);
  expect(Object.is(values.Period.parse("-P0D").days, 0)).toBe(true);
  expect(Object.is(values.ZoneOffset.parse("-00:00").totalSeconds, 0)).toBe(true);
});

test("missing parts of a time are zero", () => {
  expect(new values.LocalTime(13, 45)).toEqual(new values.LocalTime(13, 45, 0, 0));
  expect(new values.ZonedDateTime(dateTime, offset).zone).toBe(offset);
});

test("points of time at an offset become instants", () => {
  const expected = values.Instant.parse("2024-02-29T12:45:30.5Z");
  expect(new values.OffsetDateTime(dateTime, offset).toInstant()).toEqual(expected);
  expect(
    values.ZonedDateTime.parse("2024-02-29T13:45:30.5+01:00[Europe/Paris]").toInstant(),
  ).toEqual(expected);
});

test("a typed value holds type and value", () => {
  const type = { name: "short" } as never;
  const value = values.typed(type, 7 as never);
  expect(values.JavaTyped.is(value)).toBe(true);
  expect(values.JavaTyped.is({ type, value: 7 })).toBe(false);
  expect(value).toMatchObject({ type, value: 7 });
});
