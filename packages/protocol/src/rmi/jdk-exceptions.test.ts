import { expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { classHash } from "./class-hash.ts";
import type { ClassLayout } from "./class-layout.ts";
import { java } from "./java-types.ts";
import { jdkExceptionLayouts } from "./jdk-exceptions.ts";
import { JavaThrowable } from "./throwable.ts";

const hashOf = (layout: ClassLayout): string => layout.repositoryId?.split(":")[2] ?? "";

test("hashes are those that the classes have by their superclasses", () => {
  for (const layout of jdkExceptionLayouts) {
    const superHash = BigInt(`0x${hashOf(layout.superclass as ClassLayout)}`);
    const hash = classHash({ superHash, writeObject: false, fields: [] });
    expect(hashOf(layout), layout.name).toBe(hash.toString(16).toUpperCase().padStart(16, "0"));
  }
});

test("one where any value may stand is an exception, with its cause, and can be sent back", () => {
  const exception = new JavaThrowable("java.lang.IllegalStateException", {
    message: "closed",
    cause: new JavaThrowable("java.io.FileNotFoundException", { message: "no file" }),
  });
  const writer = new CdrWriter();
  java.object.write(writer, [exception], "value");
  const octets = writer.toBytes();
  const [read] = java.object.read(new CdrReader(octets, 0, octets.length)) as [JavaThrowable];
  expect(read).toBeInstanceOf(JavaThrowable);
  expect(read).toMatchObject({
    javaClass: "java.lang.IllegalStateException",
    message: "closed",
    cause: { javaClass: "java.io.FileNotFoundException", message: "no file" },
  });
});
