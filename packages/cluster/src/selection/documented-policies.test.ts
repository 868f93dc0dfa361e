import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as cluster from "../index.ts";

/** The pages with programs, and how many each has. */
const pages = { README: 3, glassfish: 1, sgd: 3, "sap-gateway": 1, "alteon-gslb": 1 };

describe.each(Object.entries(pages))("docs/policies/%s.md", (name, count) => {
  const page = new URL(`../../../../docs/policies/${name}.md`, import.meta.url);
  const text = readFileSync(page, "utf8");
  const programs = [
    ...text.matchAll(/^```ts\n([\s\S]*?)^```\n[\s\S]*?^```text\n([\s\S]*?)\n```/gm),
  ];

  test.each(programs.map(([, code = "", output = ""]) => [code, output] as const))(
    "a program prints what the page shows",
    (code, output) => {
      const { outputText } = ts.transpileModule(code, {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
      });
      const lines: string[] = [];
      const log = (...words: readonly unknown[]): void => {
        lines.push(words.map(String).join(" "));
      };
      new Function("require", "exports", "console", outputText)(() => cluster, {}, { log });
      expect(lines.join("\n")).toBe(output);
    },
  );

  test("there are such programs", () => {
    expect(programs).toHaveLength(count);
  });
});
