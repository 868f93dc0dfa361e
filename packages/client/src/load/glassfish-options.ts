import { didYouMean } from "../config/suggest.ts";
import { ConfigurationError } from "../errors.ts";
import { show } from "../options.ts";
import { type GlassFishFigure, glassFishFigures } from "./glassfish-figures.ts";
import {
  addressOption,
  checkSourceOptions,
  durationOption,
  isRecord,
  type SourceOption,
} from "./load-options.ts";

/** Options of `glassfishMonitoring`. */
export interface GlassFishMonitoringOptions {
  /** The administration server, for instance `https://admin:4848`. */
  readonly url: string;
  /** The administrator. Default: none, for servers without password. */
  readonly user?: string;
  /** The administrator's password. Never shown in messages. */
  readonly password?: string;
  /**
   * Instances to ask: their names, where members have the same; or the instance of each member; or `all` that the
   * administration server names, except its own. Default: the members of the Orb.
   */
  readonly instances?: "all" | readonly string[] | Readonly<Record<string, string>>;
  /** Name of the thread pool that runs requests. Default `thread-pool-1`. */
  readonly threadPool?: string;
  /** Figures to report. Default all: `busyThreads`, `queuedRequests`, `sessions`, `requestsPerSecond`, `freeMemory`. */
  readonly figures?: readonly GlassFishFigure[];
  /** Bean pools, as `application/Bean`: their sums become `pooledBeans` and `waitingForBeans`. Default: none. */
  readonly beanPools?: readonly string[];
  /**
   * `busyThreads`: report an `idlePercent` of 100 × (1 − busy / available threads). GlassFish tells no load of the
   * processors, so busy threads stand in for it: they also count calls that only wait. Default: none.
   */
  readonly cpuFrom?: "busyThreads";
  /**
   * How many busy threads make an `idlePercent` of 0. Default: the most that the pool can have, as the server tells it
   * (200 in a new domain); give less when members are at their end long before.
   */
  readonly availableThreads?: number;
  /** Milliseconds from one poll to the next, 20 % more or less. Default 5,000. */
  readonly intervalMs?: number;
  /** Limit of one poll of all instances, milliseconds. Default 2,000. */
  readonly timeoutMs?: number;
}

const word: SourceOption = {
  problem: (value) =>
    typeof value === "string" && value.length > 0 ? undefined : "a text that is not empty",
};

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && one.length > 0);

const known: { readonly [Key in keyof Required<GlassFishMonitoringOptions>]: SourceOption } = {
  url: addressOption,
  // A colon would end the name (RFC 7617, 2).
  user: {
    problem: (value) =>
      typeof value === "string" && /^[^:]+$/.test(value) ? undefined : "a name without colon",
  },
  password: { secret: true, problem: word.problem },
  instances: {
    problem: (value) =>
      value === "all" || isWords(value) || (isRecord(value) && isWords(Object.values(value)))
        ? undefined
        : '"all", a list of names, or an object of members and instances',
  },
  threadPool: word,
  figures: {
    problem: (value) => {
      const accepted = `a list of ${glassFishFigures.join(", ")}`;
      if (!isWords(value)) return accepted;
      const wrong = value.find((name) => !(glassFishFigures as readonly string[]).includes(name));
      return wrong === undefined
        ? undefined
        : `${accepted}; not ${show(wrong)}${didYouMean(wrong, glassFishFigures)}`;
    },
  },
  beanPools: {
    problem: (value) =>
      isWords(value) && value.every((pool) => /^[^/]+\/[^/]+$/.test(pool))
        ? undefined
        : 'a list of "application/Bean"',
  },
  cpuFrom: { problem: (value) => (value === "busyThreads" ? undefined : '"busyThreads"') },
  availableThreads: {
    problem: (value) =>
      Number.isInteger(value) && (value as number) > 0 ? undefined : "a whole number from 1",
  },
  intervalMs: durationOption,
  timeoutMs: durationOption,
};

/** Throws ConfigurationError when the options of `glassfishMonitoring` are wrong. */
export function checkGlassFishOptions(options: GlassFishMonitoringOptions): void {
  checkSourceOptions("glassfishMonitoring", options, known);
  const { user, password, cpuFrom, availableThreads } = options;
  if ((user === undefined) !== (password === undefined)) {
    const [given, missing] = user === undefined ? ["password", "user"] : ["user", "password"];
    throw new ConfigurationError(`glassfishMonitoring: ${given} is given and ${missing} is not`);
  }
  if (availableThreads !== undefined && cpuFrom === undefined) {
    throw new ConfigurationError(
      'glassfishMonitoring: availableThreads is used only with cpuFrom: "busyThreads"',
    );
  }
}
