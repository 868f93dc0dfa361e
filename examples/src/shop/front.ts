// The process: settings from the environment, one Orb, one HTTP server, and an end in good order.
//
//   REMORA_ENDPOINTS=app1:3700,app2:3700 PORT=8080 node front.js
//   ACC_XML=sun-acc.xml PORT=8080 node front.js
import process from "node:process";
import { ConfigurationError, NotSupportedError, Orb, type OrbOptions } from "@remora/client";
import { HttpFront, type Log } from "./http-front.ts";

/** Short, for somebody waits at the other end of the HTTP connection. */
const options: OrbOptions = { timeoutMs: 5_000, lookupTimeoutMs: 5_000 };
const drainMs = 10_000;

const log: Log = (line) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
};

/** Where the cluster is: a file that Java clients have, or `REMORA_ENDPOINTS` and `REMORA_POLICY`, which win. */
async function orbFromSettings(): Promise<Orb> {
  const { ACC_XML: file = "" } = process.env;
  return file === "" ? new Orb(options) : await Orb.fromClientContainerXml(file, options);
}

async function main(): Promise<void> {
  const { PORT: port = "8080", HOST: host = "127.0.0.1" } = process.env;
  if (!/^\d{1,5}$/.test(port)) throw new ConfigurationError(`PORT is "${port}", not a number`);
  const orb = await orbFromSettings();
  for (const event of ["clusterViewChanged", "endpointEjected", "endpointRecovered"] as const) {
    orb.events.on(event, (what) => log({ event, ...what }));
  }
  const front = new HttpFront(orb, log);
  console.log(`listening on http://${host}:${await front.listen(Number(port), host)}`);

  const end = async (signal: string): Promise<void> => {
    log({ event: "draining", signal });
    await front.drain(drainMs);
    // After the last request: says CloseConnection to the servers.
    await orb.close();
    log({ event: "ended" });
  };
  // Once: a second signal ends the process at once.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void end(signal));
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError) && !(error instanceof NotSupportedError)) throw error;
  process.stderr.write(`front: ${error.message}\n`);
  process.exitCode = 2;
}
