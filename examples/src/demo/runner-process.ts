// The application client runner in a process of its own, and the lines that its client prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PacedOperation } from "./shop.ts";

/** What became of one paced call, as the client saw it. */
export interface CallOutcome {
  readonly n: number;
  readonly operation: PacedOperation;
  /** `ok`, or `completed` of the error. */
  readonly outcome: "ok" | "yes" | "no" | "maybe";
  /** Who answered, or where it failed last. */
  readonly member: string;
  /** When the caller had the outcome, milliseconds since 1970. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Code of the error. */
  readonly code: string;
  /** The rule of docs/failover.md that ended the call. */
  readonly rule: string;
}

/** What the client's lines say, one call of these each. */
export interface ClientListener {
  context(n: number, member: string): void;
  call(outcome: CallOutcome): void;
}

const runner = fileURLToPath(new URL("../appclient/appclient.ts", import.meta.url));
const client = fileURLToPath(new URL("./shop-client.ts", import.meta.url));
const seededRandom = fileURLToPath(new URL("./seeded-random.ts", import.meta.url));

/** Settings from outside are stronger than the file, and would lead the demo elsewhere. */
const notPassedOn = ["REMORA_ENDPOINTS", "REMORA_POLICY", "VMARGS"];

/**
 * Runs `appclient -xml XML -client shop-client.ts …args` to its end.
 *
 * @throws Error with what the runner wrote to its standard error, when its exit status is not 0.
 */
export async function runShopClient(
  run: { readonly xml: string; readonly args: readonly number[]; readonly seed?: number },
  listener: ClientListener,
): Promise<void> {
  const env = { ...process.env };
  for (const name of notPassedOn) delete env[name];
  const preload: string[] = [];
  if (run.seed !== undefined) {
    env["REMORA_DEMO_SEED"] = String(run.seed);
    preload.push("--import", pathToFileURL(seededRandom).href);
  }
  const words = ["-xml", run.xml, "-client", client, ...run.args.map(String)];
  // The flags of this process load TypeScript: the other one needs them too.
  const child = spawn(process.execPath, [...process.execArgv, ...preload, runner, ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (): void => void child.kill();
  process.once("exit", kill);
  const problems = text(child.stderr);
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => tell(line, listener));
  const [[status, signal]] = await Promise.all([once(child, "exit"), once(lines, "close")]);
  process.off("exit", kill);
  if (status !== 0) {
    const ended = signal === null ? `exit status ${status}` : `signal ${signal}`;
    throw new Error(`the client ended with ${ended}:\n${await problems}`);
  }
}

function tell(line: string, listener: ClientListener): void {
  const [kind, n, ...words] = line.split(" ");
  if (kind === "context") listener.context(Number(n), words[0] ?? "");
  if (kind !== "call") return;
  const [operation, outcome, member, atMs, tookMs, code, rule] = words;
  listener.call({
    n: Number(n),
    operation: operation as PacedOperation,
    outcome: outcome as CallOutcome["outcome"],
    member: member ?? "",
    atMs: Number(atMs),
    tookMs: Number(tookMs),
    code: code ?? "",
    rule: rule ?? "",
  });
}
