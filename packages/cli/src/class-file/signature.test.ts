import { expect, test } from "vitest";
import { parseClassSignature, parseFieldSignature, parseMethodSignature } from "./signature.ts";

const object = { kind: "class", name: "java.lang.Object", args: [] };

test("a class with parameters, bounds and parameterized supertypes", () => {
  const text =
    "<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>Lacme/Base<TT;>;Ljava/util/Map<[ITU;>;";
  const found = parseClassSignature(text);
  expect(found?.parameters).toEqual([
    { name: "T", bounds: [object] },
    {
      name: "U",
      bounds: [
        { kind: "class", name: "java.lang.Comparable", args: [{ kind: "variable", name: "U" }] },
      ],
    },
  ]);
  expect(found?.superclass).toMatchObject({ name: "acme.Base" });
  expect(found?.interfaces).toMatchObject([{ args: [{ kind: "array" }, { name: "U" }] }]);
});

test("wildcards, nested classes of parameterized ones, exceptions behind the result", () => {
  const found = parseMethodSignature(
    "<X:Ljava/lang/Exception;>(Ljava/util/List<+Lacme/A;>;Ljava/util/List<-TT;>;Ljava/util/List<*>;J)La/O<TT;>.I;^TX;",
  );
  expect(found?.params.slice(0, 3)).toMatchObject([
    { args: [{ kind: "wildcard", bound: { name: "acme.A" } }] },
    { args: [{ kind: "wildcard", bound: undefined }] },
    { args: [{ kind: "wildcard", bound: undefined }] },
  ]);
  expect(found?.params[3]).toEqual({ kind: "primitive", descriptor: "J" });
  expect(found?.result).toEqual({ kind: "class", name: "a.O$I", args: [] });
});

test.each(["", "L", "Lacme/A", "Q", "TX", `${"[".repeat(10_000)}I`, "Ljava/util/List<"])(
  "%j is none, and a JVM would not mind",
  (text) => {
    expect(parseFieldSignature(text)).toBeUndefined();
    expect(parseMethodSignature(text)).toBeUndefined();
    expect(parseClassSignature(text)).toBeUndefined();
  },
);
