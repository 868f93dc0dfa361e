import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";

function octetsOf(type: JavaType<any>, value: unknown): Uint8Array {
  const writer = new CdrWriter();
  type.write(writer, value, "value");
  return writer.toBytes();
}

describe("a collection inside itself, in a place for any value, is the declared class again", () => {
  const list: unknown[] = [1];
  list.push(list);
  const map = new Map<unknown, unknown>();
  map.set("me", map);
  const cases: [JavaType<any>, unknown, (value: any) => unknown][] = [
    [java.util.LinkedList(java.object), list, (value) => value[1]],
    [java.array(java.object), list, (value) => value[1]],
    [java.util.HashMap(java.string, java.object), map, (value) => value.get("me")],
  ];
  test.each(cases)("$name", (type, value, inner) => {
    const octets = octetsOf(type, value);
    const text = Buffer.from(octets).toString("latin1");
    expect(text).not.toMatch(/java\.util\.(ArrayList|LinkedHashMap)/);
    const read = type.read(new CdrReader(octets, 0, octets.length));
    expect(inner(read)).toBe(read);
  });
});

describe("a Vector is an array only when all of it is read; it is the same array where it holds itself", () => {
  const roundTrip = (value: unknown): any => {
    const type = java.util.Vector(java.object);
    const octets = octetsOf(type, value);
    return type.read(new CdrReader(octets, 0, octets.length));
  };
  const inItself = (hold: (vector: unknown[]) => unknown): unknown[] => {
    const vector: unknown[] = ["before"];
    vector.push(hold(vector), "after");
    return vector;
  };
  test("as an element", () => {
    const read = roundTrip(inItself((vector) => vector));
    expect(read).toHaveLength(3);
    expect(read[1]).toBe(read);
  });
  test("in a list, a set and a map, with the order kept", () => {
    const read = roundTrip(
      inItself((vector) => [
        vector,
        new Set([1, vector, 2]),
        new Map<unknown, unknown>([
          ["first", 1],
          [vector, vector],
          ["last", 2],
        ]),
      ]),
    );
    const [list, set, map] = read[1];
    expect(list).toBe(read);
    expect([...set]).toEqual([1, read, 2]);
    expect([...set][1]).toBe(read);
    expect([...map.keys()][1]).toBe(read);
    expect(map.get(read)).toBe(read);
    expect([...map.keys()][2]).toBe("last");
  });
  test("met again behind its end", () => {
    const vector = inItself((self) => self);
    const read = roundTrip([vector, vector]);
    expect(read[0]).toBe(read[1]);
  });
});
