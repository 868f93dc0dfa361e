// A client module for the appclient runner: so many contexts, each with two lookups, one home, and six calls on three
// beans. One JSON line per context, with the instance that answered each call.
import type { InitialContext } from "@remora/client";
import type { ClientMain } from "../../../../examples/src/appclient/client-module.ts";
import { Clock, Greeter, names, TellerHome } from "../support/beans.ts";

const main: ClientMain = async (first, args, { orb }) => {
  const contexts = Number(args[0]);
  for (let n = 0; n < contexts; n++) {
    const context: InitialContext = n === 0 ? first : await orb.createInitialContext();
    const greeter = await context.lookup(names.greeter, Greeter);
    const clock = await context.lookup(names.clock, Clock);
    const home = await context.lookup(names.tellerHome, TellerHome);
    const teller = await home.create();
    const answers = [
      await greeter.whoami(),
      await clock.whoami(),
      await teller.whoami(),
      await greeter.whoami(),
      await clock.whoami(),
      await teller.whoami(),
    ];
    process.stdout.write(`${JSON.stringify({ member: context.member, answers })}\n`);
  }
};

export default main;
