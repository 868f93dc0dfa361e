// The mock cluster: members, the application they serve, the journal of what arrived, the script of faults.
import type { RemoteInterface } from "@remora/protocol/internal";
import { type BeanBinding, type BindOptions, kindOf, type ServantFactory } from "./bean-binding.ts";
import { MockClusterError } from "./errors.ts";
import { FaultScript } from "./fault-script.ts";
import { Journal } from "./journal.ts";
import type { MemberInfo } from "./membership.ts";
import {
  type MemberHost,
  type MemberOptions,
  MockMember,
  type StartOptions,
} from "./mock-member.ts";
import { MockMonitoring, type MonitoringOptions } from "./monitoring/mock-monitoring.ts";
import { ParkedPorts } from "./parked-ports.ts";
import { Sessions } from "./sessions.ts";
import { sunAccXml } from "./sun-acc-xml.ts";

/** When members learn that the group has changed. */
export type MembershipUpdates =
  /** When the script calls `settleMembership`: real servers take seconds. */
  | "scripted"
  /** At once. */
  | "immediate";

/** Options of a mock cluster. */
export interface MockClusterOptions {
  /** The members to start: names, or names with weights and addresses. */
  readonly members: readonly (string | MemberOptions)[];
  /** Loopback address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Host that profiles name. Default the address listened on. */
  readonly advertisedHost?: string;
  /** Host that member components and discovery name, as GlassFish writes the node's name there. Default as profiles. */
  readonly memberHost?: string;
  /** Largest message of a reply in one piece, header included. Default 1,024, as GlassFish. */
  readonly fragmentBytes?: number;
  /** Largest message that is accepted; beyond it the connection is cut. Default 256,000, as GlassFish. */
  readonly maxMessageBytes?: number;
  /** Default `scripted`. */
  readonly membershipUpdates?: MembershipUpdates;
  /** Whether the servers know that they are a cluster: labels, member components, discovery. Default true. */
  readonly clustered?: boolean;
  /** How many journal entries are kept; 0 keeps none. Default 100,000. */
  readonly journalLimit?: number;
  /** Publishes load figures as GlassFish's administration server does, from the start. Default false. */
  readonly monitoring?: boolean | MonitoringOptions;
}

const defaults = {
  host: "127.0.0.1",
  weight: 100,
  fragmentBytes: 1024,
  maxMessageBytes: 256_000,
  journalLimit: 100_000,
} as const;

// As the real ones: a time in the upper bits, 16 bits for the bean's index.
const firstApplicationId = 0x01a2_2ca9_b072_0000n;
const nextApplication = 0x1_0000n;

// What a mock serves is nobody's business outside of this machine.
const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/** A running mock cluster; close it, best with `await using`. */
export class MockCluster {
  /** What arrived, in order. */
  readonly journal: Journal;
  /** What shall go wrong. */
  readonly faults: FaultScript = new FaultScript();
  readonly #options: MockClusterOptions;
  readonly #members: MockMember[] = [];
  readonly #bindings: BeanBinding[] = [];
  readonly #sessions = new Sessions();
  readonly #parkedPorts = new ParkedPorts();
  #applicationId: bigint | undefined = firstApplicationId;
  #nextApplicationId = firstApplicationId;
  #monitoring: MockMonitoring | undefined;
  #closed = false;

  private constructor(options: MockClusterOptions) {
    this.#options = options;
    this.journal = new Journal(options.journalLimit ?? defaults.journalLimit);
  }

  /** Starts the members, each on a free port, and lets all of them know each other. */
  static async start(options: MockClusterOptions): Promise<MockCluster> {
    const cluster = new MockCluster(options);
    try {
      for (const member of options.members) {
        await cluster.addMember(typeof member === "string" ? { name: member } : member);
      }
      const { monitoring = false } = options;
      if (monitoring !== false)
        await cluster.startMonitoring(monitoring === true ? {} : monitoring);
    } catch (error) {
      await cluster.close();
      throw error;
    }
    cluster.settleMembership();
    return cluster;
  }

  /** All members, running or not, in the order in which they were added. */
  get members(): readonly MockMember[] {
    return this.#members;
  }

  /** `host:port` of every member, as a client's `endpoints` option takes it. */
  get endpoints(): readonly string[] {
    return this.#members.map((member) => member.endpoint);
  }

  /** Names under which beans are bound. */
  get names(): readonly string[] {
    return this.#bindings.map((binding) => binding.name);
  }

