import { describe, expect, test } from "vitest";
import { sampleClass } from "../testing/sample-jar.ts";
import { type ClassFile, isInterface, readClassFile } from "./class-file.ts";
import { ClassFileError } from "./class-file-error.ts";

function read(name: string): ClassFile {
  return readClassFile(sampleClass(`acme/${name}.class`));
}

test("an interface with annotations, signatures and exceptions", () => {
  const file = read("Orders");
  expect(isInterface(file)).toBe(true);
  expect([file.name, file.superName, file.interfaces]).toEqual([
    "acme.Orders",
    "java.lang.Object",
    ["acme.Store"],
  ]);
  expect(file.annotations.map(({ type }) => type)).toEqual(["jakarta.ejb.Remote"]);
  const method = (name: string) => file.methods.find((one) => one.name === name);
  expect(method("find")?.exceptions).toEqual(["acme.OrderException"]);
  expect(method("byCode")?.signature).toContain("Ljava/util/List<+Lacme/Line;>;");
  expect(method("stock")?.annotations.map(({ type }) => type)).toEqual(["acme.note.Idempotent"]);
  const [parameter] = method("save")?.parameterAnnotations ?? [];
  expect(parameter?.map(({ type }) => type)).toEqual(["acme.note.NotNull"]);
});

test("classes in annotations, names of parameters from both tables", () => {
  const bean = read("CartBean");
  const remote = bean.annotations.find(({ type }) => type === "jakarta.ejb.Remote");
  expect(remote?.values.get("value")).toEqual({
    kind: "array",
    values: [{ kind: "class", name: "acme.Cart" }],
  });
  const names = (file: ClassFile, method: string) =>
    file.methods.find(({ name }) => name === method)?.parameterNames;
  expect(names(bean, "add")).toEqual(["article", "amount"]);
  expect(names(read("Clock"), "setTime")).toEqual(["time"]);
  expect(names(read("Cart"), "add")).toEqual([]);
});

test("records, enums, nested classes with the access of their declaration, constants", () => {
  expect(read("Point").isRecord).toBe(true);
  expect(read("Color").superName).toBe("java.lang.Enum");
  expect(read("Marker$Tag").access & 0x0009).toBe(0x0009);
  const uid = read("Line").fields.find(({ name }) => name === "serialVersionUID");
  expect(uid?.constant).toBe(-2n);
});

describe("corrupt files", () => {
  const octets = sampleClass("acme/Order.class");

  test("cut anywhere: an error with the offset", () => {
    for (let length = 0; length < octets.length; length += 7) {
      const cut = octets.subarray(0, length);
      expect(() => readClassFile(cut), String(length)).toThrow(ClassFileError);
      try {
        readClassFile(cut);
      } catch (error) {
        expect((error as ClassFileError).offset).toBeLessThanOrEqual(length);
      }
    }
  });

  test("any octet changed: read, or an error of ours", () => {
    for (let index = 0; index < octets.length; index++) {
      const changed = Uint8Array.from(octets);
      changed[index] = (changed[index] ?? 0) ^ 0xff;
      try {
        readClassFile(changed);
      } catch (error) {
        expect(error, `octet ${index}`).toBeInstanceOf(ClassFileError);
      }
    }
  });

  test.each([
    ["magic number", 0, "a class file starts with CAFEBABE", 0],
    ["first constant's tag", 10, "no constant has the tag 99", 10],
  ])("%s", (_name, index, message, offset) => {
    const changed = Uint8Array.from(octets);
    changed[index] = 99;
    expect(() => readClassFile(changed)).toThrow(new ClassFileError(message, offset));
  });
});
