import { describe, expect, test } from "vitest";
import { Color, Employee, Person } from "../../golden/echo-classes.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { LocalDate, SqlDate, typed } from "../java-values/index.ts";
import { type JavaClass, javaClass } from "./java-class.ts";
import { javaThrowable } from "./java-throwable-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { method, nonNull, remoteInterface, writeArguments } from "./remote-interface.ts";
import { JavaThrowable } from "./throwable.ts";

/** The error for an argument of a call. */
function refusal(type: JavaType<any>, value: unknown): LocalProtocolError {
  const remote = remoteInterface<{ place(): void }>("shop.Orders", {
    place: method([type], java.void),
  });
  try {
    writeArguments(new CdrWriter(), remote.methods.place, [value]);
  } catch (error) {
    expect(error).toBeInstanceOf(LocalProtocolError);
    return error as LocalProtocolError;
  }
  throw new Error("the value was taken");
}

interface Line {
  readonly price: number;
  readonly name: string | null;
}
const Line = javaClass<Line>("shop.Line", {
  serialVersionUID: 1n,
  fields: () => ({ price: java.double, name: java.string }),
});
interface Order {
  readonly lines: Line[] | null;
  readonly byName: Map<string, Line> | null;
  readonly tags: Set<string> | null;
  readonly grid: (Int32Array | null)[] | null;
  readonly words: (string | null)[] | null;
  readonly count: number;
  readonly other: unknown;
}
const Order: JavaClass<Order> = javaClass<Order>("shop.Order", {
  serialVersionUID: 1n,
  fields: () => ({
    lines: java.list(Line),
    byName: java.map(java.string, Line),
    tags: java.set(java.string),
    grid: java.array(java.array(java.int)),
    words: java.array(java.string),
    count: java.int,
    other: java.object,
  }),
});
const order: Order = {
  lines: null,
  byName: null,
  tags: null,
  grid: null,
  words: null,
  count: 1,
  other: null,
};
const line: Line = { price: 1.5, name: "x" };

describe("the way to the value", () => {
  test.each<[string, Partial<Record<keyof Order, unknown>>, string, RegExp]>([
    [
      "a field",
      { count: 1.5 },
      ".count",
      /an integer from -2147483648 to .* is accepted, not 1\.5$/,
    ],
    [
      "a missing field",
      { count: undefined },
      ".count",
      /not undefined \(is the field missing\?\)$/,
    ],
    [
      "a field of an element",
      { lines: [line, line, line, { ...line, price: "9.99" }] },
      ".lines[3].price",
      /a number is accepted, not "9\.99"$/,
    ],
    ["an element", { lines: [line, 7] }, ".lines[1]", /shop\.Line or null is accepted, not 7$/],
    [
      "not a list",
      { lines: new Set() },
      ".lines",
      /an array or null is accepted, not an object \(Set\)/,
    ],
    [
      "a field of a map's value",
      {
        byName: new Map<string, unknown>([
          ["a", line],
          ["b", { ...line, name: 5 }],
        ]),
      },
      ".byName[value of entry 1].name",
      /a string or null is accepted, not 5$/,
    ],
    [
      "a key",
      {
        byName: new Map<unknown, unknown>([
          ["a", line],
          ["b", line],
          [3, line],
        ]),
      },
      ".byName[key of entry 2]",
      /a string or null is accepted, not 3$/,
    ],
    [
      "an element of a set",
      { tags: new Set(["a", null, {}]) },
      ".tags[2]",
      /not an object \(Object\)/,
    ],
    [
      "an array in an array",
      { grid: [null, [1, 2]] },
      ".grid[1]",
      /an Int32Array or null .* not an array of 2/,
    ],
    ["an element of an array", { words: ["a", null, true] }, ".words[2]", /not true/],
    [
      "an Object",
      { other: { plain: 1 } },
      ".other",
      /nothing tells the Java class of a plain object/,
    ],
    [
      "inside an Object",
      { other: [1, new Map([["k", [undefined]]])] },
      ".other[1][value of entry 0][0]",
      /undefined/,
    ],
  ])("%s", (_, change, path, message) => {
    const error = refusal(Order, { ...order, ...change });
    expect(error).toMatchObject({ code: "ARGUMENT_VALUE", path: `place argument 1${path}` });
    expect(error.message).toMatch(message);
    expect(error.message.startsWith(`place argument 1${path}: `)).toBe(true);
  });

  test("the first argument that does not fit, by its number", () => {
    const remote = remoteInterface<{ place(): void }>("shop.Orders", {
      place: method([java.int, java.list(Line)], java.void),
    });
    expect(() =>
      writeArguments(new CdrWriter(), remote.methods.place, [1, [{ price: 1 }]]),
    ).toThrow(
      "place argument 2[0].name: a string or null is accepted, not undefined (is the field missing?)",
    );
  });

  test("a class that is a key has its fields", () => {
    const keyed = java.util.HashMap(Line, java.string);
    expect(
      refusal(
        keyed,
        new Map<unknown, unknown>([
          [line, "a"],
          [{ ...line, price: 1, name: 1 }, "b"],
        ]),
      ).path,
    ).toBe("place argument 1[key of entry 1].name");
  });
});

