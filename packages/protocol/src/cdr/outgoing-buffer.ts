import { CdrWriter, type CdrWriterOptions } from "./writer.ts";

/** Sizes of an {@link OutgoingBuffer}. */
export interface OutgoingBufferOptions extends CdrWriterOptions {
  /** Octets allocated at a time for small messages. Default: 65,536. */
  readonly slabBytes?: number | undefined;
  /**
   * Largest message sent in one piece, header included; larger ones are sent in fragments. Default:
   * 256,000, above which the GlassFish family cuts the connection without a word.
   */
  readonly maxFragmentBytes?: number | undefined;
}

const HEADER_OCTETS = 12;
const FRAGMENT_OCTETS = 16;
const nothing = new Uint8Array(0);

/**
 * What a connection has encoded but not yet handed to its socket. Messages are written one behind
 * the other into a slab, so that many small ones leave in one write; a large one gets an array of
 * its own and leaves as views of it, with the headers of Fragment messages between them
 * (CORBA 3.3 part 2, §9.4.9). A finished message is never copied.
 */
export class OutgoingBuffer extends CdrWriter {
  readonly #slabBytes: number;
  readonly #maxFragmentBytes: number;
  /** Finished and no longer in the present slab region. */
  #ready: Uint8Array[] = [];
  #readyBytes = 0;
  /** Slab region `from..start` holds finished messages, `start..position` the one being written. */
  #from = 0;
  #start = 0;

  constructor(options?: OutgoingBufferOptions) {
    // Idle connections hold no slab.
    super({ ...options, capacity: 0 });
    this.#slabBytes = options?.slabBytes ?? 65_536;
    // Non-final fragments end at a multiple of 8, so that padding stays the same without headers.
    this.#maxFragmentBytes = Math.max(32, (options?.maxFragmentBytes ?? 256_000) & ~7);
  }

  /** Octets of finished messages that were not taken yet. */
  get pendingBytes(): number {
    return this.#readyBytes + (this.#start - this.#from);
  }

  /** Starts a message at the current position. */
  begin(): void {
    this.#start = this.position;
    this.origin = this.position;
  }

  /** Ends the message: fills in its size, or splits it into fragments. */
  finish(): void {
    const size = this.position - this.#start;
    this.origin = this.#start;
    if (size > this.#maxFragmentBytes && this.giopMinor > 0) {
      this.#split();
    } else {
      this.patchUlong(8, size - HEADER_OCTETS);
      this.#start = this.position;
    }
    this.#forget();
  }

  /** Drops the message being written, for example because an argument could not be encoded. */
  abandon(): void {
    this.position = this.#start;
    this.origin = this.#start;
    this.#forget();
  }

  /** The chunks of all messages finished since the last take, in order. They must not be changed. */
  take(): Uint8Array[] {
    this.#seal();
    const chunks = this.#ready;
    this.#ready = [];
    this.#readyBytes = 0;
    return chunks;
  }

  /** Moves the message being written to a new slab, or to an array of its own when it is large. */
  protected override grow(count: number): void {
    this.#seal();
    const written = this.position - this.#start;
    const needed = written + count;
    const capacity =
      2 * needed <= this.#slabBytes ? this.#slabBytes : Math.max(2 * written, needed);
    const larger = new Uint8Array(capacity);
    larger.set(this.bytes.subarray(this.#start, this.position));
    this.bytes = larger;
    // The origin may be that of an encapsulation inside the message.
    this.origin -= this.#start;
    this.position = written;
    this.#start = 0;
    this.#from = 0;
  }

  /** An idle connection keeps neither the objects of its last message nor their call alive. */
  #forget(): void {
    this.values = undefined;
    this.java = undefined;
    if (this.bytes.length > this.#slabBytes) this.#dropSlab();
  }

  #push(chunk: Uint8Array): void {
    this.#ready.push(chunk);
    this.#readyBytes += chunk.length;
  }

  /** What is finished in the slab becomes a chunk; the slab goes on behind it. */
  #seal(): void {
    if (this.#start > this.#from) this.#push(this.bytes.subarray(this.#from, this.#start));
    this.#from = this.#start;
  }

  /** An array made for one large message is not kept for the small ones that follow. */
  #dropSlab(): void {
    this.#seal();
    this.bytes = nothing;
    this.position = 0;
    this.origin = 0;
    this.#start = 0;
    this.#from = 0;
  }

  /** The first part keeps its place; the heads of the others lie in an array of their own, so no data is moved. */
  #split(): void {
    this.#seal();
    const { bytes, position: end } = this;
    const start = this.#start;
    const limit = this.#maxFragmentBytes;
    this.patchUlong(8, limit - HEADER_OCTETS);
    const id = bytes.slice(start + HEADER_OCTETS, start + FRAGMENT_OCTETS);
    // GIOP 1.1 fragments carry no request id; nothing may come between them, and nothing does here.
    const headOctets = this.giopMinor >= 2 ? FRAGMENT_OCTETS : HEADER_OCTETS;
    const dataOctets = limit - FRAGMENT_OCTETS;
    bytes[start + 6]! |= 2;
    this.#push(bytes.subarray(start, start + limit));
    const count = Math.ceil((end - start - limit) / dataOctets);
    const heads = new CdrWriter({ capacity: count * headOctets, littleEndian: this.littleEndian });
    for (let at = start + limit; at < end; at += dataOctets) {
      const next = Math.min(end, at + dataOctets);
      const headAt = heads.position;
      heads.raw(bytes.subarray(start, start + 8));
      heads.bytes[headAt + 6] = (this.littleEndian ? 1 : 0) | (next < end ? 2 : 0);
      heads.bytes[headAt + 7] = 7;
      heads.ulong(headOctets - HEADER_OCTETS + next - at);
      if (headOctets === FRAGMENT_OCTETS) heads.raw(id);
      this.#push(heads.bytes.subarray(headAt, heads.position));
      this.#push(bytes.subarray(at, next));
    }
    this.#start = end;
    this.#from = end;
  }
}
