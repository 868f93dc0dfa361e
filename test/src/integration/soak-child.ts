// The process that the soak test watches: contexts and calls in two equal halves after a warm-up; its heap after each.
import { Orb } from "@remora/client";
import { Shop, shopName } from "../support/shop.ts";

const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error("run with --expose-gc");
const contexts = Number(process.argv[3]);
const calls = Number(process.argv[4]);
const orb = new Orb({ endpoints: process.argv[2] ?? "", seed: 1, discoveryIntervalMs: 50 });
const { signal } = new AbortController();

async function work(share: number): Promise<void> {
  const callsPerContext = calls / contexts;
  const workers = Array.from({ length: 16 }, async (_, worker) => {
    for (let n = worker; n < contexts * share; n += 16) {
      const context = await orb.createInitialContext();
      const shop = await context.lookup(shopName, Shop);
      for (let call = 0; call < callsPerContext; call++) {
        if (call % 3 === 0) await shop.run("a", { signal });
        else if (call % 3 === 1) await shop.read("b", { timeoutMs: 5_000 });
        else await shop.echo("c");
      }
    }
  });
  await Promise.all(workers);
}

async function heap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (let n = 0; n < 4; n++) {
    collect?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

await work(0.1);
await heap();
await work(0.5);
const first = await heap();
await work(0.5);
const second = await heap();
await orb.close();
await new Promise((resolve) => setTimeout(resolve, 20));
const active = process.getActiveResourcesInfo().filter((type) => /TCP|Timeout/.test(type));
process.stdout.write(`${JSON.stringify({ first, second, active })}\n`);
