import type { LoadBalancingPolicy, RotationSequence } from "@remora/cluster";
import { hintFor, suggest } from "./config/suggest.ts";
import { ConfigurationError } from "./errors.ts";
import type { AddressMap } from "./resolution/address-map.ts";
import type { SelectionPolicyOption } from "./selection/selection-options.ts";
import type { Transport } from "./transport/transport.ts";

/** When calls go back to a member that failed and recovered. */
export type Failback = "newContexts" | "eager" | "never";

/**
 * Everything that can be set on an Orb. All durations are milliseconds between 1 and 2^31 − 1, checked when the
 * Orb is made; an unknown key is an error. `orb.describeConfiguration()` shows each value and where it came from.
 */
export interface OrbOptions {
  /**
   * Bootstrap endpoints: `host:port,[v6]:port`, a list of such texts, or `corbaloc:`/`iiop:` forms. The port is 3700
   * when missing. Default: environment `REMORA_ENDPOINTS`, else `localhost:3700`.
   * GlassFish: `com.sun.appserv.iiop.endpoints`.
   */
  readonly endpoints?: string | readonly string[];
  /**
   * Sites by name: bootstrap endpoints of clusters of their own, in the forms of `endpoints`. For each context
   * `selectionPolicy` chooses a site (default: the first that answers), and the rotation goes on inside it. Not
   * together with `endpoints`. Default: none.
   */
  readonly sites?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Who is chosen, in place of the rotation: a policy of `@remora/cluster` (or its name) for contexts and requests,
   * or parts: `{ default, contexts, requests, byName, loadSources }`. Slow start does not count under a policy.
   * Default: the rotation of `loadBalancingPolicy`.
   */
  readonly selectionPolicy?: SelectionPolicyOption;
  /**
   * How a new InitialContext gets its member. `ic-based`: every member alike, never the previous one twice in a row;
   * `ic-based-weighted`: by weight. Default `ic-based`. GlassFish: `com.sun.appserv.iiop.loadbalancingpolicy`.
   */
  readonly loadBalancingPolicy?: LoadBalancingPolicy;
  /**
   * Weights by member name or by `host:port`, whole numbers from 0; they win over what the cluster tells, and 0 drains a
   * member. Default: none, so what discovery tells (GlassFish: `lb-weight` of an instance), else 100 each.
   */
  readonly weights?: Readonly<Record<string, number>>;
  /** `random`: every draw on its own; `smooth`: smooth weighted round robin from a random start. Default `random`. */
  readonly sequence?: RotationSequence;
  /** `glassfish` reproduces the Java client's order, its bias included, for differential tests. Default `none`. */
  readonly compatibility?: "none" | "glassfish";
  /**
   * `newContexts`: a recovered member gets new contexts only; `eager`: references move back to their context's first
   * member; `never`: a member that failed gets nothing more from this Orb while others are left. Default `newContexts`.
   */
  readonly failback?: Failback;
  /** A context older than this draws its member anew, between calls of references without identity. Default: never. */
  readonly contextMaxAgeMs?: number;
  /**
   * Ask the cluster for its members (INITIAL_GIS): before the first context, after trouble, with new contexts; and
   * follow what replies tell. Default true. False: the bootstrap endpoints are the members, whatever the servers say.
   */
  readonly discovery?: boolean;
  /** Limit of one discovery. Default 5,000. */
  readonly discoveryTimeoutMs?: number;
  /** Shortest time between two discoveries of one cluster. Default 1,000. */
  readonly discoveryIntervalMs?: number;
  /** Discovery by timer, beside contexts and lost connections. Default: none. */
  readonly discoveryRefreshMs?: number;
  /** Deadline of a call: queueing, connecting, every attempt and the reply. Default 30,000. GlassFish: `com.sun.corba.ee.transport.ORBWaitForResponseTimeout`. */
  readonly timeoutMs?: number;
  /**
   * Deadline of one lookup, and of making a context, milliseconds; the wait for the first discovery counts. Default
   * 10,000. The Java client has no such time.
   */
  readonly lookupTimeoutMs?: number;
  /** Limit of one connect to one address. Default 2,000. The Java client has none. */
  readonly connectTimeoutMs?: number;
  /** Limit of all connects of one call together. Default 3,000. GlassFish: second field of `com.sun.corba.ee.transport.ORBTCPConnectTimeouts`. */
  readonly connectBudgetMs?: number;
  /** Head start of one address (and one bootstrap endpoint) before the next is tried beside it. Default 250. */
  readonly staggerMs?: number;
  /** Requests pending and no octet received for so long: one LocateRequest asks whether the peer lives. Default 1,000. */
  readonly silenceProbeMs?: number;
  /** A connection without requests is closed after this time. Default 300,000. */
  readonly idleCloseMs?: number;
  /** Connections to one endpoint, 1 to 64; more than one is opened only while the first is blocked by back-pressure. Default 1. */
  readonly maxConnectionsPerEndpoint?: number;
  /** Location forwards followed within one call, counted from the original target. Default 8. The Java client has no limit. */
  readonly forwardHops?: number;
  /** Replays of an idempotent call after nobody knows whether it ran (CORBA 3.3 part 1, 8.4.2: COMPLETED_MAYBE). Default 1. */
  readonly maxReplays?: number;
  /** Trust `COMPLETED_NO` in a system exception from a server. Default true; false turns that retry off. */
  readonly trustCompletedNo?: boolean;
  /**
   * How many attempts that had been sent may be repeated: `calls` of them in ten seconds, plus `ratio` of all calls.
   * Default 10 and 0.2. Connect failures and forwards do not count.
   */
  readonly retryBudget?: { readonly calls?: number; readonly ratio?: number };
  /** Largest message accepted from a peer, in octets. Default 67,108,864. */
  readonly maxMessageBytes?: number;
  /** Largest message sent in one piece, in octets; longer ones become fragments. Default 256,000, the most that GlassFish accepts. */
  readonly maxFragmentBytes?: number;
  /** Octets of encoded requests handed to one socket write. Default 1,048,576. */
  readonly maxQueuedBytes?: number;
  /** From the address that a server advertises to the one that is reachable: exact pairs, CIDR rules, or a function. */
  readonly addressMap?: AddressMap;
  /** Seed of the random source, for repeatable runs. Default: a fresh one. */
  readonly seed?: number;
  /** The random source, numbers in [0, 1). Overrides `seed`. */
  readonly random?: () => number;
  /** The clock, in milliseconds. Default `performance.now`. */
  readonly now?: () => number;
  /** What opens byte streams. Default: TCP. */
  readonly transport?: Transport;
  /** Topics of readable debug lines on standard error: `connection,failover,discovery,naming,policy,call,warning` or `all`. Default: environment `REMORA_DEBUG`. */
  readonly debug?: string;
}

