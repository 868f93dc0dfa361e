// The shop of the examples on a real cluster: customers at its HTTP front all the time, while instances are killed, stopped
// and started again, one after another. What ran is counted on disk, by the beans.
import { expect, onTestFinished, test } from "vitest";
import { type FrontProcess, startFront } from "../../../examples/src/shop/front-process.ts";
import {
  HttpLoad,
  type HttpRequest,
  isGood,
  postOrder,
} from "../../../examples/src/shop/http-load.ts";
import { startMockShop } from "../../../examples/src/shop/mock-shop.ts";
import { until } from "../support/peers/processes.ts";
import { note } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { type LoadCall, longestGap } from "./support/load.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf, shownCounts } from "./support/shares.ts";

needsPeers();

const perSecond = 50;
const rushed = 30;
const flags = ["--conditions", "@remora/source", "--import", "tsx"];

interface Health {
  readonly status: string;
  readonly members: readonly { readonly name: string; readonly replies: number }[];
}

/** A front in a process of its own, ready to be asked. */
async function frontOn(endpoints: readonly string[]): Promise<FrontProcess> {
  const front = await startFront({ REMORA_ENDPOINTS: endpoints.join(",") }, flags);
  onTestFinished(() => front.signal("SIGKILL"));
  await until("the front is ready", 30_000, async () => (await fetch(`${front.url}/health`)).ok);
  return front;
}

