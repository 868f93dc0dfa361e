import {
  BigDecimal,
  JavaClassName,
  JavaLocale,
  SqlDate,
  SqlTime,
  SqlTimestamp,
} from "../java-values/index.ts";
import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { builtInId, parseRepositoryId } from "./repository-id.ts";
import { uniformLayout } from "./uniform-layout.ts";
import { STRING_ID } from "./value-header.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Milliseconds are optional data of Date; subclasses inherit them. */
function dateClass(
  name: string,
  numbers: string,
  own: readonly string[],
  make: (milliseconds: number, target: JavaFields) => Date,
  superclass?: ClassLayout,
): ClassLayout {
  return uniformLayout({
    name,
    repositoryId: builtInId(name, numbers),
    ...(superclass === undefined
      ? {
          custom: true,
          readOptional: (values, target) => {
            target["time"] = Number(values.reader.longlong());
          },
          writeOptional: (values: ValueWriter, date: Date) => {
            values.open();
            const time = date.getTime();
            // Timestamp keeps what is below the second in a field of its own.
            const whole = SqlTimestamp.is(date) ? Math.floor(time / 1_000) * 1_000 : time;
            values.writer.longlong(BigInt(whole));
          },
        }
      : { superclass }),
    fields: fields(...own),
    ...(own.length === 0 ? {} : { source: ({ nanos }: SqlTimestamp) => ({ nanos }) }),
    resolve: (target) => make(target["time"] as number, target),
  });
}

/** `java.util.Date`. A time outside JavaScript's range becomes an invalid Date. */
export const dateLayout: ClassLayout = dateClass(
  "java.util.Date",
  "AC117E28FE36587A:686A81014B597419",
  [],
  (milliseconds) => new Date(milliseconds),
);

/** Whether JavaScript's Date can hold it; ours refuse others. */
export function isDateRange(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= 8.64e15;
}

/** `java.sql.Date`. */
export const sqlDateLayout: ClassLayout = dateClass(
  "java.sql.Date",
  "0D0968E8226272D3:14FA46683F356697",
  [],
  (milliseconds) => (isDateRange(milliseconds) ? new SqlDate(milliseconds) : new Date(Number.NaN)),
  dateLayout,
);
/** `java.sql.Time`. */
export const sqlTimeLayout: ClassLayout = dateClass(
  "java.sql.Time",
  "0D0968E8226272D3:74894A0DD932C471",
  [],
  (milliseconds) => (isDateRange(milliseconds) ? new SqlTime(milliseconds) : new Date(Number.NaN)),
  dateLayout,
);
/** `java.sql.Timestamp`: whole seconds as a Date, and nanoseconds. */
export const sqlTimestampLayout: ClassLayout = dateClass(
  "java.sql.Timestamp",
  "007085C19B3A13FB:2618D5C80153BF65",
  ["long nanos"],
  (milliseconds, target) => {
    const nanos = target["nanos"] as number;
    return isDateRange(milliseconds) && nanos >= 0 && nanos <= 999_999_999
      ? new SqlTimestamp(milliseconds, nanos)
      : new Date(Number.NaN);
  },
  dateLayout,
);

/** `java.math.BigInteger`: sign and big-endian magnitude; the other fields are for old readers. */
export const bigIntegerLayout: ClassLayout = uniformLayout({
  name: "java.math.BigInteger",
  repositoryId: builtInId("java.math.BigInteger", "E2F79B6E7A470003:8CFC9F1FA93BFB1D"),
  custom: true,
  fields: [
    ...fields(
      "long -bitCount",
      "long -bitLength",
      "long -firstNonzeroByteNum",
      "long -lowestSetBit",
      "long signum",
    ),
    { name: "magnitude", kind: "value", write: writeMagnitude },
  ],
  source: ({ big }: { readonly big: bigint }) => ({
    bitCount: -1,
    bitLength: -1,
    firstNonzeroByteNum: -2,
    lowestSetBit: -2,
    signum: big === 0n ? 0 : big < 0n ? -1 : 1,
    magnitude: big < 0n ? -big : big,
  }),
  resolve: ({ signum, magnitude }, values) => {
    if (!(magnitude instanceof Uint8Array) || magnitude.length === 0) return 0n;
    values.countCopies(magnitude.length);
    const value = fromMagnitude(magnitude);
    return (signum as number) < 0 ? -value : value;
  },
});

