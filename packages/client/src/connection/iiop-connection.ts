import {
  decodeLocateReply,
  decodeReply,
  encodeCancelRequest,
  encodeLocateRequest,
  type GiopMessage,
  LocateStatus,
  MessageAssembler,
  MessageType,
  peekRequestId,
  ReplyStatus,
} from "@remora/protocol/internal";
import { networkProblem } from "../transport/node-error.ts";
import type { ByteStream, StreamHandlers } from "../transport/transport.ts";
import {
  type ConnectionFailure,
  type ConnectionRequest,
  unreadable,
  unsent,
} from "./connection-request.ts";
import { type ConnectionState, transition } from "./connection-states.ts";
import { Outbox, type OutboxOwner } from "./outbox.ts";
import { SilenceWatch, type WatchedConnection } from "./silence-watch.ts";

/** What a connection needs to know; one object per Orb, shared. */
export interface ConnectionSettings {
  readonly silenceProbeMs: number;
  readonly idleCloseMs: number;
  readonly maxMessageBytes: number;
  readonly maxFragmentBytes: number;
  readonly maxQueuedBytes: number;
}

/** What the owner of a connection hears. */
export interface ConnectionOwner {
  onClosed(connection: IiopConnection, reason: string, pending: number): void;
  /** Nothing was received for a while and a probe stayed unanswered. */
  onSuspect(connection: IiopConnection): void;
  /** A suspect connection spoke again. */
  onAlive(connection: IiopConnection): void;
  onLateReply(connection: IiopConnection, requestId: number): void;
}

type Probe = (answer: "here" | "forward" | "unknown" | "failed") => void;

/**
 * One IIOP connection: requests out, replies in, matched by id. What leaves passes its outbox, which alone knows the
 * line between requests that did not run and those of which nobody knows; here are the replies, and the one end.
 */
export class IiopConnection implements StreamHandlers, WatchedConnection, OutboxOwner {
  /** Number of the connection within its Orb, for events and logs. */
  readonly number: number;
  /** The peer was silent and did not answer a probe: new calls go elsewhere. */
  suspect = false;
  /** Octets have been received on it. */
  proven = false;
  state: ConnectionState = { kind: "open" };
  remoteAddress = "";
  remotePort = 0;

  readonly #owner: ConnectionOwner;
  readonly #outbox: Outbox;
  readonly #assembler: MessageAssembler;
  readonly #pending = new Map<number, ConnectionRequest>();
  /** Ids whose calls have ended: reserved until the reply comes (CORBA 3.3, 9.4.3: a cancel may be ignored). */
  readonly #abandoned = new Set<number>();
  readonly #probes = new Map<number, Probe>();
  /** Requests were given up after the write, and no octet was received since: the peer owes a sign of life. */
  owed = false;
  /** Key of the request given up last: what the peer is asked for when no other is pending. */
  #keyGivenUp: Uint8Array | undefined;
  readonly #watch: SilenceWatch;

