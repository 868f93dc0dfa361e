import type { ReferenceKind } from "@remora/cluster";
import type { Ior, RemoteMethod } from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { type CallAttempt, ClosedError, NotSupportedError } from "../errors.ts";
import type { AttemptOutcome, AttemptProblem } from "../failover/attempt.ts";
import type { Closable } from "../failover/call-runtime.ts";
import { atDeadline } from "../failover/deadline.ts";
import { errorOf } from "../failover/error-of.ts";
import { failureOfConnect } from "../failover/failure-of.ts";
import { type FixedFacts, type RecoveringCall, Recovery } from "../failover/recovery.ts";
import type { Abortable } from "../failover/signal-hub.ts";
import type { Candidates } from "../resolution/candidates.ts";
import type { Cluster } from "../resolution/cluster.ts";
import { ObjectReference } from "./object-reference.ts";
import type { ReferenceRuntime } from "./reference-runtime.ts";
import { followForward, reasonAgainst } from "./routing.ts";
import { SingleRequest } from "./single-request.ts";

/** A step of an operation failed: carries the problem to the operation's own attempt. Never leaves this layer. */
export class StepFailed extends Error {
  readonly problem: AttemptProblem;
  constructor(problem: AttemptProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What an operation of several requests works with, at one endpoint. */
export interface OperationSteps {
  /** The endpoint that this attempt is made at. */
  readonly endpoint: RemoteEndpoint;
  /**
   * One request on a reference, at this endpoint where the reference allows it; forwards are followed.
   * Throws StepFailed. `repeatable: false`: once it was sent, the whole operation is not tried again.
   */
  request(
    reference: ObjectReference,
    method: RemoteMethod,
    args: readonly unknown[],
    options?: { readonly repeatable?: boolean },
  ): Promise<unknown>;
}

/** What an operation is made of. */
export interface OperationPlan<T> {
  readonly name: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly kind: ReferenceKind;
  /** Its success shows that the application answers, as a call's does. Default false: naming and discovery alone. */
  readonly reachesApplication?: boolean;
  /** Nobody waits for it: it does not keep the process alive. Default false. */
  readonly background?: boolean;
  readonly cluster: Cluster | undefined;
  candidates(): Candidates;
  /** Is given what tells the attempts so far, for others who wait for the same operation. */
  onStart?(attempts: () => readonly CallAttempt[]): void;
  run(steps: OperationSteps): Promise<T>;
}

/**
 * An operation of the SDK that takes several requests, such as a lookup: all of them at one endpoint, with one
 * deadline; a failure of any of them is judged like that of one call, and the whole begins again elsewhere.
 */
class Operation<T> implements RecoveringCall<T>, Abortable, Closable {
  readonly operation: string;
  readonly startedAt: number;
  readonly deadlineAt: number;
  settled = false;
  readonly #runtime: ReferenceRuntime;
  readonly #plan: OperationPlan<T>;
  readonly #resolve: (value: T) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #recovery: Recovery<T>;
  #request: SingleRequest | undefined;
  /** A request that must not run twice has been sent in this attempt. */
  #unrepeatable = false;

  constructor(
    runtime: ReferenceRuntime,
    plan: OperationPlan<T>,
    resolve: (value: T) => void,
    reject: (error: Error) => void,
  ) {
    this.#runtime = runtime;
    this.#plan = plan;
    this.#resolve = resolve;
    this.#reject = reject;
    this.operation = plan.name;
    this.startedAt = runtime.now();
    this.deadlineAt = this.startedAt + plan.timeoutMs;
    this.#timer = setTimeout(() => this.#onTimer(), plan.timeoutMs);
    // Nobody waits for work in the background: it must not keep the process.
    if (plan.background === true) this.#timer.unref();
    this.#recovery = new Recovery(runtime, this);
  }

  /** Begins the first attempt, unless the caller has aborted already. */
  start(): void {
    const { signal } = this.#plan;
    if (signal?.aborted === true) {
      this.onAbort(signal.reason);
      return;
    }
    if (signal !== undefined) this.#runtime.signals.add(signal, this);
    this.#runtime.recovering.add(this);
    this.#runtime.budget.countCall();
    this.#plan.onStart?.(() => this.#recovery.rows);
    void this.#recovery.run();
  }

  /** Repeatable until a request was sent that may not run twice (`create` of what may be a session). */
  facts(): FixedFacts {
    return {
      idempotent: !this.#unrepeatable,
      oneway: false,
      kind: this.#plan.kind,
      reLookup: "impossible",
      clustered: this.#plan.cluster !== undefined,
      forwardFollowed: false,
      // These requests are repeatable by nature: every endpoint may be asked.
      maxReplays: Number.POSITIVE_INFINITY,
    };
  }

  /** Made once: forwards end inside the steps, so the operation keeps one order of endpoints. */
  candidates(): Candidates {
    return this.#plan.candidates();
  }

  /** The whole operation from its first request: half of it on another server would mix two servers' contexts. */
  async attempt(endpoint: RemoteEndpoint, connection: IiopConnection): Promise<AttemptOutcome<T>> {
    this.#unrepeatable = false;
    try {
      const value = await this.#plan.run({
        endpoint,
        request: (reference, method, args, options) =>
          this.#step(endpoint, connection, reference, method, args, options?.repeatable ?? true),
      });
      return { ok: true, value };
    } catch (error) {
      if (error instanceof StepFailed) return { ok: false, problem: error.problem };
      // A final answer (a name that is not bound, an argument that cannot be encoded): no other endpoint knows better.
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return { ok: true, value: undefined as T };
    }
  }

