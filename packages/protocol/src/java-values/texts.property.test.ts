import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import { fromEpochDay, toEpochDay } from "./epoch-day.ts";
import {
  BigDecimal,
  Duration,
  Instant,
  JavaLocale,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  Period,
  parseZoneId,
  Year,
  YearMonth,
  ZonedDateTime,
  ZoneOffset,
  ZoneRegion,
} from "./index.ts";

const int = (min: number, max: number) => fc.integer({ min, max });
const anyYear = fc.oneof(int(-999_999_999, 999_999_999), int(-20_000, 20_000));
const anyNano = fc.oneof(
  fc.constant(0),
  int(0, 999).map((value) => value * 1_000_000),
  int(0, 999_999_999),
);
const anyInt = int(-(2 ** 31), 2 ** 31 - 1);

const dates = fc
  .tuple(anyYear, int(1, 12), int(1, 28))
  .map(([year, month, day]) => new LocalDate(year, month, day));
const times = fc
  .tuple(int(0, 23), int(0, 59), int(0, 59), anyNano)
  .map((parts) => new LocalTime(...parts));
const dateTimes = fc.tuple(dates, times).map((parts) => new LocalDateTime(...parts));
const offsets = int(-64_800, 64_800).map((seconds) => new ZoneOffset(seconds));
const regions = fc
  .constantFrom("Europe/Paris", "UTC", "GMT+02:00", "Etc/GMT+5", "EST5EDT")
  .map((id) => new ZoneRegion(id));

interface WithText {
  toString(): string;
  equals(other: unknown): boolean;
}

const kinds: Record<string, [fc.Arbitrary<WithText>, (text: string) => WithText]> = {
  BigDecimal: [
    fc.tuple(fc.bigInt(), fc.oneof(int(-40, 40), anyInt)).map((parts) => new BigDecimal(...parts)),
    BigDecimal.of,
  ],
  LocalDate: [dates, LocalDate.parse],
  LocalTime: [times, LocalTime.parse],
  LocalDateTime: [dateTimes, LocalDateTime.parse],
  Instant: [
    fc
      .tuple(
        fc.oneof(
          fc.bigInt({ min: -31_557_014_167_219_200n, max: 31_556_889_864_403_199n }),
          fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        ),
        anyNano,
      )
      .map((parts) => new Instant(...parts)),
    Instant.parse,
  ],
  Duration: [
    fc
      .tuple(
        fc.oneof(
          fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
          fc.bigInt({ min: -7_300n, max: 7_300n }),
        ),
        anyNano,
      )
      .map((parts) => new Duration(...parts)),
    Duration.parse,
  ],
  Period: [fc.tuple(anyInt, anyInt, anyInt).map((parts) => new Period(...parts)), Period.parse],
  ZoneOffset: [offsets, ZoneOffset.parse],
  ZoneId: [fc.oneof(offsets, regions), parseZoneId],
  ZonedDateTime: [
    fc
      .tuple(dateTimes, offsets, fc.option(regions, { nil: undefined }))
      .map(([dateTime, offset, zone]) => new ZonedDateTime(dateTime, offset, zone)),
    ZonedDateTime.parse,
  ],
  OffsetDateTime: [
    fc.tuple(dateTimes, offsets).map((parts) => new OffsetDateTime(...parts)),
    OffsetDateTime.parse,
  ],
  OffsetTime: [fc.tuple(times, offsets).map((parts) => new OffsetTime(...parts)), OffsetTime.parse],
  Year: [anyYear.map((year) => new Year(year)), Year.parse],
  YearMonth: [
    fc.tuple(anyYear, int(1, 12)).map((parts) => new YearMonth(...parts)),
    YearMonth.parse,
  ],
  MonthDay: [
    fc.tuple(int(1, 12), int(1, 29)).map((parts) => new MonthDay(...parts)),
    MonthDay.parse,
  ],
  JavaLocale: [
    fc
      .record({
        language: fc.constantFrom("de", "zh", "yue"),
        script: fc.constantFrom("", "Hans", "Latn"),
        country: fc.constantFrom("", "AT", "419"),
        variant: fc.constantFrom("", "POSIX", "1996_ROZAJ"),
        extensions: fc.constantFrom("", "u-ca-buddhist", "x-java", "u-nu-thai-x-java"),
      })
      .map((parts) => new JavaLocale(parts)),
    JavaLocale.parse,
  ],
};

test.each(Object.entries(kinds))("%s: its text gives the same value", (_, [values, parse]) => {
  fc.assert(
    fc.property(values, (value) => {
      const again = parse(value.toString());
      expect(again).toEqual(value);
      expect(again.equals(value)).toBe(true);
      expect(again.toString()).toBe(value.toString());
    }),
    { numRuns: 1_000 },
  );
});

const letters = [..."0123456789+-.,:TZzPDHMSWYE/_#[] GUC"];

test.each(Object.entries(kinds))("%s: any text is a value or refused", (_, [values, parse]) => {
  const near = fc
    .tuple(values, fc.nat(), fc.nat(2), fc.array(fc.constantFrom(...letters), { maxLength: 3 }))
    .map(([value, at, cut, put]) => {
      const text = value.toString();
      const start = at % (text.length + 1);
      return text.slice(0, start) + put.join("") + text.slice(start + cut);
    });
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: fc.constantFrom(...letters) })), (text) => {
      let value: WithText;
      try {
        value = parse(text);
      } catch (error) {
        if (error instanceof LocalProtocolError && error.code === "ARGUMENT_VALUE") return;
        throw error;
      }
      expect(parse(value.toString()).equals(value)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("days since 1970 and dates agree with Date where both exist", () => {
  fc.assert(
    fc.property(int(-100_000_000, 100_000_000), (epochDay) => {
      const date = new Date(epochDay * 86_400_000);
      const expected = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      };
      expect(fromEpochDay(epochDay)).toEqual(expected);
      expect(toEpochDay(expected.year, expected.month, expected.day)).toBe(epochDay);
    }),
    { numRuns: 2_000 },
  );
});

test("decimal numbers compare as their digits do", () => {
  const decimals = fc
    .tuple(fc.bigInt({ min: -10_000n, max: 10_000n }), int(-6, 6))
    .map((parts) => new BigDecimal(...parts));
  const scaled = (value: BigDecimal) => value.unscaled * 10n ** BigInt(6 - value.scale);
  fc.assert(
    fc.property(decimals, decimals, (one, other) => {
      const difference = scaled(one) - scaled(other);
      expect(one.compareTo(other)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    }),
  );
});
