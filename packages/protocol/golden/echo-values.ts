// What the calls of the recorder mean in JavaScript, written by hand from their Java source and, for what that calls
// (`cycle()`, `wide()`), from the octets.
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
  SqlDate,
  SqlTimestamp,
  typed,
  ZonedDateTime,
  ZoneOffset,
  ZoneRegion,
} from "../src/java-values/index.ts";
import type { JavaType } from "../src/rmi/java-type.ts";
import { java } from "../src/rmi/java-types.ts";
import { JavaThrowable } from "../src/rmi/throwable.ts";
import { Color, Diary, Employee, Inner, Link, Packed, Person, Tag, Wide } from "./echo-classes.ts";

/** Arguments and result of one recorded call. */
export interface EchoCase {
  readonly args: readonly unknown[];
  readonly result: unknown;
  /** What to write where the value alone does not say its Java class. Default: the value itself. */
  readonly written?: unknown;
  /** The type to write with where the declared one is sent as another class. Default: the declared one. */
  readonly writtenAs?: JavaType<any>;
}

/** An echo: the result is what was given. */
const echo = (value: unknown, written?: unknown): EchoCase => ({
  args: [value],
  result: value,
  ...(written === undefined ? {} : { written }),
});
const call = (args: readonly unknown[], result: unknown): EchoCase => ({ args, result });

const person = (): Person =>
  Person.of({ name: "Ann", age: 31, friend: null, height: 15.5, member: true });
const employee = (): Employee =>
  Employee.of({
    name: "Bob",
    age: 44,
    friend: person(),
    height: 22,
    member: false,
    title: "chief",
    salary: 123456789012n,
    extra: 7,
    skills: ["a", "b"],
    badge: "BLUE",
    ratings: Int32Array.of(1, 2, 3),
  });
const link = (label: string): Link => Link.of({ label, next: null, other: null });
const wideOfNulls: Wide = {
  z: false,
  b: 0,
  c: "\0",
  s: 0,
  i: 0,
  j: 0n,
  f: 0,
  d: 0,
  boxed: null,
  raw: null,
  words: null,
  any: null,
  ser: null,
  inner: null,
  same: null,
  ref: null,
  mark: null,
};

function selfFriend(): Person {
  const self = Person.of({ name: "Narcissus", age: 20, friend: null, height: 10, member: false });
  return Object.assign(self, { friend: self });
}

/** Two that lead to each other, the first to itself as well. */
function cycle(): Link {
  const a = link("a");
  a.next = link("b");
  a.next.next = a;
  a.other = a;
  return a;
}

/** Both fields of the first lead to one object. */
function shared(): Link {
  const first = link("same");
  first.next = first.other = link("same");
  return first;
}

function wide(): Wide {
  const inner = Inner.of({ n: 77 });
  return Wide.of({
    z: true,
    b: -2,
    c: "Z",
    s: -300,
    i: 70000,
    j: -5n,
    f: 1.5,
    d: -2.25,
    boxed: 9,
    raw: Uint8Array.of(1, 2, 3),
    words: ["x", null, "x"],
    any: "text",
    ser: 5n,
    inner,
    same: inner,
    ref: null,
    mark: Tag.of({ v: 6 }),
  });
}

const ramp = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, index) => index);

/** A reference to the server's own bean: only its type is compared. */
export const greeterReference: unique symbol = Symbol("a reference to demo.anchor.Greeter");

