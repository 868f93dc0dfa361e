import { parseEndpoint } from "@remora/cluster";
import type { RemoteEndpoint } from "./connection/remote-endpoint.ts";
import { ArgumentError, ClosedError, NotSupportedError } from "./errors.ts";
import { boundedWait } from "./failover/bounded-wait.ts";
import type { ReferenceRuntime } from "./invocation/reference-runtime.ts";
import { nameServiceKey } from "./naming/name-service.ts";
import { maxDurationMs, problemOfCallOptions } from "./options.ts";

/** Options of `orb.ping`. */
export interface PingOptions {
  /** Limit of the answer, milliseconds. Default: the Orb's `silenceProbeMs`. */
  readonly timeoutMs?: number;
  /** Ends the wait: rejects with `AbortError` whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a ping found. */
export interface PingResult {
  /** `host:port` as it was dialled, after the address map. */
  readonly endpoint: string;
  /** It speaks GIOP and has a name service. */
  readonly alive: boolean;
  /** Milliseconds until the connection was there; 0 when it was already. */
  readonly connectMs: number;
  /** Milliseconds from question to answer. */
  readonly answerMs: number;
  /** What happened, in words. */
  readonly message: string;
}

/** Connects and sends one LocateRequest for `NameService`: executes nothing. Never rejects for a dead endpoint. */
export async function ping(
  runtime: ReferenceRuntime,
  text: string,
  options: PingOptions,
): Promise<PingResult> {
  const parsed = parseEndpoint(text);
  if (!parsed.ok) {
    throw new ArgumentError(
      `endpoint ${JSON.stringify(parsed.value)}: ${parsed.problem}; ${parsed.hint}`,
    );
  }
  checkPingOptions(options);
  if (runtime.closed) throw new ClosedError("ping: the Orb is closed");
  if (parsed.endpoint.security === "tls") throw new NotSupportedError("TLS is not supported yet");
  const { signal } = options;
  const endpoint = runtime.registry.of(parsed.endpoint);
  // The answer has a limit of its own, and so have connects; this wait is for the signal, and keeps the process.
  return await boundedWait(runtime, askNameService(runtime, endpoint, options), {
    operation: `ping of ${endpoint.key}`,
    timeoutMs: maxDurationMs,
    signal,
    attempts: () => [],
  });
}

function checkPingOptions(options: PingOptions): void {
  const problem =
    problemOfCallOptions(options) ??
    ("idempotent" in options ? "a ping executes nothing; accepted: timeoutMs, signal" : undefined);
  if (problem !== undefined) throw new ArgumentError(`ping: ${problem}`);
}

async function askNameService(
  runtime: ReferenceRuntime,
  endpoint: RemoteEndpoint,
  options: PingOptions,
): Promise<PingResult> {
  const startedAt = runtime.now();
  const opened = endpoint.usable();
  const outcome =
    opened === undefined ? await endpoint.open() : ({ ok: true, connection: opened } as const);
  const connectMs = runtime.now() - startedAt;
  if (!outcome.ok) {
    const { code, message } = outcome.problem;
    return {
      endpoint: endpoint.key,
      alive: false,
      connectMs,
      answerMs: 0,
      message: `${code}, ${message}`,
    };
  }
  const askedAt = runtime.now();
  const timeoutMs = options.timeoutMs ?? runtime.options.silenceProbeMs;
  const answer = await outcome.connection.locate(nameServiceKey, timeoutMs);
  const answerMs = runtime.now() - askedAt;
  const alive = answer !== "failed";
  const message =
    answer === "failed"
      ? "connected, and no answer"
      : answer === "unknown"
        ? "answers, and has no NameService"
        : "answers, and has a NameService";
  return { endpoint: endpoint.key, alive, connectMs, answerMs, message };
}
