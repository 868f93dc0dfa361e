import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import {
  Duration,
  Instant,
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
  ZoneRegion,
} from "../java-values/index.ts";
import { refusedValue } from "./checked-value.ts";
import type { ClassLayout } from "./class-layout.ts";
import { builtInId } from "./repository-id.ts";
import { uniformLayout } from "./uniform-layout.ts";
import type { ValueWriter } from "./value-writer.ts";

/** How `java.time.Ser` names the class of its value, and what follows (OpenJDK's serialised form). */
interface TimeForm<T> {
  readonly code: number;
  readonly write: (writer: CdrWriter, value: T) => void;
  readonly read: (reader: CdrReader) => T;
}

function readLocalDate(reader: CdrReader): LocalDate {
  const year = reader.long();
  const month = reader.octet();
  return new LocalDate(year, month, reader.octet());
}

function writeLocalDate(writer: CdrWriter, date: LocalDate): void {
  writer.long(date.year);
  writer.octet(date.month);
  writer.octet(date.day);
}

/** The last part that is not zero is written as its complement, and what would follow is left out. */
function readLocalTime(reader: CdrReader): LocalTime {
  const hour = signedOctet(reader);
  if (hour < 0) return new LocalTime(~hour, 0);
  const minute = signedOctet(reader);
  if (minute < 0) return new LocalTime(hour, ~minute);
  const second = signedOctet(reader);
  if (second < 0) return new LocalTime(hour, minute, ~second);
  return new LocalTime(hour, minute, second, reader.long());
}

function writeLocalTime(writer: CdrWriter, { hour, minute, second, nano }: LocalTime): void {
  if (nano === 0 && second === 0 && minute === 0) {
    writer.octet(~hour);
    return;
  }
  writer.octet(hour);
  if (nano === 0 && second === 0) {
    writer.octet(~minute);
    return;
  }
  writer.octet(minute);
  if (nano === 0) {
    writer.octet(~second);
    return;
  }
  writer.octet(second);
  writer.long(nano);
}

function readLocalDateTime(reader: CdrReader): LocalDateTime {
  const date = readLocalDate(reader);
  return new LocalDateTime(date, readLocalTime(reader));
}

function writeLocalDateTime(writer: CdrWriter, { date, time }: LocalDateTime): void {
  writeLocalDate(writer, date);
  writeLocalTime(writer, time);
}

/** Quarters of an hour in one octet; 127: seconds follow. */
function readOffset(reader: CdrReader): ZoneOffset {
  const quarters = signedOctet(reader);
  return new ZoneOffset(quarters === 127 ? reader.long() : quarters * 900);
}

function writeOffset(writer: CdrWriter, { totalSeconds }: ZoneOffset): void {
  const even = totalSeconds % 900 === 0;
  writer.octet(even ? totalSeconds / 900 : 127);
  if (!even) writer.long(totalSeconds);
}

function readZone(reader: CdrReader): ZoneId {
  const code = reader.octet();
  if (code === ZONE_REGION) return new ZoneRegion(reader.wstring());
  if (code === ZONE_OFFSET) return readOffset(reader);
  return reader.fail(`a zone of kind ${code}`, "VALUE_MALFORMED");
}

function writeZone(writer: CdrWriter, zone: ZoneId): void {
  if (ZoneOffset.is(zone)) {
    writer.octet(ZONE_OFFSET);
    writeOffset(writer, zone);
  } else {
    writer.octet(ZONE_REGION);
    writer.wstring(zone.id, "");
  }
}

function signedOctet(reader: CdrReader): number {
  return (reader.octet() << 24) >> 24;
}

const ZONE_REGION = 7;
const ZONE_OFFSET = 8;

