// A process with one context and no seed: prints the instance that answered.
import { Orb } from "@remora/client";
import { Greeter, names } from "../support/beans.ts";

const [endpoints = "", loadBalancingPolicy] = process.argv.slice(2);
const orb = new Orb({
  endpoints,
  loadBalancingPolicy: loadBalancingPolicy === "ic-based" ? "ic-based" : "ic-based-weighted",
});
const context = await orb.createInitialContext();
const greeter = await context.lookup(names.greeter, Greeter);
process.stdout.write(`${await greeter.whoami()}\n`);
await orb.close();
