import type { Endpoint, SelectionRequest } from "@remora/cluster";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { NoCandidateError } from "../errors.ts";
import type { AttemptProblem } from "../failover/attempt.ts";
import { type Candidates, ContactCandidates } from "../resolution/candidates.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { ContextPin } from "../resolution/context-pin.ts";
import { targetOf } from "../resolution/endpoints-of-ior.ts";
import {
  PinnedCandidates,
  RequestCandidates,
  SessionCandidates,
} from "../resolution/member-candidates.ts";
import type { DrawHolder } from "./drawn-place.ts";
import type { ObjectReference, Route } from "./object-reference.ts";
import type { ReferenceRuntime } from "./reference-runtime.ts";

/** The sentence for a reference that this version cannot use, or undefined. Never sent in clear text instead. */
export function reasonAgainst(reference: ObjectReference): string | undefined {
  const { demands } = reference.target;
  return demands === undefined ? undefined : `the reference ${demandOf(demands)}`;
}

function demandOf(demands: "tls" | "password"): string {
  return demands === "tls"
    ? "demands TLS, which is not supported yet"
    : "demands a user name and a password, which are not supported yet";
}

/**
 * The straight path: the route of the next request when everything it needs is ready (member, head, open
 * connection), else undefined. One compare with the epoch says that a cached route still holds.
 */
export function routeFor(
  runtime: ReferenceRuntime,
  reference: ObjectReference,
  call: DrawHolder,
): Route | undefined {
  // Two compares on the hot path; whoever changes something that a route depends on has counted the epoch up.
  const cached = reference.cached;
  if (cached !== undefined && cached.epoch === runtime.epoch.value) {
    const connection = cached.connection;
    if (connection !== undefined && connection.usable && !connection.blocked) return cached;
  }
  if (reference.target.demands !== undefined) return undefined;
  if (reference.balanced) return balancedRoute(runtime, reference, call);
  return pinnedRoute(runtime, reference);
}

function balancedRoute(
  runtime: ReferenceRuntime,
  reference: ObjectReference,
  call: DrawHolder,
): Route | undefined {
  const cluster = reference.routing.cluster;
  if (cluster === undefined) return undefined;
  // The slow path goes on with this draw: another one would pass over members that have no connection yet.
  const name = drawFor(reference, cluster, call);
  const endpoint = cluster.endpointOf(name);
  if (endpoint === undefined) return undefined;
  if (
    !runtime.health.eligible(endpoint) ||
    runtime.avoided.avoids(endpoint, reference.target.objectKey)
  ) {
    return undefined;
  }
  const connection = endpoint.usable();
  if (connection === undefined) return undefined;
  const route = reference.route(endpoint);
  route.connection = connection;
  return route;
}

/** The member of a call, drawn once: the draw is the call's own, so that it ends with the call, whatever its end. */
function drawFor(reference: ObjectReference, cluster: Cluster, call: DrawHolder): string {
  if (call.drawn === undefined) {
    // Not the whole answer: the account of the decision holds on to the state that it was made of.
    const { member, assignment } = cluster.drawRequest(reference.routing.request ?? noRequest);
    call.drawn = { member, assignment };
  }
  return call.drawn.member;
}

/** Members in the order of trial for a request: its draw first, also after that one has failed. */
function* requestOrder(
  reference: ObjectReference,
  cluster: Cluster,
  call: DrawHolder | undefined,
): Generator<string> {
  const request = reference.routing.request ?? noRequest;
  if (call === undefined) {
    yield* cluster.requestOrder(request);
    return;
  }
  const head = drawFor(reference, cluster, call);
  yield head;
  yield* cluster.tail(head, "requests", request);
}

const noRequest: SelectionRequest = {};

function pinnedRoute(runtime: ReferenceRuntime, reference: ObjectReference): Route | undefined {
  refreshPin(runtime, reference);
  const candidates = candidatesFor(runtime, reference);
  const endpoint = candidates.current()?.canonical;
  if (endpoint === undefined) return undefined;
  const connection = endpoint.usable();
  if (connection === undefined) return undefined;
  // Here too a context leaves a member that is of no use, so that it does not drift back when that one recovers.
  // A session moves only once another member has answered.
  if (reference.kind !== "session") candidates.succeeded(endpoint);
  const route = reference.route(endpoint);
  route.connection = connection;
  route.epoch = runtime.epoch.value;
  // While the key is left alone somewhere for a time, or a context may be drawn anew, each call looks again.
  const avoiding = runtime.avoided.anywhere(reference.target.objectKey);
  const lasting = runtime.options.contextMaxAgeMs === 0 && !avoiding;
  reference.cached = lasting ? route : undefined;
  return route;
}