/** Options of one call: always the last argument of a stub's method. */
export interface CallOptions {
  /** Deadline of this call, milliseconds. Default: the Orb's `timeoutMs`. */
  readonly timeoutMs?: number;
  /** Ends the wait: rejects with `AbortError` whose `cause` is the signal's reason. */
  readonly signal?: AbortSignal;
  /** The operation may run twice: it is tried again when nobody knows whether it ran. Default: the descriptor's mark. */
  readonly idempotent?: boolean;
}

/** Complete, checked and frozen options: what the rest of the client reads. */
export interface ResolvedOptions {
  readonly loadBalancingPolicy: LoadBalancingPolicy;
  readonly weights: Readonly<Record<string, number>>;
  readonly sequence: RotationSequence;
  readonly compatibility: "none" | "glassfish";
  readonly failback: Failback;
  readonly contextMaxAgeMs: number;
  readonly discovery: boolean;
  readonly discoveryTimeoutMs: number;
  readonly discoveryIntervalMs: number;
  readonly discoveryRefreshMs: number;
  readonly timeoutMs: number;
  readonly lookupTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly connectBudgetMs: number;
  readonly staggerMs: number;
  readonly silenceProbeMs: number;
  readonly idleCloseMs: number;
  readonly maxConnectionsPerEndpoint: number;
  readonly forwardHops: number;
  readonly maxReplays: number;
  readonly trustCompletedNo: boolean;
  readonly retryBudget: { readonly calls: number; readonly ratio: number };
  readonly maxMessageBytes: number;
  readonly maxFragmentBytes: number;
  readonly maxQueuedBytes: number;
}