/** What each type refuses. Values of many kinds; each type is given all that are not its own. */
const strangers: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["true", true],
  ["1", 1],
  ["1.5", 1.5],
  ["NaN", Number.NaN],
  ["1n", 1n],
  ["2n ** 64n", 2n ** 64n],
  ["text", "text"],
  ["a", "a"],
  ["a lone surrogate", "\ud800"],
  ["a Date", new Date(0)],
  ["an invalid Date", new Date(Number.NaN)],
  ["an array", []],
  ["a Set", new Set()],
  ["a Map", new Map()],
  ["a Uint8Array", new Uint8Array(1)],
  ["an Int32Array", new Int32Array(1)],
  ["a Uint32Array", new Uint32Array(1)],
  ["a plain object", {}],
  ["a function", () => {}],
  ["a symbol", Symbol("s")],
  ["a LocalDate", new LocalDate(2020, 1, 1)],
  ["an Error", new Error("e")],
  ["a promise", Promise.resolve()],
];

const accepts: readonly (readonly [JavaType<any>, readonly string[]])[] = [
  [java.boolean, ["true"]],
  [java.byte, ["1"]],
  [java.short, ["1"]],
  [java.int, ["1"]],
  [java.long, ["1", "1n"]],
  [java.float, ["1", "1.5", "NaN"]],
  [java.double, ["1", "1.5", "NaN"]],
  [java.char, ["a"]],
  [java.string, ["text", "a"]],
  [java.lang.Boolean, ["true"]],
  [java.lang.Byte, ["1"]],
  [java.lang.Short, ["1"]],
  [java.lang.Integer, ["1"]],
  [java.lang.Long, ["1", "1n"]],
  [java.lang.Float, ["1", "1.5", "NaN"]],
  [java.lang.Double, ["1", "1.5", "NaN"]],
  [java.lang.Character, ["a"]],
  [java.lang.Class, []],
  [java.lang.Throwable, []],
  [java.lang.Exception, []],
  [java.lang.RuntimeException, []],
  [java.math.BigInteger, ["1n", "2n ** 64n"]],
  [java.math.BigDecimal, []],
  [java.util.Date, ["a Date"]],
  [java.util.Calendar, []],
  [java.util.GregorianCalendar, []],
  [java.util.Locale, []],
  [java.util.Currency, []],
  [java.util.UUID, []],
  [java.net.URI, ["text", "a"]],
  [java.net.URL, []],
  [java.sql.Date, []],
  [java.sql.Time, []],
  [java.sql.Timestamp, []],
  [java.time.LocalDate, ["a LocalDate"]],
  [java.time.LocalTime, []],
  [java.time.LocalDateTime, []],
  [java.time.Instant, []],
  [java.time.Duration, []],
  [java.time.Period, []],
  [java.time.ZonedDateTime, []],
  [java.time.OffsetDateTime, []],
  [java.time.OffsetTime, []],
  [java.time.ZoneId, []],
  [java.time.ZoneOffset, []],
  [java.time.Year, []],
  [java.time.YearMonth, []],
  [java.time.MonthDay, []],
  [java.time.DayOfWeek, []],
  [java.time.Month, []],
  [Color, []],
  [java.list(java.int), ["an array"]],
  [java.util.Collection(java.int), ["an array", "a Set"]],
  [java.util.ArrayList(java.int), ["an array"]],
  [java.util.LinkedList(java.int), ["an array"]],
  [java.util.Vector(java.int), ["an array"]],
  [java.util.ArrayDeque(java.int), ["an array"]],
  [java.util.Queue(java.int), ["an array"]],
  [java.util.Deque(java.int), ["an array"]],
  [java.set(java.int), ["a Set"]],
  [java.util.HashSet(java.int), ["a Set"]],
  [java.util.LinkedHashSet(java.int), ["a Set"]],
  [java.util.TreeSet(java.int), ["a Set"]],
  [java.util.SortedSet(java.int), ["a Set"]],
  [java.util.NavigableSet(java.int), ["a Set"]],
  [java.map(java.int, java.int), ["a Map"]],
  [java.util.HashMap(java.int, java.int), ["a Map"]],
  [java.util.LinkedHashMap(java.int, java.int), ["a Map"]],
  [java.util.TreeMap(java.int, java.int), ["a Map"]],
  [java.util.SortedMap(java.int, java.int), ["a Map"]],
  [java.util.NavigableMap(java.int, java.int), ["a Map"]],
  [java.util.Hashtable(java.int, java.int), ["a Map"]],
  [java.util.EnumMap(Color, java.int), ["a Map"]],
  [java.util.Properties, ["a Map"]],
  [java.array(java.boolean), ["an array"]],
  [java.array(java.byte), ["a Uint8Array"]],
  [java.array(java.short), []],
  [java.array(java.int), ["an Int32Array"]],
  [java.array(java.long), []],
  [java.array(java.float), []],
  [java.array(java.double), []],
  [java.array(java.char), ["an array"]],
  [java.array(java.string), ["an array"]],
  [java.array(java.array(java.int)), ["an array"]],
  [java.array(Line), ["an array"]],
  [Line, []],
  [java.business(remoteInterface<object>("shop.Greeter", {})), []],
  [java.remote(), []],
  [
    java.object,
    [
      "true",
      "1",
      "1.5",
      "NaN",
      "1n",
      "2n ** 64n",
      "text",
      "a",
      "a Date",
      "an array",
      "a Set",
      "a Map",
      "a Uint8Array",
      "an Int32Array",
      "a LocalDate",
    ],
  ],
  [
    java.serializable,
    [
      "true",
      "1",
      "1.5",
      "NaN",
      "1n",
      "2n ** 64n",
      "text",
      "a",
      "a Date",
      "an array",
      "a Set",
      "a Map",
      "a Uint8Array",
      "an Int32Array",
      "a LocalDate",
    ],
  ],
  [
    java.abstract("x.Marker"),
    [
      "true",
      "1",
      "1.5",
      "NaN",
      "1n",
      "2n ** 64n",
      "text",
      "a",
      "a Date",
      "an array",
      "a Set",
      "a Map",
      "a Uint8Array",
      "an Int32Array",
      "a LocalDate",
    ],
  ],
];

