import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import {
  BigDecimal,
  Duration,
  Instant,
  LocalDate,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  SqlTimestamp,
  typed,
  Year,
  YearMonth,
  ZonedDateTime,
  ZoneOffset,
} from "../java-values/index.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { naturalOrder } from "./natural-order.ts";

function roundTrip<T>(type: JavaType<T>, value: T): T {
  const writer = new CdrWriter();
  type.write(writer, value, "value");
  const octets = writer.toBytes();
  return type.read(new CdrReader(octets, 0, octets.length));
}

const color = java.enum("demo.Color", ["RED", "GREEN", "BLUE"]);
const all = (parse: (text: string) => unknown, ...texts: string[]): unknown[] => texts.map(parse);

/** In Java's order. */
const ordered: { readonly [kind: string]: readonly [JavaType<any>, readonly unknown[]] } = {
  "text by UTF-16 units": [java.string, ["", "B", "a", "b", "é", "😀", "\uffee"]],
  "text where anything may stand": [java.object, ["10", "9"]],
  "text as Comparable": [java.lang.Comparable, ["10", "9"]],
  doubles: [java.lang.Double, [Number.NEGATIVE_INFINITY, -1, -0, 0, 2, 10, Infinity, Number.NaN]],
  longs: [java.lang.Long, [-5n, 0n, 10n]],
  booleans: [java.lang.Boolean, [false, true]],
  enums: [color, ["RED", "GREEN", "BLUE"]],
  "typed enums": [java.object, [typed(color, "RED"), typed(color, "GREEN"), typed(color, "BLUE")]],
  "UUIDs, which are signed": [
    java.util.UUID,
    [
      "80000000-0000-0000-8000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "00000000-0000-0000-8000-000000000000",
      "00000000-0000-0000-0000-000000000000",
    ],
  ],
  dates: [java.object, [new Date(-1), new SqlTimestamp(0, 1), new SqlTimestamp(0, 2), new Date(5)]],
  BigDecimal: [java.object, all(BigDecimal.of as never, "-1", "2.50", "2.5E+3")],
  LocalDate: [java.object, all(LocalDate.parse, "-0001-12-31", "2024-02-29", "2024-03-01")],
  LocalTime: [java.object, all(LocalTime.parse, "00:00", "00:00:00.000000001", "23:59")],
  Instant: [java.object, [new Instant(-1n, 5), new Instant(0n), new Instant(0n, 1)]],
  Duration: [java.object, [new Duration(-1n), new Duration(-1n, 5), new Duration(3n)]],
  OffsetDateTime: [
    java.object,
    all(
      OffsetDateTime.parse,
      "2024-01-01T13:00+02:00",
      "2024-01-01T12:00Z",
      "2024-01-01T13:00+01:00",
    ),
  ],
  ZonedDateTime: [
    java.object,
    all(
      ZonedDateTime.parse,
      "2024-01-01T12:00Z",
      "2024-01-01T13:00+01:00[Europe/Berlin]",
      "2024-01-01T13:00+01:00[Europe/Paris]",
    ),
  ],
  OffsetTime: [java.object, all(OffsetTime.parse, "13:00+02:00", "12:00Z", "13:00+01:00")],
  Year: [java.object, [new Year(-5), new Year(0), new Year(2024)]],
  YearMonth: [java.object, all(YearMonth.parse, "2023-12", "2024-01", "2024-02")],
  MonthDay: [java.object, all(MonthDay.parse, "--01-31", "--02-01", "--02-29")],
  "ZoneOffset, the east first": [
    java.object,
    [new ZoneOffset(3600), new ZoneOffset(0), new ZoneOffset(-3600)],
  ],
};

describe("the order of Java's compareTo", () => {
  test.each(Object.entries(ordered))("%s", (_, [type, keys]) => {
    const turned = [...keys].reverse();
    const places = naturalOrder(turned, type).map(([first, last]) => [first, last]);
    expect(places).toEqual(keys.map((_, index) => keys.length - 1 - index).map((at) => [at, at]));
  });
});

describe("trees are written in that order", () => {
  test("a set", () => {
    const set = roundTrip(java.util.SortedSet(java.string), new Set(["b", "a", "é", "B"]));
    expect([...(set ?? [])]).toEqual(["B", "a", "b", "é"]);
  });
  test("a map: of equal keys the first, with the last value", () => {
    const map = new Map([
      [BigDecimal.of("2.50"), 1],
      [BigDecimal.of("1"), 2],
      [BigDecimal.of("2.5"), 3],
    ]);
    const read = roundTrip(java.util.TreeMap(java.math.BigDecimal, java.int), map);
    expect([...(read ?? [])].map(([key, value]) => [String(key), value])).toEqual([
      ["1", 2],
      ["2.50", 3],
    ]);
  });
  test("keys of other classes, and keys that Java could not compare, stay as given", () => {
    const uris = new Set(["b:x", "a:x"]);
    expect([...(roundTrip(java.util.TreeSet(java.net.URI), uris) ?? [])]).toEqual([...uris]);
    expect([...(roundTrip(java.util.TreeSet(java.object), new Set(["b", 1])) ?? [])]).toEqual([
      "b",
      1,
    ]);
  });
});
