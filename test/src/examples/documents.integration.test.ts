// The programs in the documents run, and their types are right: what is printed there is what a reader copies.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as client from "@remora/client";
import * as cluster from "@remora/cluster";
import * as mock from "@remora/mock-cluster";
import * as protocol from "@remora/protocol";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const documents = [
  "docs/testing.md",
  "docs/contexts.md",
  "docs/beans.md",
  "docs/load.md",
  "docs/selection.md",
  "docs/java-types.md",
  "docs/from-the-java-client.md",
  "packages/client/README.md",
  "packages/protocol/README.md",
];

interface Program {
  readonly document: string;
  readonly line: number;
  readonly code: string;
}

/** Blocks marked `ts` and nothing more; `ts fragment` is only shown. */
function programsIn(document: string, kind = "ts"): Program[] {
  const text = readFileSync(new URL(document, root), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    (found) => ({
      document,
      line: text.slice(0, found.index).split("\n").length,
      code: found[1] ?? "",
    }),
  );
}

const descriptor = programsIn("docs/testing.md", "ts descriptor")[0]?.code ?? "";
const programs = documents.flatMap((document) => programsIn(document));

type Load = (name: string) => unknown;

/** Runs a program as a function: imports become calls of `load`. */
async function run(code: string, load: Load, variables: Record<string, unknown> = {}) {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  });
  const exports: Record<string, unknown> = {};
  const names = ["require", "exports", ...Object.keys(variables)];
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction(...names, outputText)(load, exports, ...Object.values(variables));
  return exports;
}

const modules: Record<string, unknown> = {
  "@remora/client": client,
  "@remora/cluster": cluster,
  "@remora/mock-cluster": mock,
  "@remora/protocol": protocol,
  "node:assert/strict": assert,
};

const greeter = run(descriptor, (name) => modules[name]);

describe.each(documents)("%s", (document) => {
  const own = programs.filter((program) => program.document === document);
  test.each(own.map((program) => [program.line, program.code] as const))(
    "the program at line %i runs to its end",
    async (_line, code) => {
      const bean = (await greeter) as { Greeter: client.RemoteInterface<Bean> };
      await using servers = await mock.MockCluster.start({ members: ["i1", "i2"] });
      servers.bind("java:global/shop/Greeter", bean.Greeter, (member) => ({
        greet: (who) => `Hello ${who} from ${member.name}`,
        order: (id) => id,
      }));
      const printed: string[] = [];
      const log = (...words: readonly unknown[]): void => {
        printed.push(words.map(String).join(" "));
      };
      const load: Load = (name) => {
        const loaded = name === "./greeter.js" ? bean : modules[name];
        if (loaded === undefined) throw new Error(`the program imports ${name}`);
        return loaded;
      };
      await run(code, load, { endpoints: servers.endpoints, console: { log } });
      expect(printed.length + (code.match(/assert\./g)?.length ?? 0)).toBeGreaterThan(0);
    },
  );
});

interface Bean {
  greet(who: string | null, options?: client.CallOptions): Promise<string | null>;
  order(id: string | null, options?: client.CallOptions): Promise<string | null>;
}

test("the types of all programs are right", () => {
  const folder = fileURLToPath(new URL("test/src/examples/", root));
  const sources = new Map([[`${folder}greeter.ts`, descriptor]]);
  for (const [index, { code }] of programs.entries()) {
    const free = "declare const endpoints: readonly string[];\nexport {};\n";
    sources.set(`${folder}program-${index}.ts`, free + code);
  }
  const base = ts.readConfigFile(
    fileURLToPath(new URL("tsconfig.base.json", root)),
    ts.sys.readFile,
  );
  const { options } = ts.convertCompilerOptionsFromJson(base.config.compilerOptions, folder);
  const compiler: ts.CompilerOptions = { ...options, noEmit: true, types: ["node"] };
  const host = ts.createCompilerHost(compiler);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, version, ...rest) => {
    const text = sources.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  host.fileExists = (name) => sources.has(name) || fileExists.call(host, name);
  host.readFile = (name) => sources.get(name) ?? readFile.call(host, name);
  const program = ts.createProgram([...sources.keys()], compiler, host);
  const problems = [...sources.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    const found = ts.getPreEmitDiagnostics(program, file);
    const index = /program-(\d+)/.exec(name)?.[1];
    const where = index === undefined ? "greeter.ts" : programs[Number(index)];
    return found.map((each) => ({
      where: typeof where === "string" ? where : `${where?.document}:${where?.line}`,
      problem: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
    }));
  });
  expect(problems).toEqual([]);
});
