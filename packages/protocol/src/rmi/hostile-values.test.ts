import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { incompleteBy, javaClassOf, UnknownValue } from "./class-layout.ts";
import { type JavaClass, javaClass } from "./java-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { JavaThrowable } from "./throwable.ts";
import { readValue } from "./value-reader.ts";
import { valueWriterOf } from "./value-writer.ts";

const PLAIN = 0x7fffff02;
const CHUNKED = 0x7fffff0a;
const STRING = "IDL:omg.org/CORBA/WStringValue:1.0";

const list = java.util.ArrayList(java.object);
const map = java.util.HashMap(java.object, java.object);
const set = java.util.HashSet(java.object);
const LIST_ID = "RMI:java.util.ArrayList:F655154F32815380:7881D21D99C7619D";
const MAP_ID = "RMI:java.util.HashMap:86573568A211C011:0507DAC1C31660D1";
const SET_ID = "RMI:java.util.HashSet:AC117E28FE36587A:BA44859596B8B734";

function octetsOf(write: (writer: CdrWriter) => void): Uint8Array {
  const writer = new CdrWriter();
  write(writer);
  return writer.toBytes();
}

function head(writer: CdrWriter, tag: number, id: string): number {
  writer.align(4);
  const at = writer.offset;
  writer.long(tag);
  writer.string(id);
  return at;
}

function back(writer: CdrWriter, target: number): void {
  writer.long(-1);
  writer.long(target - ((writer.offset + 3) & ~3));
}

/** Reads a value of a type, which must be refused soon and with the place. */
function refusal(octets: Uint8Array, type?: JavaType<any>): RemoteProtocolError {
  const reader = new CdrReader(octets, 0, octets.length);
  const started = performance.now();
  let thrown: unknown;
  let value: unknown;
  try {
    value = type === undefined ? readValue(reader) : type.read(reader);
  } catch (error) {
    thrown = error;
  }
  expect(thrown, `read ${String(value)}`).toBeInstanceOf(RemoteProtocolError);
  const error = thrown as RemoteProtocolError;
  expect(error.offset).toBeGreaterThanOrEqual(0);
  expect(error.offset).toBeLessThanOrEqual(octets.length);
  expect(error.message.length).toBeLessThan(1_000);
  expect(performance.now() - started).toBeLessThan(2_000);
  return error;
}

describe("the error names offset, class and field", () => {
  const Line = javaClass<object>("acme.Line", {
    serialVersionUID: 1n,
    fields: () => ({ count: java.int, item: java.string }),
  });
  const Order = javaClass<object>("acme.Order", {
    serialVersionUID: 1n,
    fields: () => ({ lines: java.list(Line), main: Line }),
  });

  test("of the innermost object", () => {
    const octets = octetsOf((writer) => {
      Order.write(writer, { lines: [], main: { count: 5, item: "x" } }, "");
    });
    const error = refusal(octets.subarray(0, octets.length - 1), Order);
    expect(error).toMatchObject({ path: "acme.Line.item" });
    expect(error.message).toMatch(/^acme\.Line\.item: .* \(at octet \d+\)$/);
    expect(error.message.match(/at octet/g)).toHaveLength(1);
  });

  test("of elements: the field that holds the collection", () => {
    const octets = octetsOf((writer) => {
      Order.write(writer, { lines: [null, null, null], main: null }, "");
    });
    const at = Buffer.from(octets).indexOf("RMI:java.util.ArrayList");
    expect(refusal(octets.subarray(0, at + 90), Order).path).toBe("acme.Order.lines");
  });

  test("of a class whose own `custom.read` fails", () => {
    const Odd = javaClass<object>("acme.Odd", {
      serialVersionUID: 1n,
      writeObject: true,
      custom: {
        write: (out) => out.writeInt(5),
        read: (input) => {
          if (input.readInt() === 5) throw new TypeError("five");
        },
      },
    });
    const error = refusal(
      octetsOf((writer) => Odd.write(writer, {}, "")),
      Odd,
    );
    expect(error).toMatchObject({ path: "acme.Odd", cause: new TypeError("five") });
    expect(error.message).toContain("could not read the value: TypeError: five");
  });

  test("of nothing, where the header is wrong", () => {
    expect(refusal(Uint8Array.of(0x7f, 0xff, 0xff, 2, 0, 0, 0, 99)).path).toBeUndefined();
  });
});

