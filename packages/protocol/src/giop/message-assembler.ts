import { RemoteProtocolError } from "../errors.ts";
import { defaultLimits, type ProtocolLimits } from "../limits.ts";
import type { GiopMessage } from "./giop-message.ts";
import { HEADER_OCTETS, type MessageHeader, MessageType, readHeader, ulongAt } from "./header.ts";
import { OctetPieces } from "./octet-pieces.ts";

/** Octets of a Fragment message before its data in GIOP 1.2: header and request id (§9.4.9). */
const FRAGMENT_OCTETS = 16;
/** GIOP 1.1 fragments carry no id: one message at a time. Real ids are never negative. */
const NO_ID = -1;

/** Who gets the messages, and how much a peer may announce. */
export interface MessageAssemblerOptions {
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /** A whole message. Its octets are a view of the chunk where it lies whole in one. */
  onMessage(message: GiopMessage): void;
  /**
   * The first of several fragments of a GIOP 1.2 message. Returning false drops the message with all
   * its fragments: a client does so for ids it does not know, since their end may never come.
   */
  onFragmentStart?(requestId: number): boolean | undefined | void;
}

interface FragmentedMessage {
  readonly header: MessageHeader;
  readonly pieces: OctetPieces;
}

/**
 * Makes messages from chunks of a connection, and whole messages from fragments (CORBA 3.3 part 2,
 * §9.4.9). Fragments of different requests may interleave. Throws {@link RemoteProtocolError} when
 * framing is lost; the connection is of no use then, and every further push throws the same.
 */
export class MessageAssembler {
  readonly #options: MessageAssemblerOptions;
  readonly #maxMessageBytes: number;
  readonly #maxOpenFragments: number;
  readonly #open: Map<number, FragmentedMessage> = new Map();
  /** The message of which only a part has arrived. */
  #partial: OctetPieces | undefined = undefined;
  #partialHeader: MessageHeader | undefined = undefined;
  #broken: RemoteProtocolError | undefined = undefined;

  constructor(options: MessageAssemblerOptions) {
    this.#options = options;
    this.#maxMessageBytes = options.limits?.maxMessageBytes ?? defaultLimits.maxMessageBytes;
    this.#maxOpenFragments = options.limits?.maxOpenFragments ?? defaultLimits.maxOpenFragments;
  }

