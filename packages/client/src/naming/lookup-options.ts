import { ArgumentError, ConfigurationError } from "../errors.ts";
import type { SessionConcurrency } from "../invocation/session.ts";
import { problemOfDuration } from "../options.ts";

/** Limits of one operation on names. */
export interface NamingOptions {
  /** Deadline of the whole operation, milliseconds. Default: the Orb's `lookupTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Ends the wait: rejects with `AbortError` whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options of one lookup. */
export interface LookupOptions extends NamingOptions {
  /**
   * `ordered`: calls on a session wait for each other, as its container wants it; `unordered`: all go out at once.
   * Default `ordered`; it means nothing for other objects.
   */
  readonly concurrency?: SessionConcurrency;
}

/** Options as they were given, when they are right. Throws ArgumentError for keys and values that are not. */
export function checkedNamingOptions<T extends NamingOptions>(
  options: T,
  more: readonly string[] = [],
): T {
  const keys = ["timeoutMs", "signal", ...more];
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError(`options must be an object with ${keys.join(", ")}`);
  }
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) {
      throw new ArgumentError(
        `unknown option ${JSON.stringify(key)}; accepted: ${keys.join(", ")}`,
      );
    }
  }
  const { timeoutMs, signal } = options;
  const problem = timeoutMs === undefined ? undefined : problemOfDuration("timeoutMs", timeoutMs);
  if (problem !== undefined) throw new ConfigurationError(`option ${problem}`);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ArgumentError("signal must be an AbortSignal");
  }
  return options;
}

/** A name that is not empty. Throws ArgumentError that says which operation wants it. */
export function checkName(name: unknown, operation: string, example: string): void {
  if (typeof name !== "string" || name === "") {
    throw new ArgumentError(`${operation} takes a name such as ${JSON.stringify(example)}`);
  }
}

/** Throws ArgumentError for another word. */
export function checkConcurrency(concurrency: unknown): void {
  if (concurrency === undefined || concurrency === "ordered" || concurrency === "unordered") return;
  throw new ArgumentError(
    `concurrency is ${JSON.stringify(concurrency)}; accepted: "ordered" or "unordered"`,
  );
}
