// The shop of the examples as its customers see it, while the members of a mock cluster come and go.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Orb } from "@remora/client";
import type { MockCluster } from "@remora/mock-cluster";
import { expect, onTestFinished, test } from "vitest";
import { HttpFront } from "../../../examples/src/shop/http-front.ts";
import { HttpLoad, isGood, postOrder } from "../../../examples/src/shop/http-load.ts";
import { isOrder, startMockShop } from "../../../examples/src/shop/mock-shop.ts";
import { root, typeScript } from "./running.ts";

interface Running {
  readonly cluster: MockCluster;
  readonly orb: Orb;
  readonly front: HttpFront;
  readonly url: string;
  /** What an operator reads. */
  readonly log: Readonly<Record<string, unknown>>[];
}

/** A front in this process, on a cluster of its own; both end with the test. */
async function running(options: { readonly members?: readonly string[] } = {}): Promise<Running> {
  const cluster = await startMockShop(options.members ?? ["i1", "i2", "i3"]);
  const orb = new Orb({ endpoints: cluster.endpoints, timeoutMs: 5_000, connectBudgetMs: 500 });
  const log: Readonly<Record<string, unknown>>[] = [];
  const front = new HttpFront(orb, (line) => log.push(line));
  const url = `http://127.0.0.1:${await front.listen(0, "127.0.0.1")}`;
  onTestFinished(async () => {
    await front.drain(1_000);
    await orb.close({ drainMs: 0 });
    await cluster.close();
  });
  return { cluster, orb, front, url, log };
}

