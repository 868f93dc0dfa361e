// What is kept of a failed test: logs of the servers, the journal of the client's events, the seeds.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Orb, type OrbEvents, type OrbOptions } from "@remora/client";
import type { GlassFishCluster } from "../../support/peers/glassfish-cluster.ts";

const names: readonly (keyof OrbEvents)[] = [
  "connectionOpened",
  "connectionClosed",
  "endpointFailed",
  "endpointEjected",
  "endpointRecovered",
  "clusterViewChanged",
  "topologyEmpty",
  "topologyStale",
  "warning",
  "contextMoved",
  "failover",
  "referenceRefused",
  "lateReply",
];

const keptLines = 5_000;
const shownLines = 40;
const journal: string[] = [];

/** One more line of the journal. */
export function note(text: string): void {
  journal.push(`${new Date().toISOString()} ${text}`);
  if (journal.length > keptLines) journal.shift();
}

/** An Orb whose seed and events, but for single requests, are in the journal. `REMORA_SEED` gives the seed again. */
export function watchedOrb(label: string, options: OrbOptions): Orb {
  const given = process.env["REMORA_SEED"];
  const drawn = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
  const seed = options.seed ?? drawn;
  note(`${label} seed ${seed}`);
  const orb = new Orb({ ...options, seed });
  for (const name of names) {
    orb.events.on(name, (event: unknown) => note(`${label} ${name} ${JSON.stringify(event)}`));
  }
  return orb;
}

/** Copies everything below test-results/interop/<test>, and prints the ends. */
export async function keepEvidence(
  task: { readonly name: string },
  cluster: GlassFishCluster,
): Promise<void> {
  const folder = join(
    "test-results",
    "interop",
    task.name.replaceAll(/[^\w.-]+/g, "-").slice(0, 80),
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "journal.log"), `${journal.join("\n")}\n`);
  process.stderr.write(`journal of "${task.name}" (whole in ${folder}):\n`);
  process.stderr.write(`${journal.slice(-shownLines).join("\n")}\n`);
  for (const name of ["server", ...cluster.instances.map((instance) => instance.name)]) {
    const directory =
      name === "server"
        ? join(cluster.runDirectory, "domains", "remora")
        : join(cluster.runDirectory, "nodes", "n1", name);
    await cp(join(directory, "logs", "server.log"), join(folder, `${name}.log`)).catch(() => {});
    const tail = await cluster.logTail(name, 10).catch(() => "");
    if (tail !== "") process.stderr.write(`end of the log of ${name}:\n${tail}\n`);
  }
}
