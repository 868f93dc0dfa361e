// The README is a promise: its programs run as they stand there, print what it shows, and its figures are the code's.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CallOptions,
  defaultOptions,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeBlock, codeBlocks, root, run, typeScript, withoutNumbers } from "./running.ts";

const readme = await readFile(join(root, "README.md"), "utf8");
const blocks = codeBlocks(readme);
const descriptor = blocks.find(({ code }) => code.startsWith("// greeter.ts\n"));
const programs = blocks.filter((block) => block.language === "ts" && block !== descriptor);

/** What a program prints, if the README shows it: the next block. */
function shownOutput(program: CodeBlock): string | undefined {
  const next = blocks[blocks.indexOf(program) + 1];
  return next?.language === "text" ? next.code : undefined;
}

/** The text with real endpoints instead of `app1:3700` and the like. */
function withEndpoints(code: string, cluster: MockCluster): string {
  return code
    .replaceAll(/\bapp(\d):3700/g, (_, n: string) => cluster.members[Number(n) - 1]?.endpoint ?? "")
    .replaceAll(/address="app(\d)" port="3700"/g, (_, n: string) => {
      const { host, port } = cluster.members[Number(n) - 1] ?? {};
      return `address="${host}" port="${port}"`;
    });
}

interface Bean {
  greet(who: string | null, options?: CallOptions): Promise<string | null>;
  stock(article: string | null, options?: CallOptions): Promise<number>;
  order(id: string | null, options?: CallOptions): Promise<void>;
}
/** As servers have it; the programs use the README's own. */
const Bean: RemoteInterface<Bean> = remoteInterface<Bean>("com.acme.Greeter", {
  greet: method([java.string], java.string),
  stock: method([java.string], java.int),
  order: method([java.string], java.void),
});

async function startCluster(): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members: ["i1", "i2", "i3"] });
  cluster.bind("java:global/shop/Greeter", Bean, ({ name }) => ({
    greet: (who) => `Hello ${who} from ${name}`,
    stock: () => 7,
    order: () => undefined,
  }));
  // What the programs about failures speak of: the member dies when it has run the call, before it answers.
  cluster.faults.next("stock", { crash: "beforeReply" });
  cluster.faults.when(({ args }) => args[0] === "order-17", { crash: "beforeReply" });
  return cluster;
}

describe("README.md", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "remora-readme-"));
    // Packages are found as in a project that has installed them.
    await symlink(join(root, "test/node_modules"), join(folder, "node_modules"), "junction");
    await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
    await writeFile(join(folder, "greeter.ts"), descriptor?.code ?? "");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("has programs, and the order of its headings is that of a reader", () => {
    expect(descriptor).toBeDefined();
    expect(programs).toHaveLength(4);
    expect(readme.match(/^#+ .*/gm)?.map((line) => line.replace(/^#+ /, ""))).toEqual([
      "Remora",
      "First call",
      "Stubs from the jar",
      "Two commands",
      "Failover in ten lines",
      "Configuration",
      "Errors",
      "Not supported yet",
      "More",
    ]);
  });

  it.each(programs.map((program) => [program.heading, program.line, program] as const))(
    "%s, line %i: the program prints what is shown",
    async (_heading, line, program) => {
      await using cluster = await startCluster();
      const xml = blocks.find(({ language }) => language === "xml")?.code ?? "";
      await writeFile(join(folder, "sun-acc.xml"), withEndpoints(xml, cluster));
      const file = join(folder, `line-${line}.ts`);
      await writeFile(file, withEndpoints(program.code, cluster));
      const { status, out, err } = await run(typeScript(file), {}, folder);
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(withoutNumbers(out)).toBe(withoutNumbers(shownOutput(program) ?? ""));
      // At the member that its context names.
      if (program.code.includes("sun-acc.xml")) expect(out).toMatch(/from (i\d) and .* on \1\n$/);
      for (const id of ["order-17", "order-18"]) {
        const ran = cluster.journal.executions(({ args }) => args[0] === id);
        expect(ran).toBe(program.code.includes(`order("${id}")`) ? 1 : 0);
      }
    },
  );

  it("has programs whose types are right", async () => {
    for (const { line, code } of programs) await writeFile(join(folder, `line-${line}.ts`), code);
    const typeRoots = [join(root, "node_modules/@types")];
    const options = { noEmit: true, types: ["node"], typeRoots };
    const base = join(root, "tsconfig.base.json");
    const configuration = { extends: base, compilerOptions: options, include: ["*.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { out } = await run([process.execPath, compiler, "-p", folder], {}, folder);
    // The packages' own sources are judged by their own check.
    expect(out.split("\n").filter((line) => /^(?:line-|greeter|error)/.test(line))).toEqual([]);
  });

  it("shows defaults that are the code's, and properties that are the documents'", async () => {
    const all = await readFile(join(root, "docs/configuration.md"), "utf8");
    const section = readme.slice(readme.indexOf("## Configuration"), readme.indexOf("## Errors"));
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, name = "", shown = "", property = ""] of rows) {
      const defaults: Readonly<Record<string, unknown>> = { ...defaultOptions };
      const value = JSON.stringify(defaults[name])?.replaceAll('"', "");
      const text = shown.replaceAll(/[`,]/g, "");
      if (value !== undefined) expect([name, text]).toEqual([name, value]);
      else expect([name, text]).toEqual([name, name === "endpoints" ? "localhost:3700" : "none"]);
      const row = all.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row).toContain(property === "–" ? name : property);
    }
  });

  it("links to what exists", () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)];
    expect(links.length).toBeGreaterThan(10);
    for (const [, path = ""] of links)
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });
});
