// One member of the mock cluster: what a script can make it do.
import type { Ior } from "@remora/protocol/internal";
import type { BeanBinding } from "./bean-binding.ts";
import { MockClusterError } from "./errors.ts";
import type { FaultScript } from "./fault-script.ts";
import type { CloseManner } from "./faults.ts";
import type { Journal, MemberCounts } from "./journal.ts";
import { MemberServer } from "./member-server.ts";
import { type MemberInfo, MembershipView, type ReferenceLabel } from "./membership.ts";
import { ObjectAdapter } from "./object-adapter.ts";
import type { ParkedPorts } from "./parked-ports.ts";
import { PlannedStop, type StopOptions } from "./planned-stop.ts";
import type { Sessions } from "./sessions.ts";

/** A member to be started. */
export interface MemberOptions {
  /** Name of the server instance. */
  readonly name: string;
  /** `lb-weight`. Default 100. */
  readonly weight?: number;
  /** Address to listen on: a loopback one. Default the cluster's. */
  readonly host?: string;
  /** What references name. Default the address and port it listens on. */
  readonly advertise?: AdvertisedOptions;
}

/** What a member says of its address; each part defaults to what is true. */
export interface AdvertisedOptions {
  /** Host of profiles. */
  readonly host?: string;
  /** Port of profiles. */
  readonly port?: number;
  /** Host of member components and of discovery; default that of profiles. */
  readonly memberHost?: string;
  /** Port of member components and of discovery; default that of profiles. */
  readonly memberPort?: number;
}

/** How a member starts. */
export interface StartOptions {
  /** Whether the application is there when the port opens; GlassFish opens the port seconds before. Default true. */
  readonly application?: boolean;
  /** Whether it joins the group. Default true. */
  readonly join?: boolean;
}

/** The state of a member's process and application. */
export type MemberState = "down" | "starting" | "up" | "frozen" | "stopping";

/** What a member is given by its cluster. */
export interface MemberHost {
  readonly journal: Journal;
  readonly faults: FaultScript;
  readonly sessions: Sessions;
  readonly parkedPorts: ParkedPorts;
  readonly fragmentBytes: number;
  readonly maxMessageBytes: number;
  readonly clustered: boolean;
  /** The current deployment; undefined while the application is away. */
  applicationId(): bigint | undefined;
  readonly bindings: readonly BeanBinding[];
  /** The group changed: others learn of it when the script says so. */
  groupChanged(): void;
  /** What a member that starts is told of the group. */
  runningMembers(): readonly MemberInfo[];
  addressOf(member: string): { readonly host: string; readonly port: number };
}

/** One member of a mock cluster. */
export class MockMember {
  /** Name of the server instance. */
  readonly name: string;
  /** Place in the cluster, from 0. */
  readonly index: number;
  /** The address it listens on. */
  readonly host: string;
  /** Which label the references carry that it hands out. */
  referenceLabel: ReferenceLabel = "current";
  /** What it knows of the group. */
  readonly view: MembershipView;
  readonly #cluster: MemberHost;
  #weight: number;
  #advertise: AdvertisedOptions;
  #port = 0;
  #incarnation = 0;
  #inGroup = false;
  #server: MemberServer | undefined;
  #refusing = false;
  // The last run while it ends: a start waits for that.
  #ending: MemberServer | undefined;
  #ended: Promise<void> = Promise.resolve();
  // Numbers of runs that are over.
  #past = { accepted: 0, requests: 0 };

