#!/usr/bin/env node
// The command `remora-mock-cluster`: a cluster with the built-in beans, until it is told to end.
import {
  type CommandOptions,
  CommandUsageError,
  commandHelp,
  commandOptions,
} from "./command-options.ts";
import { MockCluster } from "./mock-cluster.ts";
import { bindBuiltIns } from "./servants/built-in.ts";

/** What the command prints as one line of JSON. */
export interface CommandOutput {
  readonly pid: number;
  readonly endpoints: readonly string[];
  readonly members: readonly {
    readonly name: string;
    readonly weight: number;
    readonly host: string;
    readonly port: number;
  }[];
  readonly beans: readonly string[];
}

function outputOf(cluster: MockCluster): CommandOutput {
  return {
    pid: process.pid,
    endpoints: cluster.endpoints,
    members: cluster.members.map(({ name, weight, host, port }) => ({ name, weight, host, port })),
    beans: cluster.names,
  };
}

async function serve(options: CommandOptions): Promise<void> {
  const { members, host, advertisedHost, fragmentBytes, journalLimit } = options;
  const cluster = await MockCluster.start({
    members,
    host,
    ...(advertisedHost !== undefined && { advertisedHost }),
    ...(fragmentBytes !== undefined && { fragmentBytes }),
    ...(journalLimit !== undefined && { journalLimit }),
  });
  bindBuiltIns(cluster);
  const { policy } = options;
  const text = options.xml
    ? cluster.sunAccXml(policy === undefined ? {} : { policy })
    : `${JSON.stringify(outputOf(cluster))}\n`;
  process.stdout.write(text);
  const end = (): void => {
    process.stdin.destroy();
    void cluster.close();
  };
  // With its listeners closed the process has nothing left to wait for and ends by itself.
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  if (options.watchStdin) process.stdin.once("end", end).once("error", end).resume();
}

async function main(): Promise<void> {
  try {
    const options = commandOptions(process.argv.slice(2));
    if (options === undefined) process.stdout.write(`${commandHelp}\n`);
    else await serve(options);
  } catch (error) {
    const usage = error instanceof CommandUsageError;
    process.stderr.write(
      usage ? `remora-mock-cluster: ${error.message}\n\n${commandHelp}\n` : `${String(error)}\n`,
    );
    process.exitCode = usage ? 2 : 1;
  }
}

await main();
