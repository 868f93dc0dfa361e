import type { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";

/** Message types of GIOP (CORBA 3.3 part 2, §9.4.1). */
export const MessageType = {
  request: 0,
  reply: 1,
  cancelRequest: 2,
  locateRequest: 3,
  locateReply: 4,
  closeConnection: 5,
  messageError: 6,
  fragment: 7,
} as const;
/** Number of a message type. */
export type MessageType = (typeof MessageType)[keyof typeof MessageType];

/** Octets of every message header. */
export const HEADER_OCTETS = 12;

/** The twelve octets that begin each message (§9.4.1). */
export interface MessageHeader {
  /** Always 1 here: others are refused. */
  readonly major: number;
  /** 0 to 2, except in control messages. */
  readonly minor: number;
  /** Bit 0 of the flags; in GIOP 1.0 the whole octet. */
  readonly littleEndian: boolean;
  /** Fragment messages follow (never in GIOP 1.0). */
  readonly moreFragments: boolean;
  /** Checked: one of `MessageType`. */
  readonly type: MessageType;
  /** Octets behind the header. */
  readonly size: number;
}

/** Reads the header at `at`; the caller has checked that twelve octets are there. */
export function readHeader(bytes: Uint8Array, at: number): MessageHeader {
  // "GIOP"
  if (
    bytes[at] !== 0x47 ||
    bytes[at + 1] !== 0x49 ||
    bytes[at + 2] !== 0x4f ||
    bytes[at + 3] !== 0x50
  ) {
    throw new RemoteProtocolError(
      "GIOP_FRAMING",
      `a message begins with "GIOP", not with ${hex(bytes, at, 4)}`,
      { offset: 0 },
    );
  }
  const major = bytes[at + 4]!;
  const minor = bytes[at + 5]!;
  const flags = bytes[at + 6]!;
  const type = bytes[at + 7]!;
  // Servers close 1.2 connections with a 1.0 header; the version of such messages never matters.
  const control = type === MessageType.closeConnection || type === MessageType.messageError;
  if (major !== 1 || (minor > 2 && !control)) {
    throw new RemoteProtocolError("GIOP_VERSION", `GIOP ${major}.${minor} is not supported`, {
      offset: 4,
    });
  }
  if (type > MessageType.fragment || (type === MessageType.fragment && minor === 0)) {
    throw new RemoteProtocolError(
      "GIOP_FRAMING",
      `GIOP ${major}.${minor} has no message type ${type}`,
      { offset: 7 },
    );
  }
  const littleEndian = (flags & 1) === 1;
  return {
    major,
    minor,
    littleEndian,
    // The upper six bits are reserved; one server family keeps a thread pool number there.
    moreFragments: minor > 0 && (flags & 2) === 2,
    type: type as MessageType,
    size: ulongAt(bytes, at + 8, littleEndian),
  };
}

/**
 * Begins a message at the writer's origin, with size 0. The body is encoded by the rules of
 * `giopMinor` from here on.
 */
export function writeHeader(
  writer: CdrWriter,
  type: MessageType,
  giopMinor: number,
  moreFragments = false,
): void {
  writer.giopMinor = giopMinor;
  writer.ensure(HEADER_OCTETS);
  writer.octet(0x47);
  writer.octet(0x49);
  writer.octet(0x4f);
  writer.octet(0x50);
  writer.octet(1);
  writer.octet(giopMinor);
  // Reserved bits stay 0: GlassFish answers MessageError to any other value.
  writer.octet((writer.littleEndian ? 1 : 0) | (moreFragments ? 2 : 0));
  writer.octet(type);
  writer.ulong(0);
}

/** Puts the size of the message that began at the writer's origin into its header. */
export function finishMessage(writer: CdrWriter): void {
  writer.patchUlong(8, writer.position - writer.origin - HEADER_OCTETS);
}

/** The ulong at an index that the caller has checked. */
export function ulongAt(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const a = bytes[at]!;
  const b = bytes[at + 1]!;
  const c = bytes[at + 2]!;
  const d = bytes[at + 3]!;
  const value = littleEndian
    ? a | (b << 8) | (c << 16) | (d << 24)
    : (a << 24) | (b << 16) | (c << 8) | d;
  return value >>> 0;
}

function hex(bytes: Uint8Array, at: number, count: number): string {
  let text = "";
  for (let index = at; index < at + count; index++)
    text += bytes[index]!.toString(16).padStart(2, "0");
  return text;
}
