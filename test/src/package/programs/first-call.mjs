// The first call of an ES module: mock cluster and client in one process, which ends by itself.
import { Orb } from "@remora/client";
import { bindBuiltIns, builtInNames, Echo, MockCluster } from "@remora/mock-cluster";

const cluster = await MockCluster.start({ members: [{ name: "i1" }, { name: "i2" }] });
bindBuiltIns(cluster);
const orb = new Orb({ endpoints: cluster.endpoints });
const context = await orb.createInitialContext();
const echo = await context.lookup(builtInNames.echo, Echo);
const greeting = await echo.greet("Ada");
const sum = await echo.add(2n ** 62n, 1n);
await cluster.member(context.member).crash();
const after = await echo.greet("Bob");
await orb.close();
await cluster.close();
process.stdout.write(
  `${JSON.stringify({ node: process.version, greeting, sum: String(sum), after })}\n`,
);