describe("depth", () => {
  interface Link {
    readonly next: Link | null;
  }
  const Link: JavaClass<Link> = javaClass<Link>("acme.Link", {
    serialVersionUID: 1n,
    fields: () => ({ next: Link }),
  });
  const nested = (depth: number): Uint8Array =>
    octetsOf((writer) => {
      const first = head(writer, PLAIN, Link.repositoryId);
      for (let level = 1; level < depth; level++) {
        writer.long(PLAIN);
        back(writer, first + 4);
      }
      writer.long(0);
    });

  test("1,000 values inside each other are read, 1,001 are not", () => {
    const octets = nested(1_000);
    let link = Link.read(new CdrReader(octets, 0, octets.length));
    let depth = 0;
    for (; link !== null; link = link.next) depth++;
    expect(depth).toBe(1_000);
    expect(refusal(nested(1_001), Link).code).toBe("VALUE_TOO_DEEP");
  });

  test.each([100_000, 2_000_000])("%i values inside each other", (depth) => {
    expect(refusal(nested(depth), Link).code).toBe("VALUE_TOO_DEEP");
  });

  test("lists", () => {
    const octets = octetsOf((writer) => {
      for (let level = 0; level < 50_000; level++) {
        head(writer, PLAIN, LIST_ID);
        writer.octet(1);
        writer.octet(1);
        writer.long(1);
        writer.long(1);
        writer.octet(0);
      }
    });
    expect(refusal(octets, list).code).toBe("VALUE_TOO_DEEP");
  });

  test("anys inside anys, and type codes inside type codes", () => {
    const anys = octetsOf((writer) => {
      for (let level = 0; level < 200_000; level++) writer.ulong(11);
    });
    expect(refusal(anys, java.object).code).toBe("VALUE_TOO_DEEP");
    // Each encapsulation is announced to hold all that follows.
    const codes = octetsOf((writer) => {
      for (let level = 0; level < 20_000; level++) {
        writer.ulong(19);
        writer.ulong(12 * (20_000 - level) - 8);
        writer.ulong(0);
      }
    });
    refusal(codes, java.object);
  });
});

describe("counts", () => {
  const counts = [-1, 0x7fffffff, -0x80000000, 0x10000000, 1_000_000];
  test.each([
    "B",
    "Z",
    "C",
    "S",
    "I",
    "J",
    "F",
    "D",
    "Ljava.lang.String;",
    "[I",
    "Ljava.lang.Object;",
  ])("of an array of %s", (element) => {
    for (const count of counts) {
      refusal(
        octetsOf((writer) => {
          head(writer, PLAIN, `RMI:[${element}:0000000000000000`);
          writer.long(count);
          writer.raw(new Uint8Array(100));
        }),
      );
    }
  });

  test.each<[string, string, (writer: CdrWriter, count: number) => void]>([
    ["ArrayList", LIST_ID, (writer, count) => writer.long(count)],
    [
      "HashMap",
      MAP_ID,
      (writer, count) => {
        writer.float(0.75);
        writer.long(0);
        writer.long(0);
        writer.long(count);
      },
    ],
    [
      "HashSet",
      SET_ID,
      (writer, count) => {
        writer.long(0);
        writer.float(0.75);
        writer.long(count);
      },
    ],
  ])("of a %s", (name, id, write) => {
    for (const count of counts) {
      refusal(
        octetsOf((writer) => {
          head(writer, PLAIN, id);
          writer.octet(1);
          writer.octet(1);
          if (name === "ArrayList") writer.long(count);
          write(writer, count);
          writer.raw(new Uint8Array(200));
        }),
      );
    }
  });

  test("of a text, of a repository id, of a list of ids", () => {
    for (const count of counts) {
      refusal(
        octetsOf((writer) => {
          head(writer, PLAIN, STRING);
          writer.long(count);
        }),
      );
      refusal(
        octetsOf((writer) => {
          writer.long(PLAIN);
          writer.long(count);
        }),
      );
      refusal(
        octetsOf((writer) => {
          writer.long(0x7fffff06);
          writer.long(count);
        }),
      );
    }
  });

  test("a capacity that only sizes a table costs nothing", () => {
    const octets = octetsOf((writer) => {
      head(writer, PLAIN, MAP_ID);
      writer.octet(1);
      writer.octet(1);
      writer.float(0.75);
      writer.long(0x7fffffff);
      writer.long(0x7fffffff);
      writer.long(0);
    });
    expect(map.read(new CdrReader(octets, 0, octets.length))).toEqual(new Map());
  });
});

