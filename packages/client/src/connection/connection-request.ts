import type { CdrWriter, ReplyMessage } from "@remora/protocol/internal";
import type { RequestHead } from "./request-head.ts";

/** Why a request got no reply, as its connection saw it. */
export interface ConnectionFailure {
  readonly phase: "idle-close" | "wait" | "closeConnection" | "messageError" | "receive";
  /** `none` exactly while no octet of the request had been passed to `socket.write`. */
  readonly sent: "none" | "some";
  /** A part of the reply had arrived. */
  readonly replyStarted: boolean;
  /** The reply arrived whole and cannot be read. */
  readonly undecodable?: boolean;
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** One request as a connection handles it. The same object may be sent again on another connection. */
export interface ConnectionRequest {
  /** The ready-made head: GIOP header to service contexts. */
  readonly head: RequestHead;
  /** Key of the target, for the probe that asks whether the peer lives. */
  readonly objectKey: Uint8Array;
  readonly operation: string;
  /** False: no reply is expected, `onWritten` ends the request. */
  readonly responseExpected: boolean;
  /** Id on the connection in use; −1 while the request waits for one. */
  requestId: number;
  /** Encodes the arguments after the head. */
  encode(writer: CdrWriter): void;
  onReply(reply: ReplyMessage): void;
  onWritten(): void;
  onFailure(failure: ConnectionFailure): void;
  /** Nothing is received on the connection; `neverSpoke`: nothing ever was. The request may abandon it. */
  onSilent(neverSpoke: boolean): void;
}

/** The reply came whole, and cannot be read. */
export function unreadable(error: unknown): ConnectionFailure {
  return {
    phase: "receive",
    sent: "some",
    replyStarted: true,
    undecodable: true,
    code: "UNREADABLE_REPLY",
    message: error instanceof Error ? error.message : String(error),
    cause: error,
  };
}

/** The connection ended before any octet of the request had been passed to the socket. */
export function unsent(code: string, message: string, cause?: unknown): ConnectionFailure {
  return { phase: "idle-close", sent: "none", replyStarted: false, code, message, cause };
}
