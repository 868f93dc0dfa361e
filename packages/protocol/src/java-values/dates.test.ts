import { expect, test } from "vitest";
import { Instant, JavaCalendar, SqlDate, SqlTime, SqlTimestamp } from "./index.ts";

test("an instant is made of a Date and becomes one", () => {
  expect(Instant.fromDate(new Date(-1))).toEqual(new Instant(-1n, 999_000_000));
  expect(new Instant(-1n, 999_999_999).toDate()).toEqual(new Date(-1));
  expect(Instant.fromDate(new Date(8.64e15)).toDate().getTime()).toBe(8.64e15);
  expect(Instant.fromDate(new Date(-8.64e15)).toDate().getTime()).toBe(-8.64e15);
});

test("an instant that no Date can hold is refused", () => {
  expect(() => new Instant(8_640_000_000_000n, 1_000_000).toDate()).toThrow(
    'Instant.toDate: an instant within ±8,640,000,000,000,000 ms of 1970 is accepted, not "+275760-09-13T00:00:00.001Z"',
  );
});

test("SQL dates are Dates", () => {
  for (const value of [new SqlDate(5), new SqlTime(new Date(5)), new SqlTimestamp(5)]) {
    expect(value).toBeInstanceOf(Date);
    expect(value.getTime()).toBe(5);
  }
  expect(new SqlDate(5).equals(new SqlDate(5))).toBe(true);
  expect(new SqlDate(5).equals(new SqlDate(6))).toBe(false);
  expect(new SqlDate(5).equals(new SqlTime(5))).toBe(false);
  expect(new SqlTime(5).equals(new SqlTime(5))).toBe(true);
});

test("a timestamp has the nanoseconds of its second", () => {
  expect(new SqlTimestamp(1_234).nanos).toBe(234_000_000);
  expect(new SqlTimestamp(-1).nanos).toBe(999_000_000);
  const exact = new SqlTimestamp(new Date(1_234), 987_654_321);
  expect(exact.getTime()).toBe(1_987);
  expect(exact.nanos).toBe(987_654_321);
  expect(new SqlTimestamp(-1, 1).getTime()).toBe(-1_000);
});

test("the milliseconds of a changed timestamp stay those of its Date", () => {
  const timestamp = new SqlTimestamp(0, 123_456_789);
  timestamp.setMilliseconds(5);
  expect(timestamp.nanos).toBe(5_456_789);
});

test("timestamps are equal to the nanosecond", () => {
  expect(new SqlTimestamp(0, 1).equals(new SqlTimestamp(999, 1))).toBe(true);
  expect(new SqlTimestamp(0, 1).equals(new SqlTimestamp(0, 2))).toBe(false);
  expect(new SqlTimestamp(0).equals(new Date(0))).toBe(false);
});

test("a calendar has Java's defaults and a Date of its own", () => {
  const time = new Date(5);
  const calendar = new JavaCalendar({ time, zone: "Europe/Paris" });
  time.setTime(6);
  expect({ ...calendar }).toEqual({
    time: new Date(5),
    zone: "Europe/Paris",
    lenient: true,
    firstDayOfWeek: 1,
    minimalDaysInFirstWeek: 1,
    javaClass: "java.util.GregorianCalendar",
  });
  expect(calendar.equals(new JavaCalendar({ time: new Date(5), zone: "Europe/Paris" }))).toBe(true);
  expect(calendar.equals(new JavaCalendar({ ...calendar, firstDayOfWeek: 2 }))).toBe(false);
});

test("a calendar with parts that Java does not have is refused", () => {
  const time = new Date(0);
  expect(() => new JavaCalendar({ time, zone: "" })).toThrow(
    "JavaCalendar.zone: the id of a time zone",
  );
  expect(() => new JavaCalendar({ time, zone: "UTC", firstDayOfWeek: 0 })).toThrow(
    "firstDayOfWeek",
  );
  expect(() => new JavaCalendar({ time, zone: "UTC", lenient: 1 as never })).toThrow("lenient");
});
