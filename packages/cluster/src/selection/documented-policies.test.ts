import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import * as cluster from "../index.ts";

const text = readFileSync(new URL("../../../../docs/policies/README.md", import.meta.url), "utf8");
const programs = [...text.matchAll(/^```ts\n([\s\S]*?)^```\n[\s\S]*?^```text\n([\s\S]*?)\n```/gm)];

test.each(programs.map(([, code = "", output = ""]) => [code, output] as const))(
  "a program of the page on policies prints what the page shows",
  (code, output) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
    });
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
    };
    new Function("require", "exports", "console", outputText)(() => cluster, {}, { log });
    expect(lines.join("\n")).toBe(output);
  },
);

test("there are such programs", () => {
  expect(programs).toHaveLength(2);
});
