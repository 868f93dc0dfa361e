import { LocalProtocolError } from "../errors.ts";
import type { JavaContext } from "../rmi/java-context.ts";
import type { ValueWriter } from "../rmi/value-writer.ts";
import { CodeSet } from "./code-sets.ts";
import { encodeUtf8, loneSurrogateAt } from "./strings.ts";

/** How a {@link CdrWriter} is to write. */
export interface CdrWriterOptions {
  /** Octets to begin with; it grows. Default: 256. */
  readonly capacity?: number | undefined;
  /** Default: false (big-endian). */
  readonly littleEndian?: boolean | undefined;
  /** Default: 2. */
  readonly giopMinor?: number | undefined;
  /** Transmission code set of `char` and `string`. Default: UTF-8. */
  readonly charSet?: number | undefined;
  /** Transmission code set of `wchar` and `wstring`. Default: UTF-16. */
  readonly wcharSet?: number | undefined;
}

/**
 * Writes CDR (CORBA 3.3 part 2, §9.3) into an octet array that grows. Padding is written as zeros:
 * the array may be reused, and what lay there before is nobody's business.
 *
 * Indexes into `bytes` are valid only until the next write, since growing may move everything; what
 * must be kept is an offset from `origin`.
 */
export class CdrWriter {
  bytes: Uint8Array;
  position: number;
  /** Index that alignment counts from: the start of the message or of the encapsulation. */
  origin: number;
  littleEndian: boolean;
  giopMinor: number;
  charSet: number;
  wcharSet: number;
  /** Values and repository ids written so far, for indirections; made when first needed. */
  values: ValueWriter | undefined;
  /** Classes and references of the call that is being written. */
  java: JavaContext | undefined;
  #view: DataView | undefined;

  constructor(options?: CdrWriterOptions) {
    this.bytes = new Uint8Array(options?.capacity ?? 256);
    this.position = 0;
    this.origin = 0;
    this.littleEndian = options?.littleEndian ?? false;
    this.giopMinor = options?.giopMinor ?? 2;
    this.charSet = options?.charSet ?? CodeSet.utf8;
    this.wcharSet = options?.wcharSet ?? CodeSet.utf16;
    this.values = undefined;
    this.java = undefined;
    this.#view = undefined;
  }

  /** Octets since `origin`: what {@link patchUlong} takes. */
  get offset(): number {
    return this.position - this.origin;
  }

  /** Makes room for `count` more octets. */
  ensure(count: number): void {
    if (this.position + count > this.bytes.length) this.grow(count);
  }

