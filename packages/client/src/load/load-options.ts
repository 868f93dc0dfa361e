// Checks of the options of load sources: unknown keys and wrong values end in a ConfigurationError.
import { hintFor } from "../config/suggest.ts";
import { ConfigurationError } from "../errors.ts";
import { maxDurationMs, show } from "../options.ts";

/** One option of a source: says what is accepted when the value is wrong. */
export interface SourceOption {
  readonly problem: (value: unknown) => string | undefined;
  /** The value is never shown. */
  readonly secret?: boolean;
  readonly required?: boolean;
}

/** A number of milliseconds that a timer can hold. */
export const durationOption: SourceOption = {
  problem: (value) =>
    typeof value === "number" && value >= 1 && value <= maxDurationMs
      ? undefined
      : `a number of milliseconds from 1 to ${maxDurationMs}`,
};

/** An `http:` or `https:` address without credentials: those would end up in messages. */
export const addressOption: SourceOption = {
  required: true,
  secret: true,
  problem: (value) => {
    const accepted = `an address that begins with "http://" or "https://" and names no user`;
    if (typeof value !== "string" || !URL.canParse(value)) return accepted;
    const { protocol, username, password } = new URL(value);
    const good = /^https?:$/.test(protocol) && username === "" && password === "";
    return good ? undefined : accepted;
  },
};

/** Whether a value is an object with names, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws a ConfigurationError when options are unknown, missing or wrong. */
export function checkSourceOptions<T extends object>(
  source: string,
  options: T,
  known: { readonly [Key in keyof Required<T>]: SourceOption },
): void {
  if (!isRecord(options)) {
    throw new ConfigurationError(`${source}: options must be an object, not ${show(options)}`);
  }
  const rules = Object.entries<SourceOption>(known);
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(known, key)) continue;
    const names = rules.map(([name]) => name);
    throw new ConfigurationError(`${source}: unknown option ${show(key)}; ${hintFor(key, names)}`);
  }
  for (const [name, rule] of rules) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined && rule.required !== true) continue;
    const accepted = rule.problem(value);
    if (accepted === undefined) continue;
    const state =
      value === undefined ? "is missing" : rule.secret === true ? "is wrong" : `is ${show(value)}`;
    throw new ConfigurationError(`${source}: option ${name} ${state}; accepted: ${accepted}`);
  }
}
