// One accepted connection: octets in, messages out. What the messages mean is decided in incoming-call.ts.
import type { Socket } from "node:net";
import {
  type CodeSets,
  encodeCloseConnection,
  encodeMessageError,
  type GiopMessage,
  MessageAssembler,
  RemoteProtocolError,
} from "@remora/protocol/internal";
import type { CloseManner, ConnectionFault } from "./faults.ts";
import { MessageGuard } from "./message-guard.ts";
import { ReplyBuffer } from "./reply-buffer.ts";
import { interleave } from "./reply-shape.ts";

/** What a connection asks of its member. */
export interface ConnectionHost {
  readonly fragmentBytes: number;
  readonly maxMessageBytes: number;
  /** A whole message arrived. Throws RemoteProtocolError when it cannot be read. */
  messageArrived(connection: MemberConnection, message: GiopMessage): void;
  connectionClosed(connection: MemberConnection): void;
}

/** One connection that a member accepted. */
export class MemberConnection {
  /** Number at its member, from 1. */
  readonly number: number;
  readonly buffer: ReplyBuffer;
  /** The first reply of a connection carries the server's CodeBase. */
  firstReply = true;
  #codeSets: CodeSets | undefined;
  readonly #socket: Socket;
  readonly #assembler: MessageAssembler;
  readonly #guard: MessageGuard;
  #ready: Uint8Array[] = [];
  #heldReplies: (readonly Uint8Array[])[] = [];
  #flushing = false;
  #frozen = false;
  #closed = false;
  #ending = false;
  #firstOctetsFault: CloseManner | undefined;
  #silent: boolean;

  constructor(host: ConnectionHost, socket: Socket, number: number, fault?: ConnectionFault) {
    this.#socket = socket;
    this.number = number;
    this.buffer = new ReplyBuffer(host.fragmentBytes);
    this.#guard = new MessageGuard(host.maxMessageBytes);
    this.#assembler = new MessageAssembler({
      onMessage: (message) => host.messageArrived(this, message),
    });
    this.#firstOctetsFault = fault?.onFirstOctets;
    this.#silent = fault?.onAccept === "readSilence";
    socket.setNoDelay(true);
    // Errors of a socket (a peer that vanished) end in `close`, which is what counts.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#closed = true;
      host.connectionClosed(this);
    });
    // A reader of its own choosing: `silence` leaves the octets in the kernel's buffer.
    if (fault?.onAccept !== "silence") socket.on("data", (chunk) => this.#received(chunk));
  }

  /** Whether anything can still be sent. */
  get open(): boolean {
    return !this.#closed && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Code sets that the client named; undefined before. */
  get codeSets(): CodeSets | undefined {
    return this.#codeSets;
  }

  /** The first ones named are in force for the rest of the connection. */
  useCodeSets(codeSets: CodeSets): void {
    if (this.#codeSets !== undefined) return;
    this.#codeSets = codeSets;
    this.buffer.useCodeSets(codeSets);
  }

  /** Sends what was finished in `buffer` with the next turn of the event loop, all in one write. */
  flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(() => this.#flush());
  }

  /** Sends octets that were made elsewhere, behind everything finished so far. */
  inject(octets: readonly Uint8Array[]): void {
    this.#ready.push(...this.buffer.take(), ...octets);
    this.flushSoon();
  }

  /** Holds a reply's messages until `count` replies are held, then sends them in turns. */
  holdForInterleaving(parts: readonly Uint8Array[], count: number): void {
    this.#heldReplies.push(parts);
    if (this.#heldReplies.length < count) return;
    const held = this.#heldReplies;
    this.#heldReplies = [];
    this.inject(interleave(held));
  }

  /** Ends the connection in the given manner; what was finished before is sent first, except by a reset. */
  end(manner: CloseManner): void {
    // Every call that a fault strikes may say so; the first one is heard.
    if (this.#ending || !this.open) return;
    this.#ending = true;
    if (manner === "reset") {
      this.#flush();
      this.#socket.resetAndDestroy();
      return;
    }
    if (manner === "closeConnection") {
      this.buffer.begin();
      encodeCloseConnection(this.buffer);
      this.buffer.finish();
    }
    this.#flush();
    this.#socket.destroySoon();
  }

  /** Says MessageError and ends the connection. */
  sendMessageError(): void {
    this.buffer.begin();
    encodeMessageError(this.buffer);
    this.buffer.finish();
    this.end("fin");
  }

  /** Ends the connection at once, as the death of the process does. */
  destroy(): void {
    // What the journal calls sent was handed to the system before the process died.
    this.#flush();
    this.#socket.destroy();
  }

  /** Reads nothing and sends nothing until `thaw`. */
  freeze(): void {
    this.#frozen = true;
    this.#socket.pause();
  }

  thaw(): void {
    this.#frozen = false;
    this.#socket.resume();
    this.flushSoon();
  }

  /** Stops reading, goes on sending. */
  pauseReading(): void {
    this.#socket.pause();
  }

  resumeReading(): void {
    this.#socket.resume();
  }

  #received(chunk: Buffer): void {
    if (this.#silent) return;
    if (this.#firstOctetsFault !== undefined) {
      this.end(this.#firstOctetsFault);
      return;
    }
    try {
      for (const whole of this.#guard.push(chunk)) this.#assembler.push(whole);
    } catch (error) {
      if (!(error instanceof RemoteProtocolError)) throw error;
      this.#refuse(error);
    }
  }

  // GlassFish cuts the connection without a word when a message is too large, and says MessageError to the rest.
  #refuse(error: RemoteProtocolError): void {
    if (error.code === "MESSAGE_TOO_LARGE") this.end("fin");
    else this.sendMessageError();
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#frozen || !this.open) return;
    const chunks =
      this.#ready.length === 0 ? this.buffer.take() : [...this.#ready, ...this.buffer.take()];
    this.#ready = [];
    const first = chunks[0];
    if (first === undefined) return;
    if (chunks.length === 1) {
      this.#socket.write(first);
      return;
    }
    // Corked, the chunks leave in one system call.
    this.#socket.cork();
    for (const chunk of chunks) this.#socket.write(chunk);
    this.#socket.uncork();
  }
}