const forms: { readonly [javaClass: string]: TimeForm<never> } = {
  "java.time.Duration": {
    code: 1,
    write: (writer, { seconds, nano }: Duration) => {
      writer.longlong(seconds);
      writer.long(nano);
    },
    read: (reader) => new Duration(reader.longlong(), reader.long()) as never,
  },
  "java.time.Instant": {
    code: 2,
    write: (writer, { epochSecond, nano }: Instant) => {
      writer.longlong(epochSecond);
      writer.long(nano);
    },
    read: (reader) => new Instant(reader.longlong(), reader.long()) as never,
  },
  "java.time.LocalDate": { code: 3, write: writeLocalDate, read: readLocalDate as never },
  "java.time.LocalTime": { code: 4, write: writeLocalTime, read: readLocalTime as never },
  "java.time.LocalDateTime": {
    code: 5,
    write: writeLocalDateTime,
    read: readLocalDateTime as never,
  },
  "java.time.ZonedDateTime": {
    code: 6,
    write: (writer, { dateTime, offset, zone }: ZonedDateTime) => {
      writeLocalDateTime(writer, dateTime);
      writeOffset(writer, offset);
      writeZone(writer, zone);
    },
    read: (reader) => {
      const dateTime = readLocalDateTime(reader);
      const offset = readOffset(reader);
      return new ZonedDateTime(dateTime, offset, readZone(reader)) as never;
    },
  },
  "java.time.ZoneRegion": {
    code: ZONE_REGION,
    write: (writer, { id }: ZoneRegion) => writer.wstring(id, ""),
    read: (reader) => new ZoneRegion(reader.wstring()) as never,
  },
  "java.time.ZoneOffset": { code: ZONE_OFFSET, write: writeOffset, read: readOffset as never },
  "java.time.OffsetTime": {
    code: 9,
    write: (writer, { time, offset }: OffsetTime) => {
      writeLocalTime(writer, time);
      writeOffset(writer, offset);
    },
    read: (reader) => new OffsetTime(readLocalTime(reader), readOffset(reader)) as never,
  },
  "java.time.OffsetDateTime": {
    code: 10,
    write: (writer, { dateTime, offset }: OffsetDateTime) => {
      writeLocalDateTime(writer, dateTime);
      writeOffset(writer, offset);
    },
    read: (reader) => new OffsetDateTime(readLocalDateTime(reader), readOffset(reader)) as never,
  },
  "java.time.Year": {
    code: 11,
    write: (writer, { value }: Year) => writer.long(value),
    read: (reader) => new Year(reader.long()) as never,
  },
  "java.time.YearMonth": {
    code: 12,
    write: (writer, { year, month }: YearMonth) => {
      writer.long(year);
      writer.octet(month);
    },
    read: (reader) => new YearMonth(reader.long(), reader.octet()) as never,
  },
  "java.time.MonthDay": {
    code: 13,
    write: (writer, { month, day }: MonthDay) => {
      writer.octet(month);
      writer.octet(day);
    },
    read: (reader) => new MonthDay(reader.octet(), reader.octet()) as never,
  },
  "java.time.Period": {
    code: 14,
    write: (writer, { years, months, days }: Period) => {
      writer.long(years);
      writer.long(months);
      writer.long(days);
    },
    read: (reader) => new Period(reader.long(), reader.long(), reader.long()) as never,
  },
};

const formsByCode: ReadonlyMap<number, TimeForm<never>> = new Map(
  Object.values(forms).map((form) => [form.code, form]),
);

/** All classes of `java.time` replace themselves by this one: an octet for the class, then its parts. */
export const javaTimeLayout: ClassLayout = uniformLayout({
  name: "java.time.Ser",
  repositoryId: builtInId("java.time.Ser", "0000000000000001:955D84BA1B2248B2"),
  externalizable: true,
  readOptional: ({ reader }, target) => {
    const code = reader.octet();
    const form = formsByCode.get(code);
    if (form === undefined) return reader.fail(`java.time.Ser of kind ${code}`, "VALUE_MALFORMED");
    try {
      target["value"] = form.read(reader);
    } catch (error) {
      refusedValue(reader, error);
    }
  },
  resolve: (target) => target["value"],
  writeOptional: (values: ValueWriter, value: { readonly javaClass: string }) => {
    values.open();
    const form = forms[value.javaClass] as TimeForm<never>;
    values.writer.octet(form.code);
    form.write(values.writer, value as never);
  },
});

/** Whether values of a Java class are written by {@link javaTimeLayout}. */
export function isTimeClass(javaClass: string): boolean {
  return Object.hasOwn(forms, javaClass);
}
