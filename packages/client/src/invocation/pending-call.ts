import {
  type CdrWriter,
  type RemoteMethod,
  type ReplyMessage,
  ReplyStatus,
  SERVICE_CONTEXT,
  writeArguments,
} from "@remora/protocol/internal";
import type { ConnectionFailure, ConnectionRequest } from "../connection/connection-request.ts";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { RequestHead } from "../connection/request-head.ts";
import { ClosedError, NotSupportedError } from "../errors.ts";
import type { AttemptOutcome, AttemptProblem } from "../failover/attempt.ts";
import type { Closable } from "../failover/call-runtime.ts";
import { atDeadline } from "../failover/deadline.ts";
import { errorOf } from "../failover/error-of.ts";
import {
  failureOfConnection,
  failureOfReply,
  failureOfResult,
  silentPeer,
} from "../failover/failure-of.ts";
import { type KnownExceptions, knownExceptions } from "../failover/known-exceptions.ts";
import { type FixedFacts, type RecoveringCall, Recovery } from "../failover/recovery.ts";
import type { Abortable } from "../failover/signal-hub.ts";
import type { CallOptions } from "../options.ts";
import type { Candidates } from "../resolution/candidates.ts";
import { argumentError, detailsOfEndedCall } from "./call-details.ts";
import type { DrawnPlace } from "./drawn-place.ts";
import { isRepeatable } from "./never-repeated.ts";
import type { ObjectReference, Route } from "./object-reference.ts";
import type { ReferenceRuntime } from "./reference-runtime.ts";
import { candidatesFor, followForward, reasonAgainst, routeFor } from "./routing.ts";
import { endsSession, isSessionGone, sessionEndedError } from "./session-end.ts";

/**
 * One call, from the caller's `await` to its settling: one promise, one deadline, and at any moment at most one
 * request. The first attempt takes the straight path; failures leave it for a Recovery, which settles the same promise.
 *
 * The object is its own request, its own entry in every map and its own abort listener: a call that succeeds at once
 * allocates this, its promise and its timer, and nothing else.
 */