/** The default of every option that has one (`design`: finite everywhere). 0 stands for "never" where a duration may be off. */
export const defaultOptions: ResolvedOptions = Object.freeze({
  loadBalancingPolicy: "ic-based",
  weights: Object.freeze({}),
  sequence: "random",
  compatibility: "none",
  failback: "newContexts",
  contextMaxAgeMs: 0,
  discovery: true,
  discoveryTimeoutMs: 5_000,
  discoveryIntervalMs: 1_000,
  discoveryRefreshMs: 0,
  timeoutMs: 30_000,
  lookupTimeoutMs: 10_000,
  connectTimeoutMs: 2_000,
  connectBudgetMs: 3_000,
  staggerMs: 250,
  silenceProbeMs: 1_000,
  idleCloseMs: 300_000,
  maxConnectionsPerEndpoint: 1,
  forwardHops: 8,
  maxReplays: 1,
  trustCompletedNo: true,
  retryBudget: Object.freeze({ calls: 10, ratio: 0.2 }),
  maxMessageBytes: 67_108_864,
  maxFragmentBytes: 256_000,
  maxQueuedBytes: 1_048_576,
});

/** The longest duration that a Node.js timer can hold. */
export const maxDurationMs = 2_147_483_647;

type Check = (value: unknown, name: string) => string | undefined;

const duration: Check = (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 1 && value <= maxDurationMs
    ? undefined
    : `a number of milliseconds from 1 to ${maxDurationMs}`;
const count =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `a whole number from ${least} to ${most}`;
const flag: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");
const func: Check = (value) => (typeof value === "function" ? undefined : "a function");
const oneOf =
  (...words: readonly string[]): Check =>
  (value) => {
    if (typeof value === "string" && words.includes(value)) return undefined;
    const near = typeof value === "string" ? suggest(value, words) : undefined;
    const list = words.map((word) => JSON.stringify(word)).join(" or ");
    return near === undefined ? list : `${list} (did you mean ${JSON.stringify(near)}?)`;
  };
const weights: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((weight) => Number.isInteger(weight) && weight >= 0)
    ? undefined
    : "an object of member names or host:port to whole weights from 0";
const budget: Check = (value) => {
  const given = value as { calls?: unknown; ratio?: unknown } | null;
  const good =
    typeof given === "object" &&
    given !== null &&
    Object.keys(given).every((key) => key === "calls" || key === "ratio") &&
    Object.values(given).every((part) => typeof part === "number" && part >= 0);
  return good ? undefined : "{ calls, ratio }, both numbers from 0";
};
const endpoints: Check = (value) =>
  typeof value === "string" ||
  (Array.isArray(value) && value.every((text) => typeof text === "string"))
    ? undefined
    : 'a text such as "host:3700,[::1]:3700" or a list of such texts';
const sites: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((each) => endpoints(each, "") === undefined)
    ? undefined
    : 'an object of site names to endpoints, such as { paris: "h1:3700,h2:3700" }';
const anything: Check = () => undefined;

const checks: { readonly [Key in keyof OrbOptions]-?: Check } = {
  endpoints,
  sites,
  selectionPolicy: anything,
  loadBalancingPolicy: oneOf("ic-based", "ic-based-weighted"),
  weights,
  sequence: oneOf("random", "smooth"),
  compatibility: oneOf("none", "glassfish"),
  failback: oneOf("newContexts", "eager", "never"),
  contextMaxAgeMs: duration,
  discovery: flag,
  discoveryTimeoutMs: duration,
  discoveryIntervalMs: duration,
  discoveryRefreshMs: duration,
  timeoutMs: duration,
  lookupTimeoutMs: duration,
  connectTimeoutMs: duration,
  connectBudgetMs: duration,
  staggerMs: duration,
  silenceProbeMs: duration,
  idleCloseMs: duration,
  maxConnectionsPerEndpoint: count(1, 64),
  forwardHops: count(0, 64),
  maxReplays: count(0, 16),
  trustCompletedNo: flag,
  retryBudget: budget,
  maxMessageBytes: count(1_024, 2_147_483_647),
  maxFragmentBytes: count(1_024, 2_147_483_640),
  maxQueuedBytes: count(1_024, 1_073_741_824),
  addressMap: anything,
  seed: (value) => (Number.isFinite(value) ? undefined : "a number"),
  random: func,
  now: func,
  transport: (value) =>
    typeof value === "object" && value !== null && "connect" in value
      ? undefined
      : "an object with a connect method",
  debug: (value) => (typeof value === "string" ? undefined : "a text of topics"),
};

/** The sentence that says what is wrong with a duration; undefined when it is right. */
export function problemOfDuration(name: string, value: unknown): string | undefined {
  const wanted = duration(value, name);
  return wanted === undefined ? undefined : `${name} is ${show(value)}; accepted: ${wanted}`;
}

/** The sentence that names the first weight that cannot be; undefined when all are right. */
export function problemOfWeights(given: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(given).find(
    ([, weight]) => !Number.isInteger(weight) || (weight as number) < 0,
  );
  if (wrong === undefined) return undefined;
  const [name, weight] = wrong;
  return `weights[${JSON.stringify(name)}] is ${show(weight)}; accepted: a whole number from 0`;
}

/** A value as an error shows it: short, and never a whole payload. */
export function show(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || value === undefined || typeof value !== "object") return String(value);
  return Array.isArray(value) ? `a list of ${value.length}` : "an object";
}

