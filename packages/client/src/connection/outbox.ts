import {
  encodeCloseConnection,
  finishRequest,
  OutgoingBuffer,
  writeTemplate,
} from "@remora/protocol/internal";
import type { ByteStream } from "../transport/transport.ts";
import { type ConnectionRequest, unsent } from "./connection-request.ts";

/** How much is encoded ahead of the socket, octets. */
export interface OutboxLimits {
  readonly maxFragmentBytes: number;
  readonly maxQueuedBytes: number;
}

/** What an outbox tells its connection. */
export interface OutboxOwner {
  /** The last request id is given away: no new requests. */
  onIdsUsedUp(): void;
  /** Requests ended here, without a reply to wait for: a connection that is draining may be done. */
  onRequestsEnded(): void;
}

/** Ids are 32 bits wide: a connection that has used half of them gives way to a new one. */
const lastRequestId = 0x7fff_ffff;

/** A peer that does not answer the end of the stream must not keep the socket for longer, milliseconds. */
const endLimitMs = 1_000;

/** With more requests than these on their way the peer has work meanwhile. */
const fewPending = 8;
/** Turns of the event loop, a microsecond or two each, that requests wait for others at most. */
const gatherTurns = 16;
/** Octets that are not kept waiting: a write of so many costs little more than its octets. */
const worthAWrite = 16_384;

