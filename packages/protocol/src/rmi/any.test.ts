import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { nilIor, writeIor } from "../ior/ior.ts";
import { readAny, writeAbstractBaseTypeCode } from "./any.ts";
import { java } from "./java-types.ts";
import { writeStringValue } from "./string-value.ts";
import { TypeCodeKind as Kind } from "./type-code.ts";
import { valuesOf } from "./value-reader.ts";

function read(write: (writer: CdrWriter) => void, littleEndian = false): unknown {
  const writer = new CdrWriter({ littleEndian });
  write(writer);
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
  const value = readAny(valuesOf(reader));
  expect(reader.remaining()).toBe(0);
  return value;
}

/** A type code with an encapsulation of its own. */
function complex(writer: CdrWriter, kind: number, write: (writer: CdrWriter) => void): void {
  writer.ulong(kind);
  writer.encapsulation(write);
}

function named(writer: CdrWriter, id: string): void {
  writer.string(id);
  writer.string("Name");
}

describe.each([false, true])("little-endian: %s", (littleEndian) => {
  test.each<[string, (writer: CdrWriter) => void, unknown]>([
    ["null", (writer) => writer.ulong(Kind.null), null],
    ["void", (writer) => writer.ulong(Kind.void), null],
    ["short", (writer) => (writer.ulong(Kind.short), writer.short(-2)), -2],
    ["long", (writer) => (writer.ulong(Kind.long), writer.long(-3)), -3],
    ["ushort", (writer) => (writer.ulong(Kind.ushort), writer.ushort(65535)), 65535],
    ["ulong", (writer) => (writer.ulong(Kind.ulong), writer.ulong(4294967295)), 4294967295],
    ["float", (writer) => (writer.ulong(Kind.float), writer.float(1.5)), 1.5],
    ["double", (writer) => (writer.ulong(Kind.double), writer.double(2.5)), 2.5],
    ["boolean", (writer) => (writer.ulong(Kind.boolean), writer.boolean(true)), true],
    ["char", (writer) => (writer.ulong(Kind.char), writer.char("c")), "c"],
    ["octet", (writer) => (writer.ulong(Kind.octet), writer.octet(200)), 200],
    ["any", (writer) => (writer.ulong(Kind.any), writer.ulong(Kind.long), writer.long(9)), 9],
    ["string", (writer) => (writer.ulong(Kind.string), writer.ulong(0), writer.string("s")), "s"],
    ["longlong", (writer) => (writer.ulong(Kind.longlong), writer.longlong(-5n)), -5n],
    ["ulonglong", (writer) => (writer.ulong(Kind.ulonglong), writer.ulonglong(5n)), 5n],
    ["wchar", (writer) => (writer.ulong(Kind.wchar), writer.wchar("€")), "€"],
    [
      "wstring",
      (writer) => (writer.ulong(Kind.wstring), writer.ulong(0), writer.wstring("w")),
      "w",
    ],
  ])("%s", (_, write, value) => {
    expect(read(write, littleEndian)).toEqual(value);
  });

  test("object reference, boxed string, abstract interface", () => {
    const reference = (writer: CdrWriter) => {
      complex(writer, Kind.objectReference, (inner) => named(inner, "IDL:x:1.0"));
      writeIor(writer, nilIor);
    };
    expect(read(reference, littleEndian)).toBeNull();
    const boxed = (writer: CdrWriter) => {
      complex(writer, Kind.valueBox, (inner) => {
        named(inner, "IDL:omg.org/CORBA/WStringValue:1.0");
        inner.ulong(Kind.wstring);
        inner.ulong(0);
      });
      writeStringValue(writer, "boxed");
    };
    expect(read(boxed, littleEndian)).toBe("boxed");
    const abstract = (writer: CdrWriter) => {
      writeAbstractBaseTypeCode(writer);
      writer.boolean(false);
      writeStringValue(writer, "abstract");
    };
    expect(read(abstract, littleEndian)).toBe("abstract");
  });

  test("a value without an id has the type that the type code names", () => {
    const write = (writer: CdrWriter) => {
      complex(writer, Kind.valueBox, (inner) => named(inner, "IDL:omg.org/CORBA/WStringValue:1.0"));
      writer.long(0x7fffff00);
      writer.wstring("x");
    };
    expect(read(write, littleEndian)).toBe("x");
  });

  test("struct with sequence, array, alias, enum and octets", () => {
    const write = (writer: CdrWriter) => {
      complex(writer, Kind.struct, (inner) => {
        named(inner, "IDL:S:1.0");
        inner.ulong(5);
        inner.string("numbers");
        complex(inner, Kind.sequence, (sequence) => {
          sequence.ulong(Kind.short);
          sequence.ulong(0);
        });
        inner.string("pair");
        complex(inner, Kind.array, (array) => {
          array.ulong(Kind.boolean);
          array.ulong(2);
        });
        inner.string("alias");
        complex(inner, Kind.alias, (alias) => {
          named(alias, "IDL:A:1.0");
          alias.ulong(Kind.string);
          alias.ulong(0);
        });
        inner.string("colour");
        complex(inner, Kind.enum, (colour) => {
          named(colour, "IDL:E:1.0");
          colour.ulong(1);
          colour.string("red");
        });
        inner.string("data");
        complex(inner, Kind.sequence, (sequence) => {
          sequence.ulong(Kind.octet);
          sequence.ulong(0);
        });
      });
      writer.ulong(2);
      writer.short(1);
      writer.short(2);
      writer.boolean(true);
      writer.boolean(false);
      writer.string("text");
      writer.ulong(0);
      writer.octets(Uint8Array.of(7, 8));
    };
    expect(read(write, littleEndian)).toEqual({
      numbers: [1, 2],
      pair: [true, false],
      alias: "text",
      colour: 0,
      data: Uint8Array.of(7, 8),
    });
  });

  test("a struct that contains itself, by an indirection to its own type code", () => {
    const write = (writer: CdrWriter) => {
      const start = writer.position;
      complex(writer, Kind.struct, (inner) => {
        named(inner, "IDL:Tree:1.0");
        inner.ulong(1);
        inner.string("children");
        complex(inner, Kind.sequence, (sequence) => {
          sequence.long(-1);
          sequence.long(start - sequence.position);
          sequence.ulong(0);
        });
      });
      // Two children, the first with one child.
      for (const count of [2, 1, 0, 0]) writer.ulong(count);
    };
    expect(read(write, littleEndian)).toEqual({
      children: [{ children: [{ children: [] }] }, { children: [] }],
    });
  });
});

