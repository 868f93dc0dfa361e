import { Orb, type OrbOptions } from "@remora/client";
import { corbalocToIor, parseCorbaloc, stringifyIor } from "@remora/protocol/internal";
import { Bench } from "./bench-interface.ts";

/** A stub for the object `Bench` at a port of this machine that needs no name service, and its Orb. */
export async function cannedStub(
  port: number,
  options: OrbOptions = {},
): Promise<{ readonly orb: Orb; readonly stub: Bench }> {
  const orb = new Orb({ endpoints: `127.0.0.1:${port}`, discovery: false, ...options });
  const ior = corbalocToIor(parseCorbaloc(`corbaloc:iiop:1.2@127.0.0.1:${port}/Bench`));
  const stub = await orb.stringToObject(stringifyIor(ior), Bench);
  return { orb, stub };
}
