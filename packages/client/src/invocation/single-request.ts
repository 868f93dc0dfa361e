import {
  type CdrWriter,
  type JavaContext,
  type RemoteMethod,
  type ReplyMessage,
  ReplyStatus,
  SERVICE_CONTEXT,
  writeArguments,
} from "@remora/protocol/internal";
import type { ConnectionFailure, ConnectionRequest } from "../connection/connection-request.ts";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RequestHead } from "../connection/request-head.ts";
import type { AttemptOutcome, AttemptProblem } from "../failover/attempt.ts";
import {
  failureOfConnection,
  failureOfReply,
  failureOfResult,
  silentPeer,
} from "../failover/failure-of.ts";
import type { Route } from "./object-reference.ts";

/** What values of a reply need of the interface that they belong to. */
export type JavaOfReply = (isResult: boolean) => JavaContext | undefined;

/** One request of the SDK itself, on a given connection, without any second attempt: a step of a longer operation. */
export class SingleRequest implements ConnectionRequest {
  requestId = -1;
  readonly responseExpected = true;
  readonly head: RequestHead;
  readonly operation: string;
  readonly objectKey: Uint8Array;
  readonly #typeId: string;
  readonly #method: RemoteMethod;
  readonly #args: readonly unknown[];
  readonly #connection: IiopConnection;
  readonly #onUpdate: (data: Uint8Array) => void;
  readonly #repeatable: boolean;
  readonly #java: JavaOfReply | undefined;
  #done: ((outcome: AttemptOutcome<unknown>) => void) | undefined;

  constructor(
    route: Route,
    method: RemoteMethod,
    args: readonly unknown[],
    connection: IiopConnection,
    onUpdate: (data: Uint8Array) => void,
    repeatable: boolean,
    java?: JavaOfReply,
  ) {
    this.head = route.head(method);
    this.operation = method.wireName;
    this.objectKey = route.contact.objectKey;
    this.#typeId = route.typeId;
    this.#method = method;
    this.#args = args;
    this.#connection = connection;
    this.#onUpdate = onUpdate;
    this.#repeatable = repeatable;
    this.#java = java;
  }

  /** Sends the request; resolves with its outcome. Throws what the arguments' encoding throws. */
  run(): Promise<AttemptOutcome<unknown>> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      try {
        this.#connection.send(this);
      } catch (error) {
        this.#done = undefined;
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Gives the request up: whether any octet of it had been passed to the socket. */
  abandon(): "none" | "some" {
    if (this.#done === undefined) return "none";
    return this.#connection.abandon(this);
  }

  /** The writer lies in the connection's buffer. */
  encode(writer: CdrWriter): void {
    writeArguments(writer, this.#method, this.#args);
  }

  /** Membership data first: the SDK's own requests learn of a change as calls do. */
  onReply(reply: ReplyMessage): void {
    const update = reply.context(SERVICE_CONTEXT.iorUpdate);
    if (update !== undefined) this.#onUpdate(update);
    const isResult = reply.status === ReplyStatus.noException;
    reply.body.java = this.#java?.(isResult);
    if (!isResult) {
      this.#fail(failureOfReply(reply, this.#typeId));
      return;
    }
    let value: unknown;
    try {
      value = this.#method.result.read(reply.body);
    } catch (error) {
      this.#fail(failureOfResult(error));
      return;
    }
    this.#end({ ok: true, value });
  }

  /** Never a one-way request; the interface asks for it. */
  onWritten(): void {
    this.#end({ ok: true, value: undefined });
  }

  /** The connection has nothing more for this request. */
  onFailure(failure: ConnectionFailure): void {
    this.#fail(failureOfConnection(failure));
  }

  /** A lookup does not wait on a silent server, unless it may have made a session there. */
  onSilent(): void {
    if (!this.#repeatable) return;
    const sent = this.#connection.abandon(this);
    this.#fail({ ...silentPeer, failure: { ...silentPeer.failure, sent } });
  }

  #fail(problem: AttemptProblem): void {
    this.#end({ ok: false, problem });
  }

  /** Once: a reply that comes after the end finds nobody. */
  #end(outcome: AttemptOutcome<unknown>): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(outcome);
  }
}