/** By the names of the recorder. */
export const echoCases: { readonly [name: string]: () => EchoCase } = {
  greet: () => call(["x"], "Hello, x!"),
  "boolean-true": () => echo(true),
  "boolean-false": () => echo(false),
  "byte-127": () => echo(127),
  "char-A": () => echo("A"),
  "char-euro": () => echo("€"),
  "char-nul": () => echo("\0"),
  "short-min": () => echo(-32768),
  "long-min": () => echo(-(2n ** 63n)),
  "long-2p53p1": () => echo(9007199254740993n),
  "float-pi": () => echo(Math.fround(3.14159274)),
  "float-nan": () => echo(Number.NaN),
  "double-pi": () => echo(Math.PI),
  "string-null": () => echo(null),
  "string-empty": () => echo(""),
  "string-ascii": () => echo("Hi"),
  "string-latin1": () => echo("éüß"),
  "string-emoji": () => echo("a😀b"),
  "string-nul-inside": () => echo("a\0b"),
  "string-bom-first": () => echo("\ufeffx"),
  "string-5000": () => echo("0123456789".repeat(500)),
  mixed: () => call([true, 1, "c", 2, 3, 4n, 5, 6, "seven"], 3),
  "boxed-boolean": () => echo(true),
  "boxed-char": () => echo("q"),
  "boxed-short": () => echo(6),
  "boxed-int": () => echo(7),
  "boxed-int-null": () => echo(null),
  "boxed-long": () => echo(8n),
  "boxed-float": () => echo(1.25),
  "boxed-double": () => echo(2.5),
  "number-bigdecimal": () => echo(new BigDecimal(150n, 2)),
  booleans: () => echo([true, false, true]),
  "bytes-null": () => echo(null),
  "bytes-empty": () => echo(new Uint8Array(0)),
  "bytes-5000": () => echo(ramp(5000)),
  "ints-empty": () => echo(new Int32Array(0)),
  doubles: () => echo(Float64Array.of(1.5, -2.5)),
  "strings-empty": () => echo([]),
  "int-matrix": () => echo([Int32Array.of(1, 2), null, new Int32Array(0)]),
  persons: () => echo([person(), null, employee()]),
  "object-null": () => echo(null),
  "object-string": () => echo("str"),
  "object-int": () => echo(5),
  "object-bytes": () => echo(Uint8Array.of(1, 2)),
  "object-ints": () => echo(Int32Array.of(1, 2)),
  "object-strings": () => echo(["p", "q"], typed(java.array(java.string), ["p", "q"])),
  "object-list": () => echo(["a", 1]),
  "object-map": () =>
    echo(
      new Map([["k", "v"]]),
      typed(java.util.HashMap(java.object, java.object), new Map([["k", "v"]])),
    ),
  "object-date": () => echo(new Date(1000000000000)),
  "object-enum": () => echo("BLUE", typed(Color, "BLUE")),
  "object-person": () => echo(person()),
  "object-employee": () => echo(employee()),
  "object-exception": () =>
    echo(
      new JavaThrowable("demo.anchor.OrderException", {
        message: "m",
        fields: { code: 1, detail: "d", lines: ["one", "two"] },
      }),
    ),
  "comparable-string": () => echo("cmp"),
  "arraylist-empty": () => echo([]),
  "arraylist-a": () => echo(["a"]),
  "arraylist-repeat": () => echo(["same", "same", "same"]),
  "arraylist-null": () => echo(null),
  linkedlist: () => echo(["a", 1]),
  "list-arraylist": () => echo(["x"]),
  "list-of-empty": () => echo([]),
  "list-unmodifiable": () => echo(["u"]),
  hashmap: () =>
    echo(
      new Map<unknown, unknown>([
        [3, null],
        ["k1", 1],
        ["k2", "v2"],
      ]),
    ),
  linkedhashmap: () =>
    echo(
      new Map([
        ["z", 1],
        ["a", 2],
      ]),
    ),
  "map-of": () => echo(new Map([["one", 1]])),
  hashset: () => echo(new Set(["s1", "s2"])),
  "set-of": () => echo(new Set(["only"])),
  "set-tree": () => ({
    ...echo(new Set(["t1", "t2"])),
    writtenAs: java.util.TreeSet(java.object),
  }),
  vector: () => echo(["v"]),
  "date-sql": () => echo(new SqlDate(1000000000000)),
  "date-timestamp": () => echo(new SqlTimestamp(1000000000000, 123456789)),
  calendar: () => echo(new JavaCalendar({ time: new Date(1000000000000), zone: "UTC" })),
  locale: () => echo(new JavaLocale({ language: "de", country: "CH" })),
  biginteger: () => echo(123456789012345678901234567890n),
  "biginteger-negative": () => echo(-256n),
  "biginteger-zero": () => echo(0n),
  uuid: () => echo("01234567-89ab-cdef-fedc-ba9876543210"),
  localdate: () => echo(new LocalDate(2026, 11, 30)),
  instant: () => echo(new Instant(1000000000n, 500)),
  "object-localdatetime": () =>
    echo(new LocalDateTime(new LocalDate(2026, 11, 30), new LocalTime(1, 2, 3, 4))),
  "object-duration": () => echo(new Duration(1n, 500_000_000)),
  "object-zoneddatetime": () =>
    echo(
      new ZonedDateTime(
        new LocalDateTime(new LocalDate(2026, 1, 2), new LocalTime(3, 4, 5, 6)),
        new ZoneOffset(3600),
        new ZoneRegion("Europe/Paris"),
      ),
    ),
  "class-string": () => echo(new JavaClassName("java.lang.String")),
  "class-int": () => echo(new JavaClassName("int")),
  "enum-red": () => echo("RED"),
  "enum-with-body": () => echo("GREEN"),
  "enum-null": () => echo(null),
  "person-self": () => echo(selfFriend()),
  employee: () => echo(employee()),
  "link-cycle": () => echo(cycle()),
  "link-shared": () => echo(shared()),
  diary: () => echo(Diary.of({ owner: "Eve", year: 2026, notes: ["n1", "n2"] })),
  "diary-empty": () => echo(Diary.of({ owner: "Eve", year: 2026, notes: [] })),
  "packed-null": () => echo(Packed.of({ a: 8, b: "", c: null })),
  wide: () => echo(wide()),
  "wide-nulls": () => echo(Wide.of(wideOfNulls)),
  "wide-with-ref": () => echo(Wide.of({ ...wideOfNulls, ref: greeterReference })),
  "marker-value": () => echo(Tag.of({ v: 4 })),
  "marker-null": () => echo(null),
  "over-none": () => call([], "over(none)"),
  "over-int": () => call([1], "over(int a)"),
  "over-string": () => call(["s"], "over(String a)"),
  "over-int-string": () => call([1, "s"], "over(int a, String b)"),
  "over-list": () => call([["l"]], "over(List<String> a)"),
  "over-ints": () => call([Int32Array.of(1)], "over(int[] a)"),
  "over-person": () => call([person()], "over(Person a)"),
  "over-color": () => call(["RED"], "over(Color a)"),
  varargs: () => call([["a", "b"]], "a|b"),
  "leading-underscore": () => call(["v"], "v"),
  "case-fold": () => call(["v"], "fold v"),
  "case-Fold": () => call(["v"], "Fold v"),
  "get-title": () => call([], "T"),
  "set-title": () => call(["T"], undefined),
  "is-ready": () => call([], true),
  "echo-ref": () => echo(greeterReference),
  "echo-ref-null": () => echo(null),
  "ask-other": () => call([greeterReference, "via"], "Hello, via!"),
  "ref-as-object": () =>
    call([true], { businessInterface: "demo.anchor.Greeter", reference: greeterReference }),
  "bulk-3000": () => call([3000], ramp(3000)),
  "bulk-300000": () => call([300000], ramp(300000)),
};
