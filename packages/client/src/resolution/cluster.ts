import {
  type Availability,
  type Candidate,
  type ClusterMember,
  type ClusterView,
  configuredView,
  type Endpoint,
  eligibleOrPanic,
  endpointKey,
  fullyAvailable,
  initialRotationState,
  type MemberIndex,
  type MemberOrder,
  memberIndex,
  mergeView,
  nextHead,
  plannedShares,
  prepareRotation,
  type Rotation,
  type RotationOptions,
  type RotationState,
  type SelectionRequest,
  type ToldMembers,
  tailOf,
  type ViewChange,
  viewAfterSilence,
  type WeightOverrides,
  withWeights,
} from "@remora/cluster";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { ConfigurationError, NoCandidateError } from "../errors.ts";
import type { Epoch } from "../failover/call-runtime.ts";
import type { Assignment } from "../selection/assignment.ts";
import { ClusterPolicies, type SelectionUse } from "../selection/cluster-policies.ts";
import type { DrainedMembers } from "../selection/drained-members.ts";
import type { CandidateBook, Drawn, SelectionWorld } from "../selection/policy-driver.ts";
import type { SelectionPlan } from "../selection/selection-options.ts";
import type { EndpointHealthBook } from "./endpoint-health-book.ts";
import type { EndpointRegistry } from "./endpoint-registry.ts";
import { MemberNames } from "./member-names.ts";

/** What a cluster needs of its Orb. */
export interface ClusterSettings {
  readonly rotation: Omit<RotationOptions, "order">;
  readonly order: MemberOrder;
  readonly weights: Readonly<Record<string, number>>;
  readonly now: () => number;
  /** Draws heads. */
  readonly random: () => number;
  /** Draws orders of fall-back. */
  readonly tailRandom: () => number;
  readonly epoch: Epoch;
  readonly registry: EndpointRegistry;
  readonly health: EndpointHealthBook;
  readonly drained: DrainedMembers;
  readonly plan: SelectionPlan;
  /** What the policies decide here: inside a site they choose no contexts. */
  readonly uses: readonly SelectionUse[];
  selectionWorld(cluster: Cluster): SelectionWorld;
  onViewChanged(
    cluster: Cluster,
    previous: ClusterView,
    change: ViewChange,
    origin: ViewOrigin,
  ): void;
}

/** Whether a person would call it a change: a label that differs, or who said what last, is none. */
export function isVisibleChange(previous: ClusterView, next: ClusterView): boolean {
  const shown = (view: ClusterView): string =>
    view.members.map(({ name, weight }) => `${name}\t${weight}`).join("\n");
  return shown(previous) !== shown(next);
}

/** Who changed a view. */
export type ViewOrigin = "discovery" | "reply" | "caller";

const nobody: ReadonlySet<string> = new Set();

/**
 * One cluster as an Orb knows it: the view of one bootstrap set, its rotation, and the endpoints behind its members.
 * Two bootstrap sets in one Orb never share anything but connections and health.
 *
 * The view is replaced, never changed; what is derived from it (rotations, maps by name and by endpoint) is made when
 * first asked for and dropped with the view. So a change costs what the next question about it costs, and no more.
 */
export class Cluster implements CandidateBook {
  /** The bootstrap endpoints as text: the cluster's name in events. */
  readonly name: string;
  view: ClusterView;
  /** Addresses of host names as discovery resolved them, to tell that two texts are one listener. */
  readonly addresses: Map<string, readonly string[]> = new Map();
  /** Members that were called by their address before the cluster told their names. */
  readonly names: MemberNames = new MemberNames();
  readonly #settings: ClusterSettings;
  #rotation: Rotation | undefined;
  /** Requests draw on their own: strict turns would send every second kind of call to one member. */
  #requestRotation: Rotation | undefined;
  #tailRotation: Rotation | undefined;
  #index: MemberIndex | undefined;
  #state: RotationState = initialRotationState;
  #requestState: RotationState = initialRotationState;
  /** The registry's count of changes when the maps below were made. */
  #changesSeen = 0;
  #endpoints: Map<string, readonly RemoteEndpoint[]> | undefined;
  #keys: Map<string, string> | undefined;
  /** The policies in force; without any the rotation decides. */
  readonly policies: ClusterPolicies;
  #candidates: readonly Candidate[] | undefined;
  #drainedSeen = 0;
  #drained: ReadonlySet<string> | undefined;

