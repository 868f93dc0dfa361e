import { once } from "node:events";
import { GlassFishCluster } from "./glassfish-cluster.ts";
import { type JavaPause, runJavaClient } from "./glassfish-java-client.ts";

const usage = `Runs the application server's own Java client against a cluster of run-glassfish.ts.

  REMORA_GLASSFISH_STATE=FILE npx tsx test/src/support/peers/run-java-client.ts MODE [ARGUMENT...]

Modes: bench THREADS SECONDS [WARM-UP], failover SECONDS, dist N, weighted N, start, call TEXT, check,
differential [SCENARIO...], evolved (the scenario evolution with other versions of the classes), selftest.
Without a cluster: encode orders|bytes|longs SIZE [ROUNDS [WARM-UP]].`;

const stateFile = process.env["REMORA_GLASSFISH_STATE"];
const [mode, ...rest] = process.argv.slice(2);
if (mode === undefined || (stateFile === undefined && mode !== "encode")) {
  process.stderr.write(`${usage}\n`);
  process.exit(64);
}
const cluster =
  stateFile === undefined ? { app: "", endpoints: [] } : await GlassFishCluster.attach(stateFile);
const result = await (mode === "weighted"
  ? runJavaClient(cluster, ["dist", ...rest], { policy: "ic-based-weighted" })
  : mode === "evolved"
    ? runJavaClient(cluster, ["differential", "evolution"], { evolved: true })
    : runJavaClient(cluster, [mode, ...rest], { onPause }));
for (const step of result.steps ?? []) process.stdout.write(`${JSON.stringify(step)}\n`);
process.stdout.write(`${JSON.stringify({ ...result, steps: undefined })}\n`);

/** By hand: end the instance, then type a line. */
async function onPause(pause: JavaPause): Promise<void> {
  process.stdout.write(`${JSON.stringify(pause)}\n`);
  await once(process.stdin.resume(), "data");
  process.stdin.pause();
}