describe("every type takes its own values only", () => {
  test.each(accepts.map(([type, names]) => [type.name, type, names] as const))(
    "%s",
    (_, type, names) => {
      const taken = strangers.filter(([, value]) => {
        try {
          type.write(new CdrWriter(), value, "argument");
          return true;
        } catch (error) {
          expect(error).toBeInstanceOf(LocalProtocolError);
          const { code, message, path } = error as LocalProtocolError;
          expect(code).toBe("ARGUMENT_VALUE");
          expect(path).toMatch(/^argument/);
          expect(message.startsWith(`${path}: `)).toBe(true);
          expect(message.length).toBeLessThan(300);
          return false;
        }
      });
      expect(taken.map(([name]) => name)).toEqual(names);
    },
  );

  test("null is for objects, not for primitives", () => {
    const primitives = new Set<JavaType<any>>([
      java.boolean,
      java.byte,
      java.short,
      java.int,
      java.long,
      java.float,
      java.double,
      java.char,
    ]);
    for (const [type] of accepts) {
      if (primitives.has(type)) expect(refusal(type, null).message).toMatch(/not null$/);
      else type.write(new CdrWriter(), null, "argument");
      expect(refusal(nonNull(type), null).message).toMatch(/not null/);
    }
  });
});

describe("values out of range, and what Java's own classes refuse", () => {
  test.each<[string, JavaType<any>, unknown, RegExp]>([
    ["NaN for an int", java.int, Number.NaN, /an integer .* not NaN/],
    ["-0 is 0 for an int, 2 ** 31 is none", java.int, 2 ** 31, /not 2147483648/],
    ["a byte of 128", java.byte, 128, /from -128 to 127/],
    ["a short of 40,000", java.lang.Short, 40_000, /from -32768 to 32767/],
    ["a Long above 64 bits", java.lang.Long, 2n ** 63n, /9223372036854775807/],
    ["an unsafe number for a long", java.long, 2 ** 60, /safe integer/],
    ["a float above its range", java.lang.Float, 1e39, /32-bit float/],
    ["two characters for one", java.lang.Character, "ab", /one UTF-16 code unit/],
    ["half a pair", java.lang.Character, "\udc00", /lone surrogate/],
    [
      "a lone surrogate in a list",
      java.list(java.string),
      ["ok", "\udc00x"],
      /\[1\]: .*lone surrogate \(index 0\)/,
    ],
    [
      "a lone surrogate as a key",
      java.map(java.string, java.int),
      new Map([["\ud800", 1]]),
      /\[key of entry 0\]: .*lone/,
    ],
    [
      "an invalid Date",
      java.util.Date,
      new Date(Number.NaN),
      /a valid Date is accepted, not "?Invalid Date/,
    ],
    [
      "an invalid Date in an Object",
      java.object,
      [new Date(Number.NaN)],
      /argument 1\[0\]: a valid Date/,
    ],
    [
      "a constant that the enum has not",
      Color,
      "PINK",
      /demo\.anchor\.Color \(RED, GREEN, BLUE\) or null is accepted, not "PINK"/,
    ],
    [
      "a UUID of 35 characters",
      java.util.UUID,
      "01234567-89ab-cdef-fedc-ba987654321",
      /a UUID as text/,
    ],
    ["a currency in small letters", java.util.Currency, "eur", /such as "EUR"/],
    ["a URL without protocol", java.net.URL, "host/path", /with its protocol/],
    [
      "null in a Hashtable",
      java.util.Hashtable(java.string, java.string),
      new Map([["a", null]]),
      /\[value of entry 0\]: anything but null/,
    ],
    [
      "null as a key of a Hashtable",
      java.util.Hashtable(java.string, java.string),
      new Map([[null, "a"]]),
      /\[key of entry 0\]: anything but null/,
    ],
    ["null in Properties", java.util.Properties, new Map([["a", null]]), /\[value of entry 0\]/],
    [
      "null in an ArrayDeque",
      java.util.ArrayDeque(java.string),
      ["a", null],
      /\[1\]: anything but null/,
    ],
    ["null in a Deque", java.util.Deque(java.string), [null], /\[0\]: anything but null/],
    [
      "null in a TreeSet",
      java.util.TreeSet(java.string),
      new Set([null]),
      /\[0\]: anything but null/,
    ],
    [
      "null as a key of a TreeMap",
      java.util.TreeMap(java.string, java.string),
      new Map([[null, "a"]]),
      /\[key of entry 0\]: anything but null/,
    ],
    [
      "null as a key of an EnumMap",
      java.util.EnumMap(Color, java.int),
      new Map([[null, 1]]),
      /\[key of entry 0\]/,
    ],
    [
      "a key that the enum has not",
      java.util.EnumMap(Color, java.int),
      new Map([["PINK", 1]]),
      /\[key of entry 0\]: .*RED, GREEN, BLUE/,
    ],
    [
      "a java.util.Date for a java.sql.Date",
      java.sql.Date,
      new Date(0),
      /a SqlDate or null is accepted, not an object \(Date\)/,
    ],
    [
      "null in an array of primitives",
      java.array(java.boolean),
      [true, null],
      /\[1\]: true or false/,
    ],
    [
      "a number array of another kind",
      java.array(java.long),
      Float64Array.of(1),
      /a BigInt64Array or null/,
    ],
    [
      "an array of arrays of another kind",
      java.array(java.array(java.double)),
      [Float32Array.of(1)],
      /\[0\]: a Float64Array or null/,
    ],
    ["a hole in an array", java.array(java.string), Array(2), /\[0\]: .*undefined/],
    ["a DataView", java.object, new DataView(new ArrayBuffer(2)), /an array that Java has/],
    ["a typed value of a wrong form", java.object, typed(java.lang.Short, 70_000), /from -32768/],
    [
      "typed with a type that is no object",
      java.object,
      typed(java.remote(), null),
      /a type that travels as a value/,
    ],
  ])("%s", (_, type, value, message) => {
    const error = refusal(type, value);
    expect(error.code).toBe("ARGUMENT_VALUE");
    expect(error.path).toMatch(/^place argument 1/);
    expect(error.message).toMatch(message);
  });

  test("a java.sql.Date may be given where a java.util.Date is declared", () => {
    java.util.Date.write(new CdrWriter(), new SqlDate(0), "argument");
  });
});

