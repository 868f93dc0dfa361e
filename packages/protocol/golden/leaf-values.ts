// Types that hold no other types, with random values of them.
import fc from "fast-check";
import {
  BigDecimal,
  Duration,
  Instant,
  JavaCalendar,
  JavaClassName,
  JavaLocale,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  Period,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  Year,
  YearMonth,
  ZonedDateTime,
  ZoneOffset,
  ZoneRegion,
} from "../src/java-values/index.ts";
import type { JavaType } from "../src/rmi/java-type.ts";
import { java } from "../src/rmi/java-types.ts";
import { Color } from "./echo-classes.ts";

/** A type, and what makes values of it. */
export interface TypedSample {
  readonly type: JavaType<any>;
  readonly values: fc.Arbitrary<unknown>;
}

const sample = (type: JavaType<any>, values: fc.Arbitrary<unknown>): TypedSample => ({
  type,
  values,
});
/** As values of classes are. */
export const nullable = (type: JavaType<any>, values: fc.Arbitrary<unknown>): TypedSample =>
  sample(type, fc.option(values, { freq: 6 }));

const byte = fc.integer({ min: -128, max: 127 });
const short = fc.integer({ min: -32768, max: 32767 });
const int = fc.integer();
const long = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const float = fc.float();
const double = fc.double();
const char = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0xffff }))
  .map((unit) => String.fromCharCode(unit));
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("same", "same", "", "\ufeffmark", "a\0b"),
);
const milliseconds = fc.integer({ min: -8.64e15, max: 8.64e15 });
const nano = fc.integer({ min: 0, max: 999_999_999 });
const year = fc.oneof(
  fc.integer({ min: 1, max: 3000 }),
  fc.integer({ min: -999_999_999, max: 999_999_999 }),
);
const localDate = fc
  .tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => new LocalDate(...parts));
const localTime = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom(0, 0, 1, 59),
    fc.constantFrom(0, 0, 1, 59),
    fc.oneof(fc.constant(0), nano),
  )
  .map((parts) => new LocalTime(...parts));
const localDateTime = fc.tuple(localDate, localTime).map((parts) => new LocalDateTime(...parts));
const offset = fc
  .oneof(fc.constantFrom(0, 900, -3600, 64_800, -64_800), fc.integer({ min: -64_800, max: 64_800 }))
  .map((seconds) => new ZoneOffset(seconds));
const region = fc
  .constantFrom("Europe/Paris", "UTC", "America/Argentina/Buenos_Aires")
  .map((id) => new ZoneRegion(id));

/** Types whose values cannot be null. */
export const primitiveSamples: readonly TypedSample[] = [
  sample(java.boolean, fc.boolean()),
  sample(java.byte, byte),
  sample(java.short, short),
  sample(java.int, int),
  sample(java.long, long),
  sample(java.float, float),
  sample(java.double, double),
  sample(java.char, char),
];

/** Arrays of primitives. */
export const primitiveArraySamples: readonly TypedSample[] = [
  nullable(java.array(java.boolean), fc.array(fc.boolean(), { maxLength: 5 })),
  nullable(java.array(java.byte), fc.uint8Array({ maxLength: 20 })),
  nullable(java.array(java.short), fc.int16Array({ maxLength: 5 })),
  nullable(java.array(java.int), fc.int32Array({ maxLength: 5 })),
  nullable(
    java.array(java.long),
    fc.array(long, { maxLength: 5 }).map((numbers) => BigInt64Array.from(numbers)),
  ),
  nullable(java.array(java.float), fc.float32Array({ maxLength: 5 })),
  nullable(java.array(java.double), fc.float64Array({ maxLength: 5 })),
  nullable(java.array(java.char), fc.array(char, { maxLength: 5 })),
];

