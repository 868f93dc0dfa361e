import { GlassFishCluster } from "./glassfish-cluster.ts";
import { runJavaClient } from "./glassfish-java-client.ts";

const usage = `Runs the application server's own Java client against a cluster of run-glassfish.ts.

  REMORA_GLASSFISH_STATE=FILE npx tsx test/src/support/peers/run-java-client.ts MODE [ARGUMENT...]

Modes: bench THREADS SECONDS [WARM-UP], failover SECONDS, dist N, weighted N, start, call TEXT, check.`;

const stateFile = process.env["REMORA_GLASSFISH_STATE"];
const [mode, ...rest] = process.argv.slice(2);
if (stateFile === undefined || mode === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(64);
}
const cluster = await GlassFishCluster.attach(stateFile);
const result = await (mode === "weighted"
  ? runJavaClient(cluster, ["dist", ...rest], { policy: "ic-based-weighted" })
  : runJavaClient(cluster, [mode, ...rest]));
process.stdout.write(`${JSON.stringify(result)}\n`);
