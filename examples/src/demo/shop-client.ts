// The client module of the demo. It knows names and methods, and nothing of members, weights or crashes:
//
//   appclient -xml sun-acc.xml -client shop-client.ts 600 4000 500
//
// makes 600 contexts, then 4,000 calls, 500 a second, on the references of those contexts and on one that is
// balanced per request; it prints one line for each.
import { CallError, type InitialContext } from "@remora/client";
import type { ClientMain } from "../appclient/client-module.ts";
import { type PacedOperation, Shop, shopName } from "./shop.ts";

const tickMs = 10;
const mostInFlight = 64;

const main: ClientMain = async (first, args, { orb }) => {
  const [contexts = 600, calls = 4000, perSecond = 500] = args.map(Number);

  const shops: Shop[] = [];
  for (let n = 1; n <= contexts; n++) {
    const context: InitialContext = n === 1 ? first : await orb.createInitialContext();
    const shop = await context.lookup(shopName, Shop);
    console.log(`context ${n} ${await shop.hello(`context-${n}`)}`);
    shops.push(shop);
  }
  const balanced = await orb.lookup(shopName, Shop, { balance: "request" });

  // Calls in turn: an order, a stock; two on references of contexts, two on the balanced one.
  const references = Array.from({ length: calls }, (_, index) =>
    index % 4 < 2 ? shops[((index >> 2) * 2 + (index % 4)) % shops.length] : balanced,
  );
  await paced(calls, perSecond, async (n) => {
    const shop = references[n - 1] ?? balanced;
    await call(n, n % 2 === 1 ? "order" : "stock", shop);
  });
};

export default main;

/**
 * Makes one call and prints what became of it: `call 17 order ok i2 1718000000000.5 1.3`, or
 * `call 17 order maybe i2 1718000000000.5 1.3 ECONNRESET lost-after-write`.
 */
async function call(n: number, operation: PacedOperation, shop: Shop): Promise<void> {
  const startedAt = performance.now();
  const line = (outcome: string, member = "?", code = "", rule = ""): string => {
    const at = performance.timeOrigin + performance.now();
    const took = performance.now() - startedAt;
    return `call ${n} ${operation} ${outcome} ${member} ${at.toFixed(1)} ${took.toFixed(1)} ${code} ${rule}`.trimEnd();
  };
  try {
    const member = await shop[operation](`${operation}-${n}`);
    console.log(line("ok", member ?? undefined));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    console.log(line(error.completed, error.member, error.code, error.attempts.at(-1)?.rule));
  }
}

/**
 * Starts so many calls a second, however long each takes, and waits for all. A machine that has fallen behind makes no
 * bursts: calls beyond a number in flight wait.
 */
async function paced(
  calls: number,
  perSecond: number,
  start: (n: number) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let started = 0;
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => {
      const due = Math.min(calls, ((performance.now() - startedAt) * perSecond) / 1000);
      while (started < due && running.size < mostInFlight) {
        const call = start(++started);
        running.add(call);
        call.then(() => running.delete(call), reject);
      }
      if (started < calls) return;
      clearInterval(timer);
      resolve();
    }, tickMs);
  });
  await Promise.all(running);
}
