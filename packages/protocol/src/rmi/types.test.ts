import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { encodeIiopProfile } from "../ior/iiop-profile.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import {
  method,
  nonNull,
  readArguments,
  remoteInterface,
  writeArguments,
} from "./remote-interface.ts";

function roundTrip<T>(type: JavaType<T>, value: T, littleEndian = false): T {
  const writer = new CdrWriter({ littleEndian });
  type.write(writer, value, "value");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
  const read = type.read(reader);
  expect(reader.remaining()).toBe(0);
  return read;
}

function hexOf<T>(type: JavaType<T>, value: T): string {
  const writer = new CdrWriter();
  type.write(writer, value, "value");
  return Buffer.from(writer.toBytes()).toString("hex");
}

const stringHead = `7fffff0200000023${Buffer.from("IDL:omg.org/CORBA/WStringValue:1.0\0").toString("hex")}00`;

describe("values that pass", () => {
  const cases: [JavaType<never>, readonly unknown[]][] = [
    [java.boolean, [true, false]],
    [java.byte, [-128, -1, 0, 127]],
    [java.short, [-32768, 32767]],
    [java.int, [-2147483648, 2147483647]],
    [java.long, [-(2n ** 63n), 2n ** 63n - 1n, 9007199254740993n]],
    [java.float, [1.5, Number.NaN, Number.POSITIVE_INFINITY, -0]],
    [java.double, [Math.PI, Number.NaN, Number.MIN_VALUE, -0]],
    [java.char, ["A", "€", "\0", "\ufeff"]],
    [java.string, [null, "", "Hi", "a😀b", "a\0b", "\ufeffx", "x".repeat(5000)]],
  ] as never;
  for (const [type, values] of cases) {
    test(type.name, () => {
      for (const value of values) {
        expect(roundTrip(type, value as never)).toEqual(value);
        expect(roundTrip(type, value as never, true)).toEqual(value);
      }
    });
  }
  test("a long may be a safe integer", () => {
    expect(roundTrip(java.long, 5 as never)).toBe(5n);
  });
  test("the octets are those of Java", () => {
    expect(hexOf(java.string, null)).toBe("00000000");
    expect(hexOf(java.string, "Hi")).toBe(`${stringHead}0000000400480069`);
    expect(hexOf(java.char, "€")).toBe("0220ac");
    expect(hexOf(java.byte, -1)).toBe("ff");
  });
  test("references, and nil for null", () => {
    const profile = encodeIiopProfile({
      major: 1,
      minor: 2,
      host: "h",
      port: 3700,
      objectKey: Uint8Array.of(1),
      components: [],
    });
    const ior = { typeId: "RMI:a.B:0", profiles: [profile] };
    expect(roundTrip(java.remote(), ior)).toEqual(ior);
    expect(roundTrip(java.remote(), null)).toBeNull();
    expect(hexOf(java.remote(), null)).toBe("000000010000000000000000");
  });
  test("void takes no octet", () => {
    expect(hexOf(java.void, undefined)).toBe("");
  });
});

describe("values that are refused", () => {
  const cases: [JavaType<never>, unknown, RegExp][] = [
    [java.string, 5, /greet argument 1: a string or null is accepted, not 5/],
    [java.string, undefined, /not undefined/],
    [java.string, ["a"], /not an array of 1/],
    [java.string, { a: 1 }, /not an object \(Object\)/],
    [java.string, "a\ud800", /greet argument 1: .*lone surrogate \(index 1\)/],
    [java.long, 2n ** 63n, /a bigint from -9223372036854775808 to .*not 9223372036854775808n/],
    [java.long, 2 ** 53, /safe integer is accepted, not 9007199254740992/],
    [java.long, 1.5, /not 1\.5/],
    [java.long, "1", /not "1"/],
    [java.int, 2147483648, /an integer from -2147483648 to 2147483647/],
    [java.int, 1.5, /not 1\.5/],
    [java.int, 1n, /not 1n/],
    [java.byte, 128, /from -128 to 127/],
    [java.short, -32769, /from -32768/],
    [java.boolean, 1, /true or false/],
    [java.float, 1e300, /32-bit float/],
    [java.double, "1", /a number/],
    [java.char, "", /one UTF-16 code unit/],
    [java.char, "ab", /one UTF-16 code unit/],
    [java.char, "\ud83d", /lone surrogate/],
    [java.void, 1, /undefined/],
    [java.remote(), "IOR:00", /a reference or null/],
  ] as never;
  test.each(cases)("%o %o", (type, value, message) => {
    const remote = remoteInterface<{ greet(): void }>("x.Greeter", {
      greet: method([type], java.void),
    });
    const write = () => writeArguments(new CdrWriter(), remote.methods.greet, [value]);
    expect(write).toThrow(LocalProtocolError);
    expect(write).toThrow(message);
    expect(write).toThrow(
      expect.objectContaining({ path: "greet argument 1", code: "ARGUMENT_VALUE" }),
    );
  });
});

