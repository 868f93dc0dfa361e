import type { Endpoint, ReferenceKind, SelectionRequest } from "@remora/cluster";
import {
  type Ior,
  isCorbaname,
  type RemoteInterface,
  stringifyIor,
} from "@remora/protocol/internal";
import { settingsFromEnvironment } from "./config/environment.ts";
import { loadSettings, type SettingsInput } from "./config/load.ts";
import { orbOptionsOf, refuseObjectNames, settingsFromOptions } from "./config/orb-options.ts";
import { settingsFromTable } from "./config/properties.ts";
import { mergeSettings, type PartialSettings, type SettingDescription } from "./config/settings.ts";
import { sitesOf } from "./config/site-options.ts";
import { settingsInPrecedence, unsupportedDemand, withDefaultEndpoint } from "./config/sources.ts";
import { describeConfiguration } from "./configuration-rows.ts";
import { writeDebugLines } from "./debug-lines.ts";
import { kindOfBean } from "./ejb/session-bean.ts";
import { ArgumentError, ClosedError, ConfigurationError, NotSupportedError } from "./errors.ts";
import type { OrbEventEmitter } from "./events.ts";
import { explainOrb, explainReference } from "./explain.ts";
import type { ExplainedDecision, OrbExplanation, ReferenceExplanation } from "./explanation.ts";
import { invoke } from "./invocation/invoke.ts";
import { ObjectReference } from "./invocation/object-reference.ts";
import { referenceOf } from "./invocation/stub.ts";
import { type OperationSignature, UntypedMethods } from "./invocation/untyped-method.ts";
import { lookUp, referenceFound } from "./naming/bean-lookup.ts";
import { InitialContext, lookupArguments } from "./naming/initial-context.ts";
import {
  checkConcurrency,
  checkedNamingOptions,
  checkName,
  type LookupOptions,
  type NamingOptions,
} from "./naming/lookup-options.ts";
import { changeNames } from "./naming/name-changes.ts";
import { listNames } from "./naming/name-listing.ts";
import { isObjectUrl, referenceFromText } from "./naming/object-url.ts";
import { type CallOptions, checkOptions, type OrbOptions, resolveOptions } from "./options.ts";
import { type KnownCluster, OrbRuntime } from "./orb-runtime.ts";
import { type PingOptions, type PingResult, ping } from "./ping.ts";
import { Drain, type DrainOptions } from "./policy/drain.ts";
import { PolicyControl } from "./policy/policy-control.ts";
import { siteThatAnswers } from "./policy/site-that-answers.ts";
import { workOfLookup } from "./policy/work-of-lookup.ts";
import type { Cluster } from "./resolution/cluster.ts";
import type { ContextPin } from "./resolution/context-pin.ts";
import type { Drawn } from "./selection/policy-driver.ts";
import { checkedRequest } from "./selection/selection-request.ts";

/** Options of `orb.lookup`. */
export interface OrbLookupOptions extends LookupOptions {
  /**
   * `request`: the caller's word that the bean is stateless: each call draws its member anew. `context`: the stub
   * stands on one member, like the stubs of an InitialContext made for it alone. Default `context`; `request` is
   * refused for interfaces whose descriptor says `bean: "stateful"`.
   */
  readonly balance?: "request" | "context";
  /** What a selection policy is told: whose work it is, from where. `name` is the name that is looked up. */
  readonly request?: SelectionRequest;
}

/** Options of `orb.createInitialContext`. */
export interface ContextOptions extends LookupOptions {
  /** Bootstrap endpoints of this context alone: it belongs to another cluster then. Default: the Orb's. */
  readonly endpoints?: OrbOptions["endpoints"];
  /** What a selection policy is told: whose work it is, what for, from where. Default: nothing. */
  readonly request?: SelectionRequest;
}

