// A Node process of its own, for what one process cannot see of itself: its exit, and its heap without a test runner.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** How a process ended. */
export interface ChildEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from its start to its exit. */
  readonly ms: number;
}

/** Runs a TypeScript file of this folder, or a module given as text, on the sources. */
export async function runChild(
  script: URL | string,
  options: {
    readonly args?: readonly string[];
    readonly nodeOptions?: readonly string[];
    readonly limitMs?: number;
  } = {},
): Promise<ChildEnd> {
  const what =
    typeof script === "string"
      ? ["--input-type=module", "--eval", script]
      : [fileURLToPath(script)];
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(options.nodeOptions ?? []),
      "--conditions=@remora/source",
      "--import=tsx",
      ...what,
      ...(options.args ?? []),
    ],
    { stdio: ["ignore", "pipe", "pipe"], cwd: fileURLToPath(new URL("..", import.meta.url)) },
  );
  const limit = setTimeout(() => child.kill("SIGKILL"), options.limitMs ?? 60_000);
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ]);
  clearTimeout(limit);
  return { status, stdout, stderr, ms: performance.now() - started };
}
