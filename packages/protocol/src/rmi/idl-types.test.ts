import { expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { idl } from "./idl-types.ts";
import type { JavaType } from "./java-type.ts";

function roundTrip<T>(type: JavaType<T>, value: T): T {
  const writer = new CdrWriter();
  type.write(writer, value, "value");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  const read = type.read(reader);
  expect(reader.remaining()).toBe(0);
  return read;
}

interface Line {
  readonly item: string;
  readonly count: number;
}
const Line = idl.struct<Line>("Line", { item: idl.string, count: idl.ulong });
const Order = idl.struct<{ readonly id: bigint; readonly lines: Line[] }>("Order", {
  id: idl.ulonglong,
  lines: idl.sequence(Line),
});

test("structs, sequences and all basic types", () => {
  const order = { id: 2n ** 63n, lines: [{ item: "é€", count: 4294967295 }] };
  expect(roundTrip(Order, order)).toEqual(order);
  expect(roundTrip(idl.octets, Uint8Array.of(1, 2))).toEqual(Uint8Array.of(1, 2));
  expect(roundTrip(idl.sequence(idl.wstring), ["", "😀"])).toEqual(["", "😀"]);
  expect(roundTrip(idl.octet, 255)).toBe(255);
  expect(roundTrip(idl.ushort, 65535)).toBe(65535);
  expect(roundTrip(idl.long, -1)).toBe(-1);
  expect(roundTrip(idl.longlong, -1n)).toBe(-1n);
  expect(roundTrip(idl.char, "x")).toBe("x");
  expect(roundTrip(idl.wchar, "€")).toBe("€");
});

test("errors name the member", () => {
  const write = () =>
    Order.write(
      new CdrWriter(),
      { id: 1n, lines: [{ item: 5 as never, count: 1 }] },
      "place argument 1",
    );
  expect(write).toThrow(LocalProtocolError);
  expect(write).toThrow("place argument 1.lines[0].item: a string is accepted, not 5");
  expect(() => idl.string.write(new CdrWriter(), null as never, "p")).toThrow("not null");
  expect(() => idl.char.write(new CdrWriter(), "é", "p")).toThrow(LocalProtocolError);
  expect(() => idl.octets.write(new CdrWriter(), [1] as never, "p")).toThrow("a Uint8Array");
  expect(() => idl.sequence(idl.octet).write(new CdrWriter(), 1 as never, "p")).toThrow("an array");
});

test("a sequence announces no more than the message holds", () => {
  const read = (type: JavaType<unknown>) =>
    type.read(new CdrReader(Uint8Array.of(0, 0, 1, 0, 0), 0, 5));
  expect(() => read(idl.sequence(idl.octet))).toThrow(RemoteProtocolError);
  expect(() => read(idl.octets)).toThrow(RemoteProtocolError);
  const empty = idl.sequence(idl.struct("Empty", {}));
  expect(() => empty.read(new CdrReader(Uint8Array.of(0, 0, 0, 1, 0), 0, 5))).toThrow(
    "take no octets",
  );
});
