import {
  type Attempt,
  backoffMs,
  type CallFacts,
  type Decision,
  decide,
  delayWithinDeadline,
} from "@remora/cluster";
import { stringifyIor } from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { CallAttempt, CallErrorDetails } from "../errors.ts";
import type { Candidates } from "../resolution/candidates.ts";
import type { AttemptOutcome, AttemptProblem } from "./attempt.ts";
import type { CallRuntime, Closable } from "./call-runtime.ts";
import { errorOf } from "./error-of.ts";
import { failureOfConnect, silentPeer } from "./failure-of.ts";
import type { KnownExceptions } from "./known-exceptions.ts";
import { delay, retryLoop, type StepResult } from "./retry-loop.ts";

/** Facts of a call that do not change between its attempts. */
export type FixedFacts = Pick<
  CallFacts,
  "idempotent" | "oneway" | "kind" | "reLookup" | "clustered" | "forwardFollowed"
> & {
  readonly servedLast?: string;
  /** Replays after nobody knows whether it ran. */
  readonly maxReplays: number;
};

/** The call behind a recovery. It makes the attempts; the recovery says where, and whether again. */
export interface RecoveringCall<T> extends Closable {
  /** For errors and events. */
  readonly operation: string;
  /** When the caller called, in milliseconds of the Orb's clock. */
  readonly startedAt: number;
  /** When its time is over; its own timer settles it then. */
  readonly deadlineAt: number;
  /** The promise has been settled, by a result, a deadline or a signal. */
  readonly settled: boolean;
  /** Asked before each decision: a forward or a new lookup changes some of them. */
  facts(): FixedFacts;
  /** Where the call may go; asked again after a forward or a new lookup. */
  candidates(): Candidates;
  /** One attempt at an endpoint with an open connection. */
  attempt(endpoint: RemoteEndpoint, connection: IiopConnection): Promise<AttemptOutcome<T>>;
  /** Settles the promise with a result. */
  succeed(value: T, endpoint: RemoteEndpoint): void;
  /** Settles the promise with an error; later calls do nothing. */
  fail(error: Error): void;
  /** Takes a forward on; the reason when it must not be followed. */
  follow(problem: AttemptProblem, from: RemoteEndpoint): { readonly refused?: string };
  /** Back to the target of the caller's reference. */
  dropForward(): void;
  /** Looks the reference up again by its name; false when that failed. */
  lookUpAgain(): Promise<boolean>;
  /** Leaves the call's object key alone at an endpoint for a while. */
  avoid(endpoint: RemoteEndpoint, ms: number): void;
  /** A failed attempt speaks against an endpoint. */
  blame(endpoint: RemoteEndpoint, kind: "failed" | "suspect", reason: string): void;
  /** The server wants another form of the target address. */
  readdress(disposition: number): void;
  /** The exceptions that its interface names; absent for operations of the SDK. */
  readonly exceptions?: KnownExceptions;
}

const noEndpoint = "no endpoint is left to try";

/** A healthy member answers a probe in a few milliseconds, a busy one in some more. */
const leastPatienceMs = 250;

/** Rounds over one contact list; the connect budget and the deadline end a call much earlier. */
const maxRounds = 1_000;

/**
 * The slow path of one call: attempts until `decide` says that there is nothing more to do. Everything that happened
 * is kept in order, for the error, for `explain()` and for events.
 *
 * It holds no rule of its own. It knows what has been tried, asks, and does what it is told; the call behind it may be
 * settled at any moment by its deadline, its signal or its Orb, so each step looks at `settled` after every wait.
 */
export class Recovery<T> {
  readonly #runtime: CallRuntime;
  readonly #call: RecoveringCall<T>;
  readonly #history: Attempt[] = [];
  readonly #rows: CallAttempt[] = [];
  #candidates: Candidates;
  readonly #tried = new Set<RemoteEndpoint>();
  #endpoint: RemoteEndpoint | undefined;
  #round = 0;
  #replays = 0;
  #hops = 0;
  readonly #visited = new Set<string>();
  /** Since when nobody has answered: the connect budget counts from here, pauses included. */
  #unansweredSince: number | undefined;
  #attemptStartedAt: number;

