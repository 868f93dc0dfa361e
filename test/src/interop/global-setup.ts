// One GlassFish cluster for all interop tests of a run. `start` resolves when every instance answers calls and lists
// all members, judged with hand-made octets (giop-probe.ts); each test file then judges it with the client under test
// (support/peers.ts), which cannot be imported here. GlassFish 8 is started by the files that ask for it (useGlassFishEight).
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { glassFishEight } from "../support/peers/glassfish-eight.ts";
import { missingTools } from "../support/peers/java.ts";
import { commandLine, findProcess, until } from "../support/peers/processes.ts";

const results = join("test-results", "interop");

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const missing = missingTools();
  if (missing !== undefined) {
    if (process.env["REMORA_REQUIRE_INTEROP"] === "1") throw new Error(missing);
    process.stderr.write(`interop tests are skipped: ${missing}\n`);
    project.provide("glassfish", { missing });
    project.provide("glassfish8", { missing });
    return undefined;
  }
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const eight = process.env["REMORA_GF8_STATE"] ?? "";
  project.provide("glassfish8", glassFishEight(eight === "" ? "" : resolve(eight)));
  const given = process.env["REMORA_GF_STATE"] ?? process.env["REMORA_GLASSFISH_STATE"] ?? "";
  if (given !== "") {
    project.provide("glassfish", { stateFile: resolve(given) });
    return undefined;
  }
  const cluster = await GlassFishCluster.start({ keep: false, tries: 2 });
  try {
    const stateFile = resolve(results, "glassfish.json");
    await writeFile(stateFile, JSON.stringify(await cluster.state()));
    project.provide("glassfish", { stateFile });
  } catch (error) {
    await end(cluster);
    throw error;
  }
  return () => end(cluster);
}

/** Ends every server of the cluster by its process id, those included that a test added and left behind. */
async function end(cluster: GlassFishCluster): Promise<void> {
  const isOurs = (line: string): boolean =>
    line.includes(` -instancename `) && line.includes(`=${cluster.runDirectory}/`);
  for (let pid = findProcess(isOurs); pid !== undefined; pid = findProcess(isOurs)) {
    const ending = pid;
    process.kill(ending, "SIGKILL");
    await until(`end of process ${ending}`, 10_000, () => commandLine(ending) === undefined, 10);
  }
  await cluster.stop();
}
