import {
  type ClusterView,
  type Endpoint,
  type HealthOptions,
  type Random,
  type SelectionRequest,
  seededRandom,
  shuffledOrder,
  type ViewChange,
} from "@remora/cluster";
import type { Ior } from "@remora/protocol/internal";
import type { IiopConnection } from "./connection/iiop-connection.ts";
import type {
  ConnectProblem,
  EndpointListener,
  RemoteEndpoint,
} from "./connection/remote-endpoint.ts";
import { ClusterDiscovery } from "./discovery/cluster-discovery.ts";
import { EndpointProber } from "./discovery/endpoint-prober.ts";
import { asyncMethodShaper } from "./ejb/async-method.ts";
import { sessionBeanShaper } from "./ejb/session-bean.ts";
import { SessionBook } from "./ejb/session-book.ts";
import { type EndpointNote, EventHub } from "./events.ts";
import type { Closable, Epoch, SharedRetryBudget } from "./failover/call-runtime.ts";
import { sharedRetryBudget } from "./failover/shared-retry-budget.ts";
import { SignalHub } from "./failover/signal-hub.ts";
import { AnsweredOperations } from "./invocation/answered-operations.ts";
import { CallContexts } from "./invocation/call-context.ts";
import { ObjectReference } from "./invocation/object-reference.ts";
import type { SessionConcurrency } from "./invocation/session.ts";
import { StubFactory, type StubRuntime } from "./invocation/stub.ts";
import { NameService } from "./naming/name-service.ts";
import type { OrbOptions, ResolvedOptions } from "./options.ts";
import { OrbSelection } from "./policy/orb-selection.ts";
import { compileAddressMap, isAnyAddress, isLoopback } from "./resolution/address-map.ts";
import { AvoidedKeys } from "./resolution/avoided-keys.ts";
import { Cluster, isVisibleChange, type ViewOrigin } from "./resolution/cluster.ts";
import { ContextPin, type ContextWorkload } from "./resolution/context-pin.ts";
import { EndpointHealthBook } from "./resolution/endpoint-health-book.ts";
import { EndpointRegistry } from "./resolution/endpoint-registry.ts";
import { targetOf } from "./resolution/endpoints-of-ior.ts";
import { Membership } from "./resolution/membership.ts";
import type { MemberCounterBook } from "./selection/member-counters.ts";
import type { Drawn } from "./selection/policy-driver.ts";
import { tcpTransport } from "./transport/tcp-transport.ts";
import type { Transport } from "./transport/transport.ts";

/** A cluster together with what asks it: its discovery and its naming. */
export interface KnownCluster {
  /** View, rotation and endpoints. */
  readonly cluster: Cluster;
  /** Who asks it for its members. */
  readonly discovery: ClusterDiscovery;
  /** What is known of its naming. */
  readonly names: NameService;
}

/** A recovered endpoint is asked at least so often, milliseconds: instances take seconds to start, not minutes. */
const healthOptions: HealthOptions = { maxEjectionMs: 5_000 };

/**
 * Everything that the calls of one Orb share, put together once. It listens to endpoints and health and tells
 * listeners; it holds no rules: those are in the cluster package.
 */
export class OrbRuntime implements StubRuntime, EndpointListener {
  readonly options: ResolvedOptions;
  readonly now: () => number;
  readonly random: () => number;
  readonly hub: EventHub = new EventHub();
  readonly signals: SignalHub = new SignalHub();
  readonly budget: SharedRetryBudget;
  readonly epoch: Epoch = { value: 0 };
  readonly recovering: Set<Closable> = new Set();
  readonly registry: EndpointRegistry;
  readonly health: EndpointHealthBook;
  readonly membership: Membership;
  readonly avoided: AvoidedKeys;
  readonly answered: AnsweredOperations = new AnsweredOperations();
  readonly stubs: StubFactory = new StubFactory([sessionBeanShaper, asyncMethodShaper]);
  readonly contexts: CallContexts = new CallContexts(this);
  readonly sessions: SessionBook = new SessionBook();
  readonly clusters: Map<string, KnownCluster> = new Map();
  readonly selection: OrbSelection;
  readonly counters: MemberCounterBook | undefined;
  closed = false;