/** Numbers below 2^48 without bigints in between: nearly all decimals are so small. */
function fromMagnitude(octets: Uint8Array): bigint {
  if (octets.length <= 6) return BigInt(smallMagnitude(octets, 0, octets.length));
  let digits = "0x";
  const first = octets.length % 6;
  if (first > 0) digits += smallMagnitude(octets, 0, first).toString(16);
  for (let at = first; at < octets.length; at += 6) {
    digits += smallMagnitude(octets, at, at + 6)
      .toString(16)
      .padStart(12, "0");
  }
  return BigInt(digits);
}

/** The number of at most six octets, big-endian. */
function smallMagnitude(octets: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 256 + octets[at]!;
  return value;
}

const octetArrayId = "RMI:[B:0000000000000000";

/** Writes the magnitude of a BigInteger as the octets that Java makes for it: an array that nothing else refers to. */
function writeMagnitude(values: ValueWriter, magnitude: bigint): void {
  values.begin(octetArrayId, false);
  values.open();
  const { writer } = values;
  if (magnitude < 0x1_0000_0000_0000n) {
    const small = Number(magnitude);
    let unit = 1;
    let length = 0;
    for (; unit <= small; unit *= 256) length++;
    writer.ulong(length);
    for (unit /= 256; length > 0; length--, unit /= 256) writer.octet((small / unit) & 0xff);
  } else writer.octets(largeMagnitude(magnitude));
  values.end();
}

function largeMagnitude(value: bigint): Uint8Array {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Uint8Array.from({ length: even.length / 2 }, (_, index) =>
    Number.parseInt(even.slice(2 * index, 2 * index + 2), 16),
  );
}

/** A bigint has no identity, so it is written anew each time. */
export function writeBigInteger(values: ValueWriter, big: bigint): void {
  values.unshared(bigIntegerLayout, { big });
}

/** `java.math.BigDecimal`. */
export const bigDecimalLayout: ClassLayout = {
  name: "java.math.BigDecimal",
  repositoryId: builtInId("java.math.BigDecimal", "6D8CBB8394200D6B:54C71557F981284F"),
  custom: true,
  fields: [
    ...fields("long scale"),
    { name: "intVal", kind: "value", write: writeBigInteger as never },
  ],
  source: ({ scale, unscaled }: BigDecimal) => ({ scale, intVal: unscaled }),
  resolve: ({ scale, intVal }) =>
    new BigDecimal(typeof intVal === "bigint" ? intVal : 0n, scale as number),
};

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `java.util.UUID`, a text in JavaScript. */
export const uuidLayout: ClassLayout = {
  name: "java.util.UUID",
  repositoryId: builtInId("java.util.UUID", "490BEC8DF99B38F3:BC9903F7986D852F"),
  fields: fields("longlong leastSigBits", "longlong mostSigBits"),
  source: ({ text }: { readonly text: string }) => {
    const digits = text.replaceAll("-", "");
    const half = (from: number): bigint =>
      BigInt.asIntN(64, BigInt(`0x${digits.slice(from, from + 16)}`));
    return { mostSigBits: half(0), leastSigBits: half(16) };
  },
  resolve: ({ leastSigBits, mostSigBits }) => {
    const hex = (bits: unknown): string =>
      BigInt.asUintN(64, bits as bigint)
        .toString(16)
        .padStart(16, "0");
    const most = hex(mostSigBits);
    const least = hex(leastSigBits);
    return `${most.slice(0, 8)}-${most.slice(8, 12)}-${most.slice(12)}-${least.slice(0, 4)}-${least.slice(4)}`;
  },
};

/** Whether a text has the form of a UUID. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuidForm.test(value);
}

/** `java.util.Locale`. */
export const localeLayout: ClassLayout = {
  name: "java.util.Locale",
  repositoryId: builtInId("java.util.Locale", "55F2D9929CC89F29:7EF811609C30F9EC"),
  custom: true,
  fields: fields(
    "long -hashcode",
    "value country",
    "value extensions",
    "value language",
    "value script",
    "value variant",
  ),
  source: ({ country, extensions, language, script, variant }: JavaLocale) => ({
    hashcode: -1,
    country,
    extensions,
    language,
    script,
    variant,
  }),
  resolve: (target, values) => {
    const text = (name: string): string => {
      const part = target[name];
      if (typeof part !== "string") return "";
      values.countCopies(part.length);
      return part;
    };
    return new JavaLocale({
      country: text("country"),
      extensions: text("extensions"),
      language: text("language"),
      script: text("script"),
      variant: text("variant"),
    });
  },
};

