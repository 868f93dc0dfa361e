// Random values without parts that could be shared, by declared type.
import {
  BigDecimal,
  Duration,
  Instant,
  JavaCalendar,
  JavaClassName,
  JavaLocale,
  JavaThrowable,
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
} from "@remora/client";
import fc from "fast-check";

/** Null now and then. */
export const nullable = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { freq: 8 });

const few = { maxLength: 5 } as const;
const int = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const byte = int(-128, 127);
const short = int(-32_768, 32_767);
const anyInt = fc.integer();
const long = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const float = fc.float();
const double = fc.double();
const char = fc.oneof(int(0, 0xd7ff), int(0xe000, 0xffff)).map((unit) => String.fromCharCode(unit));
/** No lone surrogates: Java cannot send them. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("same", "", "\ufeffmark", "a\0b", "😀"),
);

const milliseconds = int(-8.64e15, 8.64e15);
const nano = fc.oneof(fc.constant(0), int(0, 999_999_999));
const year = fc.oneof(int(1, 3_000), int(-999_999_999, 999_999_999));
const date = fc.tuple(year, int(1, 12), int(1, 28)).map((parts) => new LocalDate(...parts));
const time = fc
  .tuple(int(0, 23), int(0, 59), fc.oneof(fc.constant(0), int(0, 59)), nano)
  .map((parts) => new LocalTime(...parts));
const dateTime = fc.tuple(date, time).map((parts) => new LocalDateTime(...parts));
const offset = fc
  .oneof(fc.constantFrom(0, 3_600, -16_200), int(-64_800, 64_800))
  .map((seconds) => new ZoneOffset(seconds));
const region = fc
  .constantFrom("Europe/Paris", "UTC", "America/Argentina/Buenos_Aires", "UTC+03:00")
  .map((id) => new ZoneRegion(id));
const bigInteger = fc.oneof(fc.bigInt(), long, fc.bigInt(-(2n ** 600n), 2n ** 600n));
const bigDecimal = fc
  .tuple(bigInteger, fc.oneof(int(-5, 30), int(-9_999, 9_999)))
  .map((parts) => new BigDecimal(...parts));
const color = fc.constantFrom("RED", "GREEN", "BLUE");
const timestamp = fc.tuple(milliseconds, int(0, 999_999_999)).map(([at, nanos]) => {
  // The last second would reach beyond what a Date can hold.
  const inside = Math.max(-8.64e15 + 1_000, Math.min(8.64e15 - 1_000, at));
  return new SqlTimestamp(inside, nanos);
});
const calendar = fc
  .record({
    time: milliseconds.map((at) => new Date(at)),
    zone: fc.constantFrom("UTC", "GMT+05:45", "GMT-12:00"),
    lenient: fc.boolean(),
    firstDayOfWeek: int(1, 7),
    minimalDaysInFirstWeek: int(1, 7),
  })
  .map((parts) => new JavaCalendar(parts));
const uri = fc.webUrl({ withQueryParameters: true, withFragments: true });
const className = fc
  .constantFrom("java.lang.String", "int", "[I", "[Ljava.lang.String;", "remora.shop.Person")
  .map((name) => new JavaClassName(name));

const order = (cause: JavaThrowable | undefined) =>
  fc
    .record({
      message: nullable(text),
      fields: fc.record(
        { code: anyInt, detail: nullable(text), lines: nullable(fc.array(text, few)) },
        { noNullPrototype: true },
      ),
    })
    .map((state) => new JavaThrowable("remora.shop.OrderException", { ...state, cause }));
const plainException = nullable(text).map(
  (message) => new JavaThrowable("java.lang.IllegalStateException", { message }),
);
const orderException = fc.option(plainException, { nil: undefined }).chain(order);
const exception = fc
  .tuple(fc.oneof(plainException, orderException), fc.array(orderException, { maxLength: 2 }))
  .map(
    ([cause, suppressed]) =>
      new JavaThrowable("java.lang.Exception", { message: null, cause, suppressed }),
  );

/** By declared type, null among them where it may stand. */
export const scalars = {
  Boolean: fc.boolean(),
  Byte: byte,
  Char: char,
  Short: short,
  Int: anyInt,
  Long: long,
  Float: float,
  Double: double,
  String: nullable(text),
  BoxedBoolean: nullable(fc.boolean()),
  BoxedByte: nullable(byte),
  BoxedChar: nullable(char),
  BoxedShort: nullable(short),
  Integer: nullable(anyInt),
  BoxedLong: nullable(long),
  BoxedFloat: nullable(float),
  BoxedDouble: nullable(double),
  Number: nullable(fc.oneof(anyInt, double, long, fc.bigInt(), bigDecimal)),
  Comparable: nullable(fc.oneof(text, anyInt, date, fc.boolean())),
  CharSequence: nullable(text),
  Runnable: fc.constant(null),
  Booleans: nullable(fc.array(fc.boolean(), few)),
  Bytes: nullable(fc.uint8Array(few)),
  Chars: nullable(fc.array(char, few)),
  Shorts: nullable(fc.int16Array(few)),
  Ints: nullable(fc.int32Array(few)),
  Longs: nullable(fc.bigInt64Array(few)),
  Floats: nullable(fc.float32Array(few)),
  Doubles: nullable(fc.float64Array(few)),
  Strings: nullable(fc.array(nullable(text), few)),
  Matrix: nullable(fc.array(nullable(fc.int32Array(few)), few)),
  StringMatrix: nullable(fc.array(nullable(fc.array(nullable(text), few)), few)),
  Cube: nullable(fc.array(nullable(fc.array(nullable(fc.uint8Array(few)), few)), few)),
  Colors: nullable(fc.array(nullable(color), few)),
  Integers: nullable(fc.array(nullable(anyInt), few)),
  Dates: nullable(fc.array(nullable(milliseconds.map((at) => new Date(at))), few)),
  Properties: nullable(
    fc.uniqueArray(text, few).map((keys) => new Map(keys.map((key) => [key, `${key}!`]))),
  ),
  Names: nullable(fc.array(nullable(text), few)),
  Palette: nullable(fc.array(nullable(color), few).map((all) => new Set(all))),
  Index: nullable(
    fc
      .array(fc.tuple(text, nullable(fc.array(nullable(anyInt), few))), few)
      .map((entries) => new Map(entries)),
  ),
  Date: nullable(
    fc.oneof(
      milliseconds.map((at) => new Date(at)),
      milliseconds.map((at) => new SqlDate(at)),
    ),
  ),
  Calendar: nullable(calendar),
  GregorianCalendar: nullable(calendar),
  Locale: nullable(
    fc.constantFrom("", "de-DE", "zh-Hans-CN", "en", "de_DE_POSIX").map(JavaLocale.parse),
  ),
  Currency: nullable(fc.constantFrom("EUR", "USD", "XXX")),
  Uuid: nullable(fc.uuid()),
  Uri: nullable(uri),
  Url: nullable(uri),
  BigDecimal: nullable(bigDecimal),
  BigInteger: nullable(bigInteger),
  Class: nullable(className),
  SqlDate: nullable(milliseconds.map((at) => new SqlDate(at))),
  SqlTime: nullable(milliseconds.map((at) => new SqlTime(at))),
  SqlTimestamp: nullable(timestamp),
  LocalDate: nullable(date),
  LocalTime: nullable(time),
  LocalDateTime: nullable(dateTime),
  Instant: nullable(
    fc
      .tuple(fc.bigInt(-31_557_014_167_219_200n, 31_556_889_864_403_199n), nano)
      .map((parts) => new Instant(...parts)),
  ),
  Duration: nullable(fc.tuple(long, nano).map((parts) => new Duration(...parts))),
  Period: nullable(fc.tuple(anyInt, anyInt, anyInt).map((parts) => new Period(...parts))),
  ZonedDateTime: nullable(
    fc.oneof(
      fc.tuple(dateTime, offset).map((parts) => new ZonedDateTime(...parts)),
      dateTime.map((at) => new ZonedDateTime(at, new ZoneOffset(0), new ZoneRegion("UTC"))),
    ),
  ),
  OffsetDateTime: nullable(fc.tuple(dateTime, offset).map((parts) => new OffsetDateTime(...parts))),
  OffsetTime: nullable(fc.tuple(time, offset).map((parts) => new OffsetTime(...parts))),
  ZoneId: nullable(fc.oneof(region, offset)),
  ZoneOffset: nullable(offset),
  Year: nullable(year.map((value) => new Year(value))),
  YearMonth: nullable(fc.tuple(year, int(1, 12)).map((parts) => new YearMonth(...parts))),
  MonthDay: nullable(fc.tuple(int(1, 12), int(1, 28)).map((parts) => new MonthDay(...parts))),
  DayOfWeek: nullable(fc.constantFrom("MONDAY", "SUNDAY")),
  Month: nullable(fc.constantFrom("JANUARY", "DECEMBER")),
  Color: nullable(color),
  Throwable: nullable(fc.oneof(exception, plainException, orderException)),
  Exception: nullable(fc.oneof(exception, plainException, orderException)),
  RuntimeException: nullable(plainException),
  OrderException: nullable(orderException),
} as const;

/** Values that tell their class themselves, where any may stand. */
export const selfTelling: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  text,
  fc.boolean(),
  anyInt,
  double,
  fc.bigInt(),
  milliseconds.map((at) => new Date(at)),
  date,
  fc.uint8Array(few),
);
