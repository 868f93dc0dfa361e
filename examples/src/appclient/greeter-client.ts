// A client module as the runner loads it: `-client greeter-client.ts Ada` greets Ada.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/client";
import type { ClientMain } from "./client-module.ts";

/** The remote interface of the bean. */
export interface Greeter {
  greet(who: string | null): Promise<string | null>;
}

/** Its descriptor; a generator writes these from Java classes. */
export const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("remora.shop.Greeter", {
  greet: method([java.string], java.string),
});

const greet: ClientMain = async (context, args) => {
  const greeter = await context.lookup("java:global/shop/Greeter", Greeter);
  for (const who of args.length === 0 ? ["world"] : args) {
    console.log(await greeter.greet(who));
  }
};

export default greet;

/** For `-name status`: ends with the exit status that it is given. */
export const status: ClientMain = (_context, args) => Number(args[0]);