/**
 * Checks an options object against the names and forms above: unknown keys and wrong values end in one
 * ConfigurationError that names the value and the accepted form.
 */
export function checkOptions(options: OrbOptions, where = "option"): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new ConfigurationError(`options must be an object, not ${show(options)}`);
  }
  for (const [key, value] of Object.entries(options)) {
    const check = (checks as Record<string, Check | undefined>)[key];
    if (check === undefined) {
      const near = suggest(key, Object.keys(checks));
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      throw new ConfigurationError(`unknown ${where} ${show(key)}${hint}`);
    }
    if (value === undefined) continue;
    if (key === "weights" && typeof value === "object" && value !== null) {
      const problem = problemOfWeights(value as Readonly<Record<string, unknown>>);
      if (problem !== undefined) throw new ConfigurationError(`${where} ${problem}`);
    }
    const wanted = check(value, key);
    if (wanted !== undefined) {
      throw new ConfigurationError(`${where} ${key} is ${show(value)}; accepted: ${wanted}`);
    }
  }
}

/** Options with every default filled in, frozen. Checks first. */
export function resolveOptions(options: OrbOptions): ResolvedOptions {
  checkOptions(options);
  const given = Object.fromEntries(
    Object.entries(options).filter(([key, value]) => value !== undefined && key in defaultOptions),
  );
  return Object.freeze({
    ...defaultOptions,
    ...given,
    retryBudget: Object.freeze({ ...defaultOptions.retryBudget, ...options.retryBudget }),
  });
}

const callOptionKeys = ["timeoutMs", "signal", "idempotent"];

/** The sentence that says why call options are wrong; undefined when they are right. */
export function problemOfCallOptions(options: CallOptions): string | undefined {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return `call options must be an object with ${callOptionKeys.join(", ")}, not ${show(options)}`;
  }
  for (const key in options) {
    if (callOptionKeys.includes(key)) continue;
    return `unknown call option ${show(key)}; ${hintFor(key, callOptionKeys)}`;
  }
  const { timeoutMs, signal, idempotent } = options;
  if (timeoutMs !== undefined) {
    const problem = problemOfDuration("timeoutMs", timeoutMs);
    if (problem !== undefined) return problem;
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    return `signal is ${show(signal)}; accepted: an AbortSignal`;
  }
  if (idempotent !== undefined && typeof idempotent !== "boolean") {
    return `idempotent is ${show(idempotent)}; accepted: true or false`;
  }
  return undefined;
}