describe("hostile type codes", () => {
  const refuse = (write: (writer: CdrWriter) => void) =>
    expect(() => read(write)).toThrow(RemoteProtocolError);
  test("kinds that do not exist, and those that have no values", () => {
    for (const kind of [37, 1000, -2, 0x7fffffff]) refuse((writer) => writer.long(kind));
    refuse((writer) => writer.ulong(Kind.typeCode));
    refuse((writer) => complex(writer, Kind.union, (inner) => named(inner, "IDL:U:1.0")));
  });
  test("indirections forward, outside, to nothing", () => {
    for (const offset of [4, 0, -4, -8, -1000, 0x7fffffff]) {
      refuse((writer) => {
        writer.long(-1);
        writer.long(offset);
        writer.long(0);
      });
    }
  });
  test("a sequence of nothing, an array larger than the message", () => {
    refuse((writer) => {
      complex(writer, Kind.sequence, (inner) => {
        inner.ulong(Kind.null);
        inner.ulong(0);
      });
      writer.ulong(1);
      writer.octet(0);
    });
    refuse((writer) =>
      complex(writer, Kind.array, (inner) => {
        inner.ulong(Kind.octet);
        inner.ulong(0xffffffff);
      }),
    );
  });
  test("type codes that double at each level", () => {
    refuse((writer) => {
      let previous = 0;
      complex(writer, Kind.struct, (top) => {
        named(top, "IDL:T:1.0");
        top.ulong(40);
        for (let level = 0; level < 40; level++) {
          top.string("m");
          top.align(4);
          const at = top.position;
          if (level === 0) top.ulong(Kind.null);
          else {
            complex(top, Kind.struct, (inner) => {
              named(inner, "IDL:L:1.0");
              inner.ulong(2);
              for (let twice = 0; twice < 2; twice++) {
                inner.string("m");
                inner.long(-1);
                inner.long(previous - inner.position);
              }
            });
          }
          previous = at;
        }
      });
    });
  });
  test("nesting without end", () => {
    refuse((writer) => {
      const nest = (inner: CdrWriter, depth: number): void => {
        if (depth === 0) inner.ulong(Kind.null);
        else {
          complex(inner, Kind.alias, (next) => {
            named(next, "");
            nest(next, depth - 1);
          });
        }
      };
      nest(writer, 1_500);
    });
    refuse((writer) => {
      for (let depth = 0; depth < 50_000; depth++) writer.ulong(Kind.any);
    });
  });
});

test("a reference as an Object: behind the type code of references, as Java wants it", () => {
  const ior = { typeId: "IDL:a:1.0", profiles: [{ tag: 1, data: Uint8Array.of(0) }] };
  const writer = new CdrWriter();
  java.object.write(writer, ior, "argument 1");
  const octets = writer.toBytes();
  expect([...octets.subarray(0, 4)]).toEqual([0, 0, 0, 14]);
  const reader = new CdrReader(octets, 0, octets.length);
  expect(java.object.read(reader)).toEqual(ior);
  expect(reader.remaining()).toBe(0);
});
