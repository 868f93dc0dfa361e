import { RemoteProtocolError } from "../errors.ts";
import { defaultLimits } from "../limits.ts";
import type { JavaContext } from "../rmi/java-context.ts";
import type { ValueReader } from "../rmi/value-reader.ts";
import { CodeSet } from "./code-sets.ts";
import { decodeChars, decodeUnits, decodeWide } from "./strings.ts";

/** How the octets given to a {@link CdrReader} are to be read. */
export interface CdrReaderOptions {
  /** Index that alignment counts from. Default: `start`. */
  readonly origin?: number | undefined;
  /** Default: false (big-endian). */
  readonly littleEndian?: boolean | undefined;
  /** Default: 2. */
  readonly giopMinor?: number | undefined;
  /** Transmission code set of `char` and `string`. Default: UTF-8. */
  readonly charSet?: number | undefined;
  /** Transmission code set of `wchar` and `wstring`. Default: UTF-16. */
  readonly wcharSet?: number | undefined;
}

/** Tags from here on begin a value; below it a long between chunks is a chunk length (§9.3.4.6). */
export const FIRST_VALUE_TAG = 0x7fff_ff00;

/**
 * Reads CDR (CORBA 3.3 part 2, §9.3) in place from an octet array. Every read checks what is left;
 * whatever is wrong ends in a {@link RemoteProtocolError}.
 *
 * Inside a chunked value `limit` is the end of the current chunk, else it equals `end`. The fast
 * path of each primitive compares with `limit` only; what does not fit takes the slow path, which
 * steps over a chunk boundary. So unchunked data pays nothing for chunks.
 */
export class CdrReader {
  readonly bytes: Uint8Array;
  position: number;
  /** First index behind the data. */
  end: number;
  /** Index that alignment counts from. */
  origin: number;
  /** Index that error offsets count from: the start of the message, also inside encapsulations. */
  base: number;
  littleEndian: boolean;
  giopMinor: number;
  charSet: number;
  wcharSet: number;
  /** End of the current chunk; equals `end` outside chunked values. */
  limit: number;
  /** Number of chunked values around the position. */
  chunkDepth: number;
  /** Level that the last end tag closes to, while levels around the position are still to notice; else 0. */
  closing: number;
  /** Number of values around the position. */
  valueDepth: number;
  maxValueDepth: number;
  maxSequenceElements: number;
  /** Values and repository ids read so far, for indirections; made when first needed. */
  values: ValueReader | undefined;
  /** Classes and references of the call that is being read. */
  java: JavaContext | undefined;
  #view: DataView | undefined;

