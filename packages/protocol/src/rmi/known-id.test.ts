import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { javaClass } from "./java-class.ts";
import { java } from "./java-types.ts";
import { KnownId } from "./known-id.ts";

describe("a known id", () => {
  test("has the octets of the string as CDR writes it, behind its length", () => {
    const writer = new CdrWriter();
    writer.string("RMI:a.B:00:01");
    expect(new KnownId("RMI:a.B:00:01").octets).toEqual(writer.toBytes().slice(4));
  });

  test("beyond ASCII has none, since they depend on the code set", () => {
    expect(new KnownId("RMI:a.Ö:00:01").octets).toHaveLength(0);
  });

  test.each(["demo.Order", "demo.Möbel", "demo.Order$Line"])(
    "a value of %s is read as it was sent",
    (name) => {
      const type = javaClass<{ size: number }>(name, {
        serialVersionUID: 1n,
        fields: () => ({ size: java.int }),
      });
      const writer = new CdrWriter();
      type.write(writer, { size: 5 }, "value");
      const octets = writer.toBytes();
      expect(new CdrReader(octets, 4, octets.length, { origin: 0 }).string()).toBe(
        type.repositoryId,
      );
      expect(type.read(new CdrReader(octets, 0, octets.length))).toEqual(type.of({ size: 5 }));
    },
  );
});
