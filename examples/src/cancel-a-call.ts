// Ending a call early: by a signal and by a deadline. The connection stays, other calls on it go on.
import { AbortError, Orb, TimeoutError } from "@remora/client";
import { Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters(["i1"]);
await using orb = new Orb({ endpoints: cluster.endpoints });
const greeter = await orb.lookup(greeterName, Greeter, { balance: "request" });
await greeter.whoami();

// The server runs the next two calls and answers them when it is told to.
const slow = cluster.faults.next("order", { hold: "beforeReply" }, { count: 2 });

const controller = new AbortController();
const aborted = greeter.order("order-1", { signal: controller.signal });
await cluster.journal.waitFor({ operation: "order", state: "finished" });
controller.abort("the customer went away");
try {
  await aborted;
} catch (error) {
  if (!(error instanceof AbortError)) throw error;
  console.log(`${error.name}: completed "${error.completed}", because ${String(error.cause)}`);
}

try {
  await greeter.order("order-2", { timeoutMs: 50 });
} catch (error) {
  if (!(error instanceof TimeoutError)) throw error;
  console.log(`${error.name}: completed "${error.completed}"`);
}

const { connectionsAccepted } = cluster.member("i1").counts;
console.log(await greeter.greet("Ada"));
const same = cluster.member("i1").counts.connectionsAccepted === connectionsAccepted;
console.log(`on the same connection: ${same}`);

// A late reply meets nobody and harms nobody.
const late = new Promise<void>((resolve) => orb.events.once("lateReply", () => resolve()));
slow.release();
await late;
console.log(await greeter.greet("Grace"));
