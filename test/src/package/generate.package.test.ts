// The command `remora` as it is installed, what it writes under the installed types, and the shop of the examples built and run on all of it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installation, manifestOf } from "./installation.ts";
import { node, run } from "./run-node.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");
/** A jar of JDK 17 with beans, values, exceptions and an EJB 2 home. */
const sample = join(root, "packages/cli/src/testing/sample.jar.base64");

/** A project below the installation, so that it finds the packages. */
let project = "";
beforeAll(() => {
  project = mkdtempSync(join(installation(), "project-"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }\n');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function remora(...words: string[]): ReturnType<typeof run> {
  const command = join("..", "node_modules", "@remora", "cli", "bin", "remora.js");
  return run(process.execPath, [command, ...words], project);
}

/** Compiles a folder of the project as strictly as a user may, into `dist-<folder>`. */
async function build(folder: string): Promise<void> {
  const compilerOptions = {
    ...{ target: "es2023", lib: ["es2023"], module: "nodenext", moduleResolution: "nodenext" },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ verbatimModuleSyntax: true, isolatedDeclarations: false, skipLibCheck: false },
    ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
    ...{ rewriteRelativeImportExtensions: true, noEmitOnError: true },
    ...{ rootDir: folder, outDir: `dist-${folder}` },
  };
  const file = `tsconfig.${folder}.json`;
  writeFileSync(join(project, file), JSON.stringify({ compilerOptions, include: [folder] }));
  const { status, stdout } = await run(process.execPath, [compiler, "-p", file], project, 300_000);
  expect(stdout).toBe("");
  expect(status).toBe(0);
}

test("the command generates, and --check tells whether it must be run again", async () => {
  writeFileSync(join(project, "sample.jar"), Buffer.from(readFileSync(sample, "utf8"), "base64"));
  const { version } = manifestOf("@remora/cli");
  expect(await remora("--version")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(version),
  });
  // Two overloads that would have one name, and what to do about it.
  const words = ["generate", "sample.jar", "--out", "generated"];
  const collides = await remora(...words);
  expect(collides.status).toBe(1);
  expect(collides.stderr).toContain("would both be called");
  words.push("--exclude", "acme.Colliding");
  expect(await remora(...words)).toMatchObject({ status: 0 });
  expect(await remora(...words, "--check")).toMatchObject({ status: 0 });
  rmSync(join(project, "generated", "index.ts"));
  const failed = await remora(...words, "--check");
  expect(failed.status).toBe(1);
  expect(failed.stdout + failed.stderr).toContain("index.ts");
  expect(await remora(...words)).toMatchObject({ status: 0 });
}, 120_000);

test("what it wrote compiles under the installed types, and loads", async () => {
  await build("generated");
  const script = `import("./dist-generated/index.js").then((all) => console.log(Object.keys(all).length))`;
  expect(Number(await node(["-e", script], project))).toBeGreaterThan(10);
}, 300_000);

test("the shop of the examples, built by its user, serves and ends in order", async () => {
  mkdirSync(join(project, "shop"));
  cpSync(join(root, "examples/src/shop"), join(project, "shop"), { recursive: true });
  await build("shop");
  const cluster = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { startMockShop } from "./dist-shop/mock-shop.js";
       const cluster = await startMockShop(["i1", "i2"]);
       console.log(cluster.endpoints.join(","));
       process.stdin.on("end", () => process.exit(0)).resume();`,
    ],
    { cwd: project, stdio: ["pipe", "pipe", "inherit"] },
  );
  try {
    const [endpoints] = await once(createInterface({ input: cluster.stdout }), "line");
    const front = spawn(process.execPath, ["dist-shop/front.js"], {
      cwd: project,
      env: { ...process.env, PORT: "0", REMORA_ENDPOINTS: String(endpoints) },
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [line] = await once(createInterface({ input: front.stdout }), "line");
      const url = String(line).replace("listening on ", "");
      const order = await fetch(`${url}/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"id":"o-1","customer":"Ada","lines":[{"article":"pen","quantity":2}]}',
      });
      expect([order.status, await order.json()]).toMatchObject([201, { total: "48.00" }]);
      const soldOut = await fetch(`${url}/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"id":"o-2","customer":"Ada","lines":[{"article":"lamp","quantity":1}]}',
      });
      expect([soldOut.status, await soldOut.json()]).toMatchObject([409, { left: 0 }]);
      const ended = once(front, "exit");
      front.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    } finally {
      front.kill("SIGKILL");
    }
  } finally {
    cluster.kill("SIGKILL");
  }
}, 300_000);