describe("classes that nobody described", () => {
  test("a tagged object whose class the call does not know", () => {
    const Far = javaClass<object>("far.Away", { serialVersionUID: 1n });
    const error = refusal(java.object, [Far.of({})]);
    expect(error).toMatchObject({ code: "CLASS_NOT_KNOWN", path: "place argument 1[0]" });
    expect(error.message).toBe(
      "place argument 1[0]: the class far.Away is not described here: name its descriptor in `classes` of the remote interface",
    );
  });

  test("a subclass in a place of its base, which does not lead to it", () => {
    const value = Employee.of({} as Employee);
    expect(refusal(Person, value)).toMatchObject({ code: "CLASS_NOT_KNOWN" });
  });

  test("an instance of a class of JavaScript in an Object", () => {
    class Basket {}
    expect(refusal(java.object, new Basket()).message).toContain(
      "nothing tells the Java class of an object (Basket): make it with `of` of its descriptor, or say its type with `typed`",
    );
    expect(refusal(java.object, Object.create(null)).message).toContain("a plain object");
  });

  test("an exception whose class only the server knows", () => {
    const error = refusal(java.lang.Throwable, new JavaThrowable("far.AwayException"));
    expect(error.message).toContain("far.AwayException");
    expect(error.path).toBe("place argument 1");
  });

  test("the fields of a described exception are checked", () => {
    const NoStock = javaThrowable("shop.NoStock", {
      serialVersionUID: 1n,
      fields: () => ({ left: java.int }),
    });
    const value = new JavaThrowable("shop.NoStock", { fields: { left: "none" } });
    expect(refusal(NoStock, value)).toMatchObject({ path: "place argument 1.left" });
  });

  test("a class with data of its own that nobody described", () => {
    for (const kind of [{ writeObject: true }, { externalizable: true }]) {
      const Secret = javaClass<object>("shop.Secret", { serialVersionUID: 1n, ...kind });
      const error = refusal(java.list(Secret), [{}]);
      expect(error).toMatchObject({ code: "CLASS_NOT_WRITABLE", path: "place argument 1[0]" });
      expect(error.message).toContain("give its descriptor `custom`");
    }
  });

  test("what custom data refuse, with its place", () => {
    const Diary = javaClass<{ pages: unknown }>("shop.Diary", {
      serialVersionUID: 1n,
      writeObject: true,
      custom: {
        write(out, { pages }) {
          out.writeInt(pages as number);
        },
        read() {},
      },
    });
    expect(refusal(Diary, { pages: "many" })).toMatchObject({ path: "place argument 1" });
    expect(refusal(Diary, { pages: "many" }).message).toContain('not "many"');
  });
});

