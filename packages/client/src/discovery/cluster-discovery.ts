import type { Endpoint, ToldMembers } from "@remora/cluster";
import type { ClusterInstance } from "@remora/protocol/internal";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { AllEndpointsFailedError, type CallAttempt, ClosedError } from "../errors.ts";
import { boundedWait, type WaitLimits } from "../failover/bounded-wait.ts";
import { runOperation } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import type { NameService } from "../naming/name-service.ts";
import { clusterInstancesMethod } from "../naming/naming-methods.ts";
import { ContactCandidates } from "../resolution/candidates.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { Transport } from "../transport/transport.ts";

/** After so many failures in a row the view counts as stale. */
const staleAfter = 3;

/** So many servers without a cluster are asked in one discovery: lists of plain servers may be long. */
const mostEmptyAnswers = 4;

/** What one endpoint answered. */
interface Answer {
  readonly from: RemoteEndpoint;
  /** `undefined`: the server has no group information service. */
  readonly instances: readonly ClusterInstance[] | undefined;
}

function isEmpty({ instances }: Answer): boolean {
  return instances === undefined || instances.length === 0;
}

/**
 * Asks a cluster who its members are: at first use, and again, rate-limited, after trouble and with new contexts.
 * Nothing that fails here ever empties a view.
 *
 * One question at a time: whoever wants to know meanwhile waits for the same answer, each within its own limits. The
 * Java client asks once per process, and never again when that failed.
 */