/** Classes of the JDK that hold no other objects. */
export const objectSamples: readonly TypedSample[] = [
  nullable(java.string, text),
  nullable(java.lang.Boolean, fc.boolean()),
  nullable(java.lang.Byte, byte),
  nullable(java.lang.Short, short),
  nullable(java.lang.Integer, int),
  nullable(java.lang.Long, long),
  nullable(java.lang.Float, float),
  nullable(java.lang.Double, double),
  nullable(java.lang.Character, char),
  nullable(java.lang.CharSequence, text),
  nullable(
    java.lang.Class,
    fc
      .constantFrom("java.lang.String", "int", "[I", "a.B$C")
      .map((name) => new JavaClassName(name)),
  ),
  nullable(java.math.BigInteger, fc.bigInt()),
  nullable(
    java.math.BigDecimal,
    fc.tuple(fc.bigInt(), int).map((parts) => new BigDecimal(...parts)),
  ),
  nullable(java.util.UUID, fc.uuid()),
  nullable(java.util.Currency, fc.constantFrom("EUR", "CHF")),
  nullable(java.net.URI, fc.constantFrom("urn:x:y", "../a?b#c", "http://[::1]:80/é")),
  nullable(
    java.net.URL,
    fc.constantFrom("http://u:p@host:8080/a/b?c=d#e", "file:/tmp/x", "mailto:a@b", "http://host"),
  ),
  nullable(
    java.util.Date,
    milliseconds.map((time) => new Date(time)),
  ),
  nullable(
    java.sql.Date,
    milliseconds.map((time) => new SqlDate(time)),
  ),
  nullable(
    java.sql.Time,
    milliseconds.map((time) => new SqlTime(time)),
  ),
  nullable(
    java.sql.Timestamp,
    fc
      .tuple(fc.integer({ min: -8.63e15, max: 8.63e15 }), nano)
      .map((parts) => new SqlTimestamp(...parts)),
  ),
  nullable(
    java.util.Locale,
    fc
      .record({
        language: fc.constantFrom("", "de", "zh"),
        country: fc.constantFrom("", "CH", "419"),
        script: fc.constantFrom("", "Hant"),
        variant: fc.constantFrom("", "POSIX"),
        extensions: fc.constantFrom("", "u-ca-buddhist"),
      })
      .map((parts) => new JavaLocale(parts)),
  ),
  nullable(
    java.util.Calendar,
    fc
      .record({
        time: milliseconds.map((time) => new Date(time)),
        zone: fc.constantFrom("UTC", "GMT+02:30", "GMT"),
        lenient: fc.boolean(),
        firstDayOfWeek: fc.integer({ min: 1, max: 7 }),
        minimalDaysInFirstWeek: fc.integer({ min: 1, max: 7 }),
      })
      .map((parts) => new JavaCalendar(parts)),
  ),
  nullable(Color, fc.constantFrom("RED", "GREEN", "BLUE")),
  nullable(java.time.DayOfWeek, fc.constantFrom("MONDAY", "SUNDAY")),
  nullable(java.time.LocalDate, localDate),
  nullable(java.time.LocalTime, localTime),
  nullable(java.time.LocalDateTime, localDateTime),
  nullable(
    java.time.Instant,
    fc
      .tuple(fc.bigInt(-31557014167219200n, 31556889864403199n), nano)
      .map((parts) => new Instant(...parts)),
  ),
  nullable(
    java.time.Duration,
    fc.tuple(long, nano).map((parts) => new Duration(...parts)),
  ),
  nullable(
    java.time.Period,
    fc.tuple(int, int, int).map((parts) => new Period(...parts)),
  ),
  nullable(
    java.time.ZonedDateTime,
    fc
      .tuple(localDateTime, offset, fc.oneof(region, offset))
      .map(([dateTime, at, zone]) =>
        ZoneOffset.is(zone)
          ? new ZonedDateTime(dateTime, zone, zone)
          : new ZonedDateTime(dateTime, at, zone),
      ),
  ),
  nullable(
    java.time.OffsetDateTime,
    fc.tuple(localDateTime, offset).map((parts) => new OffsetDateTime(...parts)),
  ),
  nullable(
    java.time.OffsetTime,
    fc.tuple(localTime, offset).map((parts) => new OffsetTime(...parts)),
  ),
  nullable(java.time.ZoneId, fc.oneof(region, offset)),
  nullable(java.time.ZoneOffset, offset),
  nullable(
    java.time.Year,
    year.map((value) => new Year(value)),
  ),
  nullable(
    java.time.YearMonth,
    fc.tuple(year, fc.integer({ min: 1, max: 12 })).map((parts) => new YearMonth(...parts)),
  ),
  nullable(
    java.time.MonthDay,
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map((parts) => new MonthDay(...parts)),
  ),
  nullable(
    java.util.Properties,
    fc.array(fc.tuple(text, text), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
];

/** Values that tell their class themselves, and come back as they are. */
const selfTelling: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  text,
  fc.boolean(),
  int,
  // Whole numbers come back as Integer, as they were sent.
  double,
  long,
  fc.bigInt(),
  milliseconds.map((time) => new Date(time)),
  fc.uint8Array({ maxLength: 9 }),
  fc.float64Array({ maxLength: 4 }),
  localDate,
  localDateTime,
  fc.array(text, { maxLength: 3 }),
  fc.array(fc.oneof(int, text), { maxLength: 3 }).map((elements) => new Set(elements)),
  fc
    .array(fc.tuple(text, fc.oneof(int, localDate)), { maxLength: 3 })
    .map((entries) => new Map<unknown, unknown>(entries)),
);

/** Places that take values of many classes. */
export const anySamples: readonly TypedSample[] = [
  sample(java.object, selfTelling),
  sample(java.serializable, selfTelling),
  sample(java.lang.Iterable, fc.array(selfTelling, { maxLength: 3 })),
  sample(java.abstract("demo.Marker"), selfTelling),
  sample(java.value("demo.Anything"), selfTelling),
];
