// The tables of docs/java-types.md say what really round-trips: they are made here, from samples that go through the
// codec. `REMORA_UPDATE_DOCS=1 npx vitest run --project unit packages/protocol/src/rmi/java-types-document.test.ts`
// writes them into the file.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { difference } from "../../golden/same-graph.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import * as javaValues from "../java-values/index.ts";
import { javaValueClass, typed } from "../java-values/index.ts";
import { builtInLayouts } from "./built-in-layouts.ts";
import { type ClassLayout, javaClassOf } from "./class-layout.ts";
import { javaClass } from "./java-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { parseRepositoryId } from "./repository-id.ts";
import { JavaThrowable } from "./throwable.ts";
import { valuesOf } from "./value-reader.ts";
import { valueWriterOf } from "./value-writer.ts";

const document = new URL("../../../../docs/java-types.md", import.meta.url);

interface Order {
  readonly id: bigint;
}
const Order = javaClass<Order>("com.acme.Order", {
  serialVersionUID: 1n,
  fields: () => ({ id: java.long }),
});
const Color = java.enum("com.acme.Color", ["RED", "GREEN"]);

/** The type that a piece of code stands for: `java.list(java.string)`, `Order`. */
function typeOf(code: string): JavaType<any> {
  if (code === "Order") return Order;
  if (code === "Color") return Color;
  const [, path = "", args] = /^java\.([\w.]+)(?:\((.*)\))?$/.exec(code) ?? [];
  let found: unknown = java;
  for (const name of path.split(".")) found = (found as Record<string, unknown>)[name];
  if (args === undefined) return found as JavaType<any>;
  const make = found as (...types: JavaType<any>[]) => JavaType<any>;
  return make(...args.split(/, (?![^(]*\))/).map(typeOf));
}

function octetsOf(type: JavaType<any>, value: unknown): Uint8Array {
  const writer = new CdrWriter();
  valueWriterOf(writer).know(Order);
  type.write(writer, value, "sample");
  return writer.toBytes();
}

function readBack(type: JavaType<any>, octets: Uint8Array): unknown {
  const reader = new CdrReader(octets, 0, octets.length);
  valuesOf(reader).know(Order);
  const value = type.read(reader);
  expect(reader.remaining()).toBe(0);
  return value;
}

/** Java's names of classes that stand for others on the wire. */
const wireNames: { readonly [name: string]: string } = {
  "javax.rmi.CORBA.EnumDesc": "the enum",
  "javax.rmi.CORBA.ClassDesc": "java.lang.Class",
};

/** The class of a value as its receiver gets it; undefined for primitives. */
function classSent(octets: Uint8Array, value: unknown): string | undefined {
  const text = Buffer.from(octets)
    .toString("latin1")
    .replace("IDL:omg.org/CORBA/AbstractBase:1.0", "");
  const id = /RMI:[^\0]+|IDL:omg.org\/CORBA\/WStringValue:1\.0/.exec(text)?.[0];
  if (id === undefined) return undefined;
  if (id.startsWith("IDL:")) return "java.lang.String";
  const name = parseRepositoryId(id)?.className ?? id;
  if (name === "java.time.Ser") return javaValueClass(value) ?? "a zone";
  return wireNames[name] ?? name;
}

/** What a value is in JavaScript. */
function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  if (javaClassOf in value) return "object";
  if (Array.isArray(value)) return "array";
  return value.constructor.name;
}