/** Options of `Orb.fromClientContainerXml`, beside those of an Orb. */
export interface ClientContainerXmlOptions extends OrbOptions {
  /** Reproduce the Java runner: policy and endpoints properties in the file do nothing. Default false. */
  readonly strictGlassFish?: boolean;
  /** Largest file that is parsed, in octets. Default 1,048,576. */
  readonly maxConfigBytes?: number;
  /** Java system properties for `${…}` in the file and for settings. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** Options of `orb.close`. */
export interface CloseOptions {
  /** How long calls in flight may still end, milliseconds. Default 5,000; 0: not at all. */
  readonly drainMs?: number;
}

const keptDecisions = 100;

/** What a missing name is answered with. */
const exampleName = "java:global/app/Bean!pkg.Interface";

/**
 * The client run time: connections, options, events. One per application is enough, also for several clusters.
 * Making one does no I/O; `close()` it, or `await using`.
 */
export class Orb {
  readonly #runtime: OrbRuntime;
  readonly #settings: PartialSettings;
  readonly #given: OrbOptions;
  readonly #bootstrap: readonly Endpoint[];
  readonly #decisions: ExplainedDecision[] = [];
  readonly #untyped = new UntypedMethods();
  readonly #drain: Drain;
  /** The selection policies in force, and how to change them while running. */
  readonly policy: PolicyControl;
  #closing: Promise<void> | undefined;

  /**
   * Options in code win over the environment (`REMORA_ENDPOINTS`, `REMORA_POLICY`, `REMORA_DEBUG`); without any
   * endpoint it is `localhost:3700`.
   *
   * @throws ConfigurationError for unknown keys and wrong values; NotSupportedError where TLS is demanded.
   */
  constructor(options: OrbOptions = {}) {
    checkOptions(options);
    const made = preparedSettings.get(options);
    const settings = withDefaultEndpoint(
      made ??
        mergeSettings(
          settingsInPrecedence({
            code: settingsFromOptions(options),
            environment: settingsFromEnvironment(process.env),
          }),
        ),
    );
    const demand = unsupportedDemand(settings);
    if (demand !== undefined) throw new NotSupportedError(demand);
    refuseObjectNames(settings);
    const sites = sitesOf(options);
    const bootstrap = [...(sites?.values() ?? [])][0] ?? settings.endpoints?.value ?? [];
    this.#settings = settings;
    this.#bootstrap = bootstrap;
    const { endpoints: _endpoints, ...outside } = orbOptionsOf(settings);
    this.#given = { ...options, ...outside };
    this.#runtime = new OrbRuntime(this.#given, resolveOptions(this.#given), sites);
    this.#drain = new Drain(this.#runtime);
    this.policy = new PolicyControl(this.#runtime);
    this.#runtime.hub.emitter.on("failover", (event) => {
      this.#decisions.push(event);
      if (this.#decisions.length > keptDecisions) this.#decisions.shift();
    });
    const unknown = writeDebugLines(this.#runtime.hub, settings.debug?.value ?? [], (line) =>
      process.stderr.write(line),
    );
    if (unknown.length > 0) {
      throw new ConfigurationError(`unknown debug topic ${unknown.join(", ")}`);
    }
    // All weights zero is told here, not at the first context.
    this.#runtime.cluster(bootstrap).cluster.plannedShares();
  }