  constructor(bytes: Uint8Array, start: number, end: number, options?: CdrReaderOptions) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
    this.origin = options?.origin ?? start;
    this.base = this.origin;
    this.littleEndian = options?.littleEndian ?? false;
    this.giopMinor = options?.giopMinor ?? 2;
    this.charSet = options?.charSet ?? CodeSet.utf8;
    this.wcharSet = options?.wcharSet ?? CodeSet.utf16;
    this.limit = end;
    this.chunkDepth = 0;
    this.closing = 0;
    this.valueDepth = 0;
    this.maxValueDepth = defaultLimits.maxValueDepth;
    this.maxSequenceElements = defaultLimits.maxSequenceElements;
    this.values = undefined;
    this.java = undefined;
    this.#view = undefined;
  }

  /** Ends reading with a {@link RemoteProtocolError} at the present position. */
  fail(message: string, code = "CDR_MALFORMED"): never {
    throw new RemoteProtocolError(code, message, { offset: this.position - this.base });
  }

  /** Octets up to the end of the data, chunk headers included. */
  remaining(): number {
    return this.end - this.position;
  }

  /** Moves to the next multiple of `boundary` (a power of two) if the data reaches that far. */
  align(boundary: number): void {
    const aligned = this.position + ((this.origin - this.position) & (boundary - 1));
    if (aligned > this.limit) this.fail("data ends inside padding");
    this.position = aligned;
  }

  /** Steps over octets, and over chunk boundaries between them. */
  skip(count: number): void {
    if (this.position + count <= this.limit) this.position += count;
    else this.raw(count);
  }

  /** An octet, 0 to 255. */
  octet(): number {
    let position = this.position;
    if (position >= this.limit) position = this.#nextChunk(1);
    this.position = position + 1;
    return this.bytes[position]!;
  }

  /** A boolean; any octet but 0 and 1 is refused, since it shows that we are out of step. */
  boolean(): boolean {
    const value = this.octet();
    if (value > 1) {
      this.position--;
      this.fail(`a boolean is 0 or 1, not ${value}`);
    }
    return value === 1;
  }

  /** A signed 16-bit integer. */
  short(): number {
    return (this.ushort() << 16) >> 16;
  }

  /** An unsigned 16-bit integer. Octet arithmetic: a DataView costs an allocation per message. */
  ushort(): number {
    let position = this.position;
    position += (this.origin - position) & 1;
    if (position + 2 > this.limit) position = this.#nextChunk(2);
    this.position = position + 2;
    const bytes = this.bytes;
    return this.littleEndian
      ? bytes[position]! | (bytes[position + 1]! << 8)
      : (bytes[position]! << 8) | bytes[position + 1]!;
  }

  /** A signed 32-bit integer. */
  long(): number {
    let position = this.position;
    position += (this.origin - position) & 3;
    if (position + 4 > this.limit) position = this.#nextChunk(4);
    this.position = position + 4;
    return this.longAt(position);
  }

  /** An unsigned 32-bit integer. */
  ulong(): number {
    return this.long() >>> 0;
  }

  /** The long at an index that the caller has checked. */
  longAt(position: number): number {
    const bytes = this.bytes;
    return this.littleEndian
      ? bytes[position]! |
          (bytes[position + 1]! << 8) |
          (bytes[position + 2]! << 16) |
          (bytes[position + 3]! << 24)
      : (bytes[position]! << 24) |
          (bytes[position + 1]! << 16) |
          (bytes[position + 2]! << 8) |
          bytes[position + 3]!;
  }

  /** A signed 64-bit integer, aligned to 8. */
  longlong(): bigint {
    const at = this.#eight();
    return this.#dataView().getBigInt64(at, this.littleEndian);
  }

  /** An unsigned 64-bit integer, aligned to 8. */
  ulonglong(): bigint {
    const at = this.#eight();
    return this.#dataView().getBigUint64(at, this.littleEndian);
  }

  /** An IEEE single, aligned to 4. */
  float(): number {
    let position = this.position;
    position += (this.origin - position) & 3;
    if (position + 4 > this.limit) position = this.#nextChunk(4);
    this.position = position + 4;
    return this.#dataView().getFloat32(position, this.littleEndian);
  }

  /** An IEEE double, aligned to 8. */
  double(): number {
    const at = this.#eight();
    return this.#dataView().getFloat64(at, this.littleEndian);
  }

  /** The next `count` octets: a view, unless chunk boundaries lie between them. */
  raw(count: number): Uint8Array {
    const position = this.position;
    if (position + count <= this.limit) {
      this.position = position + count;
      return this.bytes.subarray(position, position + count);
    }
    return this.#gather(count);
  }

  /** A `sequence<octet>`, as a view where possible. */
  octets(): Uint8Array {
    return this.raw(this.octetCount());
  }

  /** Length of a `sequence<octet>` whose octets come next. */
  octetCount(): number {
    return this.#announced("a sequence of octets");
  }

  /** One octet in the `char` code set; UTF-8 leaves only its one-octet characters. */
  char(): string {
    const value = this.octet();
    if (value > 0x7f && this.charSet === CodeSet.utf8) {
      this.position--;
      this.fail(`octet ${value} is no char of UTF-8`);
    }
    return String.fromCharCode(value);
  }

  /** A `string` (§9.3.2.7) in the `char` code set. */
  string(): string {
    const length = this.#announced("a string");
    // The length counts the terminating NUL (§9.3.2.7); 0 is illegal, yet some ORBs write it for "".
    if (length === 0) return "";
    let bytes = this.bytes;
    let start = this.position;
    if (start + length <= this.limit) {
      this.position = start + length;
    } else {
      bytes = this.#gather(length);
      start = 0;
    }
    const last = start + length - 1;
    if (bytes[last] !== 0) this.fail("a string without its terminating NUL");
    return (
      decodeChars(bytes, start, last, this.charSet) ??
      this.fail("a string that is malformed in its code set")
    );
  }

  /** One `wchar`: a text of one unit, or of two when the peer packed a surrogate pair into it. */
  wchar(): string {
    if (this.giopMinor < 2) {
      this.#requireWide();
      const unit = this.ushort();
      return String.fromCharCode(unit);
    }
    // GIOP 1.2: an octet count, then the octets, with a byte order mark if the peer likes.
    const length = this.octet();
    const text = this.#wide(length);
    if (text.length === 0 || text.length > 2) this.fail(`a wchar of ${length} octets`);
    return text;
  }

  /** A `wstring`: GIOP 1.2 counts octets and has no NUL, 1.1 counts characters with NUL. */
  wstring(): string {
    if (this.giopMinor < 2) return this.#oldWstring();
    return this.#wide(this.#announced("a wstring"));
  }

  /** Length of a sequence whose elements take at least `minOctetsPerElement` octets each. */
  sequenceLength(minOctetsPerElement: number): number {
    const count = this.ulong();
    const least = minOctetsPerElement > 1 ? minOctetsPerElement : 1;
    if (count * least > this.end - this.position) {
      this.fail(`a sequence announces ${count} elements, more than the message holds`);
    }
    if (count > this.maxSequenceElements) {
      this.fail(`a sequence announces ${count} elements, more than the limit`);
    }
    return count;
  }

  /** A reader for the encapsulation that follows (§9.3.3): own alignment, byte order and indirections. */
  encapsulation(): CdrReader {
    const length = this.#announced("an encapsulation");
    const octets = this.raw(length);
    const inPlace = octets.buffer === this.bytes.buffer;
    const start = inPlace ? octets.byteOffset - this.bytes.byteOffset : 0;
    const inner = new CdrReader(inPlace ? this.bytes : octets, start, start + length);
    inner.base = inPlace ? this.base : 0;
    inner.#begin(this);
    return inner;
  }

  /** A reader for an encapsulation that lies by itself in `octets`, for example a context's data. */
  static ofEncapsulation(octets: Uint8Array): CdrReader {
    const inner = new CdrReader(octets, 0, octets.length);
    inner.#begin(undefined);
    return inner;
  }

  /** Reads the byte order octet; limits and version come from around the encapsulation. */
  #begin(outer: CdrReader | undefined): void {
    // Only the lowest bit counts: some senders leave other bits of a reused buffer.
    this.littleEndian = (this.octet() & 1) === 1;
    // No code set is negotiated for encapsulations: `char` is ISO 8859-1 there (§7.10.4.2).
    this.charSet = CodeSet.latin1;
    if (outer === undefined) return;
    this.giopMinor = outer.giopMinor;
    this.java = outer.java;
    this.valueDepth = outer.valueDepth;
    this.maxValueDepth = outer.maxValueDepth;
    this.maxSequenceElements = outer.maxSequenceElements;
  }

  /** A length in octets that the rest of the data can hold. */
  #announced(what: string): number {
    const length = this.ulong();
    if (length > this.end - this.position) {
      this.fail(`${what} of ${length} octets, more than the ${this.end - this.position} left`);
    }
    return length;
  }

  /** The index of a primitive of eight octets, having stepped over it. */
  #eight(): number {
    let position = this.position;
    position += (this.origin - position) & 7;
    if (position + 8 > this.limit) position = this.#nextChunk(8);
    this.position = position + 8;
    return position;
  }

  /** Made for the first number that octet arithmetic cannot do. */
  #dataView(): DataView {
    return (this.#view ??= new DataView(
      this.bytes.buffer,
      this.bytes.byteOffset,
      this.bytes.byteLength,
    ));
  }

  /** Text of GIOP 1.2: `length` octets in the `wchar` code set. */
  #wide(length: number): string {
    let bytes = this.bytes;
    let start = this.position;
    if (start + length <= this.limit) {
      this.position = start + length;
    } else {
      bytes = this.#gather(length);
      start = 0;
    }
    return (
      decodeWide(bytes, start, start + length, this.wcharSet, this.littleEndian) ??
      this.fail("wide text that is malformed in its code set")
    );
  }

  /** GIOP 1.1: a count of characters with a terminating NUL, each of two octets in message order. */
  #oldWstring(): string {
    this.#requireWide();
    const count = this.ulong();
    if (count * 2 > this.end - this.position) {
      this.fail(`a wstring of ${count} characters, more than the message holds`);
    }
    if (count === 0) return "";
    const octets = this.raw(count * 2);
    if (octets[octets.length - 1] !== 0 || octets[octets.length - 2] !== 0) {
      this.fail("a wstring without its terminating NUL");
    }
    return decodeUnits(octets, 0, octets.length - 2, this.littleEndian);
  }

  /** Wide characters came with GIOP 1.1. */
  #requireWide(): void {
    if (this.giopMinor === 0) this.fail("GIOP 1.0 has no wide characters");
  }

  /**
   * Slow path: the primitive of `size` octets (aligned to its size) does not lie before `limit`.
   * Returns where it lies in the next chunk, or fails. A primitive is never cut by a chunk
   * boundary (§9.3.4.6).
   */
  #nextChunk(size: number): number {
    if (this.chunkDepth > 0 && this.position === this.limit) {
      this.enterChunk();
      const position = this.position + ((this.origin - this.position) & (size - 1));
      if (position + size <= this.limit) return position;
      this.fail("a chunk boundary cuts a primitive");
    }
    const opaque = this.values?.opaqueClass;
    this.fail(
      this.chunkDepth > 0
        ? "a chunk boundary cuts a primitive"
        : opaque === undefined
          ? "the data ends too early"
          : `nothing can be read after a value of the unknown class ${opaque.slice(0, 200)}, which has no chunks`,
    );
  }

  /** Steps from the end of a chunk into the next one of the same value. */
  enterChunk(): void {
    if (this.closing !== 0) this.fail("a value has less state than its class says");
    let position = this.position;
    position += (this.origin - position) & 3;
    if (position + 4 > this.end) this.fail("the data ends before a value's end tag");
    const length = this.longAt(position);
    if (length <= 0 || length >= FIRST_VALUE_TAG) {
      this.fail("a value has less state than its class says");
    }
    if (length > this.end - position - 4) {
      this.fail(`a chunk of ${length} octets, more than the message holds`);
    }
    this.position = position + 4;
    this.limit = position + 4 + length;
  }

  /** Slow path of octets: joins those of several chunks, or fails. */
  #gather(count: number): Uint8Array {
    if (this.chunkDepth === 0 || count > this.end - this.position) {
      this.fail(`${count} octets are wanted, ${this.end - this.position} are left`);
    }
    const joined = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.position === this.limit) this.enterChunk();
      const part = Math.min(count - filled, this.limit - this.position);
      joined.set(this.bytes.subarray(this.position, this.position + part), filled);
      this.position += part;
      filled += part;
    }
    return joined;
  }
}
