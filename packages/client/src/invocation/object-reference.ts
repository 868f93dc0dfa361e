import type { ReferenceKind, SelectionRequest } from "@remora/cluster";
import { LocalProtocolError } from "@remora/protocol";
import {
  AddressingDisposition,
  type Ior,
  type RemoteMethod,
  ResponseFlags,
  SERVICE_CONTEXT,
  type TargetAddress,
} from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { RequestHead } from "../connection/request-head.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { ContextPin } from "../resolution/context-pin.ts";
import { type Contact, type Target, targetOf } from "../resolution/endpoints-of-ior.ts";
import { Session, type SessionConcurrency } from "./session.ts";
import type { StubRuntime } from "./stub.ts";

/** How a reference finds its endpoint, beside what its IOR says. */
export interface ReferenceRouting {
  /** The cluster that the reference belongs to; without one it has a contact list of its own. */
  readonly cluster?: Cluster | undefined;
  /** The context's place in that cluster; without one the reference is balanced by request. */
  readonly pin?: ContextPin | undefined;
  /** The caller's word for what the object is, where the key does not tell. */
  readonly kind?: ReferenceKind | undefined;
  /** Whether calls on a session wait for each other. Default `ordered`. */
  readonly concurrency?: SessionConcurrency | undefined;
  /** Balanced by request: what the policy is told of each request. */
  readonly request?: SelectionRequest | undefined;
  /** Looks the same name up again. Undefined for references that did not come from a name. */
  readonly lookUpAgain?: (() => Promise<Ior>) | undefined;
}

/** The ready-made heads of requests to one endpoint: they hold the key and the label that it sent last. */
export class Route {
  /** The canonical endpoint: two texts of one listener share the route. */
  readonly endpoint: RemoteEndpoint;
  /** Key and GIOP version that go with the endpoint. */
  readonly contact: Contact;
  /** The type that the reference tells; empty when it tells none. */
  readonly typeId: string;
  /** The label inside the heads; another one at the endpoint makes the route stale. */
  readonly label: Uint8Array | undefined;
  /** The epoch at which the route was found right. */
  epoch = -1;
  /** The connection of the last call; it may have ended since. */
  connection: IiopConnection | undefined;
  /** The method that was answered last; spares the next answer a note. */
  answered: RemoteMethod | undefined;
  /** Weak: a call without an interface may bring a method of its own each time. */
  readonly #heads = new WeakMap<RemoteMethod, RequestHead>();

  constructor(endpoint: RemoteEndpoint, contact: Contact, typeId: string) {
    this.endpoint = endpoint;
    this.contact = contact;
    this.typeId = typeId;
    this.label = endpoint.label;
  }

  /** The head for a method, encoded at its first call. */
  head(method: RemoteMethod): RequestHead {
    let head = this.#heads.get(method);
    if (head === undefined) {
      head = this.build(method);
      this.#heads.set(method, head);
    }
    return head;
  }

  /** A head with another form of target address, when the server asked for it. */
  build(method: RemoteMethod, target?: TargetAddress): RequestHead {
    const { giopMinor, objectKey } = this.contact;
    return new RequestHead({
      giopMinor,
      objectKey,
      operation: method.wireName,
      contexts:
        this.label === undefined ? [] : [{ id: SERVICE_CONTEXT.membershipLabel, data: this.label }],
      responseFlags: method.oneway ? ResponseFlags.none : ResponseFlags.target,
      target,
    });
  }
}

/** A reference as the client uses it: the IOR that the caller holds, and the target in use after forwards. */
export class ObjectReference {
  /** The reference as it was received; after a redeploy, the one that the same name gave. */
  ior: Ior;
  /** The target of `ior`, which a forward may replace for a time. */
  original: Target;
  /** The target in use: the original one, or where a forward led. */
  target: Target;
  /** Fixed at birth: a reference never changes its cluster or its context. */
  readonly routing: ReferenceRouting;
  /** For contact lists: the endpoint that answered last. */
  readonly sticky: { endpoint: RemoteEndpoint | undefined } = { endpoint: undefined };
  /** Its session, when it is known to be one; objects of unknown kind are not known to need an order of calls. */
  readonly session: Session | undefined;
  /** Member or endpoint key that answered last, for sessions. */
  servedLast: string | undefined;
  #routes = new Map<RemoteEndpoint, Route>();
  /** The route of a pinned reference: one compare with the epoch says whether it still holds. */
  cached: Route | undefined;
  #lookingUp: Promise<boolean> | undefined;
  #owner: StubRuntime | undefined;