  /** Made by `MockCluster`. @internal */
  constructor(
    cluster: MemberHost,
    options: Required<Omit<MemberOptions, "advertise">> & {
      readonly advertise?: AdvertisedOptions;
    },
    index: number,
  ) {
    this.#cluster = cluster;
    this.name = options.name;
    this.index = index;
    this.host = options.host;
    this.#weight = options.weight;
    this.#advertise = options.advertise ?? {};
    this.view = new MembershipView(this.name, () => this.#incarnation);
  }

  /** The port it listens on; kept while it is down, so that it comes back at the same. */
  get port(): number {
    return this.#port;
  }

  /** `host:port` as a client writes it; IPv6 addresses in brackets. */
  get endpoint(): string {
    const host = this.host.includes(":") ? `[${this.host}]` : this.host;
    return `${host}:${this.#port}`;
  }

  /** `lb-weight`. */
  get weight(): number {
    return this.#weight;
  }

  /** The state of its process and application. */
  get state(): MemberState {
    const server = this.#server;
    if (server === undefined) return "down";
    if (server.frozen) return "frozen";
    if (server.phase !== "none") return "stopping";
    return server.adapter.deployed ? "up" : "starting";
  }

  /** Whether it is in the group: others name it, once they have learnt so. */
  get inGroup(): boolean {
    return this.#inGroup;
  }

  /** Its current membership label. */
  get label(): Uint8Array {
    return this.view.label;
  }

  /** Whether it knows that it is in a cluster. */
  get clustered(): boolean {
    return this.#cluster.clustered;
  }

  /** Host that its references name. */
  get advertisedHost(): string {
    return this.#advertise.host ?? this.host;
  }

  /** Port that its references name. */
  get advertisedPort(): number {
    return this.#advertise.port ?? this.#port;
  }

  /** How others and discovery name it. */
  get info(): MemberInfo {
    return {
      name: this.name,
      weight: this.#weight,
      host: this.#advertise.memberHost ?? this.advertisedHost,
      port: this.#advertise.memberPort ?? this.advertisedPort,
    };
  }

  /** Connections and requests since the first start. */
  get counts(): MemberCounts {
    return {
      connectionsAccepted: this.#past.accepted + (this.#server?.accepted ?? 0),
      connectionsOpen: this.#server?.openConnections ?? 0,
      requests: this.#past.requests + (this.#server?.requests ?? 0),
    };
  }

  /** Bean calls whose servant has not answered yet. */
  get runningCalls(): number {
    return this.#server?.runningCalls ?? 0;
  }

  /** Starts the process, at the port it had before. */
  async start(options: StartOptions = {}): Promise<void> {
    if (this.#server !== undefined) throw new MockClusterError(`member ${this.name} runs already`);
    await this.#ended;
    this.#incarnation++;
    const adapter = new ObjectAdapter(this, this.#cluster.sessions);
    const server: MemberServer = new MemberServer(
      {
        name: this.name,
        host: this.host,
        fragmentBytes: this.#cluster.fragmentBytes,
        maxMessageBytes: this.#cluster.maxMessageBytes,
        clustered: this.#cluster.clustered,
        journal: this.#cluster.journal,
        faults: this.#cluster.faults,
        view: this.view,
        references: this,
        addressOf: (member) => this.#cluster.addressOf(member),
        crash: () => {
          this.#ended = this.#end(server, "crash");
        },
      },
      adapter,
    );
    this.#server = server;
    this.#refusing = false;
    try {
      await this.#listen(server);
    } catch (error) {
      this.#server = undefined;
      throw error;
    }
    this.view.renewLabel();
    if (options.application !== false) this.deploy();
    if (options.join !== false) this.join();
  }

  /** The process dies: connections and listener close at once, running calls are lost. */
  async crash(): Promise<void> {
    this.#ended = this.#end(this.#running(), "crash");
    await this.#ended;
  }

  /**
   * A planned stop as GlassFish does it: running calls are waited for; calls that arrive meanwhile run and get UNKNOWN;
   * then every bean call gets OBJECT_NOT_EXIST; then the connections close without CloseConnection.
   */
  async stop(options: StopOptions = {}): Promise<void> {
    await this.beginStop(options).finished;
  }

  /** The same, with its steps in the script's hands. */
  beginStop(options: StopOptions = {}): PlannedStop {
    const server = this.#running();
    return new PlannedStop(server, options, async () => {
      this.#ended = this.#end(server, options.closeManner ?? "fin");
      await this.#ended;
    });
  }

  /** Crashes if it runs, and starts again at the same port. */
  async restart(options: StartOptions = {}): Promise<void> {
    if (this.#server !== undefined) await this.crash();
    await this.start(options);
  }

  /** Goes on accepting connections, reads nothing and answers nothing (SIGSTOP). */
  freeze(): void {
    this.#running().freeze();
  }

  /** Ends a freeze: what arrived is read, what was ready is answered. */
  thaw(): void {
    this.#running().thaw();
  }

  /** Closes the listener only: new connections are refused, the old ones live on. `accept` ends it. */
  async refuse(): Promise<void> {
    const server = this.#running();
    if (this.#refusing) return;
    this.#refusing = true;
    server.stopListening();
    await this.#cluster.parkedPorts.park(this.host, this.#port);
  }

  /** Listens again after `refuse`. */
  async accept(): Promise<void> {
    const server = this.#running();
    if (!this.#refusing) return;
    this.#refusing = false;
    await this.#listen(server);
  }

  /** Reads no more from its connections, and goes on answering: a slow reader. */
  pauseReading(): void {
    this.#running().pauseReading(true);
  }

  /** Ends `pauseReading`. */
  resumeReading(): void {
    this.#running().pauseReading(false);
  }

  /** Ends its connections; the listener stays. */
  closeConnections(manner: CloseManner = "fin"): void {
    this.#running().closeConnections(manner);
  }

  /** Leaves the group without stopping. */
  leave(): void {
    this.#setInGroup(false);
  }

  /** Joins the group again. */
  join(): void {
    // Who joins learns the group at once; the others learn of him when the script says so.
    this.#inGroup = true;
    this.view.learn(this.#cluster.runningMembers());
    this.#cluster.groupChanged();
  }

  /** Changes its `lb-weight`; others tell the new one once they have learnt it. */
  setWeight(weight: number): void {
    this.#weight = weight;
    this.view.learn(this.#cluster.runningMembers());
    this.#cluster.groupChanged();
  }

  /** Changes what it says of its address, for instance to one that nobody can reach. */
  advertise(advertise: AdvertisedOptions): void {
    this.#advertise = advertise;
    this.#server?.adapter.forgetUpdates();
    this.view.learn(this.#cluster.runningMembers());
    this.#cluster.groupChanged();
  }

  /** Makes all labels stale that it has handed out. */
  renewLabel(): void {
    this.view.renewLabel();
  }

  /** Lets the application answer: the cluster's current deployment. */
  deploy(): void {
    const applicationId = this.#cluster.applicationId();
    if (applicationId === undefined) return;
    this.#running().adapter.deploy(applicationId, this.#cluster.bindings);
  }

  /** Takes the application away: bean calls find no adapter, names are not found. */
  undeploy(): void {
    this.#running().adapter.undeploy();
    this.#cluster.sessions.memberDied(this.name);
  }

  /** Takes the application away and brings the cluster's current deployment: one step of a rolling redeployment. */
  redeploy(): void {
    this.undeploy();
    this.deploy();
  }

  /** A reference to a bean's object as this member makes it; for sessions, to a new one. */
  reference(name: string): Ior {
    const binding = this.#cluster.bindings.find((each) => each.name === name);
    if (binding === undefined) throw new MockClusterError(`nothing is bound under "${name}"`);
    return this.#running().adapter.create(binding);
  }

  /** Binds a value under a JNDI name of this member alone, until it stops: a resource such as a string or a number. */
  bindValue(name: string, value: unknown): void {
    this.#running().adapter.bindValue(name, value);
  }

  /** Binds a reference in CosNaming alone, as a plain CORBA server does; a part `id.kind` has a kind. */
  bindObject(name: string, reference: Ior): void {
    this.#running().adapter.bindObject(name, reference);
  }

  /** Ends whatever is left of it, running or not; for the cluster. @internal */
  async terminate(): Promise<void> {
    if (this.#server !== undefined) this.#ended = this.#end(this.#server, "crash");
    // A stop may wait for a client that does not take its octets.
    else if (this.#ending !== undefined) await this.#ending.close("crash");
    await this.#ended;
  }

  /** A pause for servants: it never ends when the member dies, as the servant would not. */
  delay(ms: number): Promise<void> {
    return new Promise((resolve) => this.#running().after(ms, resolve));
  }

  /** Adds a bean to the application that runs here; for the cluster. @internal */
  addBean(binding: BeanBinding): void {
    this.#server?.adapter.addBean(binding);
  }

  #running(): MemberServer {
    if (this.#server === undefined) throw new MockClusterError(`member ${this.name} is down`);
    return this.#server;
  }

  async #end(server: MemberServer, manner: "crash" | CloseManner): Promise<void> {
    // Several calls may kill one process: whoever starts it again waits for the first of them.
    if (this.#server !== server) return this.#ended;
    this.#server = undefined;
    this.#ending = server;
    this.#past = {
      accepted: this.#past.accepted + server.accepted,
      requests: this.#past.requests + server.requests,
    };
    this.#cluster.sessions.memberDied(this.name);
    const closed = server.close(manner);
    if (this.#inGroup) this.#setInGroup(false);
    await closed;
    this.#ending = undefined;
    if (!this.#refusing) await this.#cluster.parkedPorts.park(this.host, this.#port);
  }

  async #listen(server: MemberServer): Promise<void> {
    this.#port = await server.listen(this.#port);
    this.#cluster.parkedPorts.release(this.host, this.#port);
  }

  #setInGroup(inGroup: boolean): void {
    this.#inGroup = inGroup;
    this.#cluster.groupChanged();
  }
}
