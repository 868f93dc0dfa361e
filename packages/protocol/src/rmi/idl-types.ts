import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import {
  booleanType,
  charType,
  doubleType,
  floatType,
  integerType,
  longIntegerType,
  shortType,
  voidType,
} from "./primitive-types.ts";
import { referenceType } from "./remote-interface.ts";

/** A descriptor of texts: `string` and `wstring` are never null in IDL. */
function textType(
  name: string,
  read: (reader: CdrReader) => string,
  write: (writer: CdrWriter, value: string, path: string) => void,
): JavaType<string> {
  return Object.freeze({
    name,
    read,
    write(writer: CdrWriter, value: string, path: string): void {
      if (typeof value !== "string") throw illegalValue(path, "a string", value);
      write(writer, value, path);
    },
  });
}

const octetType = integerType(
  "octet",
  0,
  255,
  (reader) => reader.octet(),
  (writer, value) => writer.octet(value),
);

/** `sequence<octet>` as a Uint8Array; a copy, since it outlives the message. */
const octetsType: JavaType<Uint8Array> = Object.freeze({
  name: "sequence<octet>",
  read(reader: CdrReader): Uint8Array {
    return reader.octets().slice();
  },
  write(writer: CdrWriter, value: Uint8Array, path: string): void {
    if (!(value instanceof Uint8Array)) throw illegalValue(path, "a Uint8Array", value);
    writer.octets(value);
  },
});

/** `sequence<T>` as an array. */
function sequenceType<T>(element: JavaType<T>): JavaType<T[]> {
  return Object.freeze({
    name: `sequence<${element.name}>`,
    read(reader: CdrReader): T[] {
      const values: T[] = [];
      for (let left = reader.sequenceLength(1); left > 0; left--) {
        const before = reader.position;
        values.push(element.read(reader));
        // Elements without octets would let a count alone fill our memory.
        if (reader.position === before) reader.fail("a sequence of elements that take no octets");
      }
      return values;
    },
    write(writer: CdrWriter, value: T[], path: string): void {
      if (!Array.isArray(value)) throw illegalValue(path, "an array", value);
      writer.ulong(value.length);
      for (let index = 0; index < value.length; index++) {
        element.write(writer, value[index]!, `${path}[${index}]`);
      }
    },
  });
}

/** `struct` as a plain object; members in IDL's order. */
function structType<T extends object>(
  name: string,
  members: { readonly [K in keyof T]: JavaType<T[K]> },
): JavaType<T> {
  const entries = Object.entries(members) as [keyof T & string, JavaType<unknown>][];
  for (const [member] of entries) {
    if (member === "__proto__") {
      throw new LocalProtocolError(
        "RESERVED_MEMBER_NAME",
        `${name}: no member can be called __proto__`,
      );
    }
  }
  return Object.freeze({
    name,
    read(reader: CdrReader): T {
      const value: Record<string, unknown> = {};
      for (const [member, type] of entries) value[member] = type.read(reader);
      return value as T;
    },
    write(writer: CdrWriter, value: T, path: string): void {
      if (typeof value !== "object" || value === null) throw illegalValue(path, `a ${name}`, value);
      for (const [member, type] of entries) type.write(writer, value[member], `${path}.${member}`);
    },
  });
}

/** The IDL types that an operation of a CORBA object without Java can declare. */
export const idl: {
  readonly boolean: JavaType<boolean>;
  readonly octet: JavaType<number>;
  readonly short: JavaType<number>;
  readonly ushort: JavaType<number>;
  readonly long: JavaType<number>;
  readonly ulong: JavaType<number>;
  readonly longlong: JavaType<bigint>;
  readonly ulonglong: JavaType<bigint>;
  readonly float: JavaType<number>;
  readonly double: JavaType<number>;
  readonly char: JavaType<string>;
  readonly wchar: JavaType<string>;
  readonly string: JavaType<string>;
  readonly wstring: JavaType<string>;
  readonly void: JavaType<void>;
  /** `sequence<octet>`. */
  readonly octets: JavaType<Uint8Array>;
  readonly object: typeof referenceType;
  readonly sequence: typeof sequenceType;
  readonly struct: typeof structType;
} = Object.freeze({
  boolean: booleanType,
  octet: octetType,
  short: shortType,
  ushort: integerType(
    "unsigned short",
    0,
    65_535,
    (reader) => reader.ushort(),
    (writer, value) => writer.ushort(value),
  ),
  long: integerType(
    "long",
    -2_147_483_648,
    2_147_483_647,
    (reader) => reader.long(),
    (writer, value) => writer.long(value),
  ),
  ulong: integerType(
    "unsigned long",
    0,
    4_294_967_295,
    (reader) => reader.ulong(),
    (writer, value) => writer.ulong(value),
  ),
  longlong: longIntegerType("long long", true),
  ulonglong: longIntegerType("unsigned long long", false),
  float: floatType,
  double: doubleType,
  char: textType(
    "char",
    (reader) => reader.char(),
    (writer, value, path) => writer.char(value, path),
  ),
  wchar: charType,
  string: textType(
    "string",
    (reader) => reader.string(),
    (writer, value, path) => writer.string(value, path),
  ),
  wstring: textType(
    "wstring",
    (reader) => reader.wstring(),
    (writer, value, path) => writer.wstring(value, path),
  ),
  void: voidType,
  octets: octetsType,
  object: referenceType,
  sequence: sequenceType,
  struct: structType,
});