  constructor(bootstrap: readonly Endpoint[], settings: ClusterSettings) {
    this.#settings = settings;
    const mapped = bootstrap.map((endpoint) => settings.registry.mapped(endpoint));
    this.view = configuredView(mapped, settings.weights);
    this.name = this.view.bootstrap.map((endpoint) => endpointKey(endpoint)).join(",");
    const { plan, uses } = settings;
    this.policies = new ClusterPolicies(plan, uses, this, settings.selectionWorld(this));
  }

  /** Bootstrap endpoints, in the configured order. */
  bootstrap(): readonly RemoteEndpoint[] {
    return this.view.bootstrap.map((endpoint) => this.#settings.registry.ofMapped(endpoint));
  }

  /** The endpoints of a member, those first that answered before. */
  endpointsOf(member: string): readonly RemoteEndpoint[] {
    this.#followRegistry();
    this.#endpoints ??= new Map(
      this.view.members.map(({ name, endpoints }) => {
        const remote = endpoints.map((endpoint) => this.#settings.registry.ofMapped(endpoint));
        for (const endpoint of remote) endpoint.member = name;
        return [name, [...new Set(remote)]];
      }),
    );
    return this.#endpoints.get(member) ?? [];
  }

  /** The endpoint to dial for a member; a configured text wins over one that a server told. */
  endpointOf(member: string): RemoteEndpoint | undefined {
    const all = this.endpointsOf(member);
    return (
      all.find((endpoint) => endpoint.usable() !== undefined) ??
      all.find((endpoint) => endpoint.remoteAddress !== undefined) ??
      all[0]
    )?.canonical;
  }

  /** The member that listens at an endpoint. */
  memberAt(endpoint: RemoteEndpoint): string | undefined {
    this.#followRegistry();
    if (this.#keys === undefined) {
      this.#keys = new Map();
      for (const { name } of this.view.members) {
        for (const remote of this.endpointsOf(name)) {
          this.#keys.set(remote.key, name);
          this.#keys.set(remote.canonical.key, name);
        }
      }
    }
    return this.#keys.get(endpoint.key) ?? this.#keys.get(endpoint.canonical.key);
  }

  /** By name, as the present view has it. */
  hasMember(name: string): boolean {
    return this.view.members.some((member) => member.name === name);
  }

  /** Who takes part now, by health. */
  availability(): Availability {
    const { health, now } = this.#settings;
    if (health.records.size === 0) return fullyAvailable;
    this.#followRegistry();
    this.#index ??= memberIndex(this.view, (key) => this.#settings.registry.canonicalKey(key));
    return eligibleOrPanic(this.#index, health.records, now(), health.options).availability;
  }

  /** What a member is called now, that was called by its address before. */
  nameNow(name: string): string {
    return this.names.now(name);
  }

  /** The members as policies see them. */
  candidates(): readonly Candidate[] {
    this.#followRegistry();
    this.#candidates ??= this.view.members.map(({ name, weight, endpoints }) => {
      const [first] = endpoints;
      const remote = this.endpointOf(name)?.remoteAddress;
      const address = remote ?? first?.host;
      return { name, weight, ...(address === undefined ? {} : { address }) };
    });
    return this.#candidates;
  }

  /** Members that are left out for their health now; nobody when everybody would be. */
  failed(): ReadonlySet<string> {
    const availability = this.availability();
    if (availability.size === 0) return nobody;
    return new Set([...availability].filter(([, share]) => share <= 0).map(([name]) => name));
  }

  /** Members that take no new work, at the caller's word. */
  drained(): ReadonlySet<string> {
    const { drained } = this.#settings;
    if (this.#drained === undefined || this.#drainedSeen !== drained.version) {
      this.#drainedSeen = drained.version;
      this.#drained = drained.namesIn(this.view);
      this.#rotation = undefined;
      this.#requestRotation = undefined;
    }
    return this.#drained;
  }