async function get(url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

test("a customer cannot tell the mock cluster from the real one", async () => {
  const cluster = await glassFish();
  await using mock = await startMockShop(["i1", "i2", "i3"]);
  const answers = await Promise.all(
    [endpointsOf(cluster), mock.endpoints].map(async (endpoints) => {
      const { url, signal, ended } = await frontOn(endpoints);
      const id = `shop-${process.pid}-${Date.now()}`;
      const lines = [
        { article: "book", quantity: 2 },
        { article: "ink", quantity: 1 },
      ];
      const order = async (key: string, body: unknown) => {
        const response = await fetch(`${url}/orders`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as object };
      };
      const placed = await order(id, { customer: "Käthe 世界 😀", lines });
      const again = await order(id, { customer: "Käthe 世界 😀", lines });
      expect(again).toEqual({ status: 200, body: placed.body });
      expect(await get(`${url}/orders/${id}`)).toEqual(again);
      const soldOut = { customer: "Ada", lines: [{ article: "lamp", quantity: 3 }] };
      const unknown = { customer: "Ada", lines: [{ article: "élan", quantity: 1 }] };
      const seen = {
        articles: await get(`${url}/articles`),
        article: await get(`${url}/articles/ink`),
        none: await get(`${url}/articles/elan`),
        placed: { ...placed, body: { ...placed.body, orderId: "", placedAt: "", member: "" } },
        soldOut: await order(`${id}-2`, soldOut),
        unknown: await order(`${id}-3`, unknown),
        notPlaced: (await get(`${url}/orders/${id}-2`)).status,
      };
      signal("SIGTERM");
      expect((await ended).status).toBe(0);
      return seen;
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.placed).toMatchObject({ status: 201, body: { total: "92.30" } });
  expect(answers[0]?.soldOut).toMatchObject({ status: 409, body: { wanted: 3, left: 0 } });
});

test("50 requests a second while instances are killed, stopped and started again", async () => {
  const cluster = await glassFish();
  await cluster.settled();
  const front = await frontOn(endpointsOf(cluster));
  // Java's compilers, before anything is measured.
  for (let n = 0; n < 300; n++) await get(`${front.url}/articles`);
  const load = new HttpLoad(front.url, perSecond, `shop-${process.pid}-${Date.now()}`);
  const begin = performance.now();
  await more(load, 2 * perSecond);

  const gaps: string[] = [];
  const outages = [
    ["kill", "i1"],
    ["planned stop", "i2"],
    ["kill", "i3"],
  ] as const;
  for (const [what, victim] of outages) {
    note(`${what} ${victim}`);
    const from = performance.now();
    // Some have run at the victim, or are about to, when it goes.
    load.rush(rushed);
    const rush = load.requests.slice(-rushed);
    await until("one is placed", 10_000, () => rush.some(isGood), 1);
    await (what === "kill" ? cluster.kill(victim) : cluster.stopInstance(victim));
    const gone = performance.now();
    await more(load, 3 * perSecond);
    gaps.push(`${what} ${victim} ${gapOf(load.requests, from - 500, gone + 2_500)} ms`);
    note(`start ${victim}`);
    const starting = performance.now();
    await cluster.startInstance(victim);
    await cluster.settled();
    const back = performance.now();
    note(`${victim} is back`);
    // Requests reach it again.
    const before = await repliesOf(front.url, victim);
    await until(`${victim} answers customers`, 60_000, async () => {
      return (await repliesOf(front.url, victim)) > before + 5;
    });
    await more(load, perSecond);
    gaps.push(`start ${victim} ${gapOf(load.requests, starting, back)} ms`);
  }
  const requests = await load.stop();
  const seconds = (performance.now() - begin) / 1_000;
  const health = (await get(`${front.url}/health`)).body as Health;

  const reads = requests.filter(({ kind }) => kind === "read");
  const orders = requests.filter(({ kind }) => kind === "order");
  const failures = requests.filter((one) => !isGood(one));
  const ledger = await cluster.ledger();
  const ran = (id: string): readonly string[] => ledger.get(id) ?? [];
  const ranThoughFailed = failures.filter(({ id }) => ran(id).length > 0).length;
  const took = requests.map(({ startedAt, endedAt = 0 }) => endedAt - startedAt);
  figure(
    "shop",
    `${requests.length} requests in ${seconds.toFixed(0)} s (${reads.length} reads, ${orders.length} orders), failed: ${shownFailures(failures)}` +
      ` (${ranThoughFailed} of them had run), longest request ${Math.round(Math.max(...took))} ms`,
  );
  figure("shop, longest time without a success", gaps.join(", "));
  const replies = health.members.map(({ name, replies: count }) => [name, count] as const);
  figure("shop, replies by member", shownCounts(Object.fromEntries(replies)));
  const placedBy = countsOf(orders.filter(isGood).map(({ member }) => member));
  figure("shop, orders by member", shownCounts(placedBy));

  // No read fails, and an order only where nobody can know.
  for (const { kind, status, completed, error, id } of failures) {
    expect({ kind, status, completed }, `${id}: ${error}`).toEqual({
      kind: "order",
      status: 502,
      completed: "maybe",
    });
  }
  // Never twice; what was answered ran once, on the member that signed the receipt.
  for (const order of orders) {
    const servers = ran(order.id);
    expect(servers.length, `executions of ${order.id}`).toBeLessThanOrEqual(1);
    if (isGood(order)) expect(servers, order.id).toEqual([order.member]);
  }
  expect(Object.keys(placedBy).sort()).toEqual(["i1", "i2", "i3"]);
  // Who was told "maybe" asks, and knows; what was placed is not placed again.
  for (const { id } of failures) {
    const found = await get(`${front.url}/orders/${id}`);
    if (found.status !== 200) continue;
    expect((await postOrder(front.url, id, "book")).status).toBe(200);
    expect((await cluster.ledger()).get(id)?.length).toBe(1);
  }
  front.signal("SIGTERM");
  const { status, log } = await front.ended;
  expect(status).toBe(0);
  expect(log.trimEnd().split("\n").at(-1)).toContain('"ended"');
});

/** Waits until so many more requests were answered well. */
async function more({ requests }: HttpLoad, count: number): Promise<void> {
  const from = requests.length;
  const limitMs = 60_000;
  await until(
    `${count} more requests are answered`,
    limitMs,
    () => requests.slice(from).filter(isGood).length >= count,
    20,
  );
}

async function repliesOf(url: string, member: string): Promise<number> {
  const { members } = (await get(`${url}/health`)).body as Health;
  return members.find(({ name }) => name === member)?.replies ?? 0;
}

function gapOf(requests: readonly HttpRequest[], from: number, to: number): number {
  const calls = requests.map(
    (request) =>
      ({ answer: isGood(request) ? "" : undefined, endedAt: request.endedAt }) as LoadCall,
  );
  return longestGap(calls, from, to);
}

/** `order 502 CONNECTION_LOST maybe 2`. */
function shownFailures(failures: readonly HttpRequest[]): string {
  const shown = failures.map(
    ({ kind, status, error, completed }) => `${kind} ${status} ${error} ${completed}`,
  );
  return shown.length === 0 ? "none" : shownCounts(countsOf(shown));
}
