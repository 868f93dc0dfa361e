// Nobody answers: one error inside the connect budget, with every endpoint, its cause and its time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { CallError } from "@remora/client";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/outcome.ts";
import { claimPorts } from "../support/peers/ports.ts";
import { until } from "../support/peers/processes.ts";
import { Greeter, names } from "./support/beans.ts";
import { note, watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { heldAt, knowsAll } from "./support/outage.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";

needsPeers();

const connectBudgetMs = 3_000;
const allowanceMs = 500;

function expectTheWholeStory(error: CallError, endpoints: readonly string[], code: RegExp): void {
  for (const endpoint of endpoints) {
    const rows = error.attempts.filter((attempt) => attempt.endpoint === endpoint);
    expect(rows.length, `${endpoint} in ${error.message}`).toBeGreaterThan(0);
    for (const row of rows) expect(row.code).toMatch(code);
    expect(error.message).toContain(endpoint);
  }
  expect(error.message).toMatch(/\(\d+ ms/);
}

async function timed<T>(
  promise: Promise<T>,
): Promise<{ readonly error: CallError; readonly ms: number }> {
  const began = performance.now();
  const error = await errorOf(promise);
  return { error, ms: Math.round(performance.now() - began) };
}

test("all endpoints dead", async () => {
  const closed = await claimPorts(10, [1, 2, 3]);
  try {
    const endpoints = [1, 2, 3].map((offset) => `127.0.0.1:${closed.base + offset}`);
    await using orb = watchedOrb("all-down", { endpoints });
    const { error, ms } = await timed(orb.createInitialContext());
    figure("all endpoints dead", `${error.code} after ${ms} ms, ${error.attempts.length} attempts`);
    expect(error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "no" });
    expect(ms).toBeLessThan(connectBudgetMs + allowanceMs);
    expectTheWholeStory(error, endpoints, /^ECONNREFUSED$/);
  } finally {
    closed.release();
  }
});

/** A listener in a process that is stopped, and whose queue of connections is full: further ones get no answer. */
const fullListener = `
  const { createServer } = require("node:net");
  const server = createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    process.stdout.write(String(server.address().port) + "\\n");
  });
`;

async function blackHole(): Promise<{ readonly endpoint: string; readonly end: () => void }> {
  const child = spawn(process.execPath, ["-e", fullListener], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(line.toString());
  child.kill("SIGSTOP");
  const fillers: Socket[] = [];
  const end = (): void => {
    for (const filler of fillers) filler.destroy();
    child.kill("SIGKILL");
  };
  // The kernel accepts for the stopped process until its queue is full.
  for (let full = false; !full; ) {
    const filler = connect({ host: "127.0.0.1", port }).on("error", () => {});
    fillers.push(filler);
    full = await once(filler, "connect", { signal: AbortSignal.timeout(500) }).then(
      () => false,
      () => true,
    );
  }
  return { endpoint: `127.0.0.1:${port}`, end };
}

test("all endpoints black-holed", async () => {
  const holes = [await blackHole(), await blackHole(), await blackHole()];
  try {
    const endpoints = holes.map(({ endpoint }) => endpoint);
    await using orb = watchedOrb("all-down", { endpoints });
    const { error, ms } = await timed(orb.createInitialContext());
    figure(
      "all endpoints black-holed",
      `${error.code} after ${ms} ms, ${error.attempts.length} attempts`,
    );
    expect(error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "no" });
    expect(ms).toBeLessThan(connectBudgetMs + allowanceMs);
    expectTheWholeStory(error, endpoints, /SLOW_CONNECT|CONNECT_TIMEOUT/);
  } finally {
    for (const { end } of holes) end();
  }
});

describe("all instances frozen", () => {
  test("a new context, a marked call on an old reference, an unmarked one; then they run again", async () => {
    const cluster = await glassFish();
    await cluster.settled();
    const endpoints = endpointsOf(cluster);
    await using orb = watchedOrb("frozen", { endpoints });
    const { greeter, ledger } = await heldAt(orb, "i1");
    await using fresh = watchedOrb("all-down", { endpoints });
    const callId = `frozen-${process.pid}-${Date.now()}`;
    note("freeze all");
    for (const { name } of cluster.instances) await cluster.freeze(name);
    try {
      const [context, marked, unmarked] = await Promise.all([
        timed(fresh.createInitialContext()),
        timed(greeter.whoami()),
        timed(ledger.record(callId, { timeoutMs: 1_500 })),
      ]);
      figure("all frozen, a new context", `${context.error.code} after ${context.ms} ms`);
      figure("all frozen, a marked call", `${marked.error.code} after ${marked.ms} ms`);
      expect(context.error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED" });
      expect(context.ms).toBeLessThan(connectBudgetMs + allowanceMs);
      expectTheWholeStory(context.error, endpoints, /SILENT_PEER|SLOW_CONNECT/);
      expect(marked.error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "maybe" });
      expect(marked.ms).toBeLessThan(connectBudgetMs + allowanceMs);
      // Sent to its own member, and once more to another one: a replay is allowed, a second is not.
      const tried = new Set(marked.error.attempts.map(({ member }) => member));
      expect(tried.size).toBe(2);
      expect(unmarked.error).toMatchObject({ code: "TIMEOUT", completed: "maybe" });
      expect(unmarked.ms).toBeLessThan(2_000);
    } finally {
      for (const { name } of cluster.instances) await cluster.thaw(name);
    }
    note("thawed");
    await cluster.settled();
    await until("the old reference answers", 30_000, () => greeter.whoami().catch(() => false));
    await knowsAll(orb, cluster);
    const after = await (await fresh.createInitialContext()).lookup(names.greeter, Greeter);
    expect(await after.greet("again")).toBe("Hello, again!");
    // The call that timed out ran when its instance did: nobody could know.
    await until("the ledger has the frozen call", 10_000, async () =>
      (await cluster.ledger()).has(callId),
    );
    expect((await cluster.ledger()).get(callId)).toHaveLength(1);
  });
});
