import { describe, expect, test } from "vitest";
import { installation, packageFolders } from "./installation.ts";
import { node, run } from "./run-node.ts";

const names = (script: string): Promise<string> => node(["-e", script], installation());

describe.each([
  "@remora/protocol",
  "@remora/protocol/internal",
  "@remora/cluster",
  "@remora/client",
  "@remora/mock-cluster",
])("%s", (name) => {
  test("import and require() give the same names, from built files", async () => {
    const print = "process.stdout.write(Object.keys(exported).sort().join(' '))";
    const required = await names(`const exported = require("${name}"); ${print}`);
    const imported = await names(`import("${name}").then((exported) => { ${print} })`);
    expect(imported.split(" ").length).toBeGreaterThan(5);
    expect(required).toBe(imported);
    const file = await names(`process.stdout.write(require.resolve("${name}"))`);
    expect(file).toMatch(/[/\\]dist[/\\](index|internal)\.js$/);
  });

  test("a process that only imports it ends by itself", async () => {
    const script = `process.once("beforeExit", () => process.stdout.write("nothing left")); import("${name}")`;
    expect(await names(script)).toBe("nothing left");
  });
});

test.each([
  "@remora/client/src/index.ts",
  "@remora/client/dist/index.js",
  "@remora/client/internal",
  "@remora/cluster/internal",
  "@remora/protocol/cdr/reader",
])("%s is not exported", async (path) => {
  const { stderr } = await run(process.execPath, ["-e", `require("${path}")`], installation());
  expect(stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
});

test("errors of both entries, and of the client, are of one class", async () => {
  const script = `
    const { OrbError, RemoteProtocolError } = require("@remora/protocol");
    const client = require("@remora/client");
    const internal = require("@remora/protocol/internal");
    process.stdout.write(String([
      client.OrbError === OrbError,
      internal.RemoteProtocolError === RemoteProtocolError,
      client.ConfigurationError.prototype instanceof OrbError,
    ]));`;
  expect(await names(script)).toBe("true,true,true");
});

test("manifests are readable by tools", async () => {
  for (const folder of packageFolders) {
    const version = await names(
      `process.stdout.write(require("@remora/${folder}/package.json").version)`,
    );
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});
