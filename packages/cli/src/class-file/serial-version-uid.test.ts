import { expect, test } from "vitest";
import { sampleClass } from "../testing/sample-jar.ts";
import { readClassFile } from "./class-file.ts";
import { serialVersionUidOf } from "./serial-version-uid.ts";

// By `ObjectStreamClass.lookup` of JDK 17; an interop test compares hundreds of classes more.
test.each([
  ["Order", "computed", "EC94B1CA98C6564B"],
  ["a/Item", "computed", "46015F09C80D9DE2"],
  ["Line", "declared", "FFFFFFFFFFFFFFFE"],
  ["Color", "computed", "0000000000000000"],
  ["Point", "computed", "0000000000000000"],
])("%s: %s %s", (name, kind, hex) => {
  const found = serialVersionUidOf(readClassFile(sampleClass(`acme/${name}.class`)));
  expect(found).toEqual({ kind, value: BigInt.asIntN(64, BigInt(`0x${hex}`)) });
});

test("what is computed when the class is loaded is unknown", () => {
  const file = readClassFile(sampleClass("acme/Lazy.class"));
  expect(serialVersionUidOf(file)).toEqual({ kind: "unknown" });
});
