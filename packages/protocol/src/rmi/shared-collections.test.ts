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