export class ClusterDiscovery {
  readonly #runtime: ReferenceRuntime;
  readonly #cluster: Cluster;
  readonly #names: NameService;
  readonly #transport: Transport;
  #running: Promise<void> | undefined;
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #answered = false;
  #failures = 0;
  #doubtsDue = false;
  /** Attempts of the last question. */
  #attempts: () => readonly CallAttempt[] = () => [];
  #again: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    runtime: ReferenceRuntime,
    cluster: Cluster,
    names: NameService,
    transport: Transport,
  ) {
    this.#runtime = runtime;
    this.#cluster = cluster;
    this.#names = names;
    this.#transport = transport;
    const { discoveryRefreshMs, discovery } = runtime.options;
    if (discovery && discoveryRefreshMs > 0) {
      this.#timer = setInterval(() => this.refresh(), discoveryRefreshMs);
      this.#timer.unref();
    }
  }

  /**
   * Before the first context: waits for the first answer, each caller within its own limits. Rejects when no endpoint
   * can be reached at all.
   */
  async first(limits: Omit<WaitLimits, "attempts">): Promise<void> {
    if (!this.#runtime.options.discovery || this.#answered) {
      this.freshen();
      return;
    }
    // Nobody answers: so will nobody the lookup. Everything else is a cluster that cannot be asked.
    const work = this.#run().catch((error: unknown) => {
      if (error instanceof AllEndpointsFailedError || error instanceof ClosedError) throw error;
    });
    const attempts = (): readonly CallAttempt[] => this.#attempts();
    await boundedWait(this.#runtime, work, { ...limits, attempts });
  }

  /** Asks again in the background, if the last time is long enough ago; else as soon as it is. */
  refresh(): void {
    const { options, now, closed } = this.#runtime;
    if (!options.discovery || closed || this.#running !== undefined) return;
    const waitMs = this.#lastAtMs + options.discoveryIntervalMs - now();
    if (waitMs > 0) {
      if (this.#again !== undefined) return;
      this.#again = setTimeout(() => {
        this.#again = undefined;
        this.refresh();
      }, waitMs);
      this.#again.unref();
      return;
    }
    this.#run().catch(() => {
      // Told by the event; the view stays as it is.
    });
  }

  /** A reply has left out members that stand on their own word: they are asked, if need be after what runs now. */
  settleDoubts(): void {
    this.#doubtsDue = this.#running !== undefined;
    if (!this.#doubtsDue) this.refresh();
  }

  /** Like `refresh`, for new contexts: they do not wait, and do not plan a discovery of their own. */
  freshen(): void {
    const { options, now } = this.#runtime;
    if (now() - this.#lastAtMs >= options.discoveryIntervalMs) this.refresh();
  }

  close(): void {
    clearTimeout(this.#again);
    clearInterval(this.#timer);
  }

  #run(): Promise<void> {
    this.#running ??= this.#discover().finally(() => {
      this.#running = undefined;
      this.#lastAtMs = this.#runtime.now();
      if (this.#doubtsDue) this.settleDoubts();
    });
    return this.#running;
  }

  async #discover(): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#askUntilTold();
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === staleAfter) {
        this.#runtime.hub.emit("topologyStale", {
          cluster: this.#cluster.name,
          failures: this.#failures,
          message: error instanceof Error ? error.message : String(error),
        });
      }
      throw error;
    }
    this.#failures = 0;
    this.#answered = true;
    await this.#take(answer);
    // Members that another one has left out, and that stand on their own word only, are asked themselves.
    await Promise.all(this.#cluster.doubted().map((member) => this.#askDoubted(member)));
  }

  #everyone(): readonly RemoteEndpoint[] {
    const { view } = this.#cluster;
    const members = view.members.flatMap(({ name }) => this.#cluster.endpointsOf(name));
    // Members first: an administration server may know less than its instances.
    const all = view.discovered
      ? [...members, ...this.#cluster.bootstrap()]
      : this.#cluster.bootstrap();
    const { random } = this.#runtime;
    const start = Math.floor(random() * Math.max(1, view.discovered ? members.length : all.length));
    return [...all.slice(start), ...all.slice(0, start)];
  }

  /** A server that knows no cluster (GlassFish's administration server) does not speak for the others in the list. */
  async #askUntilTold(): Promise<Answer> {
    const everyone = this.#everyone();
    let answer = await this.#ask(everyone);
    const empty = new Set<RemoteEndpoint>();
    while (isEmpty(answer) && empty.size < mostEmptyAnswers) {
      empty.add(answer.from.canonical);
      const others = everyone.filter((endpoint) => !empty.has(endpoint.canonical));
      if (others.length === 0) break;
      try {
        answer = await this.#ask(others);
      } catch {
        // The first answer stands: a server was reached, and it told nothing.
        break;
      }
    }
    return answer;
  }

  #ask(endpoints: readonly RemoteEndpoint[]): Promise<Answer> {
    return runOperation(this.#runtime, {
      name: "discovery",
      timeoutMs: this.#runtime.options.discoveryTimeoutMs,
      // Whoever waits for it has a timer of its own.
      background: true,
      kind: "naming",
      cluster: undefined,
      candidates: () =>
        new ContactCandidates(endpoints, { endpoint: undefined }, (endpoint) =>
          this.#runtime.health.eligible(endpoint),
        ),
      onStart: (attempts) => {
        this.#attempts = attempts;
      },
      run: async (steps) => {
        const service = await this.#names.groupInfoService(steps);
        if (service === undefined) return { from: steps.endpoint, instances: undefined };
        const instances = await steps.request(service, clusterInstancesMethod, []);
        return { from: steps.endpoint, instances: instances as readonly ClusterInstance[] };
      },
    });
  }

  async #askDoubted(member: string): Promise<void> {
    const endpoint = this.#cluster.endpointOf(member);
    if (endpoint === undefined) return;
    try {
      await this.#take(await this.#ask([endpoint]));
    } catch {
      this.#cluster.noteSilence(member);
    }
  }

  async #take({ from, instances }: Answer): Promise<void> {
    const { hub, registry, options } = this.#runtime;
    if (instances === undefined || instances.length === 0) {
      hub.emit("topologyEmpty", { cluster: this.#cluster.name, endpoint: from.key });
      if (options.loadBalancingPolicy === "ic-based-weighted" && !this.#cluster.view.discovered) {
        hub.emit("warning", {
          code: "NO_WEIGHTS",
          message: `the policy is ic-based-weighted, and ${from.key} knows no cluster and so no weights: configured weights apply, else all members are alike`,
        });
      }
      return;
    }
    const by = { name: from.key, remoteAddress: from.canonical.remoteAddress };
    const members: { name: string; weight: number; endpoints: Endpoint[] }[] = [];
    for (const { name, weight, endpoints } of instances) {
      const usable: Endpoint[] = [];
      for (const { type, host, port } of endpoints) {
        if (type.startsWith("SSL")) continue;
        const known = registry.advertised(
          { host: host.toLowerCase(), port, security: "clear" },
          by,
        );
        if (known.ok) usable.push(known.endpoint.endpoint);
        else
          hub.emit("referenceRefused", { endpoint: from.key, member: name, reason: known.reason });
      }
      members.push({ name, weight, endpoints: usable });
    }
    await this.#resolveHosts(members);
    const told: ToldMembers = {
      from: undefined,
      fromEndpoint: from.endpoint,
      members,
      complete: true,
    };
    this.#cluster.feed(told, "discovery");
  }

  /** Two texts of one listener are told apart, or not, by their addresses. */
  async #resolveHosts(
    members: readonly { readonly endpoints: readonly Endpoint[] }[],
  ): Promise<void> {
    const hosts = new Set([
      ...members.flatMap(({ endpoints }) => endpoints.map(({ host }) => host)),
      ...this.#cluster.view.bootstrap.map(({ host }) => host),
    ]);
    await Promise.all(
      [...hosts].map(async (host) => {
        try {
          this.#cluster.addresses.set(host, await this.#transport.resolve(host));
        } catch {
          // A name that does not resolve here is no other name's equal.
        }
      }),
    );
  }
}
