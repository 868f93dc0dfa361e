import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { UnknownValue } from "./class-layout.ts";
import { javaClass } from "./java-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";

// The server has another version of the base class, and a subclass of it that is not described here.
const serverBase = javaClass<any>("demo.Base", {
  serialVersionUID: 1n,
  fields: () => ({ label: java.string, weight: java.int }),
});
const subclass = javaClass<any>("demo.Sub", {
  serialVersionUID: 2n,
  extends: () => serverBase,
  fields: () => ({ note: java.string }),
});
const ourBase = javaClass<any>("demo.Base", {
  serialVersionUID: 1n,
  fields: () => ({ label: java.string, colour: java.string, number: java.long }),
});
/** Its values are chunked, and so is what is inside them. */
const holder = (base: JavaType<any>) =>
  javaClass<any>("demo.Holder", {
    serialVersionUID: 3n,
    writeObject: true,
    fields: () => ({ before: java.string, base, later: java.string }),
    custom: { write: () => {}, read: () => {} },
  });

const value = subclass.of({ label: "books", weight: 5, note: "sub" });

function sent(type: JavaType<any>, sentValue: unknown): CdrReader {
  const writer = new CdrWriter();
  writer.java = { classes: new Map([[subclass.name, subclass]]) };
  type.write(writer, sentValue, "value");
  const octets = writer.toBytes();
  return new CdrReader(octets, 0, octets.length);
}

describe("an unknown subclass of a class that has other fields than the described one", () => {
  test("is an unknown value", () => {
    const read = ourBase.read(sent(subclass, value));
    expect(read).toBeInstanceOf(UnknownValue);
    expect(read).toMatchObject({ javaClass: "demo.Sub" });
  });
  test("inside chunks, too, and its neighbours are intact", () => {
    const reader = sent(holder(serverBase), { before: "a", base: value, later: "b" });
    const read = holder(ourBase).read(reader);
    expect(read).toMatchObject({ before: "a", later: "b" });
    expect(read.base).toBeInstanceOf(UnknownValue);
    expect(reader.remaining()).toBe(0);
  });
  test("what was read in vain is read again, and later places refer to that", () => {
    const items = java.util.ArrayList(java.string);
    const common = { weight: java.int, items, label: java.string };
    const theirs = javaClass<any>("demo.Base", { serialVersionUID: 1n, fields: () => common });
    const below = javaClass<any>("demo.Sub", {
      serialVersionUID: 2n,
      extends: () => theirs,
      fields: () => ({ count: java.int }),
    });
    // One field more: it is missed only when all others have been read.
    const ours = javaClass<any>("demo.Base", {
      serialVersionUID: 1n,
      fields: () => ({ ...common, zone: java.string }),
    });
    const pair = (base: JavaType<any>) =>
      javaClass<any>("demo.Pair", {
        serialVersionUID: 4n,
        writeObject: true,
        fields: () => ({ base, items, name: java.string }),
        custom: { write: () => {}, read: () => {} },
      });
    const shared = ["a", "b"];
    const base = below.of({ weight: 1, items: shared, label: "books", count: 7 });
    const writer = new CdrWriter();
    writer.java = { classes: new Map([[below.name, below]]) };
    pair(theirs).write(writer, { base, items: shared, name: "books" }, "value");
    const octets = writer.toBytes();
    const read = pair(ours).read(new CdrReader(octets, 0, octets.length));
    expect(read.base.values).toEqual([["a", "b"], "books"]);
    expect(read).toMatchObject({ items: ["a", "b"], name: "books" });
    expect(read.items).toBe(read.base.values[0]);
  });
});
