import {
  BigDecimal,
  Duration,
  Instant,
  JavaTyped,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  SqlTimestamp,
  Year,
  YearMonth,
  ZonedDateTime,
  ZoneOffset,
} from "../java-values/index.ts";
import { epochSecondOf } from "../java-values/local-date-time.ts";
import type { JavaType } from "./java-type.ts";

/** What `compareTo` of a Java class looks at, first things first; in front, of what kind the value is. */
type Rank = readonly [string, ...(number | bigint | string | BigDecimal)[]];

/**
 * Keys in the order that `compareTo` of their Java class gives, equal ones once. A receiver of a TreeSet or
 * TreeMap builds its tree in the order in which the keys come, and finds none of them in any other. Keys of
 * classes whose order is not known here stay as they are given.
 *
 * `type`: the declared type of the keys. The result has, for each key, its place among those given, the last
 * place of equal ones: a map keeps that value.
 */
export function naturalOrder(
  keys: readonly unknown[],
  type: JavaType<any> | undefined,
): readonly (readonly [first: number, last: number])[] {
  const ranks = keys.map((key) => rankOf(key, type));
  const kind = ranks[0]?.[0];
  const places = keys.map((_, index): readonly [number, number] => [index, index]);
  if (ranks.some((rank) => rank === undefined || rank[0] !== kind)) return places;
  places.sort(([a], [b]) => compared(ranks[a] as Rank, ranks[b] as Rank));
  const once: [number, number][] = [];
  for (const [place] of places) {
    const before = once.at(-1);
    if (before !== undefined && compared(ranks[before[0]] as Rank, ranks[place] as Rank) === 0) {
      before[1] = place;
    } else once.push([place, place]);
  }
  return once;
}

function compared(one: Rank, other: Rank): number {
  for (const [index, part] of one.entries()) {
    const against = other[index] as typeof part;
    if (BigDecimal.is(part)) return part.compareTo(against as BigDecimal);
    // Strings by their UTF-16 units, as in Java.
    if (part < against) return -1;
    if (part > against) return 1;
  }
  return 0;
}

function rankOf(key: unknown, type: JavaType<any> | undefined): Rank | undefined {
  if (JavaTyped.is(key)) return rankOf(key.value, key.type);
  switch (typeof key) {
    case "string":
      return rankOfText(key, type);
    case "number":
      // Java has -0 below 0, and NaN above all.
      if (Number.isNaN(key)) return ["number", Number.POSITIVE_INFINITY, 2];
      return ["number", key, Object.is(key, -0) ? 0 : 1];
    case "bigint":
      return ["bigint", key];
    case "boolean":
      return ["boolean", key ? 1 : 0];
    default:
      return key instanceof Date ? rankOfDate(key) : rankOfTime(key);
  }
}

const textual: ReadonlySet<string> = new Set(["java.lang.String", "java.lang.Character", "char"]);

function rankOfText(text: string, type: JavaType<any> | undefined): Rank | undefined {
  if (type !== undefined && "constants" in type) {
    const at = (type.constants as readonly string[]).indexOf(text);
    return at < 0 ? undefined : [type.name, at];
  }
  if (type?.name === "java.util.UUID") return ["UUID", ...halvesOf(text)];
  const isPlain = type === undefined || type.form === "any" || textual.has(type.name);
  return isPlain || type.layout?.name === "java.lang.Comparable" ? ["string", text] : undefined;
}

/** Java compares the halves of a UUID as signed numbers. */
function halvesOf(text: string): [bigint, bigint] {
  const digits = text.replaceAll("-", "");
  const half = (from: number): bigint => {
    const found = digits.slice(from, from + 16);
    return /^[0-9a-f]{16}$/i.test(found) ? BigInt.asIntN(64, BigInt(`0x${found}`)) : 0n;
  };
  return [half(0), half(16)];
}

function rankOfDate(date: Date): Rank {
  return ["Date", date.getTime(), SqlTimestamp.is(date) ? date.nanos : 0];
}

const partsOfDate = ({ year, month, day }: LocalDate): [number, number, number] => [
  year,
  month,
  day,
];
const nanoOfDay = ({ hour, minute, second, nano }: LocalTime): number =>
  (hour * 3_600 + minute * 60 + second) * 1e9 + nano;

function rankOfTime(value: unknown): Rank | undefined {
  if (BigDecimal.is(value)) return ["BigDecimal", value];
  if (Instant.is(value)) return ["Instant", value.epochSecond, value.nano];
  if (Duration.is(value)) return ["Duration", value.seconds, value.nano];
  if (LocalDate.is(value)) return ["LocalDate", ...partsOfDate(value)];
  if (LocalTime.is(value)) return ["LocalTime", nanoOfDay(value)];
  if (LocalDateTime.is(value)) {
    return ["LocalDateTime", ...partsOfDate(value.date), nanoOfDay(value.time)];
  }
  if (OffsetDateTime.is(value)) return ["OffsetDateTime", ...partsOfOffset(value)];
  if (ZonedDateTime.is(value)) {
    const { zone } = value;
    return [
      "ZonedDateTime",
      ...partsOfOffset(value),
      ZoneOffset.is(zone) ? zone.toString() : zone.id,
    ];
  }
  if (OffsetTime.is(value)) {
    const { time, offset } = value;
    const ofDay = nanoOfDay(time);
    return ["OffsetTime", ofDay - offset.totalSeconds * 1e9, ofDay];
  }
  if (Year.is(value)) return ["Year", value.value];
  if (YearMonth.is(value)) return ["YearMonth", value.year, value.month];
  if (MonthDay.is(value)) return ["MonthDay", value.month, value.day];
  // The east comes first.
  if (ZoneOffset.is(value)) return ["ZoneOffset", -value.totalSeconds];
  return undefined;
}

/** The point of time; where that is the same, what the clocks show. */
function partsOfOffset({ dateTime, offset }: OffsetDateTime | ZonedDateTime): (number | bigint)[] {
  const { date, time } = dateTime;
  const second = epochSecondOf(dateTime, offset.totalSeconds);
  return [second, time.nano, ...partsOfDate(date), nanoOfDay(time)];
}
