import { LocalProtocolError } from "../errors.ts";
import { JavaCalendar } from "../java-values/index.ts";
import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { illegalValue } from "./java-type.ts";
import { isDateRange } from "./java-values-layouts.ts";
import { arrayId, NO_CLASS } from "./number-arrays.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueWriter } from "./value-writer.ts";

/** `java.util.TimeZone` and what comes with a calendar; kept whole, so that a calendar can be sent back. */
const timeZoneLayout: ClassLayout = { name: "java.util.TimeZone", fields: fields("value ID") };

const simpleTimeZoneLayout: ClassLayout = {
  name: "java.util.SimpleTimeZone",
  repositoryId: builtInId("java.util.SimpleTimeZone", "DF2F03EF9177D527:FA675D60D15EF5A6"),
  superclass: timeZoneLayout,
  custom: true,
  fields: fields(
    ...[
      "dstSavings",
      "endDay",
      "endDayOfWeek",
      "endMode",
      "endMonth",
      "endTime",
      "endTimeMode",
    ].map((name) => `long ${name}`),
    "long rawOffset",
    "long serialVersionOnStream",
    ...[
      "startDay",
      "startDayOfWeek",
      "startMode",
      "startMonth",
      "startTime",
      "startTimeMode",
      "startYear",
    ].map((name) => `long ${name}`),
    "boolean useDaylight",
    "value monthLength",
  ),
  readOptional: (values, target) => {
    target["rules"] = values.reader.octets().slice();
    target["times"] = values.abstractValue();
  },
  writeOptional: (values: ValueWriter, zone: JavaFields) => {
    values.open();
    values.writer.octets(zone["rules"] as Uint8Array);
    values.abstractValue(zone["times"], "");
  },
};

const zoneInfoLayout: ClassLayout = {
  name: "sun.util.calendar.ZoneInfo",
  repositoryId: builtInId("sun.util.calendar.ZoneInfo", "5F1C07696D5830C4:24D1D3CE001D719B"),
  superclass: timeZoneLayout,
  fields: fields(
    "long checksum",
    "long dstSavings",
    "long rawOffset",
    "long rawOffsetDiff",
    "boolean willGMTOffsetChange",
    "value offsets",
    "value simpleTimeZoneParams",
    "value transitions",
  ),
};

/** The zone of a calendar that was read: it has rules which the calendar's data do not. */
const zoneOf: unique symbol = Symbol("remora.zone");

const monthLengths = Uint8Array.of(31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);
const fixedZone = /^(?:UTC|GMT|UT|Etc\/(?:UTC|GMT)|GMT([+-])(\d{1,2}):?(\d{2}))$/;

/** A zone without daylight saving. Others have rules that only a server knows. */
function fixedTimeZone(id: string): JavaFields {
  const groups = fixedZone.exec(id);
  if (groups === null) {
    throw new LocalProtocolError(
      "CLASS_NOT_WRITABLE",
      `a calendar in ${id} cannot be made here: the rules of the zone are Java's; send UTC or GMT+hh:mm, a calendar that was received, or a java.time.ZonedDateTime`,
      { path: "" },
    );
  }
  const minutes = Number(groups[2] ?? 0) * 60 + Number(groups[3] ?? 0);
  const zone: JavaFields = { ID: id, rules: new Uint8Array(6), times: Int32Array.of(0, 0) };
  for (const { name } of simpleTimeZoneLayout.fields ?? []) zone[name as string] = 0;
  return Object.assign(zone, {
    dstSavings: 3_600_000,
    rawOffset: (groups[1] === "-" ? -minutes : minutes) * 60_000,
    serialVersionOnStream: 2,
    useDaylight: false,
    monthLength: monthLengths,
  });
}

interface CalendarState extends JavaFields {
  time: bigint;
  zone: JavaFields;
  savedZone: unknown;
}

const calendarLayout: ClassLayout = {
  name: "java.util.Calendar",
  custom: true,
  fields: [
    ...fields(
      "boolean -areFieldsSet",
      "long firstDayOfWeek",
      "boolean -isTimeSet",
      "boolean lenient",
      "long minimalDaysInFirstWeek",
      "long -nextStamp",
      "long -serialVersionOnStream",
      "longlong time",
      "value -fields",
    ),
    {
      name: "isSet",
      kind: "value",
      dropped: true,
      write: (values: ValueWriter, isSet: readonly boolean[]) =>
        values.array(arrayId("[Z", NO_CLASS), isSet, () => {
          values.writer.ulong(isSet.length);
          for (const each of isSet) values.writer.boolean(each);
        }),
    },
    {
      name: "zone",
      kind: "value",
      write: (values: ValueWriter, zone: JavaFields, path: string) =>
        values.object(simpleTimeZoneLayout, zone, path),
    },
  ],
  readOptional: (values, target) => {
    target["savedZone"] = values.abstractValue();
  },
  writeOptional: (values: ValueWriter, calendar: JavaCalendar) => {
    const saved = (calendar as { [zoneOf]?: CalendarState })[zoneOf]?.savedZone ?? null;
    values.open();
    values.writer.octet(0);
    if (saved === null) values.null();
    else values.object(zoneInfoLayout, saved, "zone");
  },
};

/** `java.util.GregorianCalendar`. Its fields are computed anew by the receiver, from the time. */
export const gregorianCalendarLayout: ClassLayout = {
  name: "java.util.GregorianCalendar",
  repositoryId: builtInId("java.util.GregorianCalendar", "450042FBA7A923B1:8F3DD7D6E5B0D0C1"),
  superclass: calendarLayout,
  fields: fields("longlong -gregorianCutover"),
  source: (calendar: JavaCalendar) => {
    if (calendar.javaClass !== "java.util.GregorianCalendar") {
      throw illegalValue("", "a calendar of java.util.GregorianCalendar", calendar.javaClass);
    }
    const known = (calendar as { [zoneOf]?: CalendarState })[zoneOf];
    return {
      areFieldsSet: false,
      firstDayOfWeek: calendar.firstDayOfWeek,
      isTimeSet: true,
      lenient: calendar.lenient,
      minimalDaysInFirstWeek: calendar.minimalDaysInFirstWeek,
      nextStamp: 2,
      serialVersionOnStream: 1,
      time: BigInt(calendar.time.getTime()),
      fields: new Int32Array(17),
      isSet: Array.from({ length: 17 }, () => false),
      zone: known?.zone ?? fixedTimeZone(calendar.zone),
      gregorianCutover: -12_219_292_800_000n,
    };
  },
  resolve: (target) => {
    const state = target as CalendarState;
    const saved = state.savedZone as { ID?: unknown } | null;
    const id = saved?.ID ?? state.zone?.["ID"];
    const milliseconds = Number(state.time);
    if (typeof id !== "string" || id === "" || !isDateRange(milliseconds)) return target;
    const day = (name: string): number => Math.min(7, Math.max(1, target[name] as number));
    const calendar = new JavaCalendar({
      time: new Date(milliseconds),
      zone: id,
      lenient: target["lenient"] === true,
      firstDayOfWeek: day("firstDayOfWeek"),
      minimalDaysInFirstWeek: day("minimalDaysInFirstWeek"),
    });
    Object.defineProperty(calendar, zoneOf, { value: state });
    return calendar;
  },
};

/** Calendars and their time zones. */
export const javaCalendarLayouts: readonly ClassLayout[] = [
  timeZoneLayout,
  simpleTimeZoneLayout,
  zoneInfoLayout,
  gregorianCalendarLayout,
];