  /** Whether an endpoint belongs to a member that takes no new work. */
  isDrained(endpoint: RemoteEndpoint): boolean {
    if (this.#settings.drained.size === 0) return false;
    const member = this.memberAt(endpoint);
    return member !== undefined && this.drained().has(member);
  }

  /** Whether any endpoint of any member may be used now. */
  isReachable(): boolean {
    const { health } = this.#settings;
    if (health.records.size === 0) return true;
    return this.view.members.some(({ name }) =>
      this.endpointsOf(name).some((endpoint) => health.eligible(endpoint)),
    );
  }

  /** Calls that a member, or all of them, has not answered yet. */
  inFlight(member?: string): number {
    const names = member === undefined ? this.view.members.map(({ name }) => name) : [member];
    return names
      .flatMap((name) => this.endpointsOf(name))
      .flatMap((endpoint) => [...endpoint.connections])
      .reduce((sum, connection) => sum + connection.pendingCount, 0);
  }

  /** The place of a new context, or of one that is drawn anew instead of its present work. Throws NoCandidateError. */
  drawContext(request: SelectionRequest, instead?: Assignment): Drawn {
    const driver = this.policies.driver("contexts", request);
    return driver === undefined ? { member: this.nextHead().name } : driver.draw(request, instead);
  }

  /** The member of the next request of a reference that is balanced by request. Throws NoCandidateError. */
  drawRequest(request: SelectionRequest): Drawn {
    const driver = this.policies.driver("requests", request);
    return driver === undefined ? { member: this.nextForRequest().name } : driver.draw(request);
  }

  /**
   * Members in the order of trial for questions to the naming service: no policy counts them. Whom a policy gives no
   * work, because it is full or not for everybody, answers them all the same, though last.
   */
  *namingOrder(): Generator<string> {
    const driver = this.policies.driver("requests", {});
    const order =
      driver === undefined ? this.#headAndTail(this.nextForRequest().name) : driver.order({});
    const asked = new Set<string>();
    for (const name of order) {
      asked.add(name);
      yield name;
    }
    for (const { name } of this.view.members) if (!asked.has(name)) yield name;
  }

  *#headAndTail(head: string): Generator<string> {
    yield head;
    for (const { name } of this.#rotationTail(head)) yield name;
  }

  /** Members in the order in which the next request would try them now: a look, by which nothing moves on. */
  *requestOrder(request: SelectionRequest): Generator<string> {
    const driver = this.policies.driver("requests", request);
    if (driver !== undefined) {
      yield* driver.order(request);
      return;
    }
    const { tailRandom } = this.#settings;
    const { member } = nextHead(
      this.#preparedForRequests(),
      this.#requestState,
      tailRandom,
      this.availability(),
    );
    yield* this.#headAndTail(member.name);
  }

  /** Whether somebody could lead with other weights. Throws ConfigurationError; changes nothing. */
  checkWeights(weights: WeightOverrides): void {
    if (Object.keys(weights).length === 0) return;
    const { rotation, order } = this.#settings;
    const prepared = prepareRotation(withWeights(this.view, weights), { ...rotation, order });
    if (!prepared.ok) throw new ConfigurationError(`${prepared.problem}; ${prepared.hint}`);
  }

  /** Other weights from now on. */
  changeWeights(weights: WeightOverrides): void {
    const view = withWeights(this.view, weights);
    this.#apply({ changed: true, view, joined: [], left: [] }, "caller");
  }

  /** The member of the next request by the rotation. */
  nextForRequest(): ClusterMember {
    const drawn = nextHead(
      this.#preparedForRequests(),
      this.#requestState,
      this.#settings.random,
      this.availability(),
    );
    this.#requestState = drawn.state;
    return drawn.member;
  }

  /** The member of the next context by the rotation. */
  nextHead(): ClusterMember {
    const drawn = nextHead(
      this.#prepared(),
      this.#state,
      this.#settings.random,
      this.availability(),
    );
    this.#state = drawn.state;
    return drawn.member;
  }

  /** The members to try after a head, drawn as they are asked for. */
  *tail(head: string, use: SelectionUse, request: SelectionRequest): Generator<string> {
    const driver = this.policies.driver(use, request);
    if (driver === undefined) {
      for (const { name } of this.#rotationTail(head)) yield name;
      return;
    }
    for (const name of driver.order(request)) if (name !== head) yield name;
  }

  #rotationTail(head: string): Iterable<ClusterMember> {
    const member = this.view.members.find(({ name }) => name === head) ?? {
      name: head,
      weight: 0,
      endpoints: [],
      source: "discovered",
    };
    return tailOf(this.#everybody(), member, this.#settings.tailRandom, this.availability());
  }

  /** The share of new contexts that each member is meant to get; undefined where it depends on what happens. */
  plannedShares(): ReadonlyMap<string, number> | undefined {
    const driver = this.policies.driver("contexts", {});
    return driver === undefined ? plannedShares(this.#prepared()) : driver.shares();
  }

  /** Takes in what a member told. */
  feed(told: ToldMembers, origin: "discovery" | "reply"): ViewChange {
    return this.#apply(
      mergeView(this.view, told, (a, b) => this.#sameAddress(a, b)),
      origin,
    );
  }

  /** A member whose own word was wanted did not answer. */
  noteSilence(member: string): ViewChange {
    return this.#apply(
      viewAfterSilence(this.view, member, (a, b) => this.#sameAddress(a, b)),
      "discovery",
    );
  }

  /** Members that another one has left out and that count on their own word: to be asked. */
  doubted(): readonly string[] {
    return [...this.view.doubted];
  }

  /** Texts became one listener, or ceased to be. */
  #followRegistry(): void {
    const { changes } = this.#settings.registry;
    if (this.#changesSeen === changes) return;
    this.#changesSeen = changes;
    this.noteAddresses();
  }

  /** Endpoints learned to be one listener: what was derived from texts is derived anew. */
  noteAddresses(): void {
    this.#endpoints = undefined;
    this.#keys = undefined;
    this.#index = undefined;
    this.#candidates = undefined;
  }

  /** Everything derived from the old view is dropped before anybody hears of the new one. */
  #apply(change: ViewChange, origin: ViewOrigin): ViewChange {
    if (!change.changed) return change;
    const previous = this.view;
    this.view = change.view;
    this.names.follow(previous, change.view);
    this.#rotation = undefined;
    this.#requestRotation = undefined;
    this.#tailRotation = undefined;
    this.#drained = undefined;
    this.noteAddresses();
    this.#settings.epoch.value += 1;
    this.#settings.onViewChanged(this, previous, change, origin);
    return change;
  }

  /** Prepared once per view: a draw then costs a binary search. */
  #prepared(): Rotation {
    this.drained();
    this.#rotation ??= this.#prepare({});
    return this.#rotation;
  }

  #preparedForRequests(): Rotation {
    this.drained();
    this.#requestRotation ??= this.#prepare({ avoidRepeats: false });
    return this.#requestRotation;
  }