  readonly #transport: Transport;
  /** Heads of contexts and members of requests; `random` spreads discovery and pauses. */
  readonly #draws: Random;
  /** Orders of fall-back. */
  readonly #tails: Random;
  readonly #prober: EndpointProber;
  readonly #order: ReturnType<typeof shuffledOrder>;
  /** A context that nobody has any more is over, whether it was closed or not. */
  readonly #lostContexts = new FinalizationRegistry<ContextWorkload>((work) => work.end());
  #connections = 0;
  #onDrained: (() => void) | undefined;
  #placeholder: NodeJS.Timeout | undefined;

  constructor(
    given: OrbOptions,
    options: ResolvedOptions,
    sites?: ReadonlyMap<string, readonly Endpoint[]>,
  ) {
    this.options = options;
    this.now = given.now ?? (() => performance.now());
    const seed = given.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
    // Streams of their own: neither discovery nor a pause nor an order of fall-back, which is drawn only when somebody
    // asks for it, may change which member the next context gets.
    const [draws, tails, others] = [0, 1, 2].map(
      (stream) => given.random ?? seededRandom(seed + stream),
    ) as [Random, Random, Random];
    this.random = others;
    this.#draws = draws;
    this.#tails = tails;
    // Shuffled once: of many young processes that all read one file, not all must start at its first server.
    this.#order = shuffledOrder(Math.floor(draws() * 0x1_0000_0000));
    this.#transport = given.transport ?? tcpTransport;
    this.budget = sharedRetryBudget(this.now, options.retryBudget);
    this.registry = new EndpointRegistry(
      compileAddressMap(given.addressMap, (message) => {
        this.hub.emit("warning", { code: "ADDRESS_MAP", message });
      }),
      options,
      this.#transport,
      this,
    );
    this.health = new EndpointHealthBook(healthOptions, this.now, this.epoch, {
      onEjected: (endpoint, untilMs, reason) => {
        this.hub.emit("endpointEjected", { ...noteOf(endpoint), untilMs, reason });
        this.#prober.plan(endpoint);
      },
      onRecovered: (endpoint) => {
        this.hub.emit("endpointRecovered", noteOf(endpoint));
        this.health.sweep();
      },
      onSuspect: (endpoint) => this.#prober.plan(endpoint),
    });
    this.avoided = new AvoidedKeys(this.now, this.epoch);
    this.membership = new Membership(this.registry, this.hub, this.epoch, options.discovery);
    this.#prober = new EndpointProber(
      this,
      this.health,
      (endpoint) => this.#keyInUse(endpoint),
      options.silenceProbeMs,
    );
    this.selection = new OrbSelection(given, options.weights, sites, {
      hub: this.hub,
      now: this.now,
      random: others,
      draws,
      tails,
      order: this.#order,
      cluster: (endpoints) => this.cluster(endpoints).cluster,
      clusters: () => [...this.clusters.values()].map(({ cluster }) => cluster),
    });
    this.counters = this.selection.counters;
  }

  /** The cluster of a bootstrap set, made at first use. Two sets never mix. */
  cluster(bootstrap: readonly Endpoint[]): KnownCluster {
    const { options, selection } = this;
    const cluster = new Cluster(bootstrap, {
      rotation: {
        policy: options.loadBalancingPolicy,
        sequence: options.sequence,
        ...(options.compatibility === "glassfish" ? { compatibility: "glassfish" } : {}),
      },
      order: this.#order,
      weights: selection.weights,
      drained: selection.drained,
      plan: selection.plan,
      uses: selection.sites === undefined ? ["contexts", "requests"] : ["requests"],
      selectionWorld: ({ name }) => selection.world(name),
      now: this.now,
      random: this.#draws,
      tailRandom: this.#tails,
      epoch: this.epoch,
      registry: this.registry,
      health: this.health,
      onViewChanged: (changed, previous, change, origin) =>
        this.#onViewChanged(changed, previous, change, origin),
    });
    const known = this.clusters.get(cluster.name);
    if (known !== undefined) return known;
    const names = new NameService();
    const discovery = new ClusterDiscovery(this, cluster, names, this.#transport);
    const made = { cluster, discovery, names };
    this.clusters.set(cluster.name, made);
    return made;
  }

  /** A cluster with what asks it. */
  known({ name, view }: Cluster): KnownCluster {
    return this.clusters.get(name) ?? this.cluster(view.bootstrap);
  }

  /** The place of a new context: rotation and policy move on. `site`: what chose the cluster. */
  newPin(cluster: Cluster, request: SelectionRequest = {}, site?: Drawn): ContextPin {
    this.selection.startLoad(cluster);
    const drawn = cluster.drawContext(request);
    const head = drawn.member;
    const pin = new ContextPin(
      cluster,
      site?.selection === undefined ? drawn : { ...drawn, selection: site.selection },
      this.now(),
      this.epoch,
      {
        onMoved: (of, previous, next) => {
          this.hub.emit("contextMoved", { cluster: of.name, previous, next });
        },
      },
      request,
    );
    pin.work.site = site?.assignment;
    const isCounted = drawn.assignment !== undefined || site?.assignment !== undefined;
    // One that is drawn anew may be counted later.
    if (isCounted || this.options.contextMaxAgeMs > 0) {
      this.#lostContexts.register(pin, pin.work);
    }
    if (this.hub.wanted("rotationAdvanced")) {
      const endpoint = pin.endpoint()?.key ?? "";
      this.hub.emit("rotationAdvanced", { cluster: cluster.name, member: head, endpoint });
    }
    return pin;
  }

  /**
   * A reference received from a member of a cluster: part of it when one of its endpoints is a member's, else with a
   * contact list of its own.
   */
  referenceIn(
    ior: Ior,
    cluster: Cluster | undefined,
    pin: ContextPin | undefined,
    extra: {
      readonly kind?: ObjectReference["kind"] | undefined;
      readonly request?: SelectionRequest | undefined;
      readonly concurrency?: SessionConcurrency | undefined;
      readonly lookUpAgain?: (() => Promise<Ior>) | undefined;
    } = {},
  ): ObjectReference {
    const target = targetOf(ior);
    const belongs =
      cluster !== undefined &&
      target?.contacts.some(
        ({ endpoint }) => cluster.memberAt(this.registry.of(endpoint)) !== undefined,
      ) === true;
    if (!belongs) return ObjectReference.of(ior, extra).ownedBy(this);
    const kind = target.kind === "unknown" ? extra.kind : target.kind;
    if (kind !== "session") {
      return ObjectReference.of(ior, { cluster, pin, ...extra }).ownedBy(this);
    }
    // A session stands by itself: it stays with its member, whatever becomes of the context.
    return this.sessions.shared(cluster.name, target.objectKey, () => {
      const home = target.primary === undefined ? undefined : this.registry.of(target.primary);
      const member = home === undefined ? undefined : cluster.memberAt(home);
      const own =
        member === undefined
          ? pin
          : new ContextPin(cluster, { member }, this.now(), this.epoch, { onMoved: () => {} });
      // Without a place in the cluster it has a contact list of its own: it is never drawn anew for each request.
      const routing = own === undefined ? extra : { cluster, pin: own, ...extra };
      return ObjectReference.of(ior, routing).ownedBy(this);
    });
  }

  /** A reference that came in a reply belongs where the called one does, and shares its pin. */
  adopt(ior: Ior, from: ObjectReference): ObjectReference {
    const reference = this.referenceIn(ior, from.routing.cluster, from.routing.pin);
    // What a home makes is the caller's own, and his to end; other references may belong to anybody.
    if (from.kind === "home") {
      this.sessions.opened(reference, { interface: ior.typeId, nowMs: this.now() });
    }
    return reference;
  }

  /** Every cluster that the endpoint belongs to: two bootstrap sets may overlap. */
  onTrouble(endpoint: RemoteEndpoint): void {
    for (const { cluster, discovery } of this.clusters.values()) {
      if (cluster.memberAt(endpoint) !== undefined) discovery.refresh();
    }
  }

  /** Numbers are for people: they tell two connections to one endpoint apart. */
  nextConnectionNumber(): number {
    this.#connections += 1;
    return this.#connections;
  }

  /** The guard behind names: "vm" may resolve to 127.0.1.1 here and to something else at the server. */
  refuseAddress(endpoint: RemoteEndpoint, address: string): string | undefined {
    if (isAnyAddress(address))
      return `${endpoint.key} resolves to ${address}, which is no destination`;
    const by = endpoint.advertisedBy;
    if (by === undefined || !isLoopback(address)) return undefined;
    const from = [...this.registry.all()].find((known) => known.key === by);
    if (from?.remoteAddress === undefined || isLoopback(from.remoteAddress)) return undefined;
    return `${by} advertises ${endpoint.key}, which is the loopback address ${address} here; reach it with addressMap: { ${JSON.stringify(endpoint.key)}: "host:port" }`;
  }

  /** A connect tells the numeric address, which may make two endpoints one. */
  onConnected(endpoint: RemoteEndpoint, connection: IiopConnection): void {
    if (this.closed) {
      connection.destroy("the Orb is closed");
      return;
    }
    this.registry.noteConnected(endpoint);
    // One timer of the usual duration stays, so that a call alone does not make and drop Node's list of such timers.
    this.#placeholder ??= setInterval(() => {}, this.options.timeoutMs).unref();
    for (const { cluster } of this.clusters.values()) cluster.noteAddresses();
    this.epoch.value += 1;
    if (this.hub.wanted("connectionOpened")) {
      this.hub.emit("connectionOpened", {
        ...noteOf(endpoint),
        remoteAddress: connection.remoteAddress,
        connection: connection.number,
      });
    }
  }

  /** Only told: what it means for health is decided with the call that wanted the connection. */
  onConnectFailed(endpoint: RemoteEndpoint, problem: ConnectProblem): void {
    if (this.closed) return;
    this.hub.emit("endpointFailed", {
      ...noteOf(endpoint),
      code: problem.code,
      message: problem.message,
    });
  }

  /** A lost connection is the first sign of a change in the cluster, so discovery is asked; an idle close is none. */
  onConnectionClosed(
    endpoint: RemoteEndpoint,
    connection: IiopConnection,
    reason: string,
    pending: number,
  ): void {
    this.epoch.value += 1;
    if (this.hub.wanted("connectionClosed")) {
      this.hub.emit("connectionClosed", {
        ...noteOf(endpoint),
        connection: connection.number,
        reason,
        pending,
      });
    }
    if (this.closed) {
      if (this.#openConnections().length === 0) this.#onDrained?.();
    } else if (reason !== "idle") {
      this.onTrouble(endpoint);
    }
  }

  /** Silence: new calls go elsewhere until a probe is answered. */
  onSuspect(endpoint: RemoteEndpoint): void {
    this.health.silent(endpoint);
    this.epoch.value += 1;
    this.hub.emit("endpointFailed", {
      ...noteOf(endpoint),
      code: "SILENT_PEER",
      message: "connected, and no answer",
    });
  }

  /** A suspect connection spoke: as good as a call that was answered. */
  onAlive(endpoint: RemoteEndpoint): void {
    this.health.succeeded(endpoint);
    this.epoch.value += 1;
  }

  /** Counted by whoever listens; the call has ended long ago. */
  onLateReply(endpoint: RemoteEndpoint, _connection: IiopConnection, requestId: number): void {
    if (this.hub.wanted("lateReply"))
      this.hub.emit("lateReply", { ...noteOf(endpoint), requestId });
  }

  /** Ends everything; requests in flight may end within `drainMs`. */
  async close(reason: string, drainMs: number): Promise<void> {
    this.closed = true;
    this.#prober.close();
    clearInterval(this.#placeholder);
    for (const { discovery } of this.clusters.values()) discovery.close();
    this.selection.stop();
    for (const call of [...this.recovering]) call.onOrbClosed(drainMs > 0);
    for (const endpoint of this.registry.all()) endpoint.close();
    for (const connection of this.#openConnections()) connection.drain(reason);
    if (drainMs > 0 && this.#openConnections().length > 0) {
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, drainMs);
        this.#onDrained = () => {
          clearTimeout(late);
          resolve();
        };
      });
    }
    const { count } = this.sessions;
    if (count > 0) this.hub.emit("sessionsLeftOpen", { count, sessions: this.sessions.list() });
    this.destroyConnections(reason);
  }

  /** Ends every connection at once; what is pending on them fails. */
  destroyConnections(reason: string): void {
    for (const connection of this.#openConnections()) connection.destroy(reason);
  }

  #openConnections(): readonly IiopConnection[] {
    return [...this.registry.all()].flatMap((endpoint) => [...endpoint.connections]);
  }

  /** A key of another member is as good: keys are portable inside a cluster. */
  #keyInUse(endpoint: RemoteEndpoint): Uint8Array | undefined {
    if (endpoint.keyInUse !== undefined) return endpoint.keyInUse;
    for (const { cluster } of this.clusters.values()) {
      if (cluster.memberAt(endpoint) === undefined) continue;
      for (const { name } of cluster.view.members) {
        const key = cluster.endpointOf(name)?.keyInUse;
        if (key !== undefined) return key;
      }
    }
    return undefined;
  }

  /** Clusters come and go for weeks: what left and has no connection is not kept. References make it anew. */
  #forgetGoneMembers(): void {
    const bootstrap = new Set(
      [...this.clusters.values()].flatMap(({ cluster }) => cluster.bootstrap()),
    );
    const gone = this.registry.forgetUnless(
      (endpoint) =>
        endpoint.member === undefined ||
        bootstrap.has(endpoint.canonical) ||
        [...this.clusters.values()].some(({ cluster }) => cluster.memberAt(endpoint) !== undefined),
    );
    for (const endpoint of gone) this.health.forget(endpoint);
  }

  /** The event says what a person would call a change. */
  #onViewChanged(
    cluster: Cluster,
    previous: ClusterView,
    change: ViewChange,
    origin: ViewOrigin,
  ): void {
    // A reply has left somebody out who stands on its own word: it is asked for it.
    if (origin === "reply" && change.view.doubted.size > 0) {
      this.clusters.get(cluster.name)?.discovery.settleDoubts();
    }
    if (change.left.length > 0) this.#forgetGoneMembers();
    for (const name of change.left) this.counters?.forget(name);
    // A label that differs, or who said what last, is no change that a listener could see.
    if (!this.hub.wanted("clusterViewChanged") || !isVisibleChange(previous, change.view)) return;
    this.hub.emit("clusterViewChanged", {
      cluster: cluster.name,
      joined: change.joined,
      left: change.left,
      members: change.view.members.map(({ name, weight }) => ({ name, weight })),
      origin,
    });
  }
}

function noteOf(endpoint: RemoteEndpoint): EndpointNote {
  const member = endpoint.canonical.member ?? endpoint.member;
  return member === undefined ? { endpoint: endpoint.key } : { endpoint: endpoint.key, member };
}