export class PendingCall
  implements ConnectionRequest, Abortable, Closable, RecoveringCall<unknown>
{
  requestId = -1;
  readonly responseExpected: boolean;
  readonly startedAt: number;
  readonly deadlineAt: number;
  settled = false;

  readonly #runtime: ReferenceRuntime;
  readonly #reference: ObjectReference;
  readonly #method: RemoteMethod;
  readonly #args: readonly unknown[];
  readonly #idempotent: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #route: Route | undefined;
  #connection: IiopConnection | undefined;
  #head: RequestHead | undefined;
  /** Set while a Recovery waits for the attempt under way. */
  #attemptEnded: ((outcome: AttemptOutcome<unknown>) => void) | undefined;
  #recovery: Recovery<unknown> | undefined;
  #disposition: number | undefined;
  #lookedUpAgain = false;
  /** Another call on the session is under way. */
  #waiting = false;
  /** Balanced by request: what was drawn for this call, and what its policy counts as in flight. */
  drawn: DrawnPlace | undefined;
  /** When the present attempt began; kept only while somebody wants round trips. */
  #attemptAt = 0;

  constructor(
    runtime: ReferenceRuntime,
    reference: ObjectReference,
    method: RemoteMethod,
    args: readonly unknown[],
    options: CallOptions | undefined,
    resolve: (value: unknown) => void,
    reject: (error: Error) => void,
  ) {
    this.#runtime = runtime;
    this.#reference = reference;
    this.#method = method;
    this.#args = args;
    this.#resolve = resolve;
    this.#reject = reject;
    this.responseExpected = !method.oneway;
    this.#idempotent = isRepeatable(method, reference.kind, options?.idempotent);
    this.#signal = options?.signal;
    const timeoutMs = options?.timeoutMs ?? runtime.options.timeoutMs;
    this.startedAt = runtime.now();
    this.deadlineAt = this.startedAt + timeoutMs;
    // This timer alone keeps the process alive: sockets never do.
    this.#timer = setTimeout(onDeadline, timeoutMs, this);
  }

  /** The name on the wire: what errors and events show. */
  get operation(): string {
    return this.#method.wireName;
  }

  /** The head for the endpoint of the present attempt. */
  get head(): RequestHead {
    return this.#head as RequestHead;
  }

  get #elapsedMs(): number {
    return this.#runtime.now() - this.startedAt;
  }

  /** What a probe of the silent connection asks for: a key that must be there. */
  get objectKey(): Uint8Array {
    return (this.#route as Route).contact.objectKey;
  }

  /** Waits until earlier calls on the session have ended, inside its own deadline. */
  wait(): void {
    this.#waiting = true;
    this.#runtime.recovering.add(this);
    if (this.#signal !== undefined) this.#runtime.signals.add(this.#signal, this);
  }

  /** Starts the first attempt. */
  start(): void {
    if (this.#waiting) {
      this.#waiting = false;
      this.#runtime.recovering.delete(this);
      if (this.#runtime.closed) {
        this.#failClosed("none");
        return;
      }
    }
    const end = this.#reference.session?.end;
    if (end !== undefined) {
      this.fail(sessionEndedError(this.operation, end, this.#elapsedMs));
      return;
    }
    try {
      this.#begin();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The straight path: with a route that is ready nothing is allocated but the request itself. */
  #begin(): void {
    this.#runtime.budget.countCall();
    if (this.#signal !== undefined) this.#runtime.signals.add(this.#signal, this);
    const route = routeFor(this.#runtime, this.#reference, this);
    if (route === undefined) this.#recover();
    else this.#send(route, route.connection as IiopConnection);
  }

  /** Called for each attempt: the connection decides where the octets go, so they are made there. */
  encode(writer: CdrWriter): void {
    const { contexts } = this.#runtime;
    writeArguments(writer, this.#method, this.#args, contexts.of(this.#reference, this.#method));
  }

  /** A whole reply. Membership data are taken in first: they are good whatever the answer is. */
  onReply(reply: ReplyMessage): void {
    const route = this.#route as Route;
    const update = reply.context(SERVICE_CONTEXT.iorUpdate);
    if (update !== undefined) {
      const { cluster } = this.#reference.routing;
      const ior = this.#runtime.membership.onUpdate(update, route.endpoint, cluster);
      if (ior !== undefined && cluster === undefined) this.#reference.learnMembers(ior);
    }
    const { hub } = this.#runtime;
    if (hub.wanted("replyReceived")) {
      hub.emit("replyReceived", {
        endpoint: route.endpoint.key,
        requestId: reply.requestId,
        status: reply.status,
      });
    }
    const result = reply.status === ReplyStatus.noException;
    reply.body.java = this.#runtime.contexts.ofReply(this.#reference, this.#method, result);
    if (!result) {
      this.#attemptFailed(failureOfReply(reply, route.typeId));
      return;
    }
    let value: unknown;
    try {
      value = this.#method.result.read(reply.body);
    } catch (error) {
      this.#attemptFailed(failureOfResult(error));
      return;
    }
    this.#attemptSucceeded(value);
  }

  /** One-way: handed to the socket is all that can be known. */
  onWritten(): void {
    this.#attemptSucceeded(undefined);
  }

  /** The connection has nothing more for this request. */
  onFailure(failure: ConnectionFailure): void {
    if (this.settled) return;
    if (this.#runtime.closed) {
      this.#failClosed(failure.sent);
      return;
    }
    if (failure.code === "ARGUMENT") {
      this.fail(argumentError(this.operation, failure.cause, this.#completedAfter("none")));
    } else this.#attemptFailed(failureOfConnection(failure));
  }

  /**
   * The connection is silent: an idempotent call goes elsewhere, another keeps its deadline. So does every call of a
   * session: a member that is frozen for some seconds has its sessions when it goes on, and nobody else may.
   */
  onSilent(): void {
    if (this.settled || !this.#idempotent || this.#reference.kind === "session") return;
    const connection = this.#connection;
    if (connection === undefined) return;
    const sent = connection.abandon(this);
    this.#attemptFailed({ ...silentPeer, failure: { ...silentPeer.failure, sent } });
  }

  /** The caller's signal fired. */
  onAbort(reason: unknown): void {
    this.#endFromOutside("abort", "ABORTED", "aborted by the caller", reason);
  }

  /** Only calls that look for another endpoint are ended so; those on a connection may still be answered. */
  onOrbClosed(drains: boolean): void {
    if (this.settled) return;
    const inFlight =
      !this.#waiting && (this.#recovery === undefined || this.#attemptEnded !== undefined);
    // What is on its way may still be answered; there is no further attempt.
    if (drains && inFlight) return;
    const sent = inFlight ? this.#connection?.abandon(this) : undefined;
    this.#failClosed(sent ?? "none");
  }

  #failClosed(sent: "none" | "some"): void {
    const message = `the Orb was closed during ${this.operation}`;
    this.fail(new ClosedError(message, this.#completedAfter(sent)));
  }

  /** What can be known of the whole call when its last attempt ends so. */
  #completedAfter(sent: "none" | "some"): "no" | "maybe" {
    const earlier = this.#recovery?.rows ?? [];
    const ranBefore = earlier.some((row) => row.completed !== "no");
    return sent === "none" && !ranBefore ? "no" : "maybe";
  }

  /** The deadline's timer fired. */
  onTimer(): void {
    atDeadline(
      this.#runtime.now,
      this.deadlineAt,
      () => this.settled,
      () => this.#endFromOutside("timeout", "TIMEOUT", "no reply within its time", undefined),
    );
  }

  /** Settles with a result; whoever comes second changes nothing. */
  succeed(value: unknown, endpoint: RemoteEndpoint): void {
    if (this.settled) return;
    this.#noteSuccess(endpoint);
    this.#end();
    this.#resolve(value);
  }

  /** Settles with an error; whoever comes second changes nothing. */
  fail(error: Error): void {
    if (this.settled) return;
    const { session } = this.#reference;
    if (session !== undefined && isSessionGone(error)) session.forget();
    this.#end();
    this.#reject(error);
  }

  /** What `decide` must know of this call, as it is now. */
  facts(): FixedFacts {
    const reference = this.#reference;
    const { servedLast, kind } = reference;
    return {
      idempotent: this.#idempotent,
      oneway: this.#method.oneway,
      kind,
      reLookup:
        reference.routing.lookUpAgain === undefined
          ? "impossible"
          : this.#lookedUpAgain
            ? "done"
            : "possible",
      clustered: reference.routing.cluster !== undefined || reference.target.contacts.length > 1,
      forwardFollowed: reference.forwarded,
      maxReplays: this.#runtime.options.maxReplays,
      ...(servedLast === undefined ? {} : { servedLast }),
    };
  }

  /** Asked for when an exception came. */
  get exceptions(): KnownExceptions {
    return knownExceptions(this.#method, (member) =>
      this.#runtime.answered.others(this.#method, member),
    );
  }

  /** Drawn anew: a forward or a lookup may have changed where the reference leads. */
  candidates(): Candidates {
    return candidatesFor(this.#runtime, this.#reference, this);
  }

  /** A further attempt: the same object is sent again, with another id, on another connection. */
  attempt(endpoint: RemoteEndpoint, connection: IiopConnection): Promise<AttemptOutcome<unknown>> {
    return new Promise((resolve) => {
      this.#attemptEnded = resolve;
      const route = this.#reference.route(endpoint);
      route.connection = connection;
      const member = this.#reference.routing.cluster?.memberAt(endpoint);
      if (member !== undefined) this.drawn?.assignment?.moveTo(member);
      this.#send(route, connection);
    });
  }

  /** Other calls on the reference go there too from now on. */
  follow(problem: AttemptProblem, from: RemoteEndpoint): { readonly refused?: string } {
    return followForward(this.#runtime, this.#reference, problem, from);
  }

  /** A forward that leads nowhere is dropped for all calls on the reference. */
  dropForward(): void {
    this.#reference.dropForward();
  }

  /** Single-flight: all calls that found the key gone share one lookup. */
  async lookUpAgain(): Promise<boolean> {
    this.#lookedUpAgain = true;
    const found = await this.#reference.lookUpAgain();
    // A server that names a key serves it, were it the same as before.
    if (found) this.#runtime.avoided.forget(this.#reference.target.objectKey);
    return found;
  }

  /** For all references to the key, not for this one alone. */
  avoid(endpoint: RemoteEndpoint, ms: number): void {
    this.#runtime.avoided.avoid(endpoint, this.#reference.target.objectKey, ms);
  }

  /** Health is kept per listener; the view may be out of date as well. */
  blame(endpoint: RemoteEndpoint, kind: "failed" | "suspect", reason: string): void {
    if (kind === "failed") this.#runtime.health.failed(endpoint, reason);
    else this.#runtime.health.silent(endpoint);
    this.#runtime.onTrouble(endpoint);
  }

  /** NEEDS_ADDRESSING_MODE (CORBA 3.3 part 2, 9.4.3.1): from here on the head names the target in this way. */
  readdress(disposition: number): void {
    this.#disposition = disposition;
  }

  /** Hands the request over; an argument that cannot be encoded ends the call, for no endpoint would do better. */
  #send(route: Route, connection: IiopConnection): void {
    this.#route = route;
    this.#connection = connection;
    if (this.#runtime.counters !== undefined) this.#attemptAt = this.#runtime.now();
    this.#head =
      this.#disposition === undefined
        ? route.head(this.#method)
        : route.build(this.#method, this.#reference.addressed(this.#disposition, this.objectKey));
    try {
      connection.send(this);
    } catch (error) {
      this.fail(argumentError(this.operation, error, this.#completedAfter("none")));
      this.#attemptEnded?.({ ok: true, value: undefined });
      return;
    }
    const { hub } = this.#runtime;
    if (hub.wanted("requestSent")) {
      hub.emit("requestSent", {
        endpoint: route.endpoint.key,
        operation: this.operation,
        requestId: this.requestId,
      });
    }
  }

  /** On the straight path there is no Recovery to tell. */
  #attemptSucceeded(value: unknown): void {
    const ended = this.#attemptEnded;
    if (ended === undefined) {
      this.succeed(value, (this.#route as Route).endpoint);
      return;
    }
    this.#attemptEnded = undefined;
    ended({ ok: true, value });
  }

  /** The first failure makes the Recovery; later ones are its own to judge. */
  #attemptFailed(problem: AttemptProblem): void {
    if (this.settled) return;
    const ended = this.#attemptEnded;
    if (ended !== undefined) {
      this.#attemptEnded = undefined;
      ended({ ok: false, problem });
      return;
    }
    this.#recover({ endpoint: (this.#route as Route).endpoint, problem });
  }

  /** Leaves the straight path. A demand that cannot be met is told before anything is tried. */
  #recover(first?: { readonly endpoint: RemoteEndpoint; readonly problem: AttemptProblem }): void {
    const demand = reasonAgainst(this.#reference);
    if (demand !== undefined) {
      this.fail(new NotSupportedError(`${this.operation}: ${demand}`));
      return;
    }
    try {
      this.#recovery = new Recovery(this.#runtime, this);
      this.#runtime.recovering.add(this);
      void this.#recovery.run(first);
    } catch (error) {
      // Called from a socket's event: nobody above could settle this call.
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** What the next call, a probe and a later failure want to know. */
  #noteSuccess(endpoint: RemoteEndpoint): void {
    this.#runtime.health.succeeded(endpoint);
    const reference = this.#reference;
    if (reference.routing.pin === undefined) reference.sticky.endpoint = endpoint;
    endpoint.keyInUse = reference.target.objectKey;
    const member = endpoint.canonical.member ?? endpoint.canonical.key;
    reference.servedLast = member;
    this.#runtime.counters?.answered(member, this.#runtime.now() - this.#attemptAt);
    const route = this.#route as Route;
    if (route.answered !== this.#method) {
      route.answered = this.#method;
      this.#runtime.answered.note(this.#method, member);
    }
    const { session } = reference;
    if (session !== undefined && endsSession(this.#method)) {
      session.remove({ operation: this.#method.name });
    }
  }

  /** Deadline and abort: what was sent stays `maybe`, also when an earlier attempt was the one that had been sent. */
  #endFromOutside(phase: "timeout" | "abort", code: string, message: string, cause: unknown): void {
    if (this.settled) return;
    const connection = this.#connection;
    const inFlight = this.#recovery === undefined || this.#attemptEnded !== undefined;
    // Between two attempts nothing is on its way; the last request has been judged already.
    const sent = inFlight && connection !== undefined ? connection.abandon(this) : "none";
    const completed = this.#completedAfter(sent);
    const problem: AttemptProblem = {
      failure: { origin: "local", phase, sent, replyStarted: false },
      code,
      message,
      cause,
    };
    const details = detailsOfEndedCall(
      {
        operation: this.operation,
        elapsedMs: this.#elapsedMs,
        endpoint: this.#route?.endpoint,
        earlier: this.#recovery?.details(completed),
        inFlight,
      },
      problem,
      completed,
    );
    this.fail(errorOf(problem, undefined, details));
    this.#attemptEnded?.({ ok: false, problem });
  }

  /** Every way out passes here: no timer, no listener and no entry may be left. */
  #end(): void {
    this.settled = true;
    clearTimeout(this.#timer);
    this.drawn?.assignment?.end();
    if (this.#signal !== undefined) this.#runtime.signals.delete(this.#signal, this);
    if (this.#recovery !== undefined || this.#waiting) this.#runtime.recovering.delete(this);
    this.#reference.session?.leave(this);
  }
}

function onDeadline(call: PendingCall): void {
  call.onTimer();
}