  /** Replaces `bytes` by a larger array; may move the data, and `position` and `origin` with it. */
  protected grow(count: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.position + count));
    larger.set(this.bytes.subarray(0, this.position));
    this.bytes = larger;
  }

  /** Pads with zeros to the next multiple of `boundary` (a power of two). */
  align(boundary: number): void {
    const padding = (this.origin - this.position) & (boundary - 1);
    this.ensure(padding);
    for (let left = padding; left > 0; left--) this.bytes[this.position++] = 0;
  }

  /** An octet; only the lowest eight bits count. */
  octet(value: number): void {
    if (this.position >= this.bytes.length) this.grow(1);
    this.bytes[this.position++] = value;
  }

  /** A boolean as one octet. */
  boolean(value: boolean): void {
    this.octet(value ? 1 : 0);
  }

  /** A signed 16-bit integer; only the lowest bits count, as in all integers here. */
  short(value: number): void {
    this.ushort(value);
  }

  /** An unsigned 16-bit integer. */
  ushort(value: number): void {
    if (this.position + 3 > this.bytes.length) this.grow(3);
    const bytes = this.bytes;
    let position = this.position;
    if (((this.origin - position) & 1) !== 0) bytes[position++] = 0;
    if (this.littleEndian) {
      bytes[position] = value;
      bytes[position + 1] = value >> 8;
    } else {
      bytes[position] = value >> 8;
      bytes[position + 1] = value;
    }
    this.position = position + 2;
  }

  /** A signed 32-bit integer. Room for the padding is made at once, to check only one time. */
  long(value: number): void {
    if (this.position + 7 > this.bytes.length) this.grow(7);
    let position = this.position;
    for (let padding = (this.origin - position) & 3; padding > 0; padding--) {
      this.bytes[position++] = 0;
    }
    this.position = position + 4;
    this.#putLong(position, value);
  }

  /** An unsigned 32-bit integer. */
  ulong(value: number): void {
    this.long(value);
  }

  /** A signed 64-bit integer. */
  longlong(value: bigint): void {
    const at = this.#eight();
    this.#dataView().setBigInt64(at, value, this.littleEndian);
  }

  /** An unsigned 64-bit integer. */
  ulonglong(value: bigint): void {
    const at = this.#eight();
    this.#dataView().setBigUint64(at, value, this.littleEndian);
  }

  /** An IEEE single; rounds. */
  float(value: number): void {
    this.align(4);
    this.ensure(4);
    this.#dataView().setFloat32(this.position, value, this.littleEndian);
    this.position += 4;
  }

  /** An IEEE double. */
  double(value: number): void {
    const at = this.#eight();
    this.#dataView().setFloat64(at, value, this.littleEndian);
  }

  /** Octets as they are, without a length. */
  raw(octets: Uint8Array): void {
    this.ensure(octets.length);
    this.bytes.set(octets, this.position);
    this.position += octets.length;
  }

  /** A `sequence<octet>`. */
  octets(octets: Uint8Array): void {
    this.ulong(octets.length);
    this.raw(octets);
  }

  /** One character that is one octet in the `char` code set. Throws LocalProtocolError for others. */
  char(value: string, path?: string): void {
    const code = value.charCodeAt(0);
    const largest = this.charSet === CodeSet.latin1 ? 0xff : 0x7f;
    if (value.length !== 1 || code > largest) {
      throw illegal("a char must be one character of the code set", value, path);
    }
    this.octet(code);
  }

  /** A `string`: its length with the terminating NUL, its octets, NUL (§9.3.2.7). */
  string(text: string, path?: string): void {
    const length = text.length;
    this.ensure(length + 8);
    this.ulong(length + 1);
    const bytes = this.bytes;
    const start = this.position;
    // Nearly all strings are ASCII: copy as if it were, and look afterwards whether it was.
    let seen = 0;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      // A NUL would end the string early for the peer.
      if (code === 0) throw illegal("a string must not hold NUL", text, path);
      bytes[start + index] = code;
      seen |= code;
    }
    if (seen > 0x7f) {
      this.position = start - 4;
      this.#nonAscii(text, seen, path);
      return;
    }
    bytes[start + length] = 0;
    this.position = start + length + 1;
  }

  /** One `wchar`: a single 16-bit unit. A surrogate has no meaning alone, and Java refuses it. */
  wchar(text: string, path?: string): void {
    if (text.length !== 1) throw illegal("a wchar must be one UTF-16 code unit", text, path);
    const unit = text.charCodeAt(0);
    if (this.giopMinor < 2) {
      this.#requireWide(path);
      this.ushort(unit);
    } else if (this.wcharSet === CodeSet.utf8) {
      const octets = encodeUtf8(text);
      this.octet(octets.length);
      this.raw(octets);
    } else {
      if ((unit & 0xf800) === 0xd800) requirePair(text, 0, path);
      const little = this.wcharSet === CodeSet.ucs2 && this.littleEndian;
      const marked = isMark(unit);
      this.octet(marked ? 4 : 2);
      if (marked) this.#putUnit(MARK, little);
      this.#putUnit(unit, little);
    }
  }

  /**
   * A `wstring`. GIOP 1.2: a length in octets, then the units big-endian without a mark, which every
   * ORB takes (§9.3.1.6); GIOP 1.1: a length in characters with NUL, in message order.
   */
  wstring(text: string, path?: string): void {
    if (this.wcharSet === CodeSet.utf8 && this.giopMinor >= 2) {
      requireWellFormed(text, path);
      this.octets(encodeUtf8(text));
      return;
    }
    const length = text.length;
    const old = this.giopMinor < 2;
    if (old) this.#requireWide(path);
    const little = this.littleEndian && (old || this.wcharSet === CodeSet.ucs2);
    // A text that begins with U+FEFF would lose it as a mark; one more mark keeps it.
    const marked = !old && length > 0 && isMark(text.charCodeAt(0));
    this.ensure(2 * length + 11);
    this.ulong(old ? length + 1 : marked ? 2 * length + 2 : 2 * length);
    if (marked) this.#putUnit(MARK, little);
    const bytes = this.bytes;
    let position = this.position;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if ((unit & 0xf800) === 0xd800) requirePair(text, index, path);
      if (little) {
        bytes[position++] = unit;
        bytes[position++] = unit >> 8;
      } else {
        bytes[position++] = unit >> 8;
        bytes[position++] = unit;
      }
    }
    if (old) {
      bytes[position++] = 0;
      bytes[position++] = 0;
    }
    this.position = position;
  }

  /** An encapsulation (§9.3.3): `write` gets this writer with alignment that begins anew. */
  encapsulation(write: (writer: CdrWriter) => void): void {
    this.ulong(0);
    const outward = this.position - this.origin;
    const { charSet, values } = this;
    // Indirections never lead out of an encapsulation, nor into one (§9.3.4.3).
    this.values = undefined;
    this.origin = this.position;
    this.charSet = CodeSet.latin1;
    this.octet(this.littleEndian ? 1 : 0);
    let length: number;
    try {
      write(this);
    } finally {
      length = this.position - this.origin;
      // Growing may have moved the data, but never the distance between the two origins.
      this.origin -= outward;
      this.charSet = charSet;
      this.values = values;
    }
    this.patchUlong(outward - 4, length);
  }

  /** Overwrites the ulong that is `offset` octets behind `origin`. */
  patchUlong(offset: number, value: number): void {
    this.#putLong(this.origin + offset, value);
  }

  /** The long that was written `offset` octets behind `origin`. */
  longAt(offset: number): number {
    const { bytes, littleEndian } = this;
    const at = this.origin + offset;
    // Most significant first: the index of the first octet, and the step to the next.
    const first = littleEndian ? at + 3 : at;
    const step = littleEndian ? -1 : 1;
    return (
      (bytes[first]! << 24) |
      (bytes[first + step]! << 16) |
      (bytes[first + 2 * step]! << 8) |
      bytes[first + 3 * step]!
    );
  }

  /** A copy of everything since `origin`. */
  toBytes(): Uint8Array {
    return this.bytes.slice(this.origin, this.position);
  }

  /** Four octets at an index that is inside the array. */
  #putLong(position: number, value: number): void {
    const bytes = this.bytes;
    if (this.littleEndian) {
      bytes[position] = value;
      bytes[position + 1] = value >> 8;
      bytes[position + 2] = value >> 16;
      bytes[position + 3] = value >> 24;
    } else {
      bytes[position] = value >> 24;
      bytes[position + 1] = value >> 16;
      bytes[position + 2] = value >> 8;
      bytes[position + 3] = value;
    }
  }

  /** One 16-bit unit without alignment: wide text of GIOP 1.2 has none. */
  #putUnit(unit: number, littleEndian: boolean): void {
    this.octet(littleEndian ? unit & 0xff : unit >> 8);
    this.octet(littleEndian ? unit >> 8 : unit & 0xff);
  }

  /** Makes room for eight aligned octets and returns their index. */
  #eight(): number {
    this.align(8);
    this.ensure(8);
    const at = this.position;
    this.position = at + 8;
    return at;
  }

  /** Only floats need one; integers are written octet by octet, which is faster. */
  #dataView(): DataView {
    const bytes = this.bytes;
    // `bytes` is replaced when it grows; a view of the old array must not be written to.
    if (this.#view?.buffer !== bytes.buffer || this.#view.byteOffset !== bytes.byteOffset) {
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.#view;
  }

  /** A string that needs more than ASCII; the length was written, and is written again. */
  #nonAscii(text: string, seen: number, path: string | undefined): void {
    if (this.charSet === CodeSet.utf8) {
      requireWellFormed(text, path);
      const octets = encodeUtf8(text);
      this.ulong(octets.length + 1);
      this.raw(octets);
      this.octet(0);
      return;
    }
    if (this.charSet !== CodeSet.latin1 || seen > 0xff) {
      throw illegal("a string must fit into the connection's char code set", text, path);
    }
    // ISO 8859-1: the loop of `string` has already put the octets in place.
    this.position += 4 + text.length;
    this.octet(0);
  }

  /** Wide characters came with GIOP 1.1. */
  #requireWide(path: string | undefined): void {
    if (this.giopMinor === 0) {
      throw new LocalProtocolError("WIDE_TEXT_IN_GIOP_1_0", "GIOP 1.0 has no wide characters", {
        path,
      });
    }
  }
}

const MARK = 0xfeff;

/** Units that a reader takes for a byte order mark. */
function isMark(unit: number): boolean {
  return unit === MARK || unit === 0xfffe;
}

/** Throws unless the surrogate at `index` has its partner beside it. */
function requirePair(text: string, index: number, path: string | undefined): void {
  const unit = text.charCodeAt(index);
  const paired =
    unit <= 0xdbff
      ? (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
      : (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
  if (!paired) throw illegal(`text must have no lone surrogate (index ${index})`, text, path);
}

function requireWellFormed(text: string, path: string | undefined): void {
  const index = loneSurrogateAt(text);
  if (index >= 0) throw illegal(`text must have no lone surrogate (index ${index})`, text, path);
}

function illegal(problem: string, text: string, path: string | undefined): LocalProtocolError {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  const where = path === undefined || path === "" ? "" : `${path}: `;
  return new LocalProtocolError("ARGUMENT_VALUE", `${where}${problem}, not ${shown}`, { path });
}
