import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { shopClientJar, shopJar } from "./glassfish-build.ts";
import type { GlassFishCluster, NamedEndpoint } from "./glassfish-cluster.ts";
import { findJava } from "./java.ts";
import { residentBytes } from "./processes.ts";

/** How the Java client is run by {@link startJavaClient}. */
export interface JavaClientOptions {
  /** Default: all instances of the cluster. */
  readonly endpoints?: readonly NamedEndpoint[];
  /** Load-balancing policy over InitialContexts. Default: the client's own, "ic-based". */
  readonly policy?: "ic-based" | "ic-based-weighted";
  /** Further JVM options. */
  readonly jvmOptions?: readonly string[];
  /** Ends the client by force after this time. Default 300,000. */
  readonly limitMs?: number;
}

/** Result line of the Java client; which fields there are depends on the mode. */
export interface JavaClientResult {
  readonly event: "result";
  readonly mode?: string;
  readonly calls?: number;
  readonly callsPerSecond?: number;
  readonly failed?: number;
  readonly p50Us?: number;
  readonly p90Us?: number;
  readonly p99Us?: number;
  readonly p999Us?: number;
  readonly maxUs?: number;
  readonly longestGapMs?: number;
  readonly longestCallMs?: number;
  readonly firstReplyMs?: number;
  readonly answer?: string;
  readonly contexts?: number;
  readonly checks?: number;
  /** What was not as it should be, in mode check. */
  readonly wrong?: string;
  readonly seconds?: number;
  /** Answers by instance. */
  readonly instances?: Readonly<Record<string, number>>;
  /** Failed calls by exception, CORBA cause and completion. */
  readonly errors?: Readonly<Record<string, number>>;
  /** Greatest resident memory seen, in octets. */
  readonly residentBytes: number;
  /** From the launch of the program to its end. */
  readonly wallMs: number;
}

/** A running Java client. */
export interface JavaClientRun {
  readonly pid: number;
  /** Name of the instance that answers, once the client has begun (modes bench and failover). */
  readonly ready: Promise<string>;
  readonly result: Promise<JavaClientResult>;
}

/**
 * Starts the application server's own Java client with one mode of `remora.client.Main`:
 * `bench THREADS SECONDS`, `failover SECONDS`, `dist N`, `start`, `call TEXT` or `check`.
 */
export async function startJavaClient(
  cluster: GlassFishCluster,
  mode: readonly string[],
  options: JavaClientOptions = {},
): Promise<JavaClientRun> {
  const jars = [
    join(cluster.home, "lib", "gf-client.jar"),
    await shopJar(),
    await shopClientJar(),
  ];
  const endpoints = options.endpoints ?? cluster.endpoints;
  const begin = performance.now();
  const child = spawn(
    findJava().java,
    [
      // Its generator of EJB classes defines classes in other loaders.
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
      `-Dcom.sun.appserv.iiop.endpoints=${endpoints.map((e) => `${e.host}:${e.port}`).join(",")}`,
      ...(options.policy === undefined
        ? []
        : [`-Dcom.sun.appserv.iiop.loadbalancingpolicy=${options.policy}`]),
      `-Dremora.app=${cluster.app}`,
      ...(options.jvmOptions ?? []),
      "-cp",
      jars.join(":"),
      "remora.client.Main",
      ...mode,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error("java did not start");
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid) ?? 0);
  }, 100);
  const killer = setTimeout(() => child.kill("SIGKILL"), options.limitMs ?? 300_000);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4_000);
  });
  let answered: (instance: string) => void = () => {};
  let refused: (error: Error) => void = () => {};
  const ready = new Promise<string>((resolve, reject) => {
    answered = resolve;
    refused = reject;
  });
  ready.catch(() => {});
  const result = new Promise<JavaClientResult>((resolve, reject) => {
    let last: Omit<JavaClientResult, "residentBytes" | "wallMs"> | undefined;
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      const event = JSON.parse(line) as { event: string; instance?: string };
      if (event.event === "ready") answered(event.instance ?? "");
      if (event.event === "result") last = event as JavaClientResult;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(sampler);
      clearTimeout(killer);
      const wallMs = performance.now() - begin;
      if (last !== undefined) {
        answered("");
        resolve({ ...last, residentBytes: peak, wallMs });
        return;
      }
      const error = new Error(`Java client ended with ${code}: ${errors.trim()}`);
      refused(error);
      reject(error);
    });
  });
  result.catch(() => {});
  return { pid, ready, result };
}

/** Runs one mode of the Java client to its end. */
export async function runJavaClient(
  cluster: GlassFishCluster,
  mode: readonly string[],
  options: JavaClientOptions = {},
): Promise<JavaClientResult> {
  const client = await startJavaClient(cluster, mode, options);
  return client.result;
}
