import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { IdReader, stringId } from "./id-reader.ts";
import { KnownId } from "./known-id.ts";
import { STRING_ID } from "./value-header.ts";

const ID = "RMI:demo.Order:0123456789ABCDEF:0000000000000001";

function idsOf(write: (writer: CdrWriter) => void): { ids: IdReader; reader: CdrReader } {
  const writer = new CdrWriter();
  write(writer);
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  return { ids: new IdReader(reader), reader };
}

describe("a repository id", () => {
  test.each([
    ["the expected one", ID],
    ["one of the same length", ID.replace("Order", "Other")],
    ["one that the expected one is the beginning of", `${ID}0`],
    ["the beginning of the expected one", ID.slice(0, -1)],
    ["the id of strings", STRING_ID],
    ["one with a letter beyond ASCII", ID.replace("O", "Ö")],
  ])("is read as it is: %s", (_, id) => {
    const { ids, reader } = idsOf((writer) => writer.string(id));
    expect(ids.read(new KnownId(ID)).text).toBe(id);
    expect(reader.remaining()).toBe(0);
  });

  test("is the same object each time, expected or not, and behind an indirection", () => {
    const { ids } = idsOf((writer) => {
      writer.string(ID);
      writer.align(4);
      writer.long(-1);
      writer.long(-writer.offset);
      writer.string(ID);
    });
    const first = ids.read(new KnownId(ID));
    expect(ids.read(new KnownId(ID))).toBe(first);
    expect(ids.read(undefined)).toBe(first);
  });

  test("without its terminating NUL is refused, also where it is the expected one", () => {
    const { ids, reader } = idsOf((writer) => writer.string(ID));
    reader.bytes[reader.bytes.length - 1] = 0x41;
    expect(() => ids.read(new KnownId(ID))).toThrow("a string without its terminating NUL");
  });

  test("that the data is too short for is refused, also where it is the expected one", () => {
    const { ids, reader } = idsOf((writer) => writer.string(ID));
    reader.end = reader.limit = reader.bytes.length - 4;
    expect(() => ids.read(new KnownId(ID))).toThrow("more than the");
  });

  test("forgotten with the place where it was, leads nowhere", () => {
    const { ids, reader } = idsOf((writer) => {
      writer.string(ID);
      writer.align(4);
      writer.long(-1);
      writer.long(-writer.offset);
    });
    ids.read(undefined);
    ids.forget(0);
    expect(() => ids.read(undefined)).toThrow("where no repository id began");
    expect(reader.remaining()).toBe(0);
  });

  test("of arrays of primitives and built-in classes says the same in every message, and cannot be changed", () => {
    const id = idsOf((writer) => writer.string("RMI:[J:0000000000000000")).ids.read(undefined);
    expect(id.resolved).toMatchObject({ className: "[J", layout: undefined, evolved: false });
    expect([Object.isFrozen(id), Object.isFrozen(id.resolved)]).toEqual([true, true]);
    const list = "RMI:java.util.ArrayList:F655154F32815380:7881D21D99C7619D";
    const ofList = idsOf((writer) => writer.string(list)).ids.read(undefined);
    expect(ofList.resolved).toMatchObject({ className: "java.util.ArrayList", evolved: false });
    expect([Object.isFrozen(ofList), Object.isFrozen(ofList.resolved)]).toEqual([true, true]);
    const other = idsOf((writer) => writer.string("RMI:[[J:0000000000000000")).ids.read(undefined);
    expect(other.resolved).toBeUndefined();
  });

  test("of strings is one for all messages", () => {
    const write = (writer: CdrWriter) => writer.string(STRING_ID);
    expect(idsOf(write).ids.read(undefined)).toBe(idsOf(write).ids.read(new KnownId(STRING_ID)));
    expect(Object.isFrozen(stringId)).toBe(true);
  });
});