/** Rows: code of the type, a value, and what is lost. */
const declared: readonly (readonly [string, unknown, string?])[] = [
  ["java.boolean", true],
  ["java.byte", -1],
  ["java.short", -1],
  ["java.int", -1],
  ["java.long", 9007199254740993n, "a safe integer is taken too; results are always bigint"],
  ["java.float", 1.5, "numbers are rounded to 32 bits"],
  ["java.double", 1.1],
  [
    "java.char",
    "€",
    "one UTF-16 code unit; a lone surrogate is refused, Java cannot send it either",
  ],
  ["java.string", "text", "equal texts are one object at the receiver"],
  ["java.lang.Boolean", true],
  ["java.lang.Byte", 7],
  ["java.lang.Short", 7],
  ["java.lang.Integer", 7],
  ["java.lang.Long", 7n],
  ["java.lang.Float", 1.5],
  ["java.lang.Double", 1.5],
  ["java.lang.Character", "a"],
  ["java.lang.Class", new javaValues.JavaClassName("com.acme.Order"), "a name, never code"],
  [
    "java.lang.Throwable",
    new JavaThrowable("java.lang.Throwable", { message: "m" }),
    "fields of classes that nobody described",
  ],
  ["java.math.BigDecimal", javaValues.BigDecimal.of("1.50")],
  ["java.math.BigInteger", 2n ** 70n],
  ["java.util.Date", new Date(0), "times beyond JavaScript's 275,760 years are an invalid Date"],
  [
    "java.util.Calendar",
    new javaValues.JavaCalendar({ time: new Date(0), zone: "UTC" }),
    "computed fields; a calendar made here is in UTC or GMT±hh:mm, one that was received keeps its zone",
  ],
  ["java.util.Locale", javaValues.JavaLocale.parse("de-AT")],
  ["java.util.Currency", "EUR"],
  ["java.util.UUID", "01234567-89ab-cdef-fedc-ba9876543210", "capital letters"],
  ["java.net.URI", "urn:x:y"],
  ["java.net.URL", "http://host:8080/a?b=c#d"],
  ["java.sql.Date", new javaValues.SqlDate(0), "the zone in which the server takes it for a day"],
  ["java.sql.Time", new javaValues.SqlTime(0), "as above"],
  ["java.sql.Timestamp", new javaValues.SqlTimestamp(0, 123456789)],
  ["java.time.LocalDate", javaValues.LocalDate.parse("2024-02-29")],
  ["java.time.LocalTime", javaValues.LocalTime.parse("12:30")],
  ["java.time.LocalDateTime", javaValues.LocalDateTime.parse("2024-02-29T12:30")],
  ["java.time.Instant", javaValues.Instant.parse("2024-02-29T12:30:00Z")],
  ["java.time.Duration", javaValues.Duration.parse("PT1.5S")],
  ["java.time.Period", javaValues.Period.parse("P1Y2M3D")],
  [
    "java.time.ZonedDateTime",
    javaValues.ZonedDateTime.parse("2024-02-29T12:30+01:00[Europe/Paris]"),
  ],
  ["java.time.OffsetDateTime", javaValues.OffsetDateTime.parse("2024-02-29T12:30+01:00")],
  ["java.time.OffsetTime", javaValues.OffsetTime.parse("12:30+01:00")],
  ["java.time.ZoneId", new javaValues.ZoneRegion("Europe/Paris")],
  ["java.time.ZoneOffset", javaValues.ZoneOffset.parse("+01:00")],
  ["java.time.Year", new javaValues.Year(2024)],
  ["java.time.YearMonth", javaValues.YearMonth.parse("2024-02")],
  ["java.time.MonthDay", javaValues.MonthDay.parse("--02-29")],
  ["java.time.DayOfWeek", "MONDAY"],
  ["java.time.Month", "MAY"],
  ["java.array(java.boolean)", [true]],
  ["java.array(java.byte)", Uint8Array.of(1), "octets are 0 to 255 here, -128 to 127 in Java"],
  ["java.array(java.char)", ["a"]],
  ["java.array(java.short)", Int16Array.of(1)],
  ["java.array(java.int)", Int32Array.of(1)],
  ["java.array(java.long)", BigInt64Array.of(1n)],
  ["java.array(java.float)", Float32Array.of(1)],
  ["java.array(java.double)", Float64Array.of(1)],
  ["java.array(java.string)", ["a", null]],
  ["java.array(java.array(java.int))", [Int32Array.of(1), null]],
  ["java.array(Order)", [{ id: 1n }]],
  [
    "java.list(java.string)",
    ["a"],
    "the class of the list: what was a LinkedList goes back as this",
  ],
  ["java.util.Collection(java.string)", new Set(["a"]), "the class; a Set stays a set"],
  ["java.util.ArrayList(java.string)", ["a"]],
  ["java.util.LinkedList(java.string)", ["a"]],
  ["java.util.Vector(java.string)", ["a"]],
  ["java.util.ArrayDeque(java.string)", ["a"], "null is refused, as by Java"],
  ["java.util.Queue(java.string)", ["a"], "the class of the queue"],
  ["java.util.Deque(java.string)", ["a"], "the class; null is refused"],
  [
    "java.set(java.string)",
    new Set(["a"]),
    "the class of the set; equality is JavaScript's, see below",
  ],
  ["java.util.HashSet(java.string)", new Set(["a"]), "the order at the receiver"],
  ["java.util.LinkedHashSet(java.string)", new Set(["a"])],
  ["java.util.TreeSet(java.string)", new Set(["a"]), "the comparator: natural order"],
  ["java.util.SortedSet(java.string)", new Set(["a"]), "the comparator, the class"],
  [
    "java.map(java.string, java.int)",
    new Map([["a", 1]]),
    "the class of the map; equality of keys, see below",
  ],
  ["java.util.HashMap(java.string, java.int)", new Map([["a", 1]]), "the order at the receiver"],
  ["java.util.LinkedHashMap(java.string, java.int)", new Map([["a", 1]])],
  [
    "java.util.TreeMap(java.string, java.int)",
    new Map([["a", 1]]),
    "the comparator: natural order",
  ],
  ["java.util.SortedMap(java.string, java.int)", new Map([["a", 1]]), "the comparator, the class"],
  [
    "java.util.Hashtable(java.string, java.int)",
    new Map([["a", 1]]),
    "null is refused, as by Java",
  ],
  ["java.util.EnumMap(Color, java.int)", new Map([["RED", 1]])],
  ["java.util.Properties", new Map([["a", "b"]]), "defaults behind the properties"],
  ["Color", "RED", "the class of a constant's body (`Color$1`)"],
  ["Order", { id: 1n }, "`transient` and static fields, as in Java"],
];

