import { expect, test } from "vitest";
import { RemoteProtocolError } from "../errors.ts";
import { CdrReader } from "./reader.ts";

function reader(...octets: number[]): CdrReader {
  return new CdrReader(Uint8Array.from(octets), 0, octets.length);
}

test("an error says what is wrong and at which octet of the message", () => {
  const cdr = reader(0, 0, 0, 1, 0, 0, 0, 9, 65);
  cdr.ulong();
  expect(() => cdr.string()).toThrow("a string of 9 octets, more than the 1 left (at octet 8)");
  let error: unknown;
  try {
    reader(1).long();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(RemoteProtocolError);
  expect(error).toMatchObject({ code: "CDR_MALFORMED", offset: 0, name: "RemoteProtocolError" });
});

test("offsets inside an encapsulation count from the start of the message", () => {
  const inner = reader(0, 0, 0, 2, 0, 7).encapsulation();
  expect(() => inner.ulong()).toThrow("(at octet 5)");
});

test("booleans are 0 or 1", () => {
  expect(() => reader(2).boolean()).toThrow(RemoteProtocolError);
});

test("announced sizes are compared with what is left before anything is made", () => {
  for (const read of ["octets", "string", "wstring", "encapsulation"] as const) {
    expect(() => reader(0xff, 0xff, 0xff, 0xff, 0)[read]()).toThrow(RemoteProtocolError);
    expect(() => reader(0x7f, 0xff, 0xff, 0xff, 0)[read]()).toThrow(RemoteProtocolError);
  }
  expect(() => reader(0, 0, 0, 3, 1, 2, 3, 4).sequenceLength(2)).toThrow("announces 3 elements");
  expect(reader(0, 0, 0, 2, 1, 2, 3, 4).sequenceLength(2)).toBe(2);
  expect(() => reader(0xff, 0xff, 0xff, 0xff).sequenceLength(0)).toThrow(RemoteProtocolError);
});

test("the limit on elements acts before they are read", () => {
  const cdr = reader(0, 0, 0, 3, 1, 2, 3);
  cdr.maxSequenceElements = 2;
  expect(() => cdr.sequenceLength(1)).toThrow("more than the limit");
});

test("an encapsulation may use the other byte order", () => {
  const cdr = reader(0, 0, 0, 8, 1, 0, 0, 0, 5, 0, 0, 0);
  const inner = cdr.encapsulation();
  expect(inner.littleEndian).toBe(true);
  expect(inner.ulong()).toBe(5);
  expect(cdr.remaining()).toBe(0);
});

test("octets are views, not copies", () => {
  const cdr = reader(0, 0, 0, 2, 8, 9);
  expect(cdr.octets().buffer).toBe(cdr.bytes.buffer);
});

test("char must be in the code set", () => {
  expect(reader(65).char()).toBe("A");
  expect(() => reader(200).char()).toThrow(RemoteProtocolError);
});
