import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { illegalValue, type JavaType } from "./java-type.ts";

// Java's primitives travel as the CDR primitives of CORBA's Java mapping to IDL 1.4, §4.3.2.

/** A Java primitive: its letter in JVM descriptors tells it from the IDL type of the same form. */
function primitive<T, D extends string>(descriptor: D, type: JavaType<T>): PrimitiveType<T, D> {
  return Object.freeze({ ...type, descriptor, form: "primitive" as const });
}

/** A primitive type and its letter in JVM descriptors, which decides what its arrays are in JavaScript. */
export type PrimitiveType<T, D extends string> = JavaType<T> & { readonly descriptor: D };

/** A descriptor of integers of at most 32 bits. */
export function integerType(
  name: string,
  least: number,
  most: number,
  read: (reader: CdrReader) => number,
  write: (writer: CdrWriter, value: number) => void,
): JavaType<number> {
  return Object.freeze({
    name,
    read,
    write(writer: CdrWriter, value: number, path: string): void {
      if (!Number.isInteger(value) || value < least || value > most) {
        throw illegalValue(path, `an integer from ${least} to ${most}`, value);
      }
      write(writer, value);
    },
  });
}

/** A descriptor of 64-bit integers: bigint, or a number that is a safe integer. */
export function longIntegerType(name: string, signed: boolean): JavaType<bigint> {
  const least = signed ? -(2n ** 63n) : 0n;
  const most = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return Object.freeze({
    name,
    read(reader: CdrReader): bigint {
      return signed ? reader.longlong() : reader.ulonglong();
    },
    write(writer: CdrWriter, value: bigint, path: string): void {
      const given: unknown = value;
      const whole =
        typeof given === "bigint"
          ? given
          : typeof given === "number" && Number.isSafeInteger(given)
            ? BigInt(given)
            : undefined;
      if (whole === undefined || whole < least || whole > most) {
        throw illegalValue(path, `a bigint from ${least} to ${most} or a safe integer`, value);
      }
      if (signed) writer.longlong(whole);
      else writer.ulonglong(whole);
    },
  });
}

/** `boolean`: true or false, nothing that is merely truthy. */
export const booleanType: PrimitiveType<boolean, "Z"> = primitive(
  "Z",
  Object.freeze({
    name: "boolean",
    read(reader: CdrReader): boolean {
      return reader.boolean();
    },
    write(writer: CdrWriter, value: boolean, path: string): void {
      if (typeof value !== "boolean") throw illegalValue(path, "true or false", value);
      writer.octet(value ? 1 : 0);
    },
  }),
);

/** `byte`: an octet on the wire, signed here as in Java. */
export const byteType: PrimitiveType<number, "B"> = primitive(
  "B",
  integerType(
    "byte",
    -128,
    127,
    (reader) => (reader.octet() << 24) >> 24,
    (writer, value) => writer.octet(value),
  ),
);

/** `short`. */
export const shortType: PrimitiveType<number, "S"> = primitive(
  "S",
  integerType(
    "short",
    -32_768,
    32_767,
    (reader) => reader.short(),
    (writer, value) => writer.short(value),
  ),
);

/** `int`, which CDR calls long. */
export const intType: PrimitiveType<number, "I"> = primitive(
  "I",
  integerType(
    "int",
    -2_147_483_648,
    2_147_483_647,
    (reader) => reader.long(),
    (writer, value) => writer.long(value),
  ),
);

/** `long`, which CDR calls long long. */
export const longType: PrimitiveType<bigint, "J"> = primitive("J", longIntegerType("long", true));

/** `float`: any number in range, rounded to single precision. */
export const floatType: PrimitiveType<number, "F"> = primitive(
  "F",
  Object.freeze({
    name: "float",
    read(reader: CdrReader): number {
      return reader.float();
    },
    write(writer: CdrWriter, value: number, path: string): void {
      // Rounding is what a float does; becoming infinite is not.
      if (
        typeof value !== "number" ||
        (Number.isFinite(value) && !Number.isFinite(Math.fround(value)))
      ) {
        throw illegalValue(path, "a number in the range of a 32-bit float", value);
      }
      writer.float(value);
    },
  }),
);

/** `double`: any number, NaN and infinities too. */
export const doubleType: PrimitiveType<number, "D"> = primitive(
  "D",
  Object.freeze({
    name: "double",
    read(reader: CdrReader): number {
      return reader.double();
    },
    write(writer: CdrWriter, value: number, path: string): void {
      if (typeof value !== "number") throw illegalValue(path, "a number", value);
      writer.double(value);
    },
  }),
);

/** `char`: one UTF-16 code unit; lone surrogates are refused, since Java cannot send them either. */
export const charType: PrimitiveType<string, "C"> = primitive(
  "C",
  Object.freeze({
    name: "char",
    read(reader: CdrReader): string {
      return reader.wchar();
    },
    write(writer: CdrWriter, value: string, path: string): void {
      if (typeof value !== "string" || value.length !== 1) {
        throw illegalValue(path, "a string of one UTF-16 code unit", value);
      }
      writer.wchar(value, path);
    },
  }),
);

/** `void`: no octets. */
export const voidType: JavaType<void> = Object.freeze({
  name: "void",
  read(): void {},
  write(_writer: CdrWriter, value: void, path: string): void {
    if (value !== undefined) throw illegalValue(path, "undefined", value);
  },
});
