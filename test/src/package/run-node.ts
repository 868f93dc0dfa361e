import { spawn } from "node:child_process";

/** How a program ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, which it must reach by itself: nothing is sent to it, and it is killed after a minute. */
export function run(
  command: string,
  words: readonly string[],
  folder: string,
  limitMs = 60_000,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = spawn(command, words, {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limitMs,
    });
    const out: string[] = [];
    const err: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.once("error", reject);
    child.once("close", (status, signal) => {
      const stderr = signal === null ? err.join("") : `${err.join("")}\nended by ${signal}`;
      resolve({ status, stdout: out.join(""), stderr });
    });
  });
}

/** Runs `node` of this process; rejects when it does not end with 0. */
export async function node(words: readonly string[], folder: string): Promise<string> {
  const { status, stdout, stderr } = await run(process.execPath, words, folder);
  if (status !== 0) throw new Error(`node ${words.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}
