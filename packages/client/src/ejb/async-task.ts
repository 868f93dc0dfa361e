import {
  type FutureType,
  type Ior,
  type JavaThrowable,
  type JavaType,
  java,
  type RemoteMethod,
  readValue,
} from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import {
  AsyncResultLostError,
  type CallErrorDetails,
  ClosedError,
  NotSupportedError,
} from "../errors.ts";
import type { AttemptOutcome, AttemptProblem } from "../failover/attempt.ts";
import type { Closable } from "../failover/call-runtime.ts";
import { atDeadline } from "../failover/deadline.ts";
import { errorOf } from "../failover/error-of.ts";
import { declaredException, ejbExceptionOf } from "../failover/exception-error.ts";
import { type KnownExceptions, knownExceptions } from "../failover/known-exceptions.ts";
import type { Abortable } from "../failover/signal-hub.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { reasonAgainst } from "../invocation/routing.ts";
import { SingleRequest } from "../invocation/single-request.ts";

/** The Future of an asynchronous method as it came. */
export interface RawFuture {
  readonly asyncId: bigint;
  /** The task was done when the Future was sent: its result is in it. */
  readonly complete: boolean;
  readonly resultException: JavaThrowable | null | undefined;
  readonly resultValue: unknown;
  /** The home that knows the task, at the member that works on it. */
  readonly server: Ior | ObjectReference | null;
}

/** What the home answers when the task has ended. */
interface RawResult {
  readonly resultException: JavaThrowable | null | undefined;
  readonly resultValue: unknown;
}

/** The home's operations for the tasks of one method. */
export interface TaskOperations {
  readonly getWithTimeout: RemoteMethod;
  readonly cancel: RemoteMethod;
}

/**
 * The longest wait in one request: each keeps a thread of the server, and none can be called back. A wait ends early
 * when the task does.
 */
const sliceMs = 2_000;

/** What the home throws when a wait was in vain. */
const timeoutId = "IDL:java/util/concurrent/TimeoutEx:1.0";

/** Made once per method: values of the result may be of all classes that the method's interface knows. */
export function taskOperations(method: RemoteMethod): TaskOperations {
  const { future } = method.result as FutureType<unknown>;
  const result: JavaType<unknown> = {
    name: "com.sun.ejb.containers.RemoteAsyncResult",
    form: "value",
    uses: () => [future],
    read(reader) {
      const answer = readValue(reader);
      if (answer !== null && (typeof answer !== "object" || !("resultException" in answer))) {
        reader.fail("the answer of a task's home is no result of a task", "VALUE_CLASS");
      }
      return answer;
    },
    write: () => {},
  };
  const operation = (name: string, params: RemoteMethod["params"]): RemoteMethod => ({
    name,
    wireName: name,
    params,
    result,
    idempotent: false,
    oneway: false,
    throws: method.throws,
    argumentPaths: params.map((_, index) => `${name} argument ${index + 1}`),
    ...(method.owner === undefined ? {} : { owner: method.owner }),
  });
  return {
    getWithTimeout: operation("getWithTimeout", [java.long, java.long, java.string]),
    cancel: operation("cancel", [java.long]),
  };
}

/** What bounds the wait for a task, from the caller's call on. */
export interface TaskLimits {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The wait for one task of an asynchronous method, at the member that works on it and on one connection: no other
 * member knows the task, and after a new start of that member its number may mean somebody else's. So there is no
 * second attempt; when that connection ends, the result is lost.
 */
export class AsyncTask implements Abortable, Closable {
  readonly #runtime: ReferenceRuntime;
  readonly #method: RemoteMethod;
  readonly #operations: TaskOperations;
  readonly #asyncId: bigint;
  /** The object whose method it is: references in the result belong where it does. */
  readonly #from: ObjectReference;
  readonly #reference: ObjectReference;
  readonly #endpoint: RemoteEndpoint;
  readonly #limits: TaskLimits;
  readonly #deadlineAt: number;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: Error) => void;
  #connection: IiopConnection | undefined;
  #request: SingleRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;