  /** Settles with the result. */
  succeed(value: T, endpoint: RemoteEndpoint): void {
    if (this.settled) return;
    // A port and a name service are there seconds before the application: they bring no endpoint back.
    if (this.#plan.reachesApplication === true) this.#runtime.health.succeeded(endpoint);
    this.#end();
    this.#resolve(value);
  }

  /** Settles with an error. */
  fail(error: Error): void {
    if (this.settled) return;
    this.#end();
    this.#reject(error);
  }

  /** Forwards end inside the steps; one that comes this far was not followed. */
  follow(): { readonly refused?: string } {
    return { refused: "a forward ended nowhere" };
  }

  dropForward(): void {
    // Forwards are followed inside the steps.
  }

  lookUpAgain(): Promise<boolean> {
    return Promise.resolve(false);
  }

  avoid(): void {
    // An operation has no key of its own.
  }

  readdress(): void {
    // The SDK's own requests name their objects by key, which every server takes.
  }

  /** The same health as that of calls: a lookup that finds a dead member spares the next call. */
  blame(endpoint: RemoteEndpoint, kind: "failed" | "suspect", reason: string): void {
    if (kind === "failed") this.#runtime.health.failed(endpoint, reason);
    else this.#runtime.health.silent(endpoint);
    this.#runtime.onTrouble(endpoint);
  }

  /** The caller's signal fired. */
  onAbort(reason: unknown): void {
    this.#endFromOutside("abort", "ABORTED", "aborted by the caller", reason);
  }

  onOrbClosed(): void {
    const sent = this.#request?.abandon() ?? "none";
    const completed = this.#unrepeatable && sent === "some" ? "maybe" : "no";
    this.fail(new ClosedError(`the Orb was closed during ${this.operation}`, completed));
  }

  #onTimer(): void {
    atDeadline(
      this.#runtime.now,
      this.deadlineAt,
      () => this.settled,
      () => this.#expire(),
    );
  }

