import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** Where the figures come from. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  readonly grpc: string;
}

/** What is known about this machine. */
export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    v8: process.versions.v8,
    grpc: `@grpc/grpc-js ${versionOf("../node_modules/@grpc/grpc-js/package.json")}`,
  };
}

/** Load average of the last minute: how much else the machine had to do. */
export function load(): number {
  return loadavg()[0] ?? Number.NaN;
}

function versionOf(manifest: string): string {
  const text = readFileSync(new URL(manifest, import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
