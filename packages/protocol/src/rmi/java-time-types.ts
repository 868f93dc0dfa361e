import {
  Duration,
  Instant,
  isZoneId,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  Period,
  Year,
  YearMonth,
  ZonedDateTime,
  type ZoneId,
  ZoneOffset,
} from "../java-values/index.ts";
import { classType } from "./class-types.ts";
import type { JavaType } from "./java-type.ts";
import { type EnumType, enumType } from "./object-types.ts";

/** Types of `java.time`. */
export interface JavaTimeTypes {
  readonly Duration: JavaType<Duration | null>;
  readonly Instant: JavaType<Instant | null>;
  readonly LocalDate: JavaType<LocalDate | null>;
  readonly LocalTime: JavaType<LocalTime | null>;
  readonly LocalDateTime: JavaType<LocalDateTime | null>;
  readonly ZonedDateTime: JavaType<ZonedDateTime | null>;
  readonly OffsetDateTime: JavaType<OffsetDateTime | null>;
  readonly OffsetTime: JavaType<OffsetTime | null>;
  readonly Period: JavaType<Period | null>;
  readonly Year: JavaType<Year | null>;
  readonly YearMonth: JavaType<YearMonth | null>;
  readonly MonthDay: JavaType<MonthDay | null>;
  readonly ZoneId: JavaType<ZoneId | null>;
  readonly ZoneOffset: JavaType<ZoneOffset | null>;
  readonly DayOfWeek: EnumType<
    "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY" | "SUNDAY"
  >;
  readonly Month: EnumType<
    | "JANUARY"
    | "FEBRUARY"
    | "MARCH"
    | "APRIL"
    | "MAY"
    | "JUNE"
    | "JULY"
    | "AUGUST"
    | "SEPTEMBER"
    | "OCTOBER"
    | "NOVEMBER"
    | "DECEMBER"
  >;
}

/** `java.time`. */
export const javaTime: JavaTimeTypes = Object.freeze({
  Duration: classType<Duration>("java.time.Duration", "a Duration", Duration.is),
  Instant: classType<Instant>("java.time.Instant", "an Instant", Instant.is),
  LocalDate: classType<LocalDate>("java.time.LocalDate", "a LocalDate", LocalDate.is),
  LocalTime: classType<LocalTime>("java.time.LocalTime", "a LocalTime", LocalTime.is),
  LocalDateTime: classType<LocalDateTime>(
    "java.time.LocalDateTime",
    "a LocalDateTime",
    LocalDateTime.is,
  ),
  ZonedDateTime: classType<ZonedDateTime>(
    "java.time.ZonedDateTime",
    "a ZonedDateTime",
    ZonedDateTime.is,
  ),
  OffsetDateTime: classType<OffsetDateTime>(
    "java.time.OffsetDateTime",
    "an OffsetDateTime",
    OffsetDateTime.is,
  ),
  OffsetTime: classType<OffsetTime>("java.time.OffsetTime", "an OffsetTime", OffsetTime.is),
  Period: classType<Period>("java.time.Period", "a Period", Period.is),
  Year: classType<Year>("java.time.Year", "a Year", Year.is),
  YearMonth: classType<YearMonth>("java.time.YearMonth", "a YearMonth", YearMonth.is),
  MonthDay: classType<MonthDay>("java.time.MonthDay", "a MonthDay", MonthDay.is),
  ZoneId: classType<ZoneId>("java.time.ZoneId", "a ZoneRegion or ZoneOffset", isZoneId),
  ZoneOffset: classType<ZoneOffset>("java.time.ZoneOffset", "a ZoneOffset", ZoneOffset.is),
  DayOfWeek: enumType("java.time.DayOfWeek", [
    "MONDAY",
    "TUESDAY",
    "WEDNESDAY",
    "THURSDAY",
    "FRIDAY",
    "SATURDAY",
    "SUNDAY",
  ]),
  Month: enumType("java.time.Month", [
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
  ]),
});
