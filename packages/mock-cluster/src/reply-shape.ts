// What a script does to the octets of a reply: fragments of any size, wrong headers, missing ends.
import { HEADER_OCTETS, MessageType } from "@remora/protocol/internal";
import type { ReplyFault } from "./faults.ts";

const fragmentHeadOctets = 16;

/** Cuts a whole message into a first part and Fragment messages (CORBA 3.3 part 2, 9.4.9) of at most `maxOctets`. */
function fragments(message: Uint8Array, maxOctets: number): readonly Uint8Array[] {
  const minor = message[5] ?? 0;
  // Non-final parts end on a multiple of 8, and GIOP 1.0 has no fragments.
  const size = Math.max(24, maxOctets & ~7);
  if (minor === 0 || message.length <= size) return [message];
  const headOctets = minor >= 2 ? fragmentHeadOctets : HEADER_OCTETS;
  const dataOctets = size - fragmentHeadOctets;
  const parts: Uint8Array[] = [withHeader(message.slice(0, size), true)];
  for (let at = size; at < message.length; at += dataOctets) {
    const data = message.subarray(at, at + dataOctets);
    const part = new Uint8Array(headOctets + data.length);
    part.set(message.subarray(0, HEADER_OCTETS));
    part[7] = MessageType.fragment;
    // The request id is the first ulong of a 1.2 message, and of each of its fragments.
    if (minor >= 2) part.set(message.subarray(HEADER_OCTETS, fragmentHeadOctets), HEADER_OCTETS);
    part.set(data, headOctets);
    parts.push(withHeader(part, at + dataOctets < message.length));
  }
  return parts;
}

function withHeader(part: Uint8Array, more: boolean): Uint8Array {
  part[6] = ((part[6] ?? 0) & 1) | (more ? 2 : 0);
  new DataView(part.buffer, part.byteOffset).setUint32(8, part.length - HEADER_OCTETS);
  return part;
}

/** Applies what concerns the body: `bodyStart` is its offset in the message. */
function reshapeBody(message: Uint8Array, bodyStart: number, fault: ReplyFault): Uint8Array {
  switch (fault.body) {
    case "missing":
      return withHeader(message.slice(0, bodyStart), false);
    case "garbage": {
      const copy = message.slice();
      copy.fill(0xff, bodyStart);
      return copy;
    }
    case "trailing": {
      const longer = new Uint8Array(message.length + 16).fill(0xee);
      longer.set(message);
      return withHeader(longer, false);
    }
    default:
      return message;
  }
}

/** The messages to be written instead of a reply; `fragmentBytes` is the member's own size. */
export function shapeReply(
  reply: Uint8Array,
  bodyStart: number,
  fault: ReplyFault,
  fragmentBytes: number,
): readonly Uint8Array[] {
  if (fault.octets !== undefined) return [fault.octets];
  const message = reshapeBody(reply, bodyStart, fault);
  const parts = fragments(message, fault.fragmentBytes ?? fragmentBytes).map((part) =>
    part.slice(),
  );
  const first = parts[0];
  if (first !== undefined) {
    if (fault.magic !== undefined) first.set(new TextEncoder().encode(fault.magic).subarray(0, 4));
    if (fault.giopMinor !== undefined) first[5] = fault.giopMinor;
    if (fault.messageType !== undefined) first[7] = fault.messageType;
    if (fault.size !== undefined) new DataView(first.buffer).setUint32(8, fault.size);
  }
  return fault.withoutLastFragment === true && parts.length > 1 ? parts.slice(0, -1) : parts;
}

/** Parts of several replies in turns: first of each, second of each … */
export function interleave(replies: readonly (readonly Uint8Array[])[]): readonly Uint8Array[] {
  const turns: Uint8Array[] = [];
  const longest = Math.max(0, ...replies.map((parts) => parts.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const parts of replies) {
      const part = parts[turn];
      if (part !== undefined) turns.push(part);
    }
  }
  return turns;
}

/** All parts as one run of octets. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
