import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  evolvedJar,
  glassFishHome,
  judgeExamples,
  shopClientJar,
  shopJar,
} from "./glassfish-build.ts";
import type { NamedEndpoint } from "./glassfish-cluster.ts";
import { findJava } from "./java.ts";
import { residentBytes } from "./processes.ts";

/** What the Java client needs to know of a GlassFishCluster. */
export interface JavaClientTarget {
  /** Name of the application. */
  readonly app: string;
  readonly endpoints: readonly NamedEndpoint[];
}

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
  /** Gives the client the other version of some value classes, those of `test/peers/glassfish/evolved`. Default false. */
  readonly evolved?: boolean;
  /** What is done when a scenario pauses, for example killing the named instance; the client goes on when it resolves. */
  readonly onPause?: (pause: JavaPause) => Promise<void>;
}

/** One thrown object of a chain of causes. */
export interface JavaThrown {
  readonly class: string;
  /** First line of it. */
  readonly message: string | null;
  /** Of CORBA's system exceptions. */
  readonly minor?: number;
  readonly completed?: "yes" | "no" | "maybe";
  /** Public fields of the application's exceptions. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly suppressed?: readonly JavaThrown[];
}

/** Outcome of one step of a scenario or of the judge's self-test: a value, or the exception and its causes. */
export interface JavaStep {
  readonly event: "step";
  readonly scenario?: string;
  readonly step: string;
  readonly value?: unknown;
  readonly thrown?: readonly JavaThrown[];
}

/** A scenario that waits until something was done to the servers. */
export interface JavaPause {
  readonly event: "pause";
  readonly scenario: string;
  /** "ended": the instance that `about` names is to be killed or stopped. */
  readonly why: string;
  readonly about: unknown;
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
  /** Modes differential and selftest: every step, in order. */
  readonly steps?: readonly JavaStep[];
  readonly scenarios?: number;
  /** Mode encode: length of the encoding, and medians in nanoseconds. */
  readonly octets?: number;
  readonly encodeNs?: number;
  readonly decodeNs?: number;
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
 * `bench THREADS SECONDS`, `failover SECONDS`, `dist N`, `start`, `call TEXT`, `check`, `differential [SCENARIO...]`,
 * `selftest` or `encode WHAT SIZE ROUNDS WARM-UP`. It is the client of version 7 for every server: that of version 8 runs
 * in its container only.
 */
export async function startJavaClient(
  cluster: JavaClientTarget,
  mode: readonly string[],
  options: JavaClientOptions = {},
): Promise<JavaClientRun> {
  const jars = [
    join(await glassFishHome(), "lib", "gf-client.jar"),
    ...(options.evolved === true ? [await evolvedJar()] : []),
    await shopJar(),
    await shopClientJar(),
  ];
  const endpoints = options.endpoints ?? cluster.endpoints;
  const words = mode[0] === "selftest" && mode.length === 1 ? [...mode, judgeExamples] : mode;
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
      ...words,
    ],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error("java did not start");
  child.stdin.on("error", () => {});
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
    const steps: JavaStep[] = [];
    const goOn = async (pause: JavaPause): Promise<void> => {
      try {
        await options.onPause?.(pause);
        child.stdin.write("go on\n");
      } catch (error) {
        reject(error as Error);
        child.kill("SIGKILL");
      }
    };
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      const event = JSON.parse(line) as
        | JavaStep
        | JavaPause
        | JavaClientResult
        | { readonly event: "ready"; readonly instance: string };
      if (event.event === "ready") answered(event.instance);
      else if (event.event === "step") steps.push(event);
      else if (event.event === "pause") void goOn(event);
      else last = event;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(sampler);
      clearTimeout(killer);
      const wallMs = performance.now() - begin;
      if (last !== undefined) {
        answered("");
        const stepped = steps.length === 0 ? {} : { steps };
        resolve({ ...last, ...stepped, residentBytes: peak, wallMs });
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
  cluster: JavaClientTarget,
  mode: readonly string[],
  options: JavaClientOptions = {},
): Promise<JavaClientResult> {
  const client = await startJavaClient(cluster, mode, options);
  return client.result;
}