/** Failback and age: a context may return to its first member, or be drawn anew, between two calls. */
function refreshPin(runtime: ReferenceRuntime, reference: ObjectReference): void {
  const { pin } = reference.routing;
  if (pin === undefined || reference.kind === "session") return;
  const { contextMaxAgeMs, failback } = runtime.options;
  if (contextMaxAgeMs > 0 && runtime.now() - pin.drawnAtMs >= contextMaxAgeMs) {
    drawAnew(runtime, pin);
  }
  if (failback === "eager" && pin.member !== pin.head) {
    const head = pin.cluster.endpointOf(pin.head);
    if (head !== undefined && pin.cluster.hasMember(pin.head) && runtime.health.eligible(head)) {
      pin.advance(pin.version, pin.head);
    }
  }
}

/** A context that has its place keeps it when nobody can be chosen: no new work is refused here. */
function drawAnew(runtime: ReferenceRuntime, pin: ContextPin): void {
  try {
    pin.redraw(pin.cluster.drawContext(pin.request, pin.work.place), runtime.now());
  } catch (error) {
    if (!(error instanceof NoCandidateError)) throw error;
    pin.stay(runtime.now());
  }
}

/**
 * Where a call on the reference may go, in order.
 *
 * @param call - undefined for whoever only looks: nothing is drawn and nothing counted then
 */
export function candidatesFor(
  runtime: ReferenceRuntime,
  reference: ObjectReference,
  call?: DrawHolder,
): Candidates {
  const { cluster, pin } = reference.routing;
  const exclusion = (endpoint: RemoteEndpoint): string | undefined => {
    if (!runtime.health.eligible(endpoint)) return "failed a short time ago";
    if (cluster?.isDrained(endpoint) === true) return "is drained";
    if (runtime.avoided.avoids(endpoint, reference.target.objectKey))
      return "lacks the application";
    return undefined;
  };
  if (cluster !== undefined && !reference.forwarded) {
    if (pin !== undefined) {
      return reference.kind === "session"
        ? new SessionCandidates(pin, exclusion)
        : new PinnedCandidates(pin, exclusion);
    }
    return new RequestCandidates(cluster, exclusion, () => requestOrder(reference, cluster, call));
  }
  const contacts = reference.target.contacts.map(({ endpoint }) => runtime.registry.of(endpoint));
  return new ContactCandidates(
    contacts,
    reference.sticky,
    (endpoint) => exclusion(endpoint) === undefined,
  );
}

/** Takes a location forward on, unless it must not be followed; the reason then. */
export function followForward(
  runtime: ReferenceRuntime,
  reference: ObjectReference,
  problem: AttemptProblem,
  from: RemoteEndpoint,
): { readonly refused?: string } {
  const forward = problem.forward;
  const target = forward === undefined ? undefined : targetOf(forward.ior);
  const by = { name: from.key, remoteAddress: from.canonical.remoteAddress };
  if (target === undefined)
    return { refused: `${from.key} forwards to nothing that IIOP can reach` };
  const reasons: string[] = [];
  const usable: Endpoint[] = [];
  // A forward must not leave the reference where no later call could be made.
  const { demands } = target;
  if (demands !== undefined) {
    reasons.push(`${from.key} forwards to a reference that ${demandOf(demands)}`);
  }
  for (const contact of demands === undefined ? target.contacts : []) {
    const known = runtime.registry.advertised(contact.endpoint, by);
    if (known.ok) usable.push(contact.endpoint);
    else reasons.push(known.reason);
  }
  if (usable.length === 0) {
    const refused = reasons[0] ?? `${from.key} forwards to an address without a port`;
    runtime.hub.emit("referenceRefused", { endpoint: from.key, reason: refused });
    return { refused };
  }
  const contacts = target.contacts.filter(({ endpoint }) => usable.includes(endpoint));
  reference.forwardTo({ ...target, contacts });
  runtime.membership.onReference((forward as { ior: typeof reference.ior }).ior, from, undefined);
  return {};
}
