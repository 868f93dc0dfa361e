// What a script can do to a call, a reply or a connection.
import type { Ior } from "@remora/protocol/internal";
import type { SystemExceptionAnswer, UserExceptionAnswer } from "./errors.ts";

/** Where on a call's way something happens. `beforeReply` is after the servant ran; `midReply` after half a reply. */
export type CallPhase = "beforeExecute" | "beforeReply" | "midReply" | "afterReply";

/** How a connection ends: FIN, RST, or CloseConnection and then FIN. */
export type CloseManner = "fin" | "reset" | "closeConnection";

/** Where a forward leads. */
export type ForwardTarget =
  /** The same object at another member, which is alive or not. */
  | {
      /** Name of the member. */
      readonly member: string;
    }
  /** The same object at an address where perhaps nobody listens. */
  | {
      /** Host as the reference names it. */
      readonly host: string;
      /** Port as the reference names it. */
      readonly port: number;
    }
  /** The member that answers, again and again. */
  | "self"
  /** The same object with port 0 and no TLS address, which demands TLS that cannot be had. */
  | "tlsOnly"
  /** A reference to an object of another type on the same member. */
  | "wrongType"
  | "nil"
  | {
      /** Any reference. */
      readonly ior: Ior;
    };

/** What the reply says of the membership. */
export type UpdateFault =
  /** A correct update, though the label matched. */
  | "always"
  /** None, though the label did not match. */
  | "never"
  /** Octets that are no update. */
  | "malformed"
  /** An update whose member components are cut short. */
  | "malformedMembers"
  /** An update of a cluster that has nothing to do with this one. */
  | "foreign"
  /** An update that names no members. */
  | "empty"
  | {
      /** The octets of the context. */
      readonly data: Uint8Array;
    };

/** What is done to the octets of the reply. Members combine; the last two stand alone. */
export interface ReplyFault {
  /** Fragment at this many octets per message (a multiple of 8, at least 24) instead of the member's size. */
  readonly fragmentBytes?: number;
  /** Hold the fragments until this many replies of the connection are held, then write them in turns. */
  readonly interleave?: number;
  /** Write only this many octets now (a number, or half); the rest when the fault is released, unless closed before. */
  readonly cutAt?: "half" | number;
  /** Added to the request id. */
  readonly requestIdDelta?: number;
  /** Four octets instead of `GIOP`. */
  readonly magic?: string;
  /** The GIOP minor version written in the header. */
  readonly giopMinor?: number;
  /** The size written in the header. */
  readonly size?: number;
  /** The reply status. */
  readonly status?: number;
  /** The message type in the header. */
  readonly messageType?: number;
  /** The body: cut off, filled with ff, or filled up with extra octets. */
  readonly body?: "missing" | "garbage" | "trailing";
  /** The last fragment is never sent. */
  readonly withoutLastFragment?: boolean;
  /** A MessageError instead of the reply. */
  readonly messageError?: boolean;
  /** These octets instead of the reply. */
  readonly octets?: Uint8Array;
}

/** One thing to go wrong with a call. Members combine, in the order of the call's way. */
export interface Fault {
  /** Wait here until the fault is released (`FaultHandle.release`). */
  readonly hold?: "beforeExecute" | "beforeReply";
  /** Wait so long before replying: the only fault with a clock. */
  readonly delayMs?: number;
  /** Never answer; the connection stays. */
  readonly silence?: "beforeExecute" | "beforeReply";
  /** The connection ends. */
  readonly close?: CallPhase;
  /** How it ends. Default `fin`. */
  readonly closeManner?: CloseManner;
  /** The whole member dies. */
  readonly crash?: "beforeExecute" | "beforeReply" | "afterReply";
  /** Whether the servant runs before one of the answers below. Default false. */
  readonly execute?: boolean;
  /** Answered instead of the result. */
  readonly systemException?: SystemExceptionAnswer;
  /** Answered instead of the result. */
  readonly userException?: UserExceptionAnswer;
  /** LOCATION_FORWARD to there, instead of the result. */
  readonly forward?: ForwardTarget;
  /** LOCATION_FORWARD_PERM instead of LOCATION_FORWARD. */
  readonly permanent?: boolean;
  /** NEEDS_ADDRESSING_MODE with this disposition, until the client uses it. */
  readonly addressingMode?: 0 | 1 | 2;
  /** What the reply says of the membership. */
  readonly update?: UpdateFault;
  /** What is done to the octets of the reply. */
  readonly reply?: ReplyFault;
}

/** What goes wrong with a connection when it is accepted, or when its first octets arrive. */
export interface ConnectionFault {
  /** `silence`: nothing is ever read. `readSilence`: everything is read and nothing answered. */
  readonly onAccept?: "silence" | "readSilence" | CloseManner;
  /** The first octets are taken from the socket, not looked at, and the connection ends. */
  readonly onFirstOctets?: CloseManner;
}
