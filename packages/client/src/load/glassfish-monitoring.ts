import { type FigureSettings, glassFishFigures, type InstanceNodes } from "./glassfish-figures.ts";
import { InstanceHistory } from "./glassfish-instance.ts";
import { getNode, type MonitoringNode } from "./glassfish-node.ts";
import { checkGlassFishOptions, type GlassFishMonitoringOptions } from "./glassfish-options.ts";
import { inLanes } from "./in-lanes.ts";
import { failureText, LoadFailure } from "./load-failure.ts";
import type { LoadHost, LoadSource } from "./load-source.ts";
import { listed } from "./named-figures.ts";
import { type Poll, paceOf, startPolling } from "./poller.ts";

/** Instances asked at the same time: the administration server relays each question. */
const lanes = 8;

/**
 * Figures from the monitoring REST interface of a GlassFish administration server: of the ORB's thread pool
 * `busyThreads`, `queuedRequests`, `sessions` (both together, the figure to balance by) and `requestsPerSecond` (from the
 * second poll on); of the heap `freeMemory` in octets (its maximum less what is used, garbage included).
 *
 * Monitoring is off in a new domain; the event `loadSourceFailed` says how to switch it on. An instance that does not
 * answer keeps its old figures, which grow older; so does one whose numbers carry a time that stands still. The
 * interface wants the administrator's password: let a load agent ask it, and many clients the agent (`httpLoad`).
 * Throws ConfigurationError when options are wrong.
 */
export function glassfishMonitoring(options: GlassFishMonitoringOptions): LoadSource {
  checkGlassFishOptions(options);
  const server = new AdministrationServer({ ...options });
  return {
    name: `glassfishMonitoring ${server.origin}`,
    start: (host) => {
      if (server.exposesPassword) {
        host.failed(
          `${server.origin}: the administrator's password goes there unencrypted; give an https:// address`,
        );
      }
      const histories = new Map<string, InstanceHistory>();
      return startPolling(host, paceOf(options), (poll) => pollAll(server, host, histories, poll));
    },
  };
}

async function pollAll(
  server: AdministrationServer,
  host: LoadHost,
  histories: Map<string, InstanceHistory>,
  poll: Poll,
): Promise<void> {
  const instances = await server.instances(host.members(), poll.signal);
  // Who comes back begins anew: nobody knows its figures any more.
  const asked = new Set(instances.map(([member]) => member));
  for (const member of histories.keys()) if (!asked.has(member)) histories.delete(member);
  const problems = await inLanes(instances, lanes, async ([member, instance]) => {
    if (server.asksMembers && /:\d+$/.test(member)) {
      throw new LoadFailure(
        "has no name of an instance: turn discovery on, or give the option instances",
      );
    }
    const { nodes, missing } = await server.read(instance, poll.signal);
    const history = histories.get(member) ?? new InstanceHistory();
    histories.set(member, history);
    const figures = history.next(nodes, host.now(), server.settings);
    if (figures === undefined) throw new LoadFailure(standStill);
    if (Object.keys(figures).length > 0) poll.report(member, figures);
    if (missing.length > 0) throw new LoadFailure(switchedOff(server, missing));
  });
  if (problems.length > 0) throw new LoadFailure(joined(problems));
}

const standStill =
  "the numbers stand still: they were taken at the same time as those before, and grow older";

/** One sentence for each cause, with the members that it concerns. */
function joined(
  problems: readonly { readonly item: readonly [string, string]; readonly error: unknown }[],
): string {
  const membersOf = new Map<string, string[]>();
  for (const { item, error } of problems) {
    const text = failureText(error);
    membersOf.set(text, [...(membersOf.get(text) ?? []), item[0]]);
  }
  return [...membersOf].map(([text, members]) => `${members.join(", ")}: ${text}`).join("; ");
}

function switchedOff(server: AdministrationServer, missing: readonly string[]): string {
  const levels = [...new Set(missing)].map(
    (level) => `configs.config.CONFIG.monitoring-service.module-monitoring-levels.${level}=HIGH`,
  );
  return (
    `${server.origin} has no ${[...new Set(missing)].join(" and ")} numbers: the instance is down, or monitoring is ` +
    `switched off; run asadmin set ${levels.join(" ")} with the name of the instance's configuration for CONFIG`
  );
}

