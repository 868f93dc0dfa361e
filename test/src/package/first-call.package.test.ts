import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { installation } from "./installation.ts";
import { node, run } from "./run-node.ts";

function expectFirstCalls(esm: string, commonJs: string, version: string): void {
  const { greeting, sum, after, node: ran } = JSON.parse(esm);
  expect(ran).toBe(version);
  expect(greeting).toMatch(/^Hello Ada from i[12]$/);
  expect(sum).toBe(String(2n ** 62n + 1n));
  expect(after).toMatch(/^Hello Bob from i[12]$/);
  expect(after.slice(-2)).not.toBe(greeting.slice(-2));
  expect(JSON.parse(commonJs)).toEqual({
    node: version,
    greeting: expect.stringMatching(/^Hello Ada from i[12]$/),
  });
}

test(`first call and failover on this Node, ${process.version}: the process ends by itself`, async () => {
  const esm = await node(["first-call.mjs"], installation());
  const commonJs = await node(["first-call.cjs"], installation());
  expectFirstCalls(esm, commonJs, process.version);
});

// The newest of each line when this was written; npm's package `node` brings them.
test.for(["22.23.3", "24.21.0", "26.10.0"])(
  "first call and failover on Node %s",
  { timeout: 300_000 },
  async (version, { skip }) => {
    const words = ["--yes", `node@${version}`];
    const probe = await run("npx", [...words, "-v"], installation(), 240_000);
    if (probe.status !== 0 || probe.stdout.trim() !== `v${version}`) {
      const reason = `npm's package node@${version} cannot be had here: ${(probe.stderr || probe.stdout).trim().slice(-300)}`;
      if (process.env["REMORA_REQUIRE_NODE_LINES"] === "1") throw new Error(reason);
      process.stderr.write(`${reason}\n`);
      skip(reason);
    }
    const esm = await run("npx", [...words, "first-call.mjs"], installation());
    const commonJs = await run("npx", [...words, "first-call.cjs"], installation());
    expect(`${esm.stderr}${commonJs.stderr}`).not.toMatch(/Error/);
    expectFirstCalls(esm.stdout, commonJs.stdout, `v${version}`);
  },
);

test("the command serves a cluster until it is told to end, and an idle client ends before it", async () => {
  const command = join("node_modules", "@remora", "mock-cluster", "bin", "remora-mock-cluster.js");
  const server = spawn(process.execPath, [command, "--members", "2", "--weights", "100,200"], {
    cwd: installation(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    const { endpoints } = JSON.parse(String(line)) as { readonly endpoints: readonly string[] };
    expect(endpoints).toHaveLength(2);
    const greeting = await node(["idle.mjs", endpoints.join(",")], installation());
    expect(greeting).toMatch(/^Hello Ada from i[12]\n$/);
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  } finally {
    server.kill("SIGKILL");
  }
});
