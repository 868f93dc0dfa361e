import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type GiopMessage, messageReader } from "./giop-message.ts";
import { finishMessage, MessageType, writeHeader } from "./header.ts";
import {
  objectKeyOf,
  readTargetAddress,
  type TargetAddress,
  writeTargetAddress,
} from "./target-address.ts";

/** Answers to a LocateRequest (CORBA 3.3 part 2, §9.4.6.1). */
export const LocateStatus = {
  unknownObject: 0,
  objectHere: 1,
  objectForward: 2,
  objectForwardPerm: 3,
  systemException: 4,
  needsAddressingMode: 5,
} as const;
/** Number of a locate status. */
export type LocateStatus = (typeof LocateStatus)[keyof typeof LocateStatus];

/** A LocateRequest as a server sees it. */
export interface LocateRequestMessage {
  /** The answer has the same. */
  readonly giopMinor: number;
  /** From the same numbers as those of requests. */
  readonly requestId: number;
  /** As the client addressed it. */
  readonly target: TargetAddress;
  readonly objectKey: Uint8Array | undefined;
}

/** A LocateReply as a client sees it. */
export interface LocateReplyMessage {
  /** That of the question. */
  readonly giopMinor: number;
  /** That of the question. */
  readonly requestId: number;
  /** Here, unknown, elsewhere: see `LocateStatus`. */
  readonly status: LocateStatus;
  /** At the forward IOR or the exception, if the status has one. */
  readonly body: CdrReader;
}

/** Asks whether the object is there; executes nothing. */
export function encodeLocateRequest(
  writer: CdrWriter,
  request: {
    readonly giopMinor: number;
    readonly requestId: number;
    readonly objectKey: Uint8Array;
  },
): void {
  writeHeader(writer, MessageType.locateRequest, request.giopMinor);
  writer.ulong(request.requestId);
  if (request.giopMinor >= 2) writeTargetAddress(writer, { objectKey: request.objectKey });
  else writer.octets(request.objectKey);
  finishMessage(writer);
}

/** Decodes a LocateRequest; 1.0 and 1.1 name the object by its key only. */
export function decodeLocateRequest(message: GiopMessage): LocateRequestMessage {
  const reader = messageReader(message);
  const requestId = reader.ulong();
  const target = message.minor >= 2 ? readTargetAddress(reader) : { objectKey: reader.octets() };
  return { giopMinor: message.minor, requestId, target, objectKey: objectKeyOf(target) };
}

/** Answers a LocateRequest. The body is not aligned to 8: no ORB does that (seen live). */
export function encodeLocateReply(
  writer: CdrWriter,
  reply: {
    readonly giopMinor: number;
    readonly requestId: number;
    readonly status: LocateStatus;
  },
  writeBody?: (writer: CdrWriter) => void,
): void {
  writeHeader(writer, MessageType.locateReply, reply.giopMinor);
  writer.ulong(reply.requestId);
  writer.ulong(reply.status);
  writeBody?.(writer);
  finishMessage(writer);
}

/** Decodes a LocateReply up to its body. */
export function decodeLocateReply(message: GiopMessage): LocateReplyMessage {
  const reader = messageReader(message);
  const requestId = reader.ulong();
  const status = reader.ulong();
  if (status > LocateStatus.needsAddressingMode) reader.fail(`${status} is no locate status`);
  return { giopMinor: message.minor, requestId, status: status as LocateStatus, body: reader };
}