  constructor(runtime: CallRuntime, call: RecoveringCall<T>) {
    this.#runtime = runtime;
    this.#call = call;
    this.#candidates = call.candidates();
    this.#attemptStartedAt = call.startedAt;
  }

  /** Attempts so far, oldest first. */
  get rows(): readonly CallAttempt[] {
    return this.#rows;
  }

  /** Details for an error that ends the call now. */
  details(completed: CallErrorDetails["completed"]): CallErrorDetails {
    const last = this.#rows.at(-1);
    const endpoint = this.#endpoint?.key ?? last?.endpoint ?? "";
    const member = this.#endpoint?.canonical.member ?? last?.member;
    return {
      completed,
      attempts: this.#rows,
      endpoint,
      ...(member === undefined ? {} : { member }),
      operation: this.#call.operation,
      elapsedMs: this.#runtime.now() - this.#call.startedAt,
    };
  }

  /** Runs from the start, or goes on after a first attempt that failed on the fast path. */
  async run(first?: {
    readonly endpoint: RemoteEndpoint;
    readonly problem: AttemptProblem;
  }): Promise<void> {
    try {
      if (first !== undefined) {
        this.#endpoint = first.endpoint;
        const result = await this.#judge(first.endpoint, undefined, first.problem);
        if (result === "settled") return;
        if (result.delayMs > 0) await delay(result.delayMs);
      }
      await retryLoop(() => this.#step());
    } catch (error) {
      // Nothing here may leave a promise pending, whatever a caller's own function did.
      if (!this.#call.settled)
        this.#call.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** One attempt: a connection first, since a connect that fails has sent nothing. */
  async #step(): Promise<StepResult> {
    const { closed, now } = this.#runtime;
    if (this.#call.settled) return "settled";
    if (closed) {
      this.#call.onOrbClosed(false);
      return "settled";
    }
    this.#attemptStartedAt = now();
    const endpoint = (this.#endpoint ?? this.#candidates.current())?.canonical;
    if (endpoint === undefined) {
      this.#call.fail(errorOf(undefined, undefined, this.details("no"), noEndpoint));
      return "settled";
    }
    this.#endpoint = endpoint;
    const connection = endpoint.usable();
    const opened =
      connection === undefined ? await this.#open(endpoint) : ({ ok: true, connection } as const);
    if (this.#call.settled) return "settled";
    if (!opened.ok) return await this.#judge(endpoint, undefined, opened.problem);
    const attempt = this.#call.attempt(endpoint, opened.connection);
    if (this.#rows.some(({ code }) => code === silentPeer.code)) {
      opened.connection.hurry(this.#patienceMs());
    }
    const outcome = await attempt;
    if (this.#call.settled) return "settled";
    if (!outcome.ok) return await this.#judge(endpoint, opened.connection, outcome.problem);
    this.#candidates.succeeded(endpoint);
    this.#call.succeed(outcome.value, endpoint);
    return "settled";
  }

  /** How long a further silent peer may take: what is left of the connect budget, and never more than a probe. */
  #patienceMs(): number {
    const { options, now } = this.#runtime;
    const since = this.#unansweredSince ?? this.#attemptStartedAt;
    const left = since + options.connectBudgetMs - now();
    return Math.max(leastPatienceMs, Math.min(left, options.silenceProbeMs));
  }

  /** Opens a connection within what is left of the connect budget; a slow one is left behind while others wait. */
  async #open(
    endpoint: RemoteEndpoint,
  ): Promise<
    | { readonly ok: true; readonly connection: IiopConnection }
    | { readonly ok: false; readonly problem: AttemptProblem }
  > {
    const { options, now } = this.#runtime;
    const startedAt = now();
    // Counted from the first attempt that nobody answered: pauses and earlier connects are inside the budget.
    this.#unansweredSince ??= startedAt;
    const budget = Math.max(1, this.#unansweredSince + options.connectBudgetMs - startedAt);
    const others = this.#candidates.untried(new Set([...this.#tried, endpoint])) > 0;
    // A black hole must not cost its whole connect time-out while other members wait to be asked. The connect goes on
    // beside this call, and whoever comes next finds its result.
    const patience = others ? Math.min(budget, 2 * options.staggerMs) : budget;
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
      timer.unref();
    });
    const outcome = await Promise.race([endpoint.open(), slow]);
    clearTimeout(timer);
    if (outcome !== undefined && outcome.ok) return outcome;
    if (outcome !== undefined) return { ok: false, problem: failureOfConnect(outcome.problem) };
    return {
      ok: false,
      problem: {
        failure: { origin: "local", phase: "timeout", sent: "none", replyStarted: false },
        code: "SLOW_CONNECT",
        message: `no connection within ${Math.round(patience)} ms`,
        phase: "connect",
      },
    };
  }

  /** Asks `decide`, notes what it said, and prepares the next attempt. */
  async #judge(
    endpoint: RemoteEndpoint,
    connection: IiopConnection | undefined,
    given: AttemptProblem,
  ): Promise<StepResult> {
    const { now, options } = this.#runtime;
    const at = now();
    this.#tried.add(endpoint.canonical);
    // The forward's place in the chain is part of what is decided on.
    const problem = this.#noteForward(given);
    const member = endpoint.canonical.member;
    this.#runtime.counters?.failed(member ?? endpoint.canonical.key);
    this.#history.push({
      endpoint: endpoint.key,
      ...(member === undefined ? {} : { member }),
      ...(connection === undefined ? {} : { connection: connection.number }),
      failure: problem.failure,
      atMs: at,
    });
    // A frozen or black-holed peer uses up the connect budget as a dead one does.
    const unanswered = problem.failure.sent === "none" || problem.code === "SILENT_PEER";
    // An answer of any kind begins the connect budget anew: it is a bound on silence, not on the number of attempts.
    this.#unansweredSince = unanswered
      ? (this.#unansweredSince ?? this.#attemptStartedAt)
      : undefined;
    const connectDeadline = (this.#unansweredSince ?? at) + options.connectBudgetMs;
    const fixed = this.#call.facts();
    const facts: CallFacts = {
      ...fixed,
      untried: this.#candidates.untried(this.#tried),
      round: this.#round,
      maxRounds,
      replaysUsed: this.#replays,
      trustCompletedNo: options.trustCompletedNo,
      forwardHops: options.forwardHops,
      budgetLeft: this.#runtime.budget.left(),
      deadlineMs: unanswered
        ? Math.min(this.#call.deadlineAt, connectDeadline)
        : this.#call.deadlineAt,
    };
    if (problem.failure.forward?.incompatible === true) {
      this.#runtime.hub.emit("referenceRefused", {
        endpoint: endpoint.key,
        ...(member === undefined ? {} : { member }),
        reason: `${this.#call.operation}: ${problem.message}`,
      });
    }
    const decision = decide(this.#history, problem.failure, facts, at);
    // Effects before the next attempt is chosen: the choice must see the health that this failure made.
    this.#apply(decision, endpoint, connection, problem);
    const result = await this.#follow(decision, endpoint, problem, facts.deadlineMs);
    this.#note(decision, endpoint, problem, at);
    if (result === undefined) {
      if (!this.#call.settled) {
        const details = this.details(decision.completed);
        this.#call.fail(errorOf(problem, decision, details, undefined, this.#call.exceptions));
      }
      return "settled";
    }
    return result;
  }

  /** Counts hops and recognises circles: `decide` sees the whole chain, not one forward. */
  #noteForward(problem: AttemptProblem): AttemptProblem {
    if (problem.failure.forward === undefined || problem.forward === undefined) {
      return problem;
    }
    this.#hops += 1;
    const target = stringifyIor(problem.forward.ior);
    const repeated = this.#visited.has(target);
    this.#visited.add(target);
    return {
      ...problem,
      failure: {
        ...problem.failure,
        forward: { ...problem.failure.forward, hops: this.#hops, repeated },
      },
    };
  }

  /** What the decision means for others than this call. */
  #apply(
    decision: Decision,
    endpoint: RemoteEndpoint,
    connection: IiopConnection | undefined,
    problem: AttemptProblem,
  ): void {
    const { effects } = decision;
    if (effects.connection === "destroy") connection?.destroy(problem.message);
    if (effects.endpointFailed === true) this.#call.blame(endpoint, "failed", problem.message);
    if (effects.endpointSuspect === true) this.#call.blame(endpoint, "suspect", problem.message);
    if (effects.avoidKeyMs !== undefined) this.#call.avoid(endpoint, effects.avoidKeyMs);
    if (effects.drawsBudget === true) this.#runtime.budget.draw();
    if (effects.replay === true) this.#replays += 1;
    if (effects.newRound === true) {
      this.#round += 1;
      this.#tried.clear();
    }
  }

  /** The next attempt's endpoint, or undefined when the call ends here. */
  async #follow(
    decision: Decision,
    endpoint: RemoteEndpoint,
    problem: AttemptProblem,
    deadlineMs: number,
  ): Promise<StepResult | undefined> {
    switch (decision.action) {
      case "give-up":
        return undefined;
      case "same-endpoint":
        if (problem.failure.addressing !== undefined) {
          this.#call.readdress(problem.failure.addressing);
        }
        // The pool drops closed connections: asking it gives another one, or opens it.
        this.#endpoint = endpoint;
        break;
      case "next-endpoint": {
        const next = this.#candidates.next(this.#tried);
        if (next === undefined) return undefined;
        // What all calls share moves only when the endpoint is of no use to the others either.
        if (decision.effects.endpointFailed === true && next !== endpoint) {
          this.#candidates.moved(endpoint, next);
        }
        this.#endpoint = next;
        break;
      }
      case "follow-forward": {
        const { refused } = this.#call.follow(problem, endpoint);
        if (refused !== undefined) {
          this.#call.fail(errorOf(problem, decision, this.details(decision.completed), refused));
          return undefined;
        }
        this.#restart();
        break;
      }
      case "original-target":
        this.#call.dropForward();
        this.#hops = 0;
        this.#visited.clear();
        this.#restart();
        break;
      case "lookup-again":
        if (!(await this.#call.lookUpAgain())) return undefined;
        this.#restart();
        break;
    }
    if (decision.delay === "none") return { delayMs: 0 };
    // The first pause is that of repetition 0, although it is the end of round 1.
    const wanted = backoffMs(Math.max(0, this.#round - 1), this.#runtime.random);
    const delayMs = delayWithinDeadline(wanted, this.#runtime.now(), deadlineMs);
    return delayMs === undefined ? undefined : { delayMs };
  }

  /** The target has changed: its endpoints are all untried. */
  #restart(): void {
    this.#candidates = this.#call.candidates();
    this.#tried.clear();
    this.#endpoint = undefined;
  }

  /** The row of this attempt, for the error, `explain()` and the event. */
  #note(decision: Decision, endpoint: RemoteEndpoint, problem: AttemptProblem, at: number): void {
    const member = endpoint.canonical.member;
    this.#rows.push({
      endpoint: endpoint.key,
      ...(member === undefined ? {} : { member }),
      code: problem.code,
      message: problem.message,
      completed: decision.completed,
      afterMs: at - this.#call.startedAt,
      tookMs: at - this.#attemptStartedAt,
      rule: decision.rule,
      decision: `${decision.action}: ${decision.reason}`,
    });
    const { hub } = this.#runtime;
    // A first forward is the ordinary way to a name service, not a failure.
    const isPlainForward = decision.action === "follow-forward";
    if (!isPlainForward && hub.wanted("failover")) {
      const next = this.#endpoint;
      hub.emit("failover", {
        endpoint: endpoint.key,
        ...(member === undefined ? {} : { member }),
        operation: this.#call.operation,
        code: problem.code,
        rule: decision.rule,
        decision: decision.action,
        ...(decision.action === "give-up" || next === undefined ? {} : { nextEndpoint: next.key }),
      });
    }
  }
}