  /**
   * An Orb from a `sun-acc.xml` or `glassfish-acc.xml`: all its `target-server`s are bootstrap endpoints, its policy
   * property counts. Options in code and the environment win over the file.
   *
   * @throws ConfigurationError that names file, line and column.
   */
  static async fromClientContainerXml(
    path: string,
    options: ClientContainerXmlOptions = {},
  ): Promise<Orb> {
    const { strictGlassFish, maxConfigBytes, properties, ...code } = options;
    return Orb.#load(code, {
      clientContainerXml: path,
      strictGlassFish,
      maxConfigBytes,
      definitions: Object.entries(properties ?? {}).map(([name, value]) => ({ name, value })),
    });
  }

  /** An Orb from a Java-style properties file (`com.sun.appserv.iiop.endpoints=…`). */
  static async fromPropertiesFile(path: string, options: OrbOptions = {}): Promise<Orb> {
    return Orb.#load(options, { propertiesFile: path });
  }

  /** An Orb from Java-style properties in a table. */
  static fromProperties(
    properties: Readonly<Record<string, string>>,
    options: OrbOptions = {},
  ): Orb {
    checkOptions(options);
    return Orb.fromSettings(
      mergeSettings(
        settingsInPrecedence({
          code: settingsFromOptions(options),
          environment: settingsFromEnvironment(process.env),
          properties: settingsFromTable(properties, "properties"),
        }),
      ),
      options,
    );
  }

  /** An Orb from `corbaloc:`, `corbaname:`, `iiop:` or `host:port,…`. */
  static async fromConnectionString(text: string, options: OrbOptions = {}): Promise<Orb> {
    return Orb.#load(options, { connectionString: text });
  }

  /** An Orb from settings that a tool has read and joined itself; their origins stay visible. */
  static fromSettings(settings: PartialSettings, options: OrbOptions = {}): Orb {
    const own = { ...options };
    preparedSettings.set(own, settings);
    return new Orb(own);
  }

  static async #load(options: OrbOptions, input: SettingsInput): Promise<Orb> {
    checkOptions(options);
    const settings = await loadSettings({
      ...input,
      code: settingsFromOptions(options),
      environment: process.env,
    });
    return Orb.fromSettings(settings, options);
  }

  /** Where to listen: connections, failover, membership. A throwing listener harms nobody. */
  get events(): OrbEventEmitter {
    return this.#runtime.hub.emitter;
  }

  /** Every setting with its value and where it came from; passwords are never shown. */
  describeConfiguration(): readonly SettingDescription[] {
    return describeConfiguration(this.#settings, this.#given, this.#runtime.options);
  }

  /**
   * A new InitialContext on the next member of the rotation. The first one waits for discovery.
   *
   * @throws AllEndpointsFailedError when no endpoint can be reached; ConfigurationError, AbortError, TimeoutError.
   */
  async createInitialContext(options: ContextOptions = {}): Promise<InitialContext> {
    const { endpoints, request } = checkedNamingOptions(options, ["endpoints", "request"]);
    const asked = checkedRequest(request);
    const { known, site } = await this.#place("createInitialContext", endpoints, asked, options);
    const { cluster, names } = known;
    const runtime = this.#runtime;
    return new InitialContext(
      {
        lookup: (name, remote, pin, given) =>
          this.#lookup(known, name, remote, pin, undefined, given),
        list: (name, pin, given) => listNames(runtime, { cluster, names, pin }, name, given),
        change: (change, pin, given) =>
          changeNames(runtime, { cluster, names, pin }, change, given),
      },
      this.#newPin(cluster, asked, site),
    );
  }

  /** Looks a name up without a context of the caller's own: see `balance`. */
  lookup<T>(name: string, remote: RemoteInterface<T>, options?: OrbLookupOptions): Promise<T>;
  lookup(name: string, options?: OrbLookupOptions): Promise<unknown>;
  async lookup(
    name: string,
    second?: RemoteInterface<unknown> | OrbLookupOptions,
    third?: OrbLookupOptions,
  ): Promise<unknown> {
    const { remote, given } = lookupArguments<OrbLookupOptions>(second, third);
    const options = checkedNamingOptions(given ?? {}, ["balance", "concurrency", "request"]);
    const { balance } = options;
    const request: SelectionRequest = { name, ...checkedRequest(options.request) };
    checkName(name, "lookup", exampleName);
    if (balance !== undefined && balance !== "request" && balance !== "context") {
      throw new ArgumentError(
        `balance is ${JSON.stringify(balance)}; accepted: "request" or "context"`,
      );
    }
    if (balance === "request" && remote?.bean === "stateful") {
      throw new ArgumentError(
        `${remote.name} is stateful: each of its sessions is on one member, so balance: "request" cannot be`,
      );
    }
    if (isObjectUrl(name)) {
      const kind = balance === "request" ? "stateless" : undefined;
      return await this.#fromText(name, remote, options, kind);
    }
    const operation = `lookup of ${JSON.stringify(name)}`;
    const { known, site, rest } = await this.#place(operation, undefined, request, options);
    if (balance === "request") {
      // The site was chosen for the stub, whose life nobody sees: the choice counts, its end does not.
      site?.assignment?.end();
      this.#runtime.selection.startLoad(known.cluster);
      return this.#lookup(known, name, remote, undefined, "stateless", rest, request);
    }
    const pin = this.#newPin(known.cluster, request, site);
    return workOfLookup(pin.work, this.#lookup(known, name, remote, pin, undefined, rest));
  }

  /**
   * A call without an interface: `orb.invoke(reference, "add", { params: [java.int, java.int], result: java.int }, [1, 2])`.
   */
  invoke(
    target: unknown,
    operation: string,
    signature: OperationSignature,
    args: readonly unknown[] = [],
    options?: CallOptions,
  ): Promise<unknown> {
    try {
      const reference = target instanceof ObjectReference ? target : referenceOf(target);
      const method = this.#untyped.method(operation, signature, args.length);
      return invoke(this.#runtime, reference, method, args, options);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** A reference from `IOR:…`, `corbaloc:…` or `corbaname:…`; with an interface, a stub. */
  stringToObject<T>(text: string, remote: RemoteInterface<T>, options?: NamingOptions): Promise<T>;
  stringToObject(text: string, options?: NamingOptions): Promise<ObjectReference>;
  async stringToObject(
    text: string,
    second?: RemoteInterface<unknown> | NamingOptions,
    third?: NamingOptions,
  ): Promise<unknown> {
    const { remote, given } = lookupArguments<NamingOptions>(second, third);
    return await this.#fromText(text, remote, checkedNamingOptions(given ?? {}), undefined);
  }

  /** The reference of a stub as `IOR:…`. */
  objectToString(target: unknown): string {
    const reference = target instanceof ObjectReference ? target : referenceOf(target);
    return stringifyIor(reference.ior);
  }

  /** Connects to an endpoint and asks for its name service: whether it lives, and how fast it answers. */
  ping(endpoint: string, options: PingOptions = {}): Promise<PingResult> {
    return ping(this.#runtime, endpoint, options);
  }

  /** What the Orb knows and has decided: members, health, shares, the last decisions. */
  explain(): OrbExplanation;
  /** Where the calls of a stub go, and why. */
  explain(stub: unknown): ReferenceExplanation;
  explain(stub?: unknown): OrbExplanation | ReferenceExplanation {
    if (stub === undefined) return explainOrb(this.#runtime, this.#decisions);
    const reference = stub instanceof ObjectReference ? stub : referenceOf(stub);
    return explainReference(this.#runtime, reference);
  }

  /**
   * Takes a member (or a site) out of new work, before its maintenance: no new contexts, calls without identity go
   * elsewhere from the next one on, sessions of stateful beans stay until they end. `undrain` ends it; until then it
   * holds, also when the member leaves and comes back.
   *
   * @param member - its name, or one of its endpoints as `host:port`
   * @returns true once it is empty (no call in flight, no open session of this Orb; event `memberDrained`), false when
   *   the time, the signal, `undrain` or `close` came first
   * @throws ArgumentError when nobody is called so
   */
  async drain(member: string, options: DrainOptions = {}): Promise<boolean> {
    checkedNamingOptions(options);
    return await this.#drain.start(member, options);
  }

  /** Ends a `drain`: the member takes new work again. Nothing when it was not drained. */
  undrain(member: string): void {
    this.#drain.end(member);
  }

  /** Takes no more calls, lets those in flight end (`drainMs`), then closes every connection. Idempotent. */
  close(options: CloseOptions = {}): Promise<void> {
    this.#drain.close();
    this.#closing ??= this.#runtime.close("the Orb was closed", options.drainMs ?? 5_000);
    return this.#closing;
  }

  /** Ends at once: calls in flight reject with ClosedError. Idempotent. */
  destroy(reason = "the Orb was destroyed"): void {
    this.#drain.close();
    this.#closing ??= this.#runtime.close(reason, 0);
    this.#runtime.destroyConnections(reason);
  }

  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #clusterOf(endpoints: OrbOptions["endpoints"]): KnownCluster {
    if (this.#runtime.closed) throw new ClosedError("the Orb is closed");
    if (endpoints === undefined) return this.#runtime.cluster(this.#bootstrap);
    checkOptions({ endpoints });
    const settings = settingsFromOptions({ endpoints }, "context");
    const demand = unsupportedDemand(settings);
    if (demand !== undefined) throw new NotSupportedError(demand);
    return this.#runtime.cluster(settings.endpoints?.value ?? []);
  }

  /** The place of a new context; a site that was chosen for nothing is given back. */
  #newPin(cluster: Cluster, request: SelectionRequest, site: Drawn | undefined): ContextPin {
    try {
      return this.#runtime.newPin(cluster, request, site);
    } catch (error) {
      site?.assignment?.end();
      throw error;
    }
  }

  /** The cluster for a context or a lookup: the Orb's, the caller's, or that of a site that answers. */
  async #place(
    operation: string,
    endpoints: OrbOptions["endpoints"],
    request: SelectionRequest,
    options: LookupOptions,
  ): Promise<{ known: KnownCluster; site: Drawn | undefined; rest: LookupOptions }> {
    const { sites } = this.#runtime.selection;
    if (sites === undefined || endpoints !== undefined) {
      const known = this.#clusterOf(endpoints);
      const rest = await this.#untilKnown(known, operation, options);
      return { known, site: undefined, rest };
    }
    if (this.#runtime.closed) throw new ClosedError("the Orb is closed");
    const { now, options: resolved } = this.#runtime;
    // Before the first choice: what a source says at once counts for it already.
    this.#runtime.selection.startLoad(undefined);
    const endsAt = now() + (options.timeoutMs ?? resolved.lookupTimeoutMs);
    const reached = await siteThatAnswers(sites, request, { operation, now }, async (cluster) => {
      const known = this.#runtime.known(cluster);
      const timeoutMs = Math.max(1, endsAt - now());
      return { known, rest: await this.#untilKnown(known, operation, { ...options, timeoutMs }) };
    });
    return { ...reached.found, site: reached.site };
  }

  /** Waits until the cluster is known, within the caller's limits; gives what is left of them. */
  async #untilKnown(
    known: KnownCluster,
    operation: string,
    { timeoutMs = this.#runtime.options.lookupTimeoutMs, signal, concurrency }: LookupOptions,
  ): Promise<LookupOptions> {
    const startedAt = this.#runtime.now();
    await known.discovery.first({ operation, timeoutMs, signal });
    const leftMs = Math.max(1, timeoutMs - (this.#runtime.now() - startedAt));
    return {
      timeoutMs: leftMs,
      ...(signal === undefined ? {} : { signal }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
  }

  /** A text that says where its object is: no cluster is asked for it. */
  async #fromText(
    text: string,
    remote: RemoteInterface<unknown> | undefined,
    options: LookupOptions,
    balancedKind: ReferenceKind | undefined,
  ): Promise<unknown> {
    const { concurrency } = options;
    checkConcurrency(concurrency);
    const ior = await referenceFromText(this.#runtime, text, remote, options);
    const { cluster } = this.#clusterOf(undefined);
    const kind = balancedKind ?? kindOfBean(remote);
    const extra = { kind, concurrency };
    const reference = this.#runtime.referenceIn(ior, cluster, undefined, extra);
    // Balanced by request only at the caller's word: a plain reference starts at its own endpoint, and so does a session.
    const isOwn =
      reference.routing.cluster === undefined ||
      balancedKind !== undefined ||
      reference.session !== undefined;
    const used = isOwn ? reference : ObjectReference.of(ior, extra).ownedBy(this.#runtime);
    // A name was looked up, which may have made a session.
    if (isCorbaname(text)) this.#noteSession(used, text, remote);
    return remote === undefined ? used : this.#runtime.stubs.make(this.#runtime, used, remote);
  }

  async #lookup(
    known: KnownCluster,
    name: string,
    remote: RemoteInterface<unknown> | undefined,
    pin: ContextPin | undefined,
    balancedKind: ReferenceKind | undefined,
    options: LookupOptions | undefined,
    request?: SelectionRequest,
  ): Promise<unknown> {
    checkName(name, "lookup", exampleName);
    if (isObjectUrl(name)) return await this.#fromText(name, remote, options ?? {}, undefined);
    const { concurrency } = options ?? {};
    checkConcurrency(concurrency);
    const { cluster, names } = known;
    const kind = balancedKind ?? kindOfBean(remote);
    const find = async (given: LookupOptions | undefined) =>
      await lookUp(this.#runtime, { name, remote, cluster, names, pin, kind, options: given });
    const found = await find(options);
    if (found.type === "value") return found.value;
    const reference = this.#runtime.referenceIn(found.ior, cluster, pin, {
      kind,
      request,
      concurrency,
      lookUpAgain: async (): Promise<Ior> => referenceFound(await find(undefined)),
    });
    this.#noteSession(reference, name, remote);
    return remote === undefined
      ? reference
      : this.#runtime.stubs.make(this.#runtime, reference, remote);
  }

  #noteSession(
    reference: ObjectReference,
    name: string,
    remote: RemoteInterface<unknown> | undefined,
  ): void {
    this.#runtime.sessions.opened(reference, {
      name,
      interface: remote?.name ?? reference.target.typeId,
      remove: remote?.remove,
      nowMs: this.#runtime.now(),
    });
  }
}

/** Settings on their way into the constructor, by the options object made for them. */
const preparedSettings = new WeakMap<OrbOptions, PartialSettings>();