  #expire(): void {
    this.#endFromOutside("timeout", "TIMEOUT", "no answer within its time", undefined);
  }

  /** The message names the last failure: "no answer" alone would hide that all were refused. */
  #endFromOutside(phase: "timeout" | "abort", code: string, message: string, cause: unknown): void {
    if (this.settled) return;
    const sent = this.#request?.abandon() ?? "none";
    const completed = this.#unrepeatable && sent === "some" ? "maybe" : "no";
    const failure = { origin: "local", phase, sent, replyStarted: false } as const;
    const last = this.#recovery.rows.at(-1);
    const before =
      last === undefined ? "" : `; last: ${last.endpoint} ${last.code}, ${last.message}`;
    this.fail(
      errorOf(
        { failure, code, message: `${message}${before}`, cause },
        undefined,
        this.#recovery.details(completed),
      ),
    );
  }

  /** No timer, no listener and no entry may be left. */
  #end(): void {
    this.settled = true;
    clearTimeout(this.#timer);
    const { signal } = this.#plan;
    if (signal !== undefined) this.#runtime.signals.delete(signal, this);
    this.#runtime.recovering.delete(this);
  }

  /** One request and the forwards it leads to. `NameService` is always answered by one on GlassFish. */
  async #step(
    endpoint: RemoteEndpoint,
    first: IiopConnection,
    reference: ObjectReference,
    method: RemoteMethod,
    args: readonly unknown[],
    repeatable: boolean,
  ): Promise<unknown> {
    let at = endpoint;
    let connection = first;
    for (let hops = 0; ; hops += 1) {
      if (this.settled) throw new StepFailed(gaveUp);
      // A home demands what its beans do: without it, the server would only answer NO_PERMISSION.
      const demand = reasonAgainst(reference);
      if (demand !== undefined) throw new NotSupportedError(`${this.operation}: ${demand}`);
      const { cluster } = this.#plan;
      const request = new SingleRequest(
        reference.route(at),
        method,
        args,
        connection,
        (data) => this.#runtime.membership.onUpdate(data, at, cluster),
        repeatable,
      );
      this.#request = request;
      if (!repeatable) this.#unrepeatable = true;
      const outcome = await request.run();
      this.#request = undefined;
      if (outcome.ok) {
        if (!repeatable) this.#unrepeatable = false;
        return outcome.value;
      }
      const { forward } = outcome.problem.failure;
      const isFollowed =
        forward !== undefined &&
        forward.incompatible !== true &&
        hops < this.#runtime.options.forwardHops;
      if (!isFollowed) {
        throw new StepFailed(outcome.problem);
      }
      const { refused } = followForward(this.#runtime, reference, outcome.problem, at);
      if (refused !== undefined) {
        throw new StepFailed({
          failure: { origin: "local", phase: "resolve", sent: "none", replyStarted: false },
          code: "ADDRESS_REFUSED",
          message: refused,
          phase: "resolve",
        });
      }
      const target = reference.target.contacts
        .map((contact) => this.#runtime.registry.of(contact.endpoint))
        .find((candidate, _index, all) => candidate === at || !all.includes(at));
      if (target === undefined) throw new StepFailed(outcome.problem);
      if (target === at && connection.usable) continue;
      at = target;
      const usable = target.usable();
      if (usable !== undefined) {
        connection = usable;
        continue;
      }
      const opened = await target.open();
      if (!opened.ok) throw new StepFailed(failureOfConnect(opened.problem));
      connection = opened.connection;
    }
  }
}

const gaveUp: AttemptProblem = {
  failure: { origin: "local", phase: "abort", sent: "none", replyStarted: false },
  code: "ABORTED",
  message: "the operation has ended",
};

/** Runs an operation: resolves with its result, rejects with one error that tells every attempt. */
export function runOperation<T>(runtime: ReferenceRuntime, plan: OperationPlan<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (runtime.closed) {
      reject(new ClosedError(`${plan.name}: the Orb is closed`));
      return;
    }
    new Operation(runtime, plan, resolve, reject).start();
  });
}

/** A reference to one key at any endpoint, for the SDK's own requests. */
export function referenceToKey(objectKey: Uint8Array): ObjectReference {
  const ior: Ior = { typeId: "", profiles: [] };
  return new ObjectReference(
    ior,
    {
      typeId: "",
      objectKey,
      giopMinor: 2,
      contacts: [],
      primary: undefined,
      members: [],
      label: undefined,
      kind: "naming",
      demands: undefined,
    },
    {},
  );
}