describe("parts named again and again do not multiply", () => {
  const layouts: [string, string, (writer: CdrWriter, shared: number) => void][] = [
    [
      "BigInteger with one magnitude",
      "RMI:java.math.BigInteger:E2F79B6E7A470003:8CFC9F1FA93BFB1D",
      (writer, shared) => {
        writer.octet(1);
        writer.octet(1);
        for (let index = 0; index < 4; index++) writer.long(0);
        writer.long(1);
        back(writer, shared);
      },
    ],
    [
      "SingletonSet in an UnmodifiableSet of one array",
      "RMI:java.util.Collections\\U0024UnmodifiableSet:0000000000000000:0000000000000000",
      (writer, shared) => back(writer, shared),
    ],
    [
      "EnumSet of one array",
      "RMI:java.util.EnumSet\\U0024SerializationProxy:0000000000000000:0000000000000000",
      (writer, shared) => {
        writer.long(0);
        back(writer, shared);
      },
    ],
    [
      "nCopies",
      "RMI:java.util.Collections\\U0024CopiesList:0000000000000000:0000000000000000",
      (writer) => {
        writer.long(60_000);
        writer.long(0);
      },
    ],
    [
      "suppressed exceptions of one array",
      "RMI:java.lang.Throwable:8310F585E1166ACD:D5C635273977B8CB",
      (writer, shared) => {
        writer.octet(1);
        writer.octet(1);
        writer.long(0);
        writer.long(0);
        writer.long(0);
        back(writer, shared);
      },
    ],
  ];
  test.each(layouts)("%s", (_, id, write) => {
    const octets = octetsOf((writer) => {
      head(writer, PLAIN, "RMI:[[B:0000000000000000");
      writer.long(50_001);
      const shared = head(writer, PLAIN, "RMI:[B:0000000000000000");
      writer.octets(new Uint8Array(500_000));
      const first = head(writer, PLAIN, id);
      write(writer, shared);
      for (let index = 1; index < 50_000; index++) {
        writer.long(PLAIN);
        back(writer, first + 4);
        write(writer, shared);
      }
    });
    const reader = new CdrReader(octets, 0, octets.length);
    const started = performance.now();
    try {
      readValue(reader);
    } catch (error) {
      expect(error).toBeInstanceOf(RemoteProtocolError);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("Locales and Classes of one long text", () => {
    for (const [id, before, texts] of [
      ["RMI:java.util.Locale:55F2D9929CC89F29:7EF811609C30F9EC", [1, 1], 5],
      ["RMI:javax.rmi.CORBA.ClassDesc:2BABDA04587ADCCC:CFBF02CF5294176B", [], 2],
    ] as const) {
      const octets = octetsOf((writer) => {
        head(writer, PLAIN, "RMI:[Ljava.lang.String;:0000000000000000");
        writer.long(40_001);
        const shared = head(writer, PLAIN, STRING);
        writer.wstring("x".repeat(300_000));
        const first = head(writer, PLAIN, id);
        for (let index = 0; index < 40_000; index++) {
          if (index > 0) {
            writer.long(PLAIN);
            back(writer, first + 4);
          }
          for (const octet of before) writer.octet(octet);
          if (before.length > 0) writer.long(0);
          for (let left: number = texts; left > 0; left--) back(writer, shared);
        }
      });
      refusal(octets);
    }
  });
});

describe("indirections", () => {
  const Pair = javaClass<object>("acme.Pair", {
    serialVersionUID: 1n,
    fields: () => ({ a: java.value("x.Any"), b: java.value("x.Any") }),
  });
  test.each<[string, (at: number) => number]>([
    ["to itself", () => -4],
    ["forward", () => 8],
    ["to the next octet", () => 0],
    ["before the message", (at) => -at - 4],
    ["far out of range", () => -0x80000000],
    ["far ahead", () => 0x7fffffff],
    ["into the middle of an id", (at) => 9 - at],
    ["to a place that is no value", (at) => 4 - at],
    ["to an odd octet", (at) => 1 - at],
  ])("%s", (_, offsetFrom) => {
    const octets = octetsOf((writer) => {
      head(writer, PLAIN, Pair.repositoryId);
      writer.long(0);
      writer.long(-1);
      writer.long(offsetFrom(writer.offset));
      writer.raw(new Uint8Array(20));
    });
    const error = refusal(octets, Pair);
    expect(error).toMatchObject({ code: "VALUE_INDIRECTION", path: "acme.Pair.b" });
  });

  test("of a repository id to a value, a codebase, forward", () => {
    for (const target of [0, 8, 400]) {
      refusal(
        octetsOf((writer) => {
          head(writer, PLAIN, Pair.repositoryId);
          writer.long(0);
          writer.long(PLAIN);
          back(writer, target);
          writer.raw(new Uint8Array(20));
        }),
        Pair,
      );
    }
  });

  test("to a value whose state is still being read leads to that value", () => {
    const octets = octetsOf((writer) => {
      const at = head(writer, PLAIN, Pair.repositoryId);
      back(writer, at);
      back(writer, at);
    });
    const read = Pair.read(new CdrReader(octets, 0, octets.length)) as Record<string, unknown>;
    expect(read["a"]).toBe(read);
    expect(read["b"]).toBe(read);
  });
});

test("a class name of 1 MB is a name like any other, and no error shows it whole", () => {
  const name = "x".repeat(1 << 20);
  const octets = octetsOf((writer) => {
    head(writer, PLAIN, `RMI:${name}:1:1`);
    writer.long(5);
  });
  const reader = new CdrReader(octets, 0, octets.length);
  expect((readValue(reader) as UnknownValue).javaClass).toBe(name);
  let message = "";
  try {
    readValue(reader);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toContain("nothing can be read after a value of the unknown class xxx");
  expect(message.length).toBeLessThan(500);
  // As a description of an exception, and of a thousand of them.
  const many = octetsOf((writer) => {
    head(writer, PLAIN, "RMI:[Ljava.lang.String;:0000000000000000");
    writer.long(1_000);
    const first = head(writer, CHUNKED, `RMI:${name}:1:1`);
    for (let index = 0; index < 1_000; index++) {
      if (index > 0) {
        writer.long(CHUNKED);
        back(writer, first + 4);
      }
      writer.long(-1);
    }
  });
  const value = readValue(new CdrReader(many, 0, many.length)) as UnknownValue[];
  expect(value).toHaveLength(1_000);
});

describe("containers that hold themselves are read", () => {
  test("list, map and set", () => {
    const inside: unknown[] = [];
    inside.push(inside);
    const keyed = new Map<unknown, unknown>();
    keyed.set(keyed, keyed);
    const held = new Set<unknown>();
    held.add(held);
    for (const [type, value] of [
      [list, inside],
      [map, keyed],
      [set, held],
    ] as const) {
      const octets = octetsOf((writer) => type.write(writer, value as never, ""));
      const read = type.read(new CdrReader(octets, 0, octets.length)) as Iterable<unknown>;
      const [first] = read;
      expect(Array.isArray(first) && read instanceof Map ? first[0] : first).toBe(read);
    }
  });
});

describe("values of classes that nobody described", () => {
  const known = javaClass<object>("acme.Known", {
    serialVersionUID: 1n,
    fields: () => ({ after: java.string, before: java.string, held: java.value("acme.Anything") }),
  });
  const chunkedKnown = javaClass<object>("acme.KnownChunked", {
    serialVersionUID: 1n,
    writeObject: true,
    fields: () => ({ after: java.string, held: java.value("acme.Anything"), zlast: java.string }),
    custom: {
      write() {},
      read() {},
    },
  });
  const Strange = javaClass<object>("acme.Strange", {
    serialVersionUID: 9n,
    fields: () => ({ number: java.int, text: java.string }),
  });

  /** Written by a sender that knows the class, read by one that does not. */
  function received(type: JavaType<any>, value: unknown): unknown {
    const octets = octetsOf((writer) => {
      valueWriterOf(writer).know(Strange);
      type.write(writer, value, "value");
    });
    return type.read(new CdrReader(octets, 0, octets.length));
  }

  test("in chunks it is stepped over: neighbours are complete, its own values are listed", () => {
    const strange = Strange.of({ number: 7, text: "inside" });
    const read = received(chunkedKnown, { after: "a", held: strange, zlast: "z" }) as any;
    expect(read).toMatchObject({ after: "a", zlast: "z" });
    expect(read.held).toBeInstanceOf(UnknownValue);
    expect(read.held).toMatchObject({ javaClass: "acme.Strange", values: ["inside"] });
    expect(incompleteBy in read).toBe(false);
  });

  test("in a list", () => {
    const strange = Strange.of({ number: 7, text: "inside" });
    const read = received(list, ["before", strange, "behind", strange]) as unknown[];
    expect(read).toMatchObject(["before", { javaClass: "acme.Strange" }, "behind", {}]);
    expect(read[3]).toBe(read[1]);
  });

  test("without chunks nothing behind it can be found: the value is partial, and says by which class", () => {
    const strange = Strange.of({ number: 7, text: "inside" });
    const read = received(known, { before: "b", held: strange, after: "a" }) as any;
    expect(read).toMatchObject({ before: "b", after: "a" });
    expect(read.held).toMatchObject({ javaClass: "acme.Strange" });
    // It was the last field: nothing is missing.
    const Holder = javaClass<object>("acme.Holder", {
      serialVersionUID: 1n,
      fields: () => ({ count: java.int, held: java.value("acme.Anything"), later: java.string }),
    });
    const partial = received(Holder, { count: 3, held: strange, later: "lost" }) as any;
    expect(partial).toMatchObject({ count: 3 });
    expect(partial.later).toBeUndefined();
    expect(partial[incompleteBy]).toBe("acme.Strange");
    expect(Object.keys(partial)).not.toContain("later");
  });

  test("a class with another hash than the descriptor's is unknown, never misread", () => {
    const older = javaClass<object>("acme.Strange", {
      serialVersionUID: 9n,
      fields: () => ({ number: java.int }),
    });
    const octets = octetsOf((writer) => Strange.write(writer, { number: 7, text: "new" }, ""));
    const read = older.read(new CdrReader(octets, 0, octets.length));
    expect(read).toBeInstanceOf(UnknownValue);
    expect(read).toMatchObject({ javaClass: "acme.Strange" });
  });

  const Base = javaClass<object>("acme.Base", {
    serialVersionUID: 1n,
    fields: () => ({ id: java.int, name: java.string }),
  });
  const Derived = javaClass<object>("acme.Derived", {
    serialVersionUID: 2n,
    extends: () => Base,
    fields: () => ({ more: java.string }),
  });
  const derived = Derived.of({ id: 5, name: "n", more: "m" });

  /** As {@link received}, of a class below the declared one. */
  function receivedDerived(type: JavaType<any>, value: unknown): any {
    const octets = octetsOf((writer) => {
      valueWriterOf(writer).know(Derived);
      type.write(writer, value, "value");
    });
    return type.read(new CdrReader(octets, 0, octets.length));
  }

  test("below a described class: the fields of that class are read", () => {
    const Holder = javaClass<object>("acme.ChunkedHolder", {
      serialVersionUID: 1n,
      writeObject: true,
      fields: () => ({ base: Base, later: java.string }),
      custom: { write() {}, read() {} },
    });
    const read = receivedDerived(Holder, { base: derived, later: "here" });
    expect(read).toMatchObject({ base: { id: 5, name: "n" }, later: "here" });
    expect(read.base).not.toHaveProperty("more");
    expect(read.base[javaClassOf]).toBe("acme.Derived");
    // Sent back it would lose what is missing: it is refused.
    expect(() => Base.write(new CdrWriter(), read.base, "argument 1")).toThrow(
      expect.objectContaining({ code: "CLASS_NOT_KNOWN", path: "argument 1" }),
    );
  });

  test("below a described class, without chunks: its fields too, but nothing behind them", () => {
    expect(receivedDerived(Base, derived)).toMatchObject({ id: 5, name: "n" });
    const Holder = javaClass<object>("acme.PlainHolder", {
      serialVersionUID: 1n,
      fields: () => ({ base: Base, later: java.string }),
    });
    const read = receivedDerived(Holder, { base: derived, later: "lost" });
    expect(read).toMatchObject({ base: { id: 5, name: "n" } });
    expect(read.later).toBeUndefined();
    expect(read[incompleteBy]).toBe("acme.Derived");
  });

  test("below a described class, when a described class has changed: nothing is guessed", () => {
    const older = javaClass<object>("acme.Derived", { serialVersionUID: 2n, extends: () => Base });
    const octets = octetsOf((writer) => Derived.write(writer, derived, ""));
    const reader = new CdrReader(octets, 0, octets.length);
    reader.java = { classes: new Map([Base, older].map((each) => [each.name, each])) };
    expect(Base.read(reader)).toBeInstanceOf(UnknownValue);
  });

  test("an exception: class, message, cause and stack trace are read all the same", () => {
    const octets = octetsOf((writer) => {
      java.lang.Exception.write(
        writer,
        new JavaThrowable("java.lang.Exception", { message: "m" }),
        "",
      );
    });
    const text = Buffer.from(octets).toString("latin1");
    // The same octets under the name of a class that nobody knows.
    const unknown = Uint8Array.from(
      Buffer.from(text.replace("RMI:java.lang.Exception:", "RMI:acme.lang.Exception:"), "latin1"),
    );
    const read = java.lang.Throwable.read(new CdrReader(unknown, 0, unknown.length));
    expect(read).toBeInstanceOf(JavaThrowable);
    expect(read).toMatchObject({ javaClass: "acme.lang.Exception", message: "m" });
  });
});