  /** Takes the next chunk of the connection; it must not be changed afterwards. */
  push(chunk: Uint8Array): void {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      this.#consume(plain(chunk));
    } catch (error) {
      if (error instanceof RemoteProtocolError) this.#broken = error;
      throw error;
    }
  }

  /** True when a part of the reply (or request) with this id has arrived, but not all of it. */
  partial(requestId: number): boolean {
    if (this.#open.has(requestId)) return true;
    const header = this.#partialHeader;
    const partial = this.#partial;
    if (header === undefined || partial === undefined || header.minor < 2) return false;
    let id = 0;
    for (let index = 0; index < 4; index++) {
      const octet = partial.octetAt(HEADER_OCTETS + index);
      if (octet === undefined) return false;
      id |= octet << (8 * (header.littleEndian ? index : 3 - index));
    }
    return id >>> 0 === requestId;
  }

  /** Forgets the fragments of a request that is no longer wanted; later ones are ignored. */
  discard(requestId: number): void {
    this.#open.delete(requestId);
  }

  /** Whole messages are handed on as views; only what a chunk cuts is kept. */
  #consume(chunk: Uint8Array): void {
    let position = this.#partial === undefined ? 0 : this.#resume(this.#partial, chunk);
    while (position < chunk.length) {
      const left = chunk.length - position;
      if (left < HEADER_OCTETS) {
        this.#partial = new OctetPieces();
        this.#partial.add(chunk.subarray(position));
        return;
      }
      const header = readHeader(chunk, position);
      this.#checkSize(header);
      const total = HEADER_OCTETS + header.size;
      if (total > left) {
        this.#partial = new OctetPieces();
        this.#partial.add(chunk.subarray(position));
        this.#partialHeader = header;
        return;
      }
      position += total;
      // The position is past the message before anybody hears of it.
      if (header.type === MessageType.fragment) {
        this.#continue(header, chunk, position - total, position);
      } else this.#complete(header, chunk, position - total, position);
    }
  }

  /** Adds to the message that began in an earlier chunk; returns how much of this chunk it took. */
  #resume(partial: OctetPieces, chunk: Uint8Array): number {
    let position = 0;
    let header = this.#partialHeader;
    if (header === undefined) {
      position = Math.min(HEADER_OCTETS - partial.total, chunk.length);
      partial.add(chunk.subarray(0, position));
      if (partial.total < HEADER_OCTETS) return position;
      header = readHeader(partial.join(), 0);
      this.#checkSize(header);
      this.#partialHeader = header;
    }
    const missing = HEADER_OCTETS + header.size - partial.total;
    const taken = Math.min(missing, chunk.length - position);
    if (taken > 0) partial.add(chunk.subarray(position, position + taken));
    if (taken < missing) return position + taken;
    this.#partial = undefined;
    this.#partialHeader = undefined;
    if (header.type === MessageType.fragment) this.#continuePieces(header, partial);
    else this.#complete(header, partial.join(), 0, partial.total);
    return position + taken;
  }

  /** When the size is announced, not when it has arrived: a lie costs nothing. */
  #checkSize(header: MessageHeader): void {
    if (HEADER_OCTETS + header.size > this.#maxMessageBytes) {
      throw tooLarge(HEADER_OCTETS + header.size, this.#maxMessageBytes);
    }
    if (header.type === MessageType.fragment && header.minor >= 2 && header.size < 4) {
      throw malformed("a Fragment message without a request id");
    }
  }

  /** A message that is no Fragment: whole, or the first part of a fragmented one. */
  #complete(header: MessageHeader, bytes: Uint8Array, start: number, end: number): void {
    if (!header.moreFragments) {
      this.#emit(header, bytes, start, end);
      return;
    }
    if (!canBeFragmented(header)) {
      throw malformed(`a message of type ${header.type} cannot be fragmented`);
    }
    let key = NO_ID;
    if (header.minor >= 2) {
      if (header.size < 4) throw malformed("a fragmented message that ends before its request id");
      key = ulongAt(bytes, start + HEADER_OCTETS, header.littleEndian);
      if (this.#options.onFragmentStart?.(key) === false) return;
    }
    if (this.#open.has(key)) {
      throw malformed(`a second message begins while request ${key} has open fragments`);
    }
    if (this.#open.size >= this.#maxOpenFragments) {
      throw new RemoteProtocolError(
        "TOO_MANY_FRAGMENTED_MESSAGES",
        `more than ${this.#maxOpenFragments} messages wait for further fragments`,
      );
    }
    const pieces = new OctetPieces();
    pieces.add(bytes.subarray(start, end));
    this.#open.set(key, { header, pieces });
  }

  /** A Fragment message that lies whole in a chunk. */
  #continue(header: MessageHeader, bytes: Uint8Array, start: number, end: number): void {
    const wide = header.minor >= 2;
    const key = wide ? ulongAt(bytes, start + HEADER_OCTETS, header.littleEndian) : NO_ID;
    const data = start + (wide ? FRAGMENT_OCTETS : HEADER_OCTETS);
    const message = this.#openMessage(key, header, end - data);
    if (message === undefined) return;
    message.pieces.add(bytes.subarray(data, end));
    this.#endIfLast(key, header, message);
  }

  /** A Fragment message that came in several chunks: its data are not joined twice. */
  #continuePieces(header: MessageHeader, pieces: OctetPieces): void {
    const wide = header.minor >= 2;
    let key = NO_ID;
    if (wide) {
      key = 0;
      for (let index = 0; index < 4; index++) {
        const octet = pieces.octetAt(HEADER_OCTETS + index)!;
        key |= octet << (8 * (header.littleEndian ? index : 3 - index));
      }
      key >>>= 0;
    }
    const skipped = wide ? FRAGMENT_OCTETS : HEADER_OCTETS;
    const message = this.#openMessage(key, header, pieces.total - skipped);
    if (message === undefined) return;
    message.pieces.addAll(pieces, skipped);
    this.#endIfLast(key, header, message);
  }

  /** The begun message that a Fragment belongs to; undefined when its beginning was dropped. */
  #openMessage(key: number, header: MessageHeader, octets: number): FragmentedMessage | undefined {
    const message = this.#open.get(key);
    if (message === undefined) return undefined;
    if (header.littleEndian !== message.header.littleEndian) {
      throw malformed("fragments of one message differ in byte order");
    }
    const total = message.pieces.total + octets;
    if (total > this.#maxMessageBytes) throw tooLarge(total, this.#maxMessageBytes);
    return message;
  }

  /** Joined once, at the last fragment. */
  #endIfLast(key: number, last: MessageHeader, message: FragmentedMessage): void {
    if (last.moreFragments) return;
    this.#open.delete(key);
    this.#emit(message.header, message.pieces.join(), 0, message.pieces.total);
  }

  #emit(header: MessageHeader, bytes: Uint8Array, start: number, end: number): void {
    this.#options.onMessage({
      major: header.major,
      minor: header.minor,
      type: header.type,
      littleEndian: header.littleEndian,
      bytes,
      start,
      end,
    });
  }
}

/** GIOP 1.1 fragments requests and replies, 1.2 the locate messages too (§9.4.9). */
function canBeFragmented(header: MessageHeader): boolean {
  switch (header.type) {
    case MessageType.request:
    case MessageType.reply:
      return true;
    case MessageType.locateRequest:
    case MessageType.locateReply:
      return header.minor >= 2;
    default:
      return false;
  }
}

/** Subclasses of Uint8Array (Node's Buffer) would make every later octet access polymorphic. */
function plain(chunk: Uint8Array): Uint8Array {
  if (Object.getPrototypeOf(chunk) === Uint8Array.prototype) return chunk;
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function malformed(message: string): RemoteProtocolError {
  return new RemoteProtocolError("GIOP_FRAMING", message);
}

function tooLarge(total: number, limit: number): RemoteProtocolError {
  return new RemoteProtocolError(
    "MESSAGE_TOO_LARGE",
    `a message announces ${total} octets, more than the limit of ${limit}`,
    { offset: 8 },
  );
}