/** A class of which JavaScript has only the text in one field. */
function textClass(name: string, numbers: string, field: string, custom: boolean): ClassLayout {
  return {
    name,
    repositoryId: builtInId(name, numbers),
    custom,
    fields: fields(`value ${field}`),
    source: ({ text }: { readonly text: string }) => ({ [field]: text }),
    resolve: (target) => target[field],
  };
}

/** `java.util.Currency`: its code. */
export const currencyLayout: ClassLayout = textClass(
  "java.util.Currency",
  "998489B774162A48:FDCD934A5911A91F",
  "currencyCode",
  false,
);
/** `java.net.URI`. */
export const uriLayout: ClassLayout = textClass(
  "java.net.URI",
  "36BCE04E0201EC71:AC01782E439E49AB",
  "string",
  true,
);

const urlForm =
  /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/((?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?))?([^#]*)(?:#(.*))?$/;

/** `java.net.URL`: its parts, as Java parses them. */
export const urlLayout: ClassLayout = {
  name: "java.net.URL",
  repositoryId: builtInId("java.net.URL", "FB65EF59B4C3618B:962537361AFCE472"),
  custom: true,
  fields: fields(
    "long -hashCode",
    "long port",
    "value authority",
    "value file",
    "value host",
    "value protocol",
    "value ref",
  ),
  source: ({ text }: { readonly text: string }) => {
    const [, protocol = "", authority, host = "", port, file = "", ref] = urlForm.exec(text) ?? [];
    return {
      hashCode: -1,
      port: port === undefined ? -1 : Number(port),
      authority: authority ?? null,
      file,
      host,
      protocol,
      ref: ref ?? null,
    };
  },
  resolve: ({ authority, file, protocol, ref }) => {
    const place = typeof authority === "string" && authority !== "" ? `//${authority}` : "";
    const fragment = typeof ref === "string" ? `#${ref}` : "";
    return `${String(protocol)}:${place}${typeof file === "string" ? file : ""}${fragment}`;
  },
};

/** Whether Java's `URL` would take a text: it needs a protocol. */
export function isUrl(value: unknown): value is string {
  return typeof value === "string" && urlForm.test(value);
}

/** `java.lang.Class` travels as a description of the class: where it may be loaded from, and its repository id. */
export const classDescriptionLayout: ClassLayout = {
  name: "javax.rmi.CORBA.ClassDesc",
  repositoryId: builtInId("javax.rmi.CORBA.ClassDesc", "2BABDA04587ADCCC:CFBF02CF5294176B"),
  // The codebase is a hint for class loaders; nothing is ever loaded from there.
  fields: fields("value -codebase", "value repositoryId"),
  source: ({ name, repositoryId }: JavaClassName) => ({
    codebase: null,
    repositoryId: repositoryId ?? classIdOf(name),
  }),
  resolve: ({ repositoryId }, values) => {
    const id = typeof repositoryId === "string" ? repositoryId : "";
    values.countCopies(id.length);
    const name = id === STRING_ID ? "java.lang.String" : (parseRepositoryId(id)?.className ?? id);
    return name === "" ? null : new JavaClassName(name, id);
  },
};

/** An id for a class of which only the name is known: a receiver takes the name out of it. */
export function classIdOf(name: string): string {
  return name === "java.lang.String" ? STRING_ID : builtInId(name, "0000000000000000");
}

/** Built-in classes that have values of their own in JavaScript. */
export const javaValueLayouts: readonly ClassLayout[] = [
  dateLayout,
  sqlDateLayout,
  sqlTimeLayout,
  sqlTimestampLayout,
  bigIntegerLayout,
  bigDecimalLayout,
  uuidLayout,
  localeLayout,
  currencyLayout,
  uriLayout,
  urlLayout,
  classDescriptionLayout,
];
