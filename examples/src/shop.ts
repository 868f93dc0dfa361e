// The shop: an HTTP front in a process of its own, customers, and members that crash, stop and return.
//
//   npm run example shop          a demonstration that ends by itself
//   npm run example shop serve    keeps front and mock cluster running, for curl; type "crash i2", "stop i2", "start i2"
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { MockCluster } from "@remora/mock-cluster";
import { startFront } from "./shop/front-process.ts";
import { HttpLoad, type HttpRequest, isGood, postOrder } from "./shop/http-load.ts";
import { isOrder, startMockShop } from "./shop/mock-shop.ts";

const perSecond = 200;
const inHand = "order-in-hand";

await using cluster = await startMockShop(["i1", "i2", "i3"]);
const front = await startFront({ REMORA_ENDPOINTS: cluster.endpoints.join(",") });
const { url } = front;

if (process.argv.includes("serve")) {
  await serve();
  front.signal("SIGTERM");
} else {
  await until(async () => (await fetch(`${url}/health`)).ok);
  console.log(`the front is ready: ${await membersInHealth()}`);
  const load = new HttpLoad(url, perSecond);
  await more(load, perSecond / 2);
  await crash(load);
  await plannedStop(load);
  await load.stop();
  // The front is told to end while the servers work on twenty requests.
  const held = cluster.faults.next("articles", { hold: "beforeReply" }, { count: 20 });
  const last = Array.from({ length: 20 }, () => fetch(`${url}/articles`));
  await held.struck(20);
  front.signal("SIGTERM");
  held.release();
  const answered = (await Promise.all(last)).filter(({ ok }) => ok).length;
  summary(load.requests, cluster);
  console.log(`SIGTERM with requests under way: ${answered} of ${last.length} answered`);
}
console.log(`the front has ended with status ${(await front.ended).status}`);

/** An order runs, and its member dies before it can answer. */
async function crash(load: HttpLoad): Promise<void> {
  cluster.faults.when(({ args }) => isOrder(args[0], inHand), { crash: "beforeReply" });
  const answer = await postOrder(url, inHand, "book");
  const { completed } = (await answer.json()) as { completed: string };
  console.log(`a member crashes with an order in hand: ${answer.status}, completed "${completed}"`);
  const found = await fetch(`${url}/orders/${inHand}`);
  console.log(`  the customer asks for it by its id: ${found.status}, it was placed`);
  const again = await postOrder(url, inHand, "book");
  console.log(`  and may post it again: ${again.status}, the receipt of the first time`);
  console.log(`  the front meanwhile: ${await membersInHealth()}`);
  await more(load, perSecond / 2);
  const down = cluster.members.find(({ state }) => state === "down");
  await down?.restart();
}

/** As GlassFish stops: calls under way are answered, later ones find no application, then the sockets close. */
async function plannedStop(load: HttpLoad): Promise<void> {
  const [member] = cluster.members;
  await member?.stop({ refusingMs: 300 });
  console.log("a member was stopped as planned, and is started again");
  await member?.restart();
  await more(load, perSecond / 2);
}

function summary(requests: readonly HttpRequest[], { journal }: MockCluster): void {
  const reads = requests.filter(({ kind }) => kind === "read");
  const orders = requests.filter(({ kind }) => kind === "order");
  const answered = reads.filter(isGood).length;
  const placed = orders.filter(isGood).length;
  const maybe = orders.filter(({ completed }) => completed === "maybe").length;
  console.log(`reads   ${answered} answered, ${reads.length - answered} failed`);
  const others = `${maybe} "maybe", ${orders.length - placed - maybe} failed otherwise`;
  console.log(`orders  ${placed} placed, beside the one in hand ${others}`);
  const ids = [inHand, ...orders.map(({ id }) => id)];
  const twice = ids.filter((id) => journal.executions(({ args }) => isOrder(args[0], id)) > 1);
  console.log(`executed more than once: ${twice.length === 0 ? "none" : twice.join(", ")}`);
  const shares = Object.entries(journal.perMember({ kind: "request" }));
  console.log(`requests  ${shares.map(([name, count]) => `${name} ${count}`).join(", ")}`);
}

/** For a person with a second terminal. */
async function serve(): Promise<void> {
  console.log(`curl ${url}/articles
curl ${url}/health
curl ${url}/orders -H 'content-type: application/json' -d '{"id":"order-1","customer":"Ada","lines":[{"article":"pen","quantity":2}]}'
commands: crash i1, stop i1, start i1, end`);
  for await (const line of createInterface({ input: process.stdin })) {
    const [command = "", name = ""] = line.trim().split(/\s+/);
    if (command === "end") return;
    const member = cluster.members.find((one) => one.name === name);
    if (member === undefined) console.log("the members are i1, i2 and i3");
    else if (command === "crash" && member.state !== "down") await member.crash();
    else if (command === "stop" && member.state !== "down") await member.stop({ refusingMs: 700 });
    else if (command === "start" && member.state === "down") await member.restart();
    console.log(cluster.members.map((one) => `${one.name} ${one.state}`).join(", "));
  }
}

/** Waits until so many more requests of the load were answered well. */
async function more({ requests }: HttpLoad, count: number): Promise<void> {
  const from = requests.length;
  await until(() => requests.slice(from).filter(isGood).length >= count);
}

async function membersInHealth(): Promise<string> {
  const body = (await (await fetch(`${url}/health`)).json()) as {
    readonly status: string;
    readonly members: readonly { readonly name: string; readonly health: string }[];
  };
  const healthy = body.members.filter(({ health }) => health === "healthy");
  return `${body.status}, ${healthy.length} of ${body.members.length} members healthy`;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error("waited 30 s in vain");
    await sleep(10);
  }
}
