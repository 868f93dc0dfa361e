// The servers of a run, from the global setup, and the skip that says what is missing.
import { Orb } from "@remora/client";
import { beforeAll, beforeEach, inject } from "vitest";
import { GlassFishCluster } from "../../support/peers/glassfish-cluster.ts";
import { until } from "../../support/peers/processes.ts";
import { Greeter, names } from "./beans.ts";
import { keepEvidence } from "./evidence.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** State file of the running cluster; a text that says what is missing when there is none. */
    glassfish: { readonly stateFile: string } | { readonly missing: string };
  }
}

let attached: Promise<GlassFishCluster> | undefined;

/** The run's cluster, the same one for all files. */
export function glassFish(): Promise<GlassFishCluster> {
  const provided = inject("glassfish");
  if ("missing" in provided) throw new Error(provided.missing);
  attached ??= GlassFishCluster.attach(provided.stateFile, (line) => console.log(line));
  return attached;
}

/**
 * Call once per file: every test is skipped with the reason when Java or Maven is missing, and keeps logs and
 * journal of what failed.
 */
export function needsPeers(): void {
  beforeAll(async () => {
    if (!("missing" in inject("glassfish"))) await untilReady(await glassFish());
  });
  beforeEach((context) => {
    const provided = inject("glassfish");
    if ("missing" in provided) {
      context.skip(provided.missing);
      return;
    }
    context.onTestFailed(async () => keepEvidence(context.task, await glassFish()));
  });
}

const readyLimitMs = 120_000;
const warmUpCalls = 300;

/** The group is whole, every instance answers for its beans and discovers all others, and some calls warmed it up. */
async function untilReady(cluster: GlassFishCluster): Promise<void> {
  await cluster.settled(readyLimitMs);
  // The administration server makes its ORB at the first request: the application is not there, and it says so.
  await until("the administration server answers", readyLimitMs, () =>
    cluster.probe("server").then(
      () => true,
      (error: Error) => error.message.includes("CosNaming"),
    ),
  );
  const wanted = cluster.instances.map(({ name }) => name).sort();
  for (const { name, host, port } of cluster.instances) {
    const endpoint = `${host}:${port}`;
    await until(`${name} discovers all`, readyLimitMs, async () => {
      await using asking = new Orb({ endpoints: endpoint });
      await asking.createInitialContext();
      const members = asking.explain().clusters[0]?.members.map((member) => member.name) ?? [];
      return members.sort().join(" ") === wanted.join(" ");
    });
    await using warming = new Orb({ endpoints: endpoint, discovery: false });
    const context = await warming.createInitialContext();
    const greeter = await context.lookup(names.greeter, Greeter);
    for (let call = 0; call < warmUpCalls; call++) await greeter.whoami();
  }
}

/** `host:port` of some instances, by default of all. */
export function endpointsOf(
  cluster: GlassFishCluster,
  wanted: readonly string[] = cluster.instances.map(({ name }) => name),
): readonly string[] {
  return wanted.map((name) => {
    const { host, port } = cluster.instance(name);
    return `${host}:${port}`;
  });
}
