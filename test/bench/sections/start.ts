import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { benchName } from "../bench-interface.ts";
import { buildPackages } from "../built-packages.ts";
import { startChildServer } from "../child-server.ts";
import type { SectionOptions, SectionResult } from "../figure.ts";
import { median, middleHalf } from "../statistics.ts";

const program = fileURLToPath(new URL("../first-reply.mjs", import.meta.url));
const noisyMs = 100;

interface Start {
  /** From the launch of the program until its line was read. */
  readonly wallMs: number;
  readonly maxRssBytes: number;
}

/** A program of built JavaScript from its launch to its first reply: context, lookup, call. */
export async function startSection({ quick, log }: SectionOptions): Promise<SectionResult> {
  await buildPackages(log);
  const server = await startChildServer<{ readonly endpoints: readonly string[] }>("mock-cluster");
  try {
    const endpoints = server.started.endpoints.join(",");
    // The first one finds cold files.
    await startOnce(endpoints);
    const starts: Start[] = [];
    for (let run = 0; run < (quick ? 2 : 15); run += 1) starts.push(await startOnce(endpoints));
    const walls = starts.map(({ wallMs }) => wallMs);
    const sizes = starts.map(({ maxRssBytes }) => maxRssBytes);
    return {
      figures: [
        {
          name: "process start to first reply",
          value: median(walls) / 1000,
          unit: "s",
          limit: { atMost: 0.5 },
          noisy: middleHalf(walls) > noisyMs,
          note: `${starts.length} runs, ${Math.round(Math.min(...walls))} to ${Math.round(Math.max(...walls))} ms`,
        },
        {
          name: "largest resident memory until then",
          value: median(sizes) / 1e6,
          unit: "MB",
          limit: { atMost: 100 },
        },
      ],
      details: starts,
    };
  } finally {
    await server.close();
  }
}

async function startOnce(endpoints: string): Promise<Start> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, endpoints, benchName], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  let start: Start | undefined;
  createInterface({ input: child.stdout }).once("line", (line) => {
    const { maxRssKib } = JSON.parse(line) as { readonly maxRssKib: number };
    start = { wallMs: performance.now() - startedAt, maxRssBytes: maxRssKib * 1024 };
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (start === undefined) throw new Error(`${program} ended with ${code}`);
  return start;
}
