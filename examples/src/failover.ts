// A member dies with two calls in flight: the marked one is tried elsewhere, the other one is never repeated.
import { CallError, Orb } from "@remora/client";
import { Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters(["i1", "i2", "i3"]);
await using orb = new Orb({ endpoints: cluster.endpoints });

const context = await orb.createInitialContext();
const greeter = await context.lookup(greeterName, Greeter);
const dying = context.member;
console.log(await greeter.greet("Ada"));

orb.events.on("failover", ({ operation, code, decision }) => {
  console.log(`event: ${operation} met ${code}, decision ${decision}`);
});
orb.events.on("contextMoved", ({ previous }) => {
  console.log(`event: the context left ${previous === dying ? "the dead member" : previous}`);
});

// Both calls run on the member, and their replies are held back until it is dead.
cluster.faults.next("greet", { hold: "beforeReply" });
cluster.faults.next("order", { hold: "beforeReply" });
const greeting = greeter.greet("Grace");
const ordering = greeter.order("order-17").catch((error: unknown) => error);
const running = { member: dying, state: "finished", count: 1 } as const;
await cluster.journal.waitFor({ ...running, operation: "order" });
await cluster.journal.waitFor({ ...running, operation: "greet", count: 2 });
await cluster.member(dying).crash();

const answer = await greeting;
console.log(`marked idempotent: answered, not by the dead member: ${!answer?.endsWith(dying)}`);

const error = await ordering;
if (error instanceof CallError) {
  console.log(
    `not marked: ${error.code}, completed "${error.completed}", ${error.attempts.length} attempt`,
  );
}
const executions = cluster.journal.executions(({ args }) => args[0] === "order-17");
console.log(`order-17 ran ${executions} time, which only the servers can know`);

console.log(
  `afterwards nothing fails: ${(await greeter.greet("Edsger"))?.startsWith("Hello Edsger")}`,
);