  /** Of an order of fall-back drained members are part too: whoever follows it takes them last. */
  #everybody(): Rotation {
    if (this.drained().size === 0) return this.#prepared();
    this.#tailRotation ??= this.#prepare({}, nobody);
    return this.#tailRotation;
  }

  /** Fails only when nobody can lead: all weights are zero, or all members drained. */
  #prepare(options: RotationOptions, drained: ReadonlySet<string> = this.drained()): Rotation {
    const { rotation, order } = this.#settings;
    const { members } = this.view;
    const open = drained.size === 0 ? members : members.filter(({ name }) => !drained.has(name));
    if (open.length === 0 && members.length > 0) {
      const rows = members.map(({ name }) => ({ name, reason: "is drained" }));
      throw new NoCandidateError("rotation", rows);
    }
    const view = open === members ? this.view : { ...this.view, members: open };
    const prepared = prepareRotation(view, { ...rotation, order, ...options });
    if (!prepared.ok) throw new ConfigurationError(`${prepared.problem}; ${prepared.hint}`);
    return prepared.rotation;
  }

  /** Whether two texts are one listener: by the addresses that names resolve to, or that a connect told. */
  #sameAddress(a: Endpoint, b: Endpoint): boolean {
    if (a.port !== b.port || a.security !== b.security) return false;
    const { registry } = this.#settings;
    const first = registry.ofMapped(a);
    const second = registry.ofMapped(b);
    if (first === second) return true;
    const ofA = this.addresses.get(a.host) ?? [first.remoteAddress ?? a.host];
    const ofB = this.addresses.get(b.host) ?? [second.remoteAddress ?? b.host];
    return ofA.some((address) => ofB.includes(address));
  }
}
