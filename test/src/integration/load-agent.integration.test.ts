// The example `npm run load-agent` between a mock's monitoring and clients.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { httpLoad } from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, typeScript } from "../examples/running.ts";
import { until } from "../support/events.ts";
import { RecordingHost, running } from "../support/load-host.ts";

const password = "s3cr3t pässword";
const administrator = { user: "admin", password };
const script = "examples/src/load-agent.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "remora-agent-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function passwordFile(text: string): Promise<string> {
  const file = join(folder, `password-${text.length}`);
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

interface Agent extends AsyncDisposable {
  /** The address that it printed. */
  readonly url: string;
  readonly child: ChildProcess;
  readonly said: () => string;
}

async function startAgent(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const [command = "", ...rest] = typeScript(script, "--listen", "127.0.0.1:0", ...words);
  const child = spawn(command, rest, {
    cwd: new URL("../../../", import.meta.url),
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(child, "close");
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line") as Promise<[string]>,
    ended.then(() => Promise.reject(new Error(`the agent ended: ${said}`))),
  ]);
  return {
    url: line,
    child,
    said: () => said,
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

test("figures go from the monitoring through the agent to clients, without the password", async () => {
  await using cluster = await MockCluster.start({
    members: ["i1", "i2"],
    monitoring: administrator,
  });
  const { monitoring } = cluster;
  monitoring.set("i1", { busyThreads: 3, queued: 1 });
  const file = await passwordFile(`# for asadmin\nAS_ADMIN_PASSWORD=${password}\n`);
  await using agent = await startAgent([
    ...["--glassfish", monitoring.url, "--user", "admin", "--password-file", file],
    ...["--interval", "20", "--timeout", "30000", "--threads", "10"],
  ]);
  const host = new RecordingHost("i1", "i2");
  using _ = running(httpLoad({ url: agent.url, intervalMs: 5 }), host);
  const first = await host.next("i1", ({ figures }) => figures["sessions"] === 4);
  expect(first.figures).toMatchObject({ busyThreads: 3, queuedRequests: 1, idlePercent: 70 });
  await host.next("i2", ({ figures }) => figures["sessions"] === 0);
  // A change arrives, and its age is the time since the agent asked.
  monitoring.set("i2", { busyThreads: 8 });
  const changed = await host.next("i2", ({ figures }) => figures["sessions"] === 8);
  expect(changed.ageMs).toBeGreaterThanOrEqual(0);
  // Frozen there: no news here, and whoever asks for the first time is told how old it is.
  monitoring.freeze("i1");
  const published = async (): Promise<{ readonly members: Record<string, { ageMs: number }> }> =>
    (await (await fetch(agent.url)).json()) as never;
  await expect
    .poll(async () => (await published()).members["i1"]?.ageMs, { timeout: 20_000 })
    .toBeGreaterThan(300);
  const late = new RecordingHost("i1", "i2");
  using __ = running(httpLoad({ url: agent.url, intervalMs: 5 }), late);
  const old = await late.next("i1");
  expect(old.figures["sessions"]).toBe(4);
  expect(old.ageMs).toBeGreaterThan(300);
  const text = await (await fetch(agent.url)).text();
  expect(JSON.parse(text)).toMatchObject({ version: 1, members: { i1: {}, i2: {} } });
  const all = `${text}${agent.said()}`;
  for (const secret of [password, "admin", Buffer.from(`admin:${password}`).toString("base64")]) {
    expect(all).not.toContain(secret);
  }
  // Nobody but the agent asked the administration server, and no failure was seen by clients but the first empty document.
  expect(monitoring.requests.every(({ withCredentials }) => withCredentials)).toBe(true);
  expect(host.failures.filter((message) => !message.includes("figures of nobody"))).toEqual([]);
});

test("health, other paths and other methods", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  await using agent = await startAgent([
    "--glassfish",
    cluster.monitoring.url,
    "--interval",
    "20",
    "--timeout",
    "5000",
  ]);
  const health = agent.url.replace("/load", "/health");
  const look = async (): Promise<readonly [number, Record<string, unknown>]> => {
    const answer = await fetch(health);
    return [answer.status, (await answer.json()) as Record<string, unknown>];
  };
  await expect
    .poll(look, { timeout: 20_000 })
    .toEqual([200, { status: "ok", members: 1, fresh: 1 }]);
  cluster.monitoring.behave("i1", "empty");
  const asked = cluster.monitoring.requests.length;
  await expect
    .poll(look, { timeout: 20_000 })
    .toEqual([503, { status: "stale", members: 1, fresh: 0, problem: expect.any(String) }]);
  // What was known is published all the same, and grows older.
  const age = async (): Promise<number | undefined> => {
    const document: unknown = await (await fetch(agent.url)).json();
    return (document as { members: Record<string, { ageMs: number }> }).members["i1"]?.ageMs;
  };
  await expect.poll(age, { timeout: 20_000 }).toBeGreaterThan(1_000);
  // A problem that lasts is not said with every question.
  const lines = agent.said().match(/switched off/g)?.length ?? 0;
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThan((cluster.monitoring.requests.length - asked) / 2 - 1);
  cluster.monitoring.behave("i1", "normal");
  await expect
    .poll(look, { timeout: 20_000 })
    .toEqual([200, { status: "ok", members: 1, fresh: 1 }]);
  expect((await fetch(agent.url.replace("/load", "/"))).status).toBe(404);
  const post = await fetch(agent.url, { method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it, a client's connection or not",
  async (signal) => {
    await using cluster = await MockCluster.start({ members: ["i1"], monitoring: administrator });
    const words = ["--glassfish", cluster.monitoring.url, "--user", "admin", "--interval", "20"];
    await using agent = await startAgent(words, { REMORA_ADMIN_PASSWORD: password });
    await expect
      .poll(async () => (await fetch(agent.url.replace("load", "health"))).status)
      .toBe(200);
    const closed = once(agent.child, "close");
    agent.child.kill(signal);
    expect(await closed).toEqual([0, null]);
    await until(() => cluster.monitoring.openConnections === 0, "the agent has left");
  },
);

describe("told in one line, without a stack", () => {
  async function ends(
    words: readonly string[],
    environment: Readonly<Record<string, string | undefined>> = {},
  ): Promise<readonly [number | null, string]> {
    const { status, err } = await run(typeScript(script, ...words), {
      REMORA_ADMIN_PASSWORD: undefined,
      ...environment,
    });
    expect(err).not.toMatch(/^ {4}at /m);
    return [status, err];
  }
  const server = ["--glassfish", "http://127.0.0.1:1"];

  test("--help", async () => {
    const { status, out, err } = await run(typeScript(script, "--help"));
    expect([status, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Usage: npm run load-agent -- --glassfish URL/);
  });

  test.each([
    [[], "load-agent: --glassfish is missing"],
    [["--glassfish", "http://h", "--pasword-file", "x"], "load-agent: Unknown option"],
    [[...server, "--password", "x"], "load-agent: a password is no argument: use --password-file"],
    [[...server, "--listen", "9999"], 'load-agent: --listen is "9999"; accepted: host:port'],
    [[...server, "--listen", "h:70000"], 'load-agent: --listen is "h:70000"'],
    [[...server, "--interval", "5s"], 'load-agent: --interval is "5s"; accepted: a whole number'],
    [[...server, "--user", "a"], "load-agent: --user is given and no password"],
    [[...server, "--password-file", "x"], "load-agent: --password-file is given and --user is not"],
    [
      [...server, "--user", "a", "--password-file", "/no/such"],
      "load-agent: cannot read the password file /no/such: no such file",
    ],
    [["--glassfish", "admin:4848"], "load-agent: glassfishMonitoring: option url is wrong"],
    [[...server, "--bean-pools", "Cart"], "load-agent: glassfishMonitoring: option beanPools"],
  ])("%o", async (words, message) => {
    const [status, err] = await ends(words);
    expect(status).toBe(2);
    expect(err.startsWith(message)).toBe(true);
    // A page of help behind it would hide what is wrong.
    expect(err.trimEnd()).not.toContain("\n");
  });

  test("a password file without password", async () => {
    const file = await passwordFile("AS_ADMIN_MASTERPASSWORD=x\n");
    const [status, err] = await ends([...server, "--user", "a", "--password-file", file]);
    expect(status).toBe(2);
    expect(err).toContain("has no line AS_ADMIN_PASSWORD=…");
  });

  test("a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const [status, err] = await ends([...server, "--listen", `127.0.0.1:${port}`]);
    other.close();
    expect(status).toBe(1);
    expect(err).toBe(`load-agent: cannot listen on 127.0.0.1:${port}: the port is taken\n`);
  });
});
