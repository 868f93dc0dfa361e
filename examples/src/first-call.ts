// The first call: an Orb, a stub with types, a call, an error that says what is wrong.
import { NamingError, Orb } from "@remora/client";
import { Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters(["i1", "i2", "i3"]);

// On a real cluster: new Orb({ endpoints: "app1:3700,app2:3700" }). Making an Orb does no I/O.
await using orb = new Orb({ endpoints: cluster.endpoints });

// The bean is stateless: each call may go to another member.
const greeter = await orb.lookup(greeterName, Greeter, { balance: "request" });
console.log(await greeter.greet("Ada"));
console.log(await greeter.greet("Grace", { timeoutMs: 500 }));

// A context stands on one member, as in Java, and so does everything that is looked up in it.
const context = await orb.createInitialContext();
const pinned = await context.lookup(greeterName, Greeter);
const answers = new Set([await pinned.whoami(), await pinned.whoami(), await pinned.whoami()]);
console.log(`a context has one member: ${answers.size === 1 && answers.has(context.member)}`);

try {
  await orb.lookup("java:global/shop/Greter", Greeter);
} catch (error) {
  if (!(error instanceof NamingError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
