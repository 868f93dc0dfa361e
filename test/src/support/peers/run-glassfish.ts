import { fstatSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { GlassFishCluster } from "./glassfish-cluster.ts";

const usage = `Brings a GlassFish cluster up and keeps it until SIGTERM, SIGINT or the end of a piped stdin.

  npx tsx test/src/support/peers/run-glassfish.ts --state FILE [--portbase N] [--run FOLDER] [--keep]
      [--weights 100,200,300] [--version 7|8|N.N.N] [--layout cluster|server]

With --layout server the application runs in the administration server alone. FILE gets the ports, process ids and names as JSON once the cluster is ready, and is removed at
the end. Tests use the cluster when REMORA_GLASSFISH_STATE names that file.`;

const { values } = parseArgs({
  options: {
    state: { type: "string" },
    portbase: { type: "string" },
    run: { type: "string" },
    keep: { type: "boolean", default: false },
    weights: { type: "string", default: "100,200,300" },
    version: { type: "string", default: "7" },
    layout: { type: "string", default: "cluster" },
    help: { type: "boolean", default: false },
  },
});

const { layout } = values;
if (values.help || values.state === undefined || (layout !== "cluster" && layout !== "server")) {
  process.stderr.write(`${usage}\n`);
  process.exit(values.help ? 0 : 64);
}

const stateFile = resolve(values.state);
let ended = false;
let cluster: GlassFishCluster | undefined;

async function end(code: number): Promise<void> {
  if (ended) return;
  ended = true;
  await rm(stateFile, { force: true });
  await cluster?.stop();
  process.exit(code);
}

// While the cluster is still coming up, the end of this process ends it (see the reaper).
process.on("SIGINT", () => void end(0));
process.on("SIGTERM", () => void end(0));
process.on("SIGHUP", () => {});
const input = fstatSync(0, { bigint: false });
if (input.isFIFO() || input.isSocket()) process.stdin.on("end", () => void end(0)).resume();

try {
  cluster = await GlassFishCluster.start({
    version: values.version,
    layout,
    instances: values.weights
      .split(",")
      .map((weight, i) => ({ name: `i${i + 1}`, weight: Number(weight) })),
    keep: values.keep,
    ...(values.portbase === undefined ? {} : { portBase: Number(values.portbase) }),
    ...(values.run === undefined ? {} : { runDirectory: resolve(values.run) }),
  });
  await mkdir(dirname(stateFile), { recursive: true });
  await writeFile(`${stateFile}.part`, `${JSON.stringify(await cluster.state(), undefined, 2)}\n`);
  await rename(`${stateFile}.part`, stateFile);
  process.stdout.write(`ready ${stateFile}\n`);
  // The claim on the ports does not keep the process alive.
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
