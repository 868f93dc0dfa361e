import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** What a finished program printed. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run by {@link run}. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default 300,000. */
  readonly limitMs?: number;
}

/**
 * Runs a program to its end, in a session of its own: what it leaves running does not die with us
 * by a signal to our process group. Throws with its output when it fails or takes too long.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const limitMs = options.limitMs ?? 300_000;
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const shown = [command, ...args].join(" ");
  const code = await new Promise<number | NodeJS.Signals | "too long">((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve("too long");
    }, limitMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // Not "close": a server that the program started may keep the pipes open.
    child.on("exit", (status, signal) => {
      clearTimeout(timer);
      resolve(status ?? signal ?? 1);
    });
  });
  // Lets the last output arrive, then gives up pipes that a left-over server still holds.
  await Promise.race([
    Promise.all([ended(child, "stdout"), ended(child, "stderr")]),
    delay(200, undefined, { ref: false }),
  ]);
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) {
    const why = code === "too long" ? `took more than ${limitMs} ms` : `ended with ${code}`;
    throw new Error(`${shown} ${why}\n${stdout}${stderr}`.trimEnd());
  }
  return { stdout, stderr };
}

function ended(child: ChildProcess, name: "stdout" | "stderr"): Promise<void> {
  const stream = child[name];
  if (stream === null || stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once("end", resolve).once("close", resolve);
  });
}

/** Command line of a live process, words parted by single spaces, or undefined when there is none. */
export function commandLine(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      const text = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      // A zombie has an empty command line.
      return text === "" ? undefined : text.replaceAll("\0", " ");
    } catch {
      return undefined;
    }
  }
  const result = spawnSync("ps", ["-ww", "-p", String(pid), "-o", "command="], {
    encoding: "utf8",
  });
  return result.status === 0 && result.stdout.trim() !== ""
    ? `${result.stdout.trim()} `
    : undefined;
}

/** Id of the first process whose command line (words parted by single spaces) is wanted. */
export function findProcess(isWanted: (line: string) => boolean): number | undefined {
  if (process.platform === "linux") {
    for (const entry of readdirSync("/proc")) {
      if (!/^\d+$/.test(entry)) continue;
      const line = commandLine(Number(entry));
      if (line !== undefined && isWanted(line)) return Number(entry);
    }
    return undefined;
  }
  const result = spawnSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" });
  for (const row of (result.stdout ?? "").split("\n")) {
    const match = /^\s*(\d+) (.*)$/.exec(row);
    if (match !== null && isWanted(`${match[2]} `)) return Number(match[1]);
  }
  return undefined;
}

/** Resident memory of a live process in octets, or undefined when it cannot be read. */
export function residentBytes(pid: number): number | undefined {
  const result = spawnSync("ps", ["-p", String(pid), "-o", "rss="], { encoding: "utf8" });
  const kilobytes = Number(result.stdout?.trim());
  return result.status === 0 && kilobytes > 0 ? kilobytes * 1024 : undefined;
}

/**
 * Asks again and again until the answer is neither undefined nor false. Throws after the limit,
 * with the last error of the question if it had one.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  everyMs = 100,
): Promise<T> {
  const end = Date.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= end) {
      const why = last instanceof Error ? `: ${last.message}` : "";
      throw new Error(`${what}: not within ${limitMs} ms${why}`, { cause: last });
    }
    await delay(everyMs);
  }
}