/** Values in a place of `Object`: code, and what it stands for. */
const inObject: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["5", 5],
  ["5.5", 5.5],
  ["-0", -0],
  ["2 ** 31", 2 ** 31],
  ["NaN", Number.NaN],
  ["5n", 5n],
  ["2n ** 64n", 2n ** 64n],
  ['"text"', "text"],
  ["new Date(0)", new Date(0)],
  ["new SqlTimestamp(0, 5)", new javaValues.SqlTimestamp(0, 5)],
  ["Uint8Array.of(1)", Uint8Array.of(1)],
  ["Int8Array.of(1)", Int8Array.of(1)],
  ["Int32Array.of(1)", Int32Array.of(1)],
  ["BigInt64Array.of(1n)", BigInt64Array.of(1n)],
  ["Float64Array.of(1)", Float64Array.of(1)],
  ['["a", 5]', ["a", 5]],
  ['new Set(["a"])', new Set(["a"])],
  ['new Map([["a", 5]])', new Map([["a", 5]])],
  ['LocalDate.parse("2024-02-29")', javaValues.LocalDate.parse("2024-02-29")],
  ['BigDecimal.of("1.50")', javaValues.BigDecimal.of("1.50")],
  ['JavaLocale.parse("de-AT")', javaValues.JavaLocale.parse("de-AT")],
  ["Order.of({ id: 1n })", Order.of({ id: 1n })],
  ['new JavaThrowable("java.lang.Exception")', new JavaThrowable("java.lang.Exception")],
  ["typed(java.lang.Double, 5)", typed(java.lang.Double, 5)],
  ["typed(java.lang.Short, 5)", typed(java.lang.Short, 5)],
  ["typed(java.lang.Byte, 5)", typed(java.lang.Byte, 5)],
  ["typed(java.lang.Float, 1.5)", typed(java.lang.Float, 1.5)],
  ['typed(java.lang.Character, "a")', typed(java.lang.Character, "a")],
  ["typed(java.math.BigInteger, 5n)", typed(java.math.BigInteger, 5n)],
  ['typed(Color, "RED")', typed(Color, "RED")],
  [
    'typed(java.util.UUID, "01234567-…")',
    typed(java.util.UUID, "01234567-89ab-cdef-fedc-ba9876543210"),
  ],
  ['typed(java.net.URI, "urn:x:y")', typed(java.net.URI, "urn:x:y")],
  ['typed(java.array(java.string), ["a"])', typed(java.array(java.string), ["a"])],
  [
    'typed(java.util.LinkedList(java.string), ["a"])',
    typed(java.util.LinkedList(java.string), ["a"]),
  ],
  [
    'typed(java.util.HashMap(java.string, java.short), new Map([["a", 5]]))',
    typed(java.util.HashMap(java.string, java.short), new Map([["a", 5]])),
  ],
];