  /** Sessions that live somewhere in the cluster. */
  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** The monitoring interface. Throws when it was not started. */
  get monitoring(): MockMonitoring {
    if (this.#monitoring !== undefined) return this.#monitoring;
    throw new MockClusterError(
      "monitoring was not started: give the option monitoring, or call startMonitoring()",
    );
  }

  /** Starts the monitoring interface, which publishes true numbers of all members until a script says otherwise. */
  async startMonitoring(options: MonitoringOptions = {}): Promise<MockMonitoring> {
    if (this.#closed) throw new MockClusterError("the cluster is closed");
    if (this.#monitoring !== undefined) throw new MockClusterError("monitoring runs already");
    this.#monitoring = await MockMonitoring.start(this, options);
    return this.#monitoring;
  }

  /** The member of this name. Throws when there is none. */
  member(name: string): MockMember {
    const member = this.#members.find((each) => each.name === name);
    if (member !== undefined) return member;
    const names = this.#members.map((each) => each.name).join(", ");
    throw new MockClusterError(`no member "${name}" among ${names}`);
  }

  /** Adds and starts a member. The others tell of it after `settleMembership`. */
  async addMember(options: MemberOptions, start: StartOptions = {}): Promise<MockMember> {
    if (this.#closed) throw new MockClusterError("the cluster is closed");
    const host = options.host ?? this.#options.host ?? defaults.host;
    if (!loopback.test(host)) {
      throw new MockClusterError(
        `member "${options.name}" listens on a loopback address, not "${host}"`,
      );
    }
    if (this.#members.some((member) => member.name === options.name)) {
      throw new MockClusterError(`member "${options.name}" exists already`);
    }
    const { advertisedHost, memberHost } = this.#options;
    const advertise = {
      ...(advertisedHost !== undefined && { host: advertisedHost }),
      ...(memberHost !== undefined && { memberHost }),
      ...options.advertise,
    };
    const member = new MockMember(
      this.#host(),
      {
        name: options.name,
        weight: options.weight ?? defaults.weight,
        host,
        advertise,
      },
      this.#members.length,
    );
    this.#members.push(member);
    await member.start(start);
    return member;
  }

  /** Binds a bean under a JNDI name on every member, now and in members to come. */
  bind<T>(
    name: string,
    remote: RemoteInterface<T>,
    factory: ServantFactory<T>,
    options: BindOptions = {},
  ): void {
    if (this.#bindings.some((binding) => binding.name === name)) {
      throw new MockClusterError(`"${name}" is bound already`);
    }
    const binding: BeanBinding = {
      name,
      index: this.#bindings.length,
      interface: remote as RemoteInterface<unknown>,
      factory: factory as (member: MockMember, args: readonly unknown[]) => object,
      home: options.home,
      kind: options.kind ?? kindOf(remote as RemoteInterface<unknown>, options),
      replicated: options.replicated ?? false,
      demand: options.demand ?? "none",
    };
    this.#bindings.push(binding);
    for (const member of this.#members) member.addBean(binding);
  }

  /** The moment when all running members learn the present group; labels change where something is new. */
  settleMembership(): void {
    const members = this.#runningMembers();
    for (const member of this.#members) {
      if (member.state !== "down" && member.inGroup) member.view.learn(members);
    }
  }

  /** The application goes away on every running member, as during a redeployment. Sessions end. */
  undeploy(): void {
    this.#applicationId = undefined;
    this.#sessions.clear();
    for (const member of this.#members) if (member.state !== "down") member.undeploy();
  }

  /** A new deployment that no member runs yet: each takes it with `MockMember.redeploy`. */
  prepareDeployment(): void {
    this.#nextApplicationId += nextApplication;
    this.#applicationId = this.#nextApplicationId;
  }

  /** A new deployment: the application is back, its object keys are new. */
  deploy(): void {
    this.prepareDeployment();
    for (const member of this.#members) if (member.state !== "down") member.deploy();
  }

  /** `undeploy` and `deploy` at once: old references find no adapter, names lead to new ones. */
  redeploy(): void {
    this.undeploy();
    this.deploy();
  }

  /** A `sun-acc.xml` whose target servers are the members. */
  sunAccXml(options: { readonly policy?: string } = {}): string {
    const targets = this.#members.map(({ name, host, port }) => ({ name, host, port }));
    return sunAccXml(targets, options.policy);
  }

  /** Closes every listener, connection and timer; may be called twice. */
  async close(): Promise<void> {
    this.#closed = true;
    this.journal.close();
    this.faults.clear();
    const parked = this.#parkedPorts.close();
    await Promise.all([
      this.#monitoring?.close(),
      ...this.#members.map((member) => member.terminate()),
    ]);
    await parked;
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #runningMembers(): readonly MemberInfo[] {
    return this.#members.filter((member) => member.inGroup).map((member) => member.info);
  }

  #host(): MemberHost {
    return {
      journal: this.journal,
      faults: this.faults,
      sessions: this.#sessions,
      parkedPorts: this.#parkedPorts,
      fragmentBytes: this.#options.fragmentBytes ?? defaults.fragmentBytes,
      maxMessageBytes: this.#options.maxMessageBytes ?? defaults.maxMessageBytes,
      clustered: this.#options.clustered ?? true,
      bindings: this.#bindings,
      applicationId: () => this.#applicationId,
      groupChanged: () => {
        if (this.#options.membershipUpdates === "immediate") this.settleMembership();
      },
      runningMembers: () => this.#runningMembers(),
      addressOf: (name) => {
        const member = this.member(name);
        return { host: member.advertisedHost, port: member.advertisedPort };
      },
    };
  }
}
