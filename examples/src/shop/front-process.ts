// The front in a process of its own, for whoever wants to see it from outside.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./front.ts", import.meta.url));

/** How a front ended. */
export interface FrontEnd {
  /** Exit status; null when a signal ended it. */
  readonly status: number | null;
  /** Everything on its standard error: lines of JSON. */
  readonly log: string;
}

/** A running front. */
export interface FrontProcess {
  /** `http://127.0.0.1:…`. */
  readonly url: string;
  /** Sends a signal. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<FrontEnd>;
}

/**
 * Starts `front.ts` on a free port with these settings, and with none of this process's own. `flags` are Node's: by default those of
 * this process, which load TypeScript.
 *
 * @throws Error with its standard error when it ends before it listens.
 */
export async function startFront(
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = process.execArgv,
): Promise<FrontProcess> {
  const ours = Object.entries(process.env).filter(([name]) => !/^(REMORA_|ACC_XML$)/.test(name));
  const env = { ...Object.fromEntries(ours), PORT: "0", ...settings };
  const child = spawn(process.execPath, [...flags, program], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const log = text(child.stderr);
  const ended = once(child, "exit").then(async ([status]) => {
    process.off("exit", kill);
    return { status: status as number | null, log: await log };
  });
  const lines = createInterface({ input: child.stdout });
  const first = once(lines, "line").then(([line]) => String(line));
  const line = await Promise.race([first, ended]);
  if (typeof line !== "string") throw new Error(`the front did not start: ${line.log}`);
  return {
    url: line.replace("listening on ", ""),
    signal: (name) => void child.kill(name),
    ended,
  };
}
