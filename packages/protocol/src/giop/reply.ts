import type { CodeSets } from "../cdr/code-sets.ts";
import { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type GiopMessage, messageReader, skipContexts } from "./giop-message.ts";
import { finishMessage, MessageType, writeHeader } from "./header.ts";
import { noContexts, readContexts, type ServiceContext, writeContexts } from "./service-context.ts";

/** Kinds of replies (CORBA 3.3 part 2, §9.4.3.1). */
export const ReplyStatus = {
  noException: 0,
  userException: 1,
  systemException: 2,
  locationForward: 3,
  locationForwardPerm: 4,
  needsAddressingMode: 5,
} as const;
/** Number of a reply status. */
export type ReplyStatus = (typeof ReplyStatus)[keyof typeof ReplyStatus];

/**
 * A reply as a client sees it. The contexts are checked when the reply is decoded, but made into
 * objects only when somebody asks: most callers never do.
 */
export class ReplyMessage {
  /** Decides whether the body was aligned. */
  readonly giopMinor: number;
  /** Pairs it with its request; replies come in any order. */
  readonly requestId: number;
  /** See `ReplyStatus`. */
  readonly status: ReplyStatus;
  /** At the first octet of the result, the exception or the forward. */
  readonly body: CdrReader;
  readonly #contextsAt: number;
  readonly #contextCount: number;

  constructor(
    giopMinor: number,
    requestId: number,
    status: ReplyStatus,
    body: CdrReader,
    contextsAt: number,
    contextCount: number,
  ) {
    this.giopMinor = giopMinor;
    this.requestId = requestId;
    this.status = status;
    this.body = body;
    this.#contextsAt = contextsAt;
    this.#contextCount = contextCount;
  }

  /** All of them, decoded when asked for: most replies have none that matters. */
  get contexts(): readonly ServiceContext[] {
    if (this.#contextCount === 0) return noContexts;
    const body = this.body;
    const reader = new CdrReader(body.bytes, body.origin, body.end);
    reader.position = this.#contextsAt;
    reader.littleEndian = body.littleEndian;
    return readContexts(reader);
  }

  /** The data of the first context with that id, without making the others into objects. */
  context(id: number): Uint8Array | undefined {
    const body = this.body;
    let at = this.#contextsAt + 4;
    // Lengths were checked when the reply was decoded.
    for (let left = this.#contextCount; left > 0; left--) {
      at += (body.origin - at) & 3;
      const length = body.longAt(at + 4) >>> 0;
      if (body.longAt(at) >>> 0 === id) return body.bytes.subarray(at + 8, at + 8 + length);
      at += 8 + length;
    }
    return undefined;
  }
}

/** Decodes a reply up to its body. `codeSets`: those in use on the connection. */
export function decodeReply(message: GiopMessage, codeSets?: CodeSets): ReplyMessage {
  const reader = messageReader(message, codeSets);
  let requestId: number;
  let status: number;
  let contextsAt: number;
  let count: number;
  if (message.minor >= 2) {
    requestId = reader.ulong();
    status = reader.ulong();
    contextsAt = reader.position;
    count = skipContexts(reader);
    // An empty body has no padding before it either (§9.4.3.1).
    if (reader.remaining() > 0) reader.align(8);
  } else {
    contextsAt = reader.position;
    count = skipContexts(reader);
    requestId = reader.ulong();
    status = reader.ulong();
  }
  if (status > ReplyStatus.needsAddressingMode) reader.fail(`${status} is no reply status`);
  return new ReplyMessage(
    message.minor,
    requestId,
    status as ReplyStatus,
    reader,
    contextsAt,
    count,
  );
}

/** What begins a reply. */
export interface ReplyHead {
  /** That of the request. */
  readonly giopMinor: number;
  /** That of the request. */
  readonly requestId: number;
  /** What the body will be. */
  readonly status: ReplyStatus;
  /** Default: none. */
  readonly contexts?: readonly ServiceContext[] | undefined;
}

/** Writes a whole reply at the writer's origin. */
export function encodeReply(
  writer: CdrWriter,
  head: ReplyHead,
  writeBody?: (writer: CdrWriter) => void,
): void {
  const contexts = head.contexts ?? noContexts;
  writeHeader(writer, MessageType.reply, head.giopMinor);
  if (head.giopMinor >= 2) {
    writer.ulong(head.requestId);
    writer.ulong(head.status);
    writeContexts(writer, contexts);
  } else {
    writeContexts(writer, contexts);
    writer.ulong(head.requestId);
    writer.ulong(head.status);
  }
  const headEnd = writer.offset;
  if (head.giopMinor >= 2) writer.align(8);
  const bodyStart = writer.offset;
  writeBody?.(writer);
  if (writer.offset === bodyStart) writer.position = writer.origin + headEnd;
  finishMessage(writer);
}