  constructor(ior: Ior, target: Target, routing: ReferenceRouting) {
    this.ior = ior;
    this.original = target;
    this.target = target;
    this.routing = routing;
    this.session = this.kind === "session" ? new Session(routing.concurrency) : undefined;
  }

  /** Makes a reference of an IOR. Throws LocalProtocolError for nil and for references without an IIOP profile. */
  static of(ior: Ior, routing: ReferenceRouting = {}): ObjectReference {
    const target = targetOf(ior);
    if (target === undefined) {
      throw new LocalProtocolError(
        "NO_IIOP_PROFILE",
        `the reference (type ${JSON.stringify(ior.typeId)}) is nil or has no IIOP profile`,
      );
    }
    return new ObjectReference(ior, target, routing);
  }

  /** Notes the Orb that gives it to a user; gives it back. */
  ownedBy(runtime: StubRuntime): this {
    this.#owner = runtime;
    return this;
  }

  /** The Orb that gave it to a user, so that a stub can be made of it; undefined for the SDK's own references. */
  get owner(): StubRuntime | undefined {
    return this.#owner;
  }

  /** What the reference leads to: the key tells, else the caller's word. */
  get kind(): ReferenceKind {
    const told = this.target.kind;
    return told === "unknown" ? (this.routing.kind ?? "unknown") : told;
  }

  /** A forward is in use. */
  get forwarded(): boolean {
    return this.target !== this.original;
  }

  /** Balanced anew at each request. */
  get balanced(): boolean {
    return this.routing.cluster !== undefined && this.routing.pin === undefined && !this.forwarded;
  }

  /** The head templates for an endpoint; anew when its label has changed. */
  route(endpoint: RemoteEndpoint): Route {
    const canonical = endpoint.canonical;
    let route = this.#routes.get(canonical);
    if (route === undefined || route.label !== canonical.label) {
      route = new Route(canonical, this.#contactFor(canonical), this.target.typeId);
      this.#routes.set(canonical, route);
    }
    return route;
  }

  /** Key and GIOP version for an endpoint. Within a cluster the first profile's key is good at every member. */
  #contactFor(endpoint: RemoteEndpoint): Contact {
    const { contacts, objectKey, giopMinor } = this.target;
    const own = contacts.find((contact) => endpoint.isKnownAs(contact.endpoint));
    return own ?? { endpoint: endpoint.endpoint, objectKey, giopMinor };
  }

  /** Key, profile or whole reference, as the server wishes (CORBA 3.3 part 2, 9.4.2.1). */
  addressed(disposition: number, objectKey: Uint8Array): TargetAddress {
    const { ior } = this;
    const profile = ior.profiles[0];
    if (disposition === AddressingDisposition.profile && profile !== undefined) return { profile };
    if (disposition === AddressingDisposition.reference) return { ior, index: 0 };
    return { objectKey };
  }

  /** Takes a forward's target into use. */
  forwardTo(target: Target): void {
    this.target = target;
    this.#forgetRoutes();
  }

  /** An update named other members: the contact list follows, the key stays. The endpoint in use stays too. */
  learnMembers(ior: Ior): void {
    const told = targetOf(ior);
    if (told === undefined || told.members.length === 0) return;
    const names = (target: Target): string =>
      target.members
        .map((member) => member.name)
        .sort()
        .join("\n");
    if (names(told) === names(this.target)) return;
    const { objectKey, giopMinor, kind, typeId } = this.target;
    const next: Target = { ...told, objectKey, giopMinor, kind, typeId };
    if (!this.forwarded) this.original = next;
    this.target = next;
    this.#forgetRoutes();
  }

  /** Back to the target of the caller's IOR. */
  dropForward(): void {
    this.target = this.original;
    this.#forgetRoutes();
  }

  /** The same object under a new key, from the same name. */
  replace(ior: Ior): void {
    const target = targetOf(ior);
    if (target === undefined) return;
    this.ior = ior;
    this.original = target;
    this.target = target;
    this.#forgetRoutes();
  }

  #forgetRoutes(): void {
    this.#routes = new Map();
    this.cached = undefined;
  }

  /** One lookup for all calls that found the key gone everywhere. */
  lookUpAgain(): Promise<boolean> {
    const again = this.routing.lookUpAgain;
    if (again === undefined) return Promise.resolve(false);
    this.#lookingUp ??= again()
      .then(
        (ior) => {
          this.replace(ior);
          return true;
        },
        () => false,
      )
      .finally(() => {
        this.#lookingUp = undefined;
      });
    return this.#lookingUp;
  }
}
