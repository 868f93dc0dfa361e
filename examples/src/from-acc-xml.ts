// An Orb from the file that Java application clients have: sun-acc.xml or glassfish-acc.xml.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError, Orb } from "@remora/client";
import { Greeter, greeterName, startGreeters } from "./greeter.ts";

await using cluster = await startGreeters(["i1", "i2", "i3"]);

const folder = await mkdtemp(join(tmpdir(), "remora-example-"));
try {
  const path = join(folder, "sun-acc.xml");
  const xml = cluster.sunAccXml({ policy: "ic-based-weighted" });
  await writeFile(path, xml);

  await using orb = await Orb.fromClientContainerXml(path);
  const context = await orb.createInitialContext();
  const greeter = await context.lookup(greeterName, Greeter);
  console.log((await greeter.greet("Ada"))?.replace(/i\d$/, "one of the three"));

  // Every setting, and where it came from.
  for (const { name, value, origin } of orb.describeConfiguration()) {
    if (name === "loadBalancingPolicy")
      console.log(`${name} ${value}: ${origin.replace(path, "sun-acc.xml")}`);
  }

  // A slip of the pen is one error with file, line and column.
  await writeFile(path, xml.replace("address=", "adress="));
  await Orb.fromClientContainerXml(path);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.log(error.message.replace(folder, "").replace(/^[/\\]/, ""));
} finally {
  await rm(folder, { recursive: true });
}