describe("depth", () => {
  interface Link {
    next: Link | null;
  }
  const Link: JavaClass<Link> = javaClass<Link>("shop.Link", {
    serialVersionUID: 1n,
    fields: () => ({ next: Link }),
  });
  const chain = (length: number): Link => {
    let link: Link = { next: null };
    for (let index = 1; index < length; index++) link = { next: link };
    return link;
  };

  test.each([1_001, 5_000, 1_000_000])("%i values inside each other are refused", (length) => {
    const error = refusal(Link, chain(length));
    expect(error.code).toBe("VALUE_TOO_DEEP");
    expect(error.path).toMatch(/^place argument 1\.next\.next/);
    expect(error.message.length).toBeLessThan(600);
  });

  test("so are lists, and a stack that is nearly used up", () => {
    let list: unknown[] = [];
    for (let index = 0; index < 20_000; index++) list = [list];
    expect(refusal(java.object, list).code).toBe("VALUE_TOO_DEEP");
    const far = chain(1_000);
    let found: unknown;
    const deepen = (): void => {
      try {
        deepen();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // Here hardly any stack is left; a few frames up there is some, but too little for the whole chain.
      }
      if (found !== undefined) return;
      try {
        Link.write(new CdrWriter(), far, "argument");
        found = "written";
      } catch (error) {
        if (!(error instanceof RangeError)) found = error;
      }
    };
    deepen();
    expect(found).toBeInstanceOf(LocalProtocolError);
    expect(found).toMatchObject({ code: "VALUE_TOO_DEEP" });
  });
});

test("a refused argument leaves the writer usable for another call", () => {
  const writer = new CdrWriter();
  expect(() => Order.write(writer, { ...order, count: Number.NaN }, "a")).toThrow(
    LocalProtocolError,
  );
  const other = new CdrWriter();
  Order.write(other, order, "a");
  expect(other.offset).toBeGreaterThan(0);
});