const cell = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => `\`${cell(text)}\``;
const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function declaredTable(): string {
  const rows = declared.map(([source, value, lost = ""]) => {
    const type = typeOf(source);
    const octets = octetsOf(type, value);
    const read = readBack(type, octets);
    // A table that says otherwise would be wrong.
    expect(difference(read, value), source).toBeUndefined();
    if (type.form === "value") expect(readBack(type, octetsOf(type, null))).toBeNull();
    const sent = classSent(octets, value);
    const same =
      sent === undefined || sent === type.name || sent === "the enum" || sent.startsWith("[");
    return row(
      code(source),
      code(type.name),
      code(kindOf(read)),
      same ? "the same" : code(sent),
      cell(lost),
    );
  });
  return [
    row("Descriptor", "Java", "JavaScript", "Sent as", "What is lost, what to know"),
    row("---", "---", "---", "---", "---"),
    ...rows,
  ].join("\n");
}

/** `[Ljava.lang.String;` as Java's source has it. */
function sourceName(name: string): string {
  const [, brackets = "", letter = "", element = ""] =
    /^(\[+)(?:([ZBCSIJFD])$|L(.*);$)/.exec(name) ?? [];
  if (brackets === "") return name;
  const primitives: Record<string, string> = {
    Z: "boolean",
    B: "byte",
    C: "char",
    S: "short",
    I: "int",
    J: "long",
    F: "float",
    D: "double",
  };
  return `${primitives[letter] ?? element}${"[]".repeat(brackets.length)}`;
}

function inObjectTable(): string {
  const rows = inObject.map(([source, value]) => {
    const octets = octetsOf(java.object, value);
    const read = readBack(java.object, octets);
    const again = octetsOf(java.object, read);
    const sent = sourceName(classSent(octets, value) ?? "null");
    const sentAgain = sourceName(classSent(again, read) ?? "null");
    return row(
      code(source),
      sent === "the enum" || sent === "null" ? sent : code(sent),
      code(kindOf(read)),
      sentAgain === sent ? "the same" : `**${code(sentAgain)}**`,
    );
  });
  return [
    row("JavaScript", "Sent as", "Read as", "Sent again, when that is passed on"),
    row("---", "---", "---", "---"),
    ...rows,
  ].join("\n");
}

/** Classes that are read and never sent. */
function receivedTable(): string {
  const becomes = new Map<string, string[]>();
  for (const layout of builtInLayouts.values()) {
    if (layout.repositoryId !== undefined || !/^java\.(util|lang)\./.test(layout.name)) continue;
    const kind = receivedKind(layout);
    if (kind === "object") continue;
    becomes.set(kind, [...(becomes.get(kind) ?? []), layout.name.replace("java.util.", "")]);
  }
  const rows = [...becomes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, names]) => row(kind, names.map(code).join(", ")));
  return [row("Becomes", "Classes of `java.util`"), row("---", "---"), ...rows].join("\n");
}

function receivedKind(layout: ClassLayout): string {
  // One class for all immutable collections: its kind is in the value.
  if (layout.name === "java.util.CollSer") return "array, Set or Map, as in Java";
  const target = (layout.create?.(layout.name) ?? {}) as Record<string, unknown>;
  const reader = new CdrReader(new Uint8Array(0), 0, 0);
  const kind = kindOf(
    layout.resolve === undefined ? target : layout.resolve(target, valuesOf(reader)),
  );
  return kind === "Object" ? "object" : kind;
}

const tables: { readonly [marker: string]: () => string } = {
  declared: declaredTable,
  "in Object": inObjectTable,
  received: receivedTable,
};

test("the tables of docs/java-types.md are what round-trips", () => {
  const text = readFileSync(document, "utf8");
  let made = text;
  for (const [marker, table] of Object.entries(tables)) {
    const begin = `<!-- table: ${marker} -->\n`;
    const from = made.indexOf(begin) + begin.length;
    const to = made.indexOf("<!-- end of table -->", from);
    expect(from, marker).toBeGreaterThanOrEqual(begin.length);
    made = `${made.slice(0, from)}\n${table()}\n\n${made.slice(to)}`;
  }
  if (process.env["REMORA_UPDATE_DOCS"] !== undefined) writeFileSync(document, made);
  else expect(text, "run this test with REMORA_UPDATE_DOCS=1 to write the tables anew").toBe(made);
});

test("no type of the namespace is missing in the tables", () => {
  const listed = new Set(declared.map(([source]) => source.replace(/\(.*$/, "")));
  const missing: string[] = [];
  for (const group of ["util", "lang", "time", "math", "net", "sql", "io"] as const) {
    for (const name of Object.keys(java[group])) {
      if (!listed.has(`java.${group}.${name}`)) missing.push(`java.${group}.${name}`);
    }
  }
  const text = readFileSync(document, "utf8");
  expect(missing.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});