/** What is asked of one administration server. */
class AdministrationServer {
  readonly settings: FigureSettings;
  readonly exposesPassword: boolean;
  readonly origin: string;
  /** Whether members have the names of instances, as discovery tells them. */
  readonly asksMembers: boolean;
  readonly #options: GlassFishMonitoringOptions;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: GlassFishMonitoringOptions) {
    const { figures = glassFishFigures, cpuFrom, availableThreads } = options;
    const url = new URL(options.url);
    this.#options = options;
    this.asksMembers = options.instances === undefined;
    this.origin = url.origin;
    this.#base = `${url.origin}${url.pathname.replace(/\/+$/, "")}/monitoring/domain`;
    this.exposesPassword =
      options.password !== undefined && url.protocol === "http:" && !isLoopback(url.hostname);
    this.#headers = headersOf(options);
    this.settings = {
      figures,
      idleThreads: cpuFrom === undefined ? undefined : { all: availableThreads },
    };
  }

  /** Instances by member; those of members that the Orb does not have are not asked. */
  async instances(
    members: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly [member: string, instance: string])[]> {
    const { instances } = this.#options;
    if (instances === undefined) return members.map((name) => [name, name] as const);
    const all =
      instances === "all"
        ? (await this.#namesOfDomain(signal)).map((name) => [name, name] as const)
        : Array.isArray(instances)
          ? (instances as readonly string[]).map((name) => [name, name] as const)
          : Object.entries(instances as Readonly<Record<string, string>>);
    // A load agent has no members of its own.
    const asked = members.length === 0 ? all : all.filter(([member]) => members.includes(member));
    if (asked.length > 0) return asked;
    const names = all.map(([member]) => member);
    throw new LoadFailure(
      `${this.origin}: the option instances leads to ${listed(names)} and to none of the members ${listed(members)}`,
    );
  }

  async #namesOfDomain(signal: AbortSignal): Promise<readonly string[]> {
    const domain = await this.#get("", signal);
    const names = (domain?.children ?? []).filter((name) => name !== "server");
    if (names.length === 0) throw new LoadFailure(`${this.origin} names no instance`);
    return names;
  }

  /** The nodes of an instance that the wanted figures need, and the monitoring levels of those that are not there. */
  async read(
    instance: string,
    signal: AbortSignal,
  ): Promise<{ readonly nodes: InstanceNodes; readonly missing: readonly string[] }> {
    const { threadPool = "thread-pool-1", beanPools = [] } = this.#options;
    const { figures, idleThreads } = this.settings;
    const missing: string[] = [];
    const node = async (level: string, ...path: string[]): Promise<MonitoringNode | undefined> => {
      const found = await this.#get(
        [instance, ...path].map((step) => `/${encodeURIComponent(step)}`).join(""),
        signal,
      );
      if (found === undefined) missing.push(level);
      return found;
    };
    const wantsPool = idleThreads !== undefined || figures.some((name) => name !== "freeMemory");
    const [pool, memory, ...beans] = await Promise.all([
      wantsPool ? node("thread-pool", "thread-pool", "orb", "threadpool", threadPool) : undefined,
      figures.includes("freeMemory") ? node("jvm", "jvm", "memory") : undefined,
      ...beanPools.map((bean) =>
        node("ejb-container", "applications", ...bean.split("/"), "bean-pool"),
      ),
    ]);
    return { nodes: { threadPool: pool, memory, beanPools: beans }, missing };
  }

  #get(path: string, signal: AbortSignal): Promise<MonitoringNode | undefined> {
    return getNode(new URL(`${this.#base}${path}.json`), this.#headers, signal);
  }
}

function headersOf({ user, password }: GlassFishMonitoringOptions): Record<string, string> {
  const headers = { accept: "application/json" };
  if (user === undefined) return headers;
  const credentials = Buffer.from(`${user}:${password}`, "utf8").toString("base64");
  return { ...headers, authorization: `Basic ${credentials}` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
