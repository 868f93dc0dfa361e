import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference } from "../../golden/same-graph.ts";
import { typedValue } from "../../golden/typed-values.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { typed } from "../java-values/index.ts";
import { javaClass } from "./java-class.ts";
import { classesOf } from "./java-classes.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { type StreamFormat, valueWriterOf } from "./value-writer.ts";

const numRuns = process.env["REMORA_LONG"] === undefined ? 600 : 3_000;

interface Wire {
  readonly littleEndian: boolean;
  readonly format: StreamFormat;
  /** Octets in front, so that alignment and indirections do not begin at 0. */
  readonly before: number;
}

const wires: fc.Arbitrary<Wire> = fc.record({
  littleEndian: fc.boolean(),
  format: fc.constantFrom<StreamFormat>(1, 2),
  before: fc.nat(9),
});

function write(type: JavaType<any>, value: unknown, wire: Wire): Uint8Array {
  const writer = new CdrWriter({ littleEndian: wire.littleEndian, capacity: 1 });
  for (let left = wire.before; left > 0; left--) writer.octet(0xaa);
  valueWriterOf(writer).streamFormat = wire.format;
  type.write(writer, value, "value");
  return writer.toBytes();
}

function readerOf(octets: Uint8Array, wire: Wire): CdrReader {
  const reader = new CdrReader(octets, 0, octets.length, { littleEndian: wire.littleEndian });
  reader.position = wire.before;
  return reader;
}

/** Types around a type. The first leaves the value as it is, others put it into chunks, anys, elements. */
const places: readonly (readonly [
  string,
  (type: JavaType<any>) => { readonly type: JavaType<any>; wrap(value: unknown): unknown },
])[] = [
  ["alone", (type) => ({ type, wrap: (value) => value })],
  [
    "in a field",
    (type) => ({
      type: javaClass<any>("p.Field", {
        serialVersionUID: 1n,
        fields: () => ({ a: java.byte, held: type, last: java.string }),
      }),
      wrap: (held) => ({ a: 1, held, last: "last" }),
    }),
  ],
  [
    "in a field of a class with a writeObject, so in chunks",
    (type) => ({
      type: javaClass<any>("p.Chunked", {
        serialVersionUID: 1n,
        writeObject: true,
        fields: () => ({ a: java.byte, held: type, last: java.string }),
        custom: {
          write: (out, value) => out.writeUTF(value.more),
          read: (input, value) => {
            value.more = input.readUTF();
          },
        },
      }),
      wrap: (held) => ({ a: 1, held, last: "last", more: "more" }),
    }),
  ],
  ["twice in a list", (type) => ({ type: java.list(type), wrap: (value) => [value, value] })],
  [
    "as key and value of a map",
    (type) => ({ type: java.map(type, type), wrap: (value) => new Map([[value, value]]) }),
  ],
];

describe.each(places)("a random value of a random type, %s", (_, place) => {
  test("is read as it was written, in both byte orders and stream formats", () => {
    fc.assert(
      fc.property(typedValue(3), wires, ({ type: inner, value: held }, wire) => {
        const { type, wrap } = place(inner);
        const value = wrap(held);
        const octets = write(type, value, wire);
        const reader = readerOf(octets, wire);
        expect(difference(type.read(reader), value)).toBeUndefined();
        expect(reader.remaining()).toBe(0);
        expect(reader.chunkDepth + reader.valueDepth + reader.closing).toBe(0);
      }),
      { numRuns },
    );
  });

  test("cut anywhere, it is refused", () => {
    fc.assert(
      fc.property(typedValue(2), wires, (given, wire) => {
        const { type, wrap } = place(given.type);
        const octets = write(type, wrap(given.value), wire);
        for (let end = wire.before; end < octets.length; end++) {
          const reader = readerOf(octets.subarray(0, end), wire);
          let thrown: unknown;
          try {
            type.read(reader);
          } catch (error) {
            thrown = error;
          }
          expect(thrown, `cut at ${end}`).toBeInstanceOf(RemoteProtocolError);
          const { offset } = thrown as RemoteProtocolError;
          if (offset === undefined || offset < 0 || offset > end) expect.fail(`offset ${offset}`);
        }
      }),
      { numRuns: numRuns / 10 },
    );
  });
});

test("a random value in a place of Object, whose type is said, is read as it was written", () => {
  fc.assert(
    fc.property(typedValue(3), wires, ({ type, value }, wire) => {
      // Abstract interfaces are no type that a value could be of.
      if (type.form === "abstract") return;
      const octets = write(java.list(java.object), [typed(type, value), "behind"], wire);
      const reader = readerOf(octets, wire);
      // The classes that the interface of a call leads to.
      reader.java = { classes: classesOf([type]) };
      const read = java.list(java.object).read(reader);
      expect(difference(read, [value, "behind"])).toBeUndefined();
      expect(reader.remaining()).toBe(0);
    }),
    { numRuns },
  );
});

test("a random value is sent back as the octets that it came in", () => {
  fc.assert(
    fc.property(typedValue(3), wires, ({ type, value }, wire) => {
      const octets = write(type, value, wire);
      const read = type.read(readerOf(octets, wire));
      expect(write(type, read, wire)).toEqual(octets);
    }),
    { numRuns },
  );
});