/**
 * What leaves a connection: the queue of its requests, and the writer of its stream. Requests of one turn of the event
 * loop leave in one write. Nothing is handed to the socket between a false `write` and `drain`; what comes meanwhile
 * waits unencoded, so that giving a waiting call up leaves no trace.
 *
 * "Sent" means passed to `socket.write`, wholly or in part: an id below `#flushedBelow`. Node's `bytesWritten` counts
 * what it has queued and proves nothing, so the line between "did not run" and "nobody knows" is drawn here.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  readonly #owner: OutboxOwner;
  readonly #out: OutgoingBuffer;
  /** Requests that have an id and wait for their replies: the connection's, who takes out what is answered. */
  readonly #pending: Map<number, ConnectionRequest>;
  /** Requests that are not encoded yet, in the order in which they came. */
  readonly #waiting = new Set<ConnectionRequest>();
  readonly #onewaysUnflushed = new Set<ConnectionRequest>();
  /** Cancel and Locate messages encoded and not passed to the socket. */
  readonly #controlsUnflushed: ((out: OutgoingBuffer) => void)[] = [];
  /** Cancel and Locate messages that came while a request was being encoded. */
  readonly #controlsDeferred: ((out: OutgoingBuffer) => void)[] = [];
  /** Something that was encoded is not wanted any more: all of it is encoded anew before it leaves. */
  #stale = false;
  /**
   * Whose arguments are being read. A getter in them is code of the user, which may make calls, give them up, or close
   * the Orb: none of that may write into the half-written message.
   */
  #encoding: ConnectionRequest | undefined;
  /** The request that is being encoded is not wanted any more. */
  #takenBack = false;
  /** The peer has answered a request that told the code sets: later ones need not. */
  codeSetsAgreed = false;
  /** Nothing can leave any more. */
  #ended = false;
  #stream: ByteStream | undefined;
  #ending: NodeJS.Timeout | undefined;
  #nextId: number;
  /** Requests below this id have been passed to the socket. */
  #flushedBelow: number;
  #blocked = false;
  #drains = 0;
  #flushScheduled = false;
  #waitingScheduled = false;
  readonly #flush: () => void;
  /** Waits for company, turn by turn. */
  readonly #gather = (turnsLeft: number): void => {
    if (turnsLeft <= 1 || this.#out.pendingBytes >= worthAWrite) this.#flush();
    else setImmediate(this.#gather, turnsLeft - 1);
  };

  constructor(
    limits: OutboxLimits,
    owner: OutboxOwner,
    pending: Map<number, ConnectionRequest>,
    firstRequestId: number,
  ) {
    this.#limits = limits;
    this.#owner = owner;
    this.#pending = pending;
    this.#nextId = firstRequestId;
    this.#flushedBelow = firstRequestId;
    this.#out = new OutgoingBuffer({ maxFragmentBytes: limits.maxFragmentBytes });
    this.#flush = () => this.#flushNow();
  }

  /** Gives it the stream to write to. */
  attach(stream: ByteStream): void {
    this.#stream = stream;
  }

  /** The socket takes no more for now. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** Grows when a blocked socket takes octets: its peer reads. */
  get octetsTaken(): number {
    return this.#stream?.octetsTaken ?? this.#drains;
  }

  /** Requests that wait for the socket and are not in the pending map. */
  get size(): number {
    return this.#waiting.size + this.#onewaysUnflushed.size;
  }

  /** Whether the request with this id was passed to the socket, wholly or in part. */
  hasPassed(id: number): boolean {
    return id < this.#flushedBelow;
  }

  /**
   * Encodes a request, or queues it while the socket is blocked or enough is encoded for one write. Throws what
   * `encode` throws; nothing is sent then.
   */
  send(request: ConnectionRequest): void {
    if (
      this.#blocked ||
      this.#encoding !== undefined ||
      this.#waiting.size > 0 ||
      this.#out.pendingBytes >= this.#limits.maxQueuedBytes
    ) {
      request.requestId = -1;
      this.#waiting.add(request);
      if (this.#encoding !== undefined) this.#scheduleFlush();
      return;
    }
    this.#encode(request);
    this.#scheduleFlush();
  }

  /** Takes a request back of which no octet was passed to the socket; false: it is not here any more. */
  withdraw(request: ConnectionRequest): boolean {
    if (this.#waiting.delete(request)) return true;
    if (this.#encoding === request) {
      this.#takenBack = true;
      return true;
    }
    if (!this.#onewaysUnflushed.delete(request)) {
      const id = request.requestId;
      if (this.hasPassed(id) || this.#pending.get(id) !== request) return false;
      this.#pending.delete(id);
    }
    this.#stale = true;
    return true;
  }

  /** An id for a message that is no request of a caller: Locate. */
  takeId(): number {
    const id = this.#nextId;
    this.#nextId = id + 1;
    return id;
  }

  /** A message without a reply in the pending map: Cancel, Locate, Close. */
  control(write: (out: OutgoingBuffer) => void): void {
    if (this.#encoding !== undefined) this.#controlsDeferred.push(write);
    else {
      this.#encodeControl(write);
      this.#controlsUnflushed.push(write);
    }
    this.#scheduleFlush();
  }

  /** The socket takes more: those that waited are encoded now. */
  onDrain(): void {
    this.#blocked = false;
    this.#drains += 1;
    this.#sendWaiting();
  }

  /**
   * Ends the stream in order, after what was encoded: CloseConnection (CORBA 3.3 part 2, 9.4.7) tells the server that
   * nothing more comes.
   */
  end(): void {
    this.control((out) => encodeCloseConnection(out));
    const stream = this.#stream;
    if (stream === undefined) return;
    stream.write(this.#takeEncoded());
    stream.end();
    this.#stream = undefined;
    this.#ended = true;
    this.#ending = setTimeout(() => stream.destroy(), endLimitMs);
    this.#ending.unref();
  }

  /** The stream is gone. */
  onStreamGone(): void {
    clearTimeout(this.#ending);
  }

  /** Destroys a stream that was not ended in order; returns the requests that were never passed to it. */
  close(): readonly ConnectionRequest[] {
    this.#stream?.destroy();
    this.#stream = undefined;
    this.#ended = true;
    const left = [...this.#waiting, ...this.#onewaysUnflushed];
    this.#waiting.clear();
    this.#onewaysUnflushed.clear();
    return left;
  }

  /**
   * After all microtasks: 64 continuations of one turn make one write. While the peer has other requests to work on,
   * some turns later: then replies that come one by one lead to fewer and larger writes, which cost both sides less.
   */
  #scheduleFlush(): void {
    if (this.#flushScheduled || this.#blocked) return;
    this.#flushScheduled = true;
    if (this.#pending.size <= fewPending) process.nextTick(this.#flush);
    else setImmediate(this.#gather, gatherTurns);
  }

  /** Encodes into the buffer of the turn. What an argument throws leaves the buffer as it was. */
  #encode(request: ConnectionRequest): void {
    const out = this.#out;
    const id = this.takeId();
    this.#encoding = request;
    this.#takenBack = false;
    out.begin();
    try {
      const template = this.codeSetsAgreed ? request.head.later : request.head.first;
      writeTemplate(out, template, id);
      request.encode(out);
      finishRequest(out, template);
    } catch (error) {
      out.abandon();
      throw error;
    } finally {
      this.#encoding = undefined;
    }
    if (this.#takenBack || this.#ended) {
      out.abandon();
      if (!this.#takenBack) request.onFailure(unsent("CONNECTION_LOST", "closed meanwhile"));
      return;
    }
    out.finish();
    request.requestId = id;
    if (request.responseExpected) this.#pending.set(id, request);
    else this.#onewaysUnflushed.add(request);
    if (id >= lastRequestId) this.#owner.onIdsUsedUp();
  }

  #encodeControl(write: (out: OutgoingBuffer) => void): void {
    this.#out.begin();
    write(this.#out);
    this.#out.finish();
  }

  /** From here on requests count as sent, whatever the socket does with them. */
  #flushNow(): void {
    this.#flushScheduled = false;
    if (this.#stream === undefined || this.#blocked) return;
    const chunks = this.#takeEncoded();
    this.#flushedBelow = this.#nextId;
    if (chunks.length > 0 && !this.#stream.write(chunks)) this.#blocked = true;
    if (this.#onewaysUnflushed.size > 0) {
      const written = [...this.#onewaysUnflushed];
      this.#onewaysUnflushed.clear();
      for (const request of written) request.onWritten();
      this.#owner.onRequestsEnded();
    }
    // The socket took all of it and more is waiting: go on in the next turn.
    if (this.#waiting.size === 0 || this.#blocked || this.#waitingScheduled) return;
    this.#waitingScheduled = true;
    setImmediate(() => {
      this.#waitingScheduled = false;
      if (!this.#blocked) this.#sendWaiting();
    });
  }

  /** The octets that are encoded and still wanted, to be passed to the socket. */
  #takeEncoded(): Uint8Array[] {
    if (this.#stale) this.#encodeAnew();
    if (this.#controlsDeferred.length > 0) {
      for (const write of this.#controlsDeferred) this.#encodeControl(write);
      this.#controlsDeferred.length = 0;
    }
    this.#controlsUnflushed.length = 0;
    return this.#out.take();
  }

  /** At most `maxQueuedBytes` at a time: the rest stays unencoded, and can still be given up without a trace. */
  #sendWaiting(): void {
    for (const request of this.#waiting) {
      if (this.#stream === undefined) return;
      if (this.#out.pendingBytes >= this.#limits.maxQueuedBytes) break;
      this.#waiting.delete(request);
      this.#encodeLate(request);
    }
    this.#flushNow();
  }

  /** Encodes when no caller is there any more who could be thrown at. */
  #encodeLate(request: ConnectionRequest): void {
    try {
      this.#encode(request);
    } catch (error) {
      request.onFailure(unsent("ARGUMENT", "arguments cannot be encoded", error));
      this.#owner.onRequestsEnded();
    }
  }

  /** Drops what was encoded and not passed to the socket, and encodes it anew without the requests given up. */
  #encodeAnew(): void {
    this.#stale = false;
    const again = [...this.#onewaysUnflushed];
    for (const [id, request] of this.#pending) {
      if (id >= this.#flushedBelow) again.push(request);
    }
    again.sort((a, b) => a.requestId - b.requestId);
    for (const request of again) this.#pending.delete(request.requestId);
    this.#onewaysUnflushed.clear();
    this.#out.take();
    for (const write of this.#controlsUnflushed) this.#encodeControl(write);
    for (const request of again) this.#encodeLate(request);
  }
}