describe("value strings from the wire", () => {
  const read = (hex: string) => {
    const octets = new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
    const reader = new CdrReader(octets, 0, octets.length);
    return { reader, next: () => java.string.read(reader) };
  };
  const hi = `${stringHead} 00000006feff00480069`;
  test("an indirection is the same text", () => {
    // The first text ends at octet 54; two pad octets; tag and offset of the indirection.
    const { reader, next } = read(`${hi}0000 ffffffff ffffffc4 00000000`);
    expect([next(), next(), next()]).toEqual(["Hi", "Hi", null]);
    expect(reader.remaining()).toBe(0);
  });
  test("the id may be an indirection", () => {
    // Id of the first text is at octet 4, the offset field of the second at 64.
    const { next } = read(`${hi}0000 7fffff02 ffffffff ffffffc4 00000002 0041`);
    expect([next(), next()]).toEqual(["Hi", "A"]);
  });
  test("a value without an id has the declared type", () => {
    expect(read("7fffff00 00000004 00480069").next()).toBe("Hi");
  });
  test("chunks around a text", () => {
    const chunked = stringHead.replace("7fffff02", "7fffff0a");
    const { reader, next } = read(`${chunked} 00000008 00000004 00480069 ffffffff 00000000`);
    expect([next(), next()]).toEqual(["Hi", null]);
    expect(reader.remaining()).toBe(0);
  });
  test.each([
    ["forward", "ffffffff 00000004 00000000"],
    ["to itself", "ffffffff fffffffc 00000000"],
    ["before the start", "ffffffff ffffff00"],
    ["to a place where no value began", `${hi}0000 ffffffff ffffffcc`],
  ])("an indirection %s is refused", (_, hex) => {
    const { next } = read(hex);
    expect(() => {
      next();
      next();
    }).toThrow(RemoteProtocolError);
  });
  test.each([
    ["a tag that is none", "00000007"],
    ["reserved bits", "7fffff12 00000000"],
    ["type information that does not exist", "7fffff04 00000000"],
    [
      "another class",
      `7fffff02 00000033 ${Buffer.from("RMI:java.lang.Integer:47693FFB4FE579F4:12E2A0A4F7818738\0").toString("hex").slice(0, 102)}`,
    ],
  ])("%s is refused", (_, hex) => {
    expect(() => read(hex).next()).toThrow(RemoteProtocolError);
  });
});

describe("descriptors", () => {
  const remote = remoteInterface<{ find_long(): void; ping(): void }>("com.acme.Greeter", {
    find_long: method([java.long, java.string], java.string, {
      wireName: "find__long",
      idempotent: true,
    }),
    ping: method([], java.void, { oneway: true }),
  });
  test("methods know their names", () => {
    expect(remote.methods.find_long).toMatchObject({
      name: "find_long",
      wireName: "find__long",
      idempotent: true,
      oneway: false,
      throws: [],
    });
    expect(remote.methods.ping).toMatchObject({ name: "ping", wireName: "ping", oneway: true });
  });
  test("arguments are written and read in order, and errors name the place", () => {
    const writer = new CdrWriter();
    writeArguments(writer, remote.methods.find_long, [7n, "x"]);
    const octets = writer.toBytes();
    const reader = new CdrReader(octets, 0, octets.length);
    expect(readArguments(reader, remote.methods.find_long)).toEqual([7n, "x"]);
    expect(() => writeArguments(writer, remote.methods.find_long, [7n, 8])).toThrow(
      "find_long argument 2: a string or null is accepted, not 8",
    );
  });
  test.each(["then", "constructor", "toJSON", "toString", "hasOwnProperty", "__proto__"])(
    "a method called %s is refused with the way out",
    (name) => {
      const methods = Object.fromEntries([[name, method([], java.void)]]);
      expect(() => remoteInterface("x.Y", methods as never)).toThrow(
        `use "${name}_" with wireName "${name}"`,
      );
    },
  );
  test("nonNull refuses null in both directions", () => {
    const type = nonNull(java.string);
    expect(roundTrip(type, "x")).toBe("x");
    expect(() => type.write(new CdrWriter(), null as never, "p")).toThrow(LocalProtocolError);
    expect(() => type.read(new CdrReader(new Uint8Array(4), 0, 4))).toThrow(RemoteProtocolError);
  });
});
