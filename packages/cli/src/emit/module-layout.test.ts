import { expect, test } from "vitest";
import type { ClassModel, TypeUse } from "../model/generation-model.ts";
import { moduleLayout } from "./module-layout.ts";

function value(name: string, ...types: readonly TypeUse[]): ClassModel {
  return {
    ...{ kind: "value", name, superclass: undefined, serialVersionUid: 1n },
    fields: types.map((type, index) => ({
      ...{ javaName: `f${index}`, name: `f${index}`, type, serialised: true },
    })),
    ...{ writeObject: false, externalizable: false, custom: undefined },
  };
}

function anException(name: string, superclass?: string, ...types: readonly TypeUse[]): ClassModel {
  const { fields } = value(name, ...types) as Extract<ClassModel, { kind: "value" }>;
  return { kind: "throwable", name, superclass, isRuntime: false, serialVersionUid: 1n, fields };
}

const of = (name: string): TypeUse => ({ kind: "value", name });

function layout(
  ...models: readonly ClassModel[]
): readonly (readonly [string, readonly string[]])[] {
  return moduleLayout(new Map(models.map((model) => [model.name, model]))).modules.map(
    ({ path, classes }) => [path, classes] as const,
  );
}

test("folders like packages, names in kebab case", () => {
  expect(layout(value("a.b.URLItem"), value("a.b.Outer$Inner"), value("Plain2Go"))).toEqual([
    ["a/b/outer-inner.ts", ["a.b.Outer$Inner"]],
    ["a/b/url-item.ts", ["a.b.URLItem"]],
    ["plain2-go.ts", ["Plain2Go"]],
  ]);
});

test("names that a file system may not tell apart", () => {
  expect(layout(value("a.Foo"), value("a.foo"), value("Index")).map(([path]) => path)).toEqual([
    "a/foo-2.ts",
    "a/foo.ts",
    "index-2.ts",
  ]);
});

test("value classes in a circle stay apart: they need each other late", () => {
  expect(layout(value("a.A", of("a.B")), value("a.B", of("a.A"))).length).toBe(2);
});

test("an exception below one whose fields lead back to it shares its file, the upper one first", () => {
  const models = [
    anException("a.Z"),
    anException("a.Upper", "a.Z", of("a.A")),
    anException("a.Lower", "a.Upper"),
    value("a.A", { kind: "throwable", name: "a.Lower" }),
  ];
  expect(layout(...models)).toEqual([
    ["a/a.ts", ["a.A"]],
    ["a/lower.ts", ["a.Upper", "a.Lower"]],
    ["a/z.ts", ["a.Z"]],
  ]);
});
