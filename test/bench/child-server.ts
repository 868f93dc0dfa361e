import { type ChildProcess, fork } from "node:child_process";

/** A server in a process of its own, so that its work is not the client's. */
export interface ChildServer<Started> {
  readonly started: Started;
  close(): Promise<void>;
}

/** Starts a file of `servers/`; resolves with the message that it sends when it is ready. */
export async function startChildServer<Started>(
  file: "canned-http2" | "canned-replies" | "grpc" | "mock-cluster",
  ...words: readonly string[]
): Promise<ChildServer<Started>> {
  const child = fork(new URL(`./servers/${file}.ts`, import.meta.url), words, {
    // Not the parent's own: it may be under a profiler.
    execArgv: ["--conditions", "@remora/source", "--import", import.meta.resolve("tsx")],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const started = await new Promise<Started>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Started));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`server ${file} ended with ${code}`)));
  });
  return { started, close: () => endOf(child, ended) };
}

async function endOf(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect();
  await ended;
}
