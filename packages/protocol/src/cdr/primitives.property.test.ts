import fc from "fast-check";
import { expect, test } from "vitest";
import { RemoteProtocolError } from "../errors.ts";
import { CdrReader } from "./reader.ts";
import { CdrWriter } from "./writer.ts";

type Item =
  | ["octet" | "short" | "ushort" | "long" | "ulong" | "float" | "double", number]
  | ["boolean", boolean]
  | ["longlong" | "ulonglong", bigint]
  | ["string" | "wstring" | "wchar", string]
  | ["octets", Uint8Array];

const unit = fc.integer({ min: 0, max: 0xffff }).filter((code) => (code & 0xf800) !== 0xd800);
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.tuple(fc.constant("octet" as const), fc.integer({ min: 0, max: 255 })),
  fc.tuple(fc.constant("boolean" as const), fc.boolean()),
  fc.tuple(fc.constant("short" as const), fc.integer({ min: -32768, max: 32767 })),
  fc.tuple(fc.constant("ushort" as const), fc.integer({ min: 0, max: 65535 })),
  fc.tuple(fc.constant("long" as const), fc.integer()),
  fc.tuple(fc.constant("ulong" as const), fc.integer({ min: 0, max: 0xffff_ffff })),
  fc.tuple(fc.constant("longlong" as const), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  fc.tuple(fc.constant("ulonglong" as const), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  fc.tuple(fc.constant("float" as const), fc.float()),
  fc.tuple(fc.constant("double" as const), fc.double()),
  // NUL cannot be in a CDR string.
  fc.tuple(
    fc.constant("string" as const),
    fc.string({ unit: "binary", maxLength: 100 }).map((text) => text.replaceAll("\0", "")),
  ),
  fc.tuple(fc.constant("wstring" as const), fc.string({ unit: "binary", maxLength: 100 })),
  fc.tuple(
    fc.constant("wchar" as const),
    unit.map((code) => String.fromCharCode(code)),
  ),
  fc.tuple(fc.constant("octets" as const), fc.uint8Array({ maxLength: 50 })),
);

const valueOf = ([, value]: Item): unknown => value;

function write(writer: CdrWriter, items: readonly Item[]): void {
  for (const [kind, value] of items) (writer[kind] as (value: unknown) => void)(value);
}

function read(reader: CdrReader, items: readonly Item[]): unknown[] {
  return items.map(([kind]) => reader[kind]());
}

test("whatever is written is read again: both byte orders, any place in the array", () => {
  fc.assert(
    fc.property(fc.array(item), fc.boolean(), fc.nat(20), (items, littleEndian, before) => {
      const writer = new CdrWriter({ capacity: 1, littleEndian });
      write(writer, items);
      const octets = writer.toBytes();
      const shifted = new Uint8Array(before + octets.length);
      shifted.set(octets, before);
      const reader = new CdrReader(shifted, before, shifted.length, { littleEndian });
      expect(read(reader, items)).toEqual(items.map(valueOf));
      expect(reader.remaining()).toBe(0);
    }),
    { numRuns: 400 },
  );
});

test("every cut of the octets ends in a RemoteProtocolError", () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1 }),
      fc.boolean(),
      fc.nat(),
      (items, littleEndian, at) => {
        const writer = new CdrWriter({ littleEndian });
        write(writer, items);
        const octets = writer.toBytes();
        const cut = octets.subarray(0, at % octets.length);
        const reader = new CdrReader(cut, 0, cut.length, { littleEndian });
        expect(() => read(reader, items)).toThrow(RemoteProtocolError);
      },
    ),
    { numRuns: 400 },
  );
});

test("encapsulations inside each other keep their own alignment", () => {
  fc.assert(
    fc.property(fc.array(item), fc.array(item), fc.boolean(), (outer, inner, littleEndian) => {
      // Strings in encapsulations are ISO 8859-1, and marks are covered above.
      const plain = (items: Item[]) => items.filter(([kind]) => !/^w?(string|char)$/.test(kind));
      const [before, within] = [plain(outer), plain(inner)];
      const writer = new CdrWriter({ capacity: 1, littleEndian });
      write(writer, before);
      writer.encapsulation((first) => {
        write(first, within);
        first.encapsulation((second) => write(second, within));
        write(first, before);
      });
      write(writer, within);
      const octets = writer.toBytes();
      const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
      expect(read(reader, before)).toEqual(before.map(valueOf));
      const first = reader.encapsulation();
      expect(read(first, within)).toEqual(within.map(valueOf));
      const second = first.encapsulation();
      expect(read(second, within)).toEqual(within.map(valueOf));
      expect(second.remaining()).toBe(0);
      expect(read(first, before)).toEqual(before.map(valueOf));
      expect(read(reader, within)).toEqual(within.map(valueOf));
      expect(reader.remaining()).toBe(0);
    }),
  );
});