  constructor(
    runtime: ReferenceRuntime,
    from: ObjectReference,
    method: RemoteMethod,
    operations: TaskOperations,
    future: RawFuture,
    limits: TaskLimits,
    resolve: (value: unknown) => void,
    reject: (error: Error) => void,
  ) {
    const server = future.server as Ior | ObjectReference;
    this.#runtime = runtime;
    this.#from = from;
    this.#method = method;
    this.#operations = operations;
    this.#asyncId = future.asyncId;
    this.#reference = server instanceof ObjectReference ? server : ObjectReference.of(server);
    const demand = reasonAgainst(this.#reference);
    const { primary } = this.#reference.original;
    if (demand !== undefined || primary === undefined) {
      throw new NotSupportedError(`${method.wireName}: ${demand ?? "its home has no clear port"}`);
    }
    this.#endpoint = runtime.registry.of(primary).canonical;
    this.#limits = limits;
    this.#deadlineAt = limits.startedAt + limits.timeoutMs;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Begins to wait. */
  start(): void {
    const { signal } = this.#limits;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#connection = this.#endpoint.usable();
        this.onAbort(signal.reason);
        return;
      }
      this.#runtime.signals.add(signal, this);
    }
    this.#runtime.recovering.add(this);
    const leftMs = Math.max(1, this.#deadlineAt - this.#runtime.now());
    this.#timer = setTimeout(() => this.#onTimer(), leftMs);
    this.#run().catch((error: unknown) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** The caller does not want the result any more: the task is told so, which it may or may not heed. */
  onAbort(reason: unknown): void {
    if (this.#settled) return;
    this.#request?.abandon();
    this.#cancel();
    this.#endFromOutside("abort", "ABORTED", "aborted by the caller", reason);
  }

  onOrbClosed(): void {
    if (this.#settled) return;
    this.#request?.abandon();
    const message = `the Orb was closed while ${this.#method.wireName} ran; its result is lost`;
    this.#fail(new ClosedError(message, "maybe"));
  }

  async #run(): Promise<void> {
    const known = this.#endpoint.usable();
    if (known === undefined) {
      const opened = await this.#endpoint.open();
      if (this.#settled) return;
      if (!opened.ok) {
        this.#lost(opened.problem.message, opened.problem.cause);
        return;
      }
      this.#connection = opened.connection;
    } else {
      this.#connection = known;
    }
    while (!this.#settled) {
      const left = this.#deadlineAt - this.#runtime.now();
      const ms = Math.max(1, Math.min(sliceMs, Math.ceil(left)));
      const outcome = await this.#ask(this.#operations.getWithTimeout, [
        this.#asyncId,
        BigInt(ms),
        "MILLISECONDS",
      ]);
      if (this.#settled) return;
      if (outcome.ok) {
        // Null says the same as a time-out: not yet.
        if (outcome.value !== null) this.#settle(outcome.value as RawResult);
      } else if (outcome.problem.exception?.name !== timeoutId) {
        this.#onProblem(outcome.problem);
      }
    }
  }

  #ask(method: RemoteMethod, args: readonly unknown[]): Promise<AttemptOutcome<unknown>> {
    const { contexts, membership } = this.#runtime;
    const request = new SingleRequest(
      this.#reference.route(this.#endpoint),
      method,
      args,
      this.#connection as IiopConnection,
      (data) => membership.onUpdate(data, this.#endpoint, this.#reference.routing.cluster),
      // A silent server is waited for: it alone has the result.
      false,
      (isResult) => contexts.ofReply(this.#from, method, isResult),
    );
    this.#request = request;
    return request.run();
  }

  /** Nobody waits for the answer. */
  #cancel(): void {
    const connection = this.#connection;
    if (connection === undefined || !connection.usable) return;
    this.#ask(this.#operations.cancel, [this.#asyncId]).catch(() => {});
  }

  /** The task has ended. */
  #settle({ resultException, resultValue }: RawResult): void {
    if (resultException === null || resultException === undefined) {
      this.#end();
      this.#resolve(resultValue ?? null);
      return;
    }
    const details = this.#details("yes");
    const where = `${this.#method.wireName}${place(details)}`;
    this.#fail(errorOfTask(resultException, this.#known(), where, details));
  }

  #known(): KnownExceptions {
    return knownExceptions(this.#method, () => []);
  }

  /** An answer that is no result, or no answer at all. */
  #onProblem(problem: AttemptProblem): void {
    // The result was there, and was handed out with this.
    if (problem.failure.decodable === false) {
      this.#fail(errorOf(problem, undefined, this.#details("yes")));
      return;
    }
    this.#lost(problem.message, problem.cause);
  }

  #lost(why: string, cause: unknown): void {
    const details = this.#details("maybe");
    this.#fail(
      new AsyncResultLostError(
        `${this.#method.wireName}${place(details)}: the result cannot be fetched any more, and nobody else has it: ${why}`,
        details,
        cause,
      ),
    );
  }

  #onTimer(): void {
    atDeadline(
      this.#runtime.now,
      this.#deadlineAt,
      () => this.#settled,
      () => {
        this.#request?.abandon();
        this.#endFromOutside("timeout", "TIMEOUT", "no result within its time", undefined);
      },
    );
  }

  #endFromOutside(phase: "timeout" | "abort", code: string, message: string, cause: unknown): void {
    const failure = { origin: "local", phase, sent: "some", replyStarted: false } as const;
    this.#fail(errorOf({ failure, code, message, cause }, undefined, this.#details("maybe")));
  }

  #fail(error: Error): void {
    if (this.#settled) return;
    this.#end();
    this.#reject(error);
  }

  /** No timer, no listener and no entry may be left. */
  #end(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    const { signal } = this.#limits;
    if (signal !== undefined) this.#runtime.signals.delete(signal, this);
    this.#runtime.recovering.delete(this);
  }

  #details(completed: "yes" | "maybe"): CallErrorDetails {
    const { member, key } = this.#endpoint;
    return {
      completed,
      attempts: [],
      endpoint: key,
      ...(member === undefined ? {} : { member }),
      operation: this.#method.wireName,
      elapsedMs: this.#runtime.now() - this.#limits.startedAt,
    };
  }
}

function place({ endpoint, member }: CallErrorDetails): string {
  return member === undefined || member === endpoint
    ? ` at ${endpoint}`
    : ` at ${endpoint} (${member})`;
}

const executionClass = "java.util.concurrent.ExecutionException";

/** What a task that failed rejects with: the exception of the bean, out of what the Future puts around it. */
export function errorOfTask(
  thrown: JavaThrowable,
  known: KnownExceptions,
  where: string,
  details: CallErrorDetails,
): Error {
  const inner = thrown.javaClass === executionClass ? (thrown.cause ?? thrown) : thrown;
  if (/^(?:jakarta|javax)\.ejb\./.test(inner.javaClass)) {
    return ejbExceptionOf(inner, known, where, details);
  }
  return declaredException(inner, "", inner.javaClass, known, details);
}