async function get(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(`${url}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

function executions(cluster: MockCluster, id: string): number {
  return cluster.journal.executions(({ args }) => isOrder(args[0], id));
}

test("articles and orders, by value in both directions", async () => {
  const { cluster, url } = await running();
  const all = await get(`${url}/articles`);
  expect(all.status).toBe(200);
  expect(all.body).toContainEqual({
    id: "book",
    title: "Distributed Objects",
    price: "39.90",
    stock: 1_000,
  });
  expect(await get(`${url}/articles/ink`)).toMatchObject({ status: 200, body: { price: "12.50" } });
  expect(await get(`${url}/articles/b%C3%BCcher`)).toEqual({
    status: 404,
    body: { error: "NO_ARTICLE", message: 'no article is called "bücher"', completed: "yes" },
  });

  const lines = [
    { article: "book", quantity: 2 },
    { article: "ink", quantity: 1 },
  ];
  const placed = await post(url, { id: "o-1", customer: "Ada", lines });
  expect(placed).toMatchObject({ status: 201, body: { orderId: "o-1", total: "92.30" } });
  expect(placed.headers.get("location")).toBe("/orders/o-1");
  expect(await get(`${url}/orders/o-1`)).toEqual({ status: 200, body: placed.body });
  expect(await get(`${url}/orders/o-2`)).toMatchObject({ status: 404, body: { completed: "yes" } });
  // The same id again, whichever way it comes.
  const again = await post(url, { customer: "Ada", lines }, { "idempotency-key": "o-1" });
  expect(again).toMatchObject({ status: 200, body: placed.body as object });
  expect(executions(cluster, "o-1")).toBe(1);

  expect(
    await post(url, { id: "o-3", customer: "Ada", lines: [{ article: "lamp", quantity: 1 }] }),
  ).toMatchObject({
    status: 409,
    body: { error: "SOLD_OUT", completed: "yes", article: "lamp", wanted: 1, left: 0 },
  });
  expect(await get(`${url}/orders/o-3`)).toMatchObject({ status: 404 });

  const health = await get(`${url}/health`);
  const { status, members } = health.body as { status: string; members: { replies: number }[] };
  expect([health.status, status, members.length]).toEqual([200, "ok", 3]);
  // Three requests for articles; three orders, of which two were new; three looks.
  const replies = members.reduce((sum, member) => sum + member.replies, 0);
  expect(replies).toBeGreaterThanOrEqual(11);
});

const line = { article: "book", quantity: 1 };
test.each<[string, unknown, Readonly<Record<string, string>>, number, string]>([
  ["no id", { customer: "Ada", lines: [line] }, {}, 400, "id: 1 to 64 letters"],
  ["two ids", { id: "a", customer: "A", lines: [line] }, { "idempotency-key": "b" }, 400, "id: as"],
  ["an odd id", { id: "a/b", customer: "Ada", lines: [line] }, {}, 400, 'not "a/b"'],
  ["no customer", { id: "a", lines: [line] }, {}, 400, "customer: a text of 1 to 100"],
  ["half a character", { id: "a", customer: "\ud800", lines: [line] }, {}, 400, "customer: a text"],
  ["no lines", { id: "a", customer: "Ada", lines: [] }, {}, 400, "lines: a list of 1 to 100"],
  [
    "a fraction",
    { id: "a", customer: "Ada", lines: [line, { article: "ink", quantity: 1.5 }] },
    {},
    400,
    "lines[1].quantity: a whole number from 1 to 1000, not 1.5",
  ],
  ["null in a list", { id: "a", customer: "Ada", lines: [null] }, {}, 400, "lines[0].quantity"],
  ["an unknown field", { id: "a", customer: "Ada", lines: [line], x: 1 }, {}, 400, 'called "x"'],
  ["a list", [], {}, 400, "the body: an object, not []"],
  ["half of it", '{"id":', {}, 400, "JSON"],
  ["too much", "x".repeat(70_000), {}, 413, "at most 65536 octets"],
  ["a form", "id=a", { "content-type": "application/x-www-form-urlencoded" }, 415, "send appl"],
])("an order with %s is refused, and no server is asked", async (_, body, headers, status, why) => {
  const { cluster, url } = await running({ members: ["i1"] });
  const answer = await post(url, body, headers);
  expect(answer).toMatchObject({ status, body: { completed: "no" } });
  expect((answer.body as { message: string }).message).toContain(why);
  expect(cluster.journal.select({ operation: "find" })).toEqual([]);
  expect(cluster.journal.select({ operation: "place" })).toEqual([]);
});

test("other paths and methods", async () => {
  const { url } = await running({ members: ["i1"] });
  expect(await get(`${url}/`)).toMatchObject({ status: 404, body: { error: "NO_PATH" } });
  expect(await get(`${url}/articles/%zz`)).toMatchObject({ status: 400 });
  const wrong = await fetch(`${url}/articles`, { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
});

test("a crash with an order in hand: maybe, with its attempts in the log alone; executed once", async () => {
  const { cluster, url, log } = await running();
  cluster.faults.when(({ args }) => isOrder(args[0], "o-1"), { crash: "beforeReply" });
  const answer = await post(url, { id: "o-1", customer: "Ada", lines: [line] });
  expect(answer).toMatchObject({ status: 502, body: { completed: "maybe" } });
  expect(JSON.stringify(answer.body)).not.toContain("127.0.0.1");
  expect(log.at(-1)).toMatchObject({ event: "failed", operation: "place", completed: "maybe" });
  expect(JSON.stringify(log.at(-1))).toContain("127.0.0.1");
  // The customer asks, and may send it again.
  expect(await get(`${url}/orders/o-1`)).toMatchObject({ status: 200, body: { total: "39.90" } });
  expect((await postOrder(url, "o-1", "book")).status).toBe(200);
  expect(executions(cluster, "o-1")).toBe(1);
  // The dead member is known as failed, or has left the view already: two are left either way.
  const health = await get(`${url}/health`);
  const { members } = health.body as { members: { health: string }[] };
  expect(health.status).toBe(200);
  expect(members.filter((member) => member.health === "healthy")).toHaveLength(2);
});

test("a read in hand survives the crash", async () => {
  const { cluster, url } = await running();
  cluster.faults.next("articles", { crash: "beforeReply" });
  expect(await get(`${url}/articles`)).toMatchObject({ status: 200 });
  expect(cluster.journal.executions({ operation: "articles" })).toBe(2);
});

test("one order twice at once: the second one is refused, and executed once", async () => {
  const { cluster, url } = await running();
  const held = cluster.faults.next("place", { hold: "beforeReply" });
  const first = postOrder(url, "o-1", "book");
  await held.struck(1);
  const second = await post(url, { id: "o-1", customer: "Ada", lines: [line] });
  expect(second).toMatchObject({ status: 409, body: { error: "UNDER_WAY", completed: "no" } });
  held.release();
  expect((await first).status).toBe(201);
  expect(executions(cluster, "o-1")).toBe(1);
});

test("a bean that fails: it ran", async () => {
  const { cluster, url } = await running();
  cluster.faults.next("place", {
    systemException: { name: "INTERNAL", minor: 0, completed: "yes" },
    execute: true,
  });
  expect(await post(url, { id: "o-1", customer: "Ada", lines: [line] })).toMatchObject({
    status: 502,
    body: { error: "INTERNAL", completed: "yes" },
  });
});

test("all members down: 503, nothing was done; they return, and so do the answers", async () => {
  const { cluster, url } = await running({ members: ["i1", "i2"] });
  expect((await get(`${url}/articles`)).status).toBe(200);
  for (const member of cluster.members) await member.crash();
  const order = await post(url, { id: "o-1", customer: "Ada", lines: [line] });
  expect(order).toMatchObject({ status: 503, body: { completed: "no" } });
  expect(order.headers.get("retry-after")).toBe("1");
  expect(await get(`${url}/articles`)).toMatchObject({ status: 503, body: { completed: "no" } });
  expect(await get(`${url}/health`)).toMatchObject({ status: 503, body: { status: "down" } });
  for (const member of cluster.members) await member.restart();
  await expect.poll(async () => (await get(`${url}/articles`)).status).toBe(200);
  expect((await postOrder(url, "o-1", "book")).status).toBe(201);
  expect(executions(cluster, "o-1")).toBe(1);
});

test("front and cluster start in any order", async () => {
  const cluster = await startMockShop(["i1"]);
  const { endpoints } = cluster;
  await cluster.member("i1").crash();
  await using orb = new Orb({ endpoints, connectBudgetMs: 200 });
  const front = new HttpFront(orb, () => {});
  const url = `http://127.0.0.1:${await front.listen(0, "127.0.0.1")}`;
  onTestFinished(async () => {
    await front.drain(0);
    await cluster.close();
  });
  expect(await get(`${url}/health`)).toMatchObject({ status: 503, body: { status: "starting" } });
  expect(await get(`${url}/articles`)).toMatchObject({ status: 503, body: { completed: "no" } });
  await cluster.member("i1").restart();
  await expect.poll(async () => (await get(`${url}/articles`)).status).toBe(200);
  expect(await get(`${url}/health`)).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("customers all the time, while members crash, stop and return one after another", async () => {
  const { cluster, url } = await running();
  const load = new HttpLoad(url, 200);
  const more = async (count: number): Promise<void> => {
    const from = load.requests.length;
    const good = (): number => load.requests.slice(from).filter(isGood).length;
    await expect.poll(good, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  };
  await more(50);
  for (const { name } of cluster.members) {
    await cluster.member(name).crash();
    await more(50);
    await cluster.member(name).restart();
    await more(50);
    await cluster.member(name).stop({ lateCalls: 3, refusedCalls: 3 });
    await more(50);
    await cluster.member(name).restart();
    await more(50);
  }
  const requests = await load.stop();
  for (const { kind, status, completed, error } of requests.filter((one) => !isGood(one))) {
    expect({ kind, status, completed }, error).toEqual({
      kind: "order",
      status: 502,
      completed: "maybe",
    });
  }
  for (const request of requests.filter(({ kind }) => kind === "order")) {
    const ran = executions(cluster, request.id);
    expect(ran, request.id).toBeLessThanOrEqual(1);
    if (isGood(request)) expect(ran, request.id).toBe(1);
  }
});

/** The front as a process. */
async function frontProcess(settings: Readonly<Record<string, string>>) {
  const [command = "", ...words] = typeScript("examples/src/shop/front.ts");
  const env = { ...process.env, REMORA_ENDPOINTS: "", ACC_XML: "", PORT: "0", ...settings };
  const child = spawn(command, words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const log = text(child.stderr);
  const ended = once(child, "exit").then(async ([status]) => ({ status, log: await log }));
  const lines = createInterface({ input: child.stdout });
  const url = once(lines, "line").then(([first]) => String(first).replace("listening on ", ""));
  return { child, ended, url };
}

test("as a process: settings from sun-acc.xml, and on SIGTERM an order in hand is answered", async () => {
  const cluster = await startMockShop(["i1", "i2"]);
  const folder = await mkdtemp(join(tmpdir(), "remora-shop-"));
  onTestFinished(async () => {
    await cluster.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, "sun-acc.xml");
  await writeFile(file, cluster.sunAccXml({ policy: "ic-based-weighted" }));
  const { child, ended, url } = await frontProcess({ ACC_XML: file });
  const address = await url;
  expect((await get(`${address}/articles`)).status).toBe(200);

  const held = cluster.faults.next("place", { hold: "beforeReply" });
  const order = postOrder(address, "o-1", "book");
  await held.struck(1);
  child.kill("SIGTERM");
  const { port } = new URL(address);
  await expect.poll(() => refused(Number(port)), { timeout: 10_000 }).toBe(true);
  held.release();
  const answer = await order;
  expect([answer.status, answer.headers.get("connection")]).toEqual([201, "close"]);
  const { status, log } = await ended;
  expect(status).toBe(0);
  const events = log
    .trimEnd()
    .split("\n")
    .map((one) => (JSON.parse(one) as { event: string }).event);
  expect(events.slice(-2)).toEqual(["draining", "ended"]);
});

function refused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });
}

test.each([
  [
    "a wrong endpoint",
    { REMORA_ENDPOINTS: "app1:x" },
    /^front: REMORA_ENDPOINTS: endpoint "app1:x"/,
  ],
  ["a missing file", { ACC_XML: "none.xml" }, /^front: cannot read none\.xml: no such file/],
  ["a wrong port", { PORT: "http" }, /^front: PORT is "http", not a number/],
])("%s is one line, and exit status 2", async (_, settings, expected) => {
  const { ended } = await frontProcess(settings);
  const { status, log } = await ended;
  expect(status).toBe(2);
  expect(log).toMatch(expected);
  expect(log.trimEnd().split("\n")).toHaveLength(1);
});
