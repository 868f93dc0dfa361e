import type { CodeSets } from "../cdr/code-sets.ts";
import type { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { type GiopMessage, messageReader } from "./giop-message.ts";
import { MessageType, writeHeader } from "./header.ts";
import { readContexts, type ServiceContext, writeContexts } from "./service-context.ts";
import {
  objectKeyOf,
  readTargetAddress,
  type TargetAddress,
  writeTargetAddress,
} from "./target-address.ts";

/** Response flags of GIOP 1.2 (CORBA 3.3 part 2, §9.4.2.1): what the caller waits for. */
export const ResponseFlags = { none: 0, transport: 1, target: 3 } as const;

/** Everything of a request head that stays the same from call to call. */
export interface RequestTemplateOptions {
  /** 0, 1 or 2: decides where the id stands and whether the body is aligned. */
  readonly giopMinor: number;
  /** Names the object in all versions, unless `target` says otherwise. */
  readonly objectKey: Uint8Array;
  /** Name on the wire, mangled where Java overloads. */
  readonly operation: string;
  /** Code sets first of all: without them GlassFish answers BAD_PARAM to wide text. */
  readonly contexts: readonly ServiceContext[];
  /** Default: {@link ResponseFlags.target}; 0 for a one-way call. */
  readonly responseFlags?: number | undefined;
  /** Default false, as Java writes. */
  readonly littleEndian?: boolean | undefined;
  /** How to address the object in GIOP 1.2. Default: by `objectKey`. */
  readonly target?: TargetAddress | undefined;
}

/** A request head ready to be copied; only the request id (and the size) remain to be filled in. */
export interface RequestTemplate {
  /** Header up to the start of the body, padding included. */
  readonly bytes: Uint8Array;
  /** Offset of the request id. */
  readonly idOffset: number;
  /** Length without the padding before the body: where a request without body ends. */
  readonly headEnd: number;
  /** Version of the octets. */
  readonly giopMinor: number;
  /** Byte order of the octets; the arguments must follow it. */
  readonly littleEndian: boolean;
}

/** Encodes the head of a request once, for {@link writeTemplate} to copy. */
export function requestTemplate(options: RequestTemplateOptions): RequestTemplate {
  const { giopMinor } = options;
  const littleEndian = options.littleEndian ?? false;
  const flags = options.responseFlags ?? ResponseFlags.target;
  const writer = new CdrWriter({ littleEndian, giopMinor });
  writeHeader(writer, MessageType.request, giopMinor);
  let idOffset = writer.offset;
  if (giopMinor >= 2) {
    writer.ulong(0);
    writer.octet(flags);
    writer.raw(new Uint8Array(3));
    writeTargetAddress(writer, options.target ?? { objectKey: options.objectKey });
    writer.string(options.operation);
    writeContexts(writer, options.contexts);
  } else {
    writeContexts(writer, options.contexts);
    writer.align(4);
    idOffset = writer.offset;
    writer.ulong(0);
    writer.boolean(flags !== 0);
    if (giopMinor === 1) writer.raw(new Uint8Array(3));
    writer.octets(options.objectKey);
    writer.string(options.operation);
    // Requesting principal: deprecated, empty (§9.4.2.1).
    writer.ulong(0);
  }
  const headEnd = writer.offset;
  // Only GIOP 1.2 aligns bodies, and only when there is one (§9.4.2.1).
  if (giopMinor >= 2) writer.align(8);
  return { bytes: writer.toBytes(), idOffset, headEnd, giopMinor, littleEndian };
}

/** Begins a request at the writer's origin by copying the template; the arguments follow. */
export function writeTemplate(
  writer: CdrWriter,
  template: RequestTemplate,
  requestId: number,
): void {
  writer.giopMinor = template.giopMinor;
  writer.littleEndian = template.littleEndian;
  writer.raw(template.bytes);
  writer.patchUlong(template.idOffset, requestId);
}

/** Ends a request: takes the padding off again when no argument was written. */
export function finishRequest(writer: CdrWriter, template: RequestTemplate): void {
  if (writer.position - writer.origin === template.bytes.length) {
    writer.position = writer.origin + template.headEnd;
  }
  writer.patchUlong(8, writer.position - writer.origin - 12);
}

/** A request as a server sees it. */
export interface RequestMessage {
  /** The reply must have the same version (§9.4.1). */
  readonly giopMinor: number;
  /** The reply carries it. */
  readonly requestId: number;
  /** False: one-way, nothing must be sent back. */
  readonly responseExpected: boolean;
  /** As the client addressed it. */
  readonly target: TargetAddress;
  /** Key of the target, resolved from whatever addressing was used. */
  readonly objectKey: Uint8Array | undefined;
  /** Name on the wire. */
  readonly operation: string;
  /** Their data are views of the message. */
  readonly contexts: readonly ServiceContext[];
  /** At the first argument. */
  readonly body: CdrReader;
}

/** Decodes a request up to its arguments. `codeSets`: those in use on the connection. */
export function decodeRequest(message: GiopMessage, codeSets?: CodeSets): RequestMessage {
  const reader = messageReader(message, codeSets);
  if (message.minor >= 2) {
    const requestId = reader.ulong();
    const flags = reader.octet();
    reader.skip(3);
    const target = readTargetAddress(reader);
    const operation = reader.string();
    const contexts = readContexts(reader);
    if (reader.remaining() > 0) reader.align(8);
    return {
      giopMinor: message.minor,
      requestId,
      // SYNC_WITH_SERVER (1) gets an empty reply too (§9.4.2.1).
      responseExpected: (flags & 1) === 1,
      target,
      objectKey: objectKeyOf(target),
      operation,
      contexts,
      body: reader,
    };
  }
  const contexts = readContexts(reader);
  const requestId = reader.ulong();
  const responseExpected = reader.boolean();
  if (message.minor === 1) reader.skip(3);
  const objectKey = reader.octets();
  const operation = reader.string();
  reader.octets();
  return {
    giopMinor: message.minor,
    requestId,
    responseExpected,
    target: { objectKey },
    objectKey,
    operation,
    contexts,
    body: reader,
  };
}