  /** `firstRequestId`: where the ids start, for tests. */
  constructor(
    number: number,
    settings: ConnectionSettings,
    owner: ConnectionOwner,
    firstRequestId = 1,
  ) {
    this.number = number;
    this.#watch = new SilenceWatch(settings, this);
    this.#owner = owner;
    this.#outbox = new Outbox(settings, this, this.#pending, firstRequestId);
    this.#assembler = new MessageAssembler({
      limits: { maxMessageBytes: settings.maxMessageBytes },
      onMessage: (message) => this.#onMessage(message),
      // A server may leak the first fragment of a reply that nobody waits for, and never send the rest.
      onFragmentStart: (id) => this.#expects(id),
    });
  }

  /** Gives the connection its stream: from here on it can be used. */
  attach(stream: ByteStream): void {
    this.#outbox.attach(stream);
    this.remoteAddress = stream.remoteAddress;
    this.remotePort = stream.remotePort;
    this.#watch.start();
  }

  /** New requests may be sent. */
  get usable(): boolean {
    return this.state.kind === "open";
  }

  /** The socket takes no more for now. */
  get blocked(): boolean {
    return this.#outbox.blocked;
  }

  /** Grows while a blocked socket takes octets. */
  get octetsTaken(): number {
    return this.#outbox.octetsTaken;
  }

  /** Requests that wait for a reply or for the socket. */
  get pendingCount(): number {
    return this.#pending.size + this.#outbox.size;
  }

  /**
   * Sends a request, or queues it while the socket is blocked or enough is encoded for one write. Throws what `encode`
   * throws; nothing is sent then.
   */
  send(request: ConnectionRequest): void {
    if (this.state.kind !== "open") {
      // It ended between being chosen and being used.
      request.onFailure(unsent("CONNECTION_LOST", this.state.reason));
      return;
    }
    this.#outbox.send(request);
    this.#watch.noteRequest();
  }

  /**
   * Gives a request up. Before any octet was passed to the socket it leaves no trace (`none`); after that a
   * CancelRequest follows and its id stays reserved (`some`).
   */
  abandon(request: ConnectionRequest): "none" | "some" {
    if (this.#outbox.withdraw(request)) {
      // It may have been the last that a draining connection waited for.
      this.#endWhenDrained();
      return "none";
    }
    const id = request.requestId;
    if (id < 0 || this.#pending.get(id) !== request) return "none";
    this.#pending.delete(id);
    this.#abandoned.add(id);
    this.owed = true;
    this.#keyGivenUp = request.objectKey;
    if (this.state.kind !== "closed") {
      this.#outbox.control((out) =>
        encodeCancelRequest(out, { giopMinor: request.head.giopMinor, requestId: id }),
      );
      if (this.suspect && this.#pending.size === 0) this.destroy("silent peer");
      else this.#endWhenDrained();
    }
    return "some";
  }

  /** Asks with a LocateRequest whether the peer knows the key; executes nothing. */
  locate(
    objectKey: Uint8Array,
    timeoutMs: number,
  ): Promise<"here" | "forward" | "unknown" | "failed"> {
    return new Promise((resolve) => {
      if (this.state.kind === "closed" || this.blocked) {
        resolve("failed");
        return;
      }
      const id = this.#sendLocate(objectKey, (answer) => {
        clearTimeout(timer);
        this.#probes.delete(id);
        resolve(answer);
      });
      const timer = setTimeout(() => this.#probes.get(id)?.("failed"), timeoutMs);
      timer.unref();
    });
  }

  /** Other peers were silent to a call that is pending here now: this one is asked at once, and has so long to answer. */
  hurry(limitMs: number): void {
    if (this.state.kind !== "closed" && this.pendingCount > 0) this.#watch.hurry(limitMs);
  }

  /** No new requests; ends when the pending ones have. */
  drain(reason: string): void {
    const next = transition(this.state, { kind: "draining", reason });
    if (next === undefined) return;
    this.state = next;
    this.#endWhenDrained();
  }

  /** Ends at once; pending requests fail. */
  destroy(reason: string): void {
    if (this.state.kind === "closed") return;
    this.#closed(reason, "CONNECTION_LOST", undefined, "wait");
  }

  /** A peer whose framing is lost cannot be understood again: the connection ends. */
  onData(chunk: Uint8Array): void {
    this.proven = true;
    this.#watch.noteOctets(chunk.length);
    if (this.state.kind === "closed") return;
    try {
      this.#assembler.push(chunk);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#closed(`the peer sent no valid GIOP: ${text}`, "FRAMING_LOST", error, "messageError");
    }
  }

  onDrain(): void {
    this.#outbox.onDrain();
  }

  onIdsUsedUp(): void {
    this.drain("the request ids are used up");
  }

  onRequestsEnded(): void {
    this.#endWhenDrained();
  }

  /** The stream is gone; whose fault it was is told by `error`. */
  onClose(error: Error | undefined): void {
    this.#outbox.onStreamGone();
    if (this.state.kind === "closed") return;
    const problem = networkProblem(error);
    this.#closed(problem.text, problem.code, error, "wait");
  }

  /** The watch asks for a LocateRequest for the key of the oldest request: it executes nothing. */
  probe(): boolean {
    const key = this.#pending.values().next().value?.objectKey ?? this.#keyGivenUp;
    if (key === undefined || this.blocked) return false;
    const id = this.#sendLocate(key, () => this.#probes.delete(id));
    return true;
  }

  onSilence(): void {
    if (this.suspect) return;
    this.suspect = true;
    this.#owner.onSuspect(this);
    for (const request of [...this.#pending.values()]) request.onSilent(!this.proven);
    if (this.pendingCount === 0) this.destroy("silent peer");
  }

  onIdle(): void {
    this.drain("idle");
  }

  /** Whether a fragmented message with this id is wanted; a late reply is counted at its first part. */
  #expects(id: number): boolean {
    if (this.#pending.has(id) || this.#probes.has(id)) return true;
    if (this.#abandoned.delete(id)) this.#owner.onLateReply(this, id);
    return false;
  }

  #onMessage(message: GiopMessage): void {
    // Octets alone prove nothing: a peer that has announced more than it sends is as good as silent.
    this.#watch.noteMessage();
    this.owed = false;
    if (this.suspect) {
      this.suspect = false;
      this.#owner.onAlive(this);
    }
    switch (message.type) {
      case MessageType.reply:
        this.#onReply(message);
        return;
      case MessageType.locateReply: {
        const reply = decodeLocateReply(message);
        const probe = this.#probes.get(reply.requestId);
        probe?.(
          reply.status === LocateStatus.objectHere
            ? "here"
            : reply.status === LocateStatus.unknownObject
              ? "unknown"
              : "forward",
        );
        return;
      }
      case MessageType.closeConnection:
        this.#closed(
          "the peer closed the connection in order",
          "CLOSE_CONNECTION",
          undefined,
          "closeConnection",
        );
        return;
      case MessageType.messageError:
        this.#closed("the peer answered MessageError", "MESSAGE_ERROR", undefined, "messageError");
        return;
      default:
        // Requests to a client that offers no objects, and leaked fragments: nothing to answer.
        return;
    }
  }

  /** Replies overtake one another. One without a request is late, or leaked by a server that ignored a cancel. */
  #onReply(message: GiopMessage): void {
    const id = peekRequestId(message);
    const request = this.#pending.get(id);
    if (request === undefined) {
      if (this.#abandoned.delete(id)) this.#owner.onLateReply(this, id);
      return;
    }
    this.#pending.delete(id);
    let reply: ReturnType<typeof decodeReply>;
    try {
      reply = decodeReply(message);
    } catch (error) {
      request.onFailure(unreadable(error));
      this.#endWhenDrained();
      return;
    }
    // Every request before the first answer has told them. An exception may come from where nobody took them in.
    if (reply.status === ReplyStatus.noException) this.#outbox.codeSetsAgreed = true;
    try {
      request.onReply(reply);
    } catch (error) {
      // Whatever went wrong with this reply is the matter of this call alone: framing is intact.
      request.onFailure(unreadable(error));
    }
    this.#endWhenDrained();
  }

  #endWhenDrained(): void {
    if (this.pendingCount > 0 || this.state.kind !== "draining") return;
    const reason = this.state.reason;
    this.#outbox.end();
    this.#closed(reason, "CLOSED", undefined, "wait");
  }

  /** The one way to the end, whoever began it: each request learns what can be known of it. */
  #closed(
    reason: string,
    code: string,
    cause: unknown,
    phase: "wait" | "closeConnection" | "messageError",
  ): void {
    const next = transition(this.state, { kind: "closed", reason });
    if (next === undefined) return;
    this.state = next;
    this.#watch.stop();
    const waiting = this.#outbox.close();
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#abandoned.clear();
    this.#owner.onClosed(this, reason, pending.length + waiting.length);
    for (const probe of [...this.#probes.values()]) probe("failed");
    this.#probes.clear();
    for (const [id, request] of pending) {
      const sent = this.#outbox.hasPassed(id) ? "some" : "none";
      const replyStarted = this.#assembler.partial(id);
      const failure: ConnectionFailure = {
        phase: replyStarted
          ? "receive"
          : sent === "none" && phase === "wait"
            ? "idle-close"
            : phase,
        sent,
        replyStarted,
        code,
        message: reason,
        cause,
      };
      request.onFailure(failure);
    }
    for (const request of waiting) {
      request.onFailure(unsent(code, reason, cause));
    }
  }

  #sendLocate(objectKey: Uint8Array, probe: Probe): number {
    const id = this.#outbox.takeId();
    this.#probes.set(id, probe);
    this.#outbox.control((out) =>
      encodeLocateRequest(out, { giopMinor: 2, requestId: id, objectKey }),
    );
    return id;
  }
}
