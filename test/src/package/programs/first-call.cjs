// The same call of a CommonJS program, by require().
const { Orb } = require("@remora/client");
const { bindBuiltIns, builtInNames, Echo, MockCluster } = require("@remora/mock-cluster");

async function main() {
  const cluster = await MockCluster.start({ members: [{ name: "i1" }, { name: "i2" }] });
  bindBuiltIns(cluster);
  const orb = new Orb({ endpoints: cluster.endpoints });
  const echo = await orb.lookup(builtInNames.echo, Echo);
  const greeting = await echo.greet("Ada");
  await orb.close();
  await cluster.close();
  process.stdout.write(`${JSON.stringify({ node: process.version, greeting })}\n`);
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
