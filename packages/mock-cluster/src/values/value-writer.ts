// Writes Java values the way GlassFish's ORB does: chunks, back references, shared strings (CORBA 3.3 part 2, 9.3.4).
// Only what the mock's own services send; beans write their results through their descriptors.
import type { CdrWriter } from "@remora/protocol/internal";
import type { TypeCode } from "./type-code.ts";

/** Version of the encoding of classes with a writeObject method; a client announces 2, else it gets 1. */
export type StreamFormat = 1 | 2;

const Tag = {
  singleId: 0x7fffff02,
  singleIdChunked: 0x7fffff0a,
  null: 0,
  indirection: 0xffffffff,
} as const;

/** Repository id of a Java string inside a value. */
export const stringValueId = "IDL:omg.org/CORBA/WStringValue:1.0";

/**
 * One message body's worth of values. Inside a chunked value every primitive opens a chunk when none is open, and
 * every nested value closes it; end tags of levels that end together are written as one (Java's habit).
 */
export class ValueWriter {
  readonly #writer: CdrWriter;
  readonly #format: StreamFormat;
  readonly #ids = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  #depth = 0;
  #chunkAt = -1;
  #pendingEnd = 0;

  /** `writer` may already hold the message's head; offsets count from the start of its message. */
  constructor(writer: CdrWriter, format: StreamFormat) {
    this.#writer = writer;
    this.#format = format;
  }

  /** Begins a value and returns the position of its tag, for back references to it. */
  begin(repositoryId: string, chunked: boolean): number {
    const nested = this.#depth > 0;
    this.#closeChunk();
    this.#writer.align(4);
    const at = this.#writer.offset;
    const chunks = chunked || nested;
    this.#writer.ulong(chunks ? Tag.singleIdChunked : Tag.singleId);
    this.#repositoryId(repositoryId);
    if (chunks) this.#depth++;
    return at;
  }

  /** Ends the value begun last. Values outside of chunks have no end mark. */
  end(): void {
    if (this.#depth === 0) return;
    // An end that is still pending closes together with this one: one tag with the lower level says both.
    if (this.#pendingEnd === 0) this.#closeChunk();
    this.#pendingEnd = this.#depth--;
    if (this.#depth === 0) this.#flushEnd();
  }

  /**
   * The part of a class with a writeObject method: format, whether defaultWriteObject was called, its fields, then
   * what writeObject wrote; format 2 wraps that in a value of its own, or null when it wrote nothing.
   */
  customClass(repositoryId: string, fields: () => void, optional?: () => void): void {
    this.octet(this.#format);
    this.boolean(true);
    fields();
    if (this.#format === 1) {
      optional?.();
      return;
    }
    if (optional === undefined) {
      this.null();
      return;
    }
    // Hash and serial version have no leading zeros in this id.
    const id = repositoryId.slice("RMI:".length).replace(/:0+(?=[0-9A-F])/g, ":");
    this.begin(`RMI:org.omg.custom.${id}`, true);
    optional();
    this.end();
  }

  /** A null reference: it lies inside the chunk like any long. */
  null(): void {
    this.long(Tag.null);
  }

  /** A reference to a value that this message already holds. */
  indirection(at: number): void {
    this.#open(4);
    this.#writer.ulong(Tag.indirection);
    this.#writer.long(at - this.#writer.offset);
  }

  /** A string value; a text written before becomes a back reference, as Java's interned strings do. */
  string(text: string | null): void {
    if (text === null) {
      this.null();
      return;
    }
    const known = this.#strings.get(text);
    if (known !== undefined) {
      this.indirection(known);
      return;
    }
    this.#strings.set(text, this.begin(stringValueId, false));
    this.#open(4);
    // The member's writer puts the mark `feff` in front, except in encapsulations, as GlassFish does.
    this.#writer.wstring(text);
    this.end();
  }

  octet(value: number): void {
    this.#open(1);
    this.#writer.octet(value);
  }

  boolean(value: boolean): void {
    this.octet(value ? 1 : 0);
  }

  long(value: number): void {
    this.#open(4);
    this.#writer.long(value);
  }

  /** The TypeCode in front of an any's value. */
  typeCode(type: TypeCode): void {
    this.#open(4);
    type(this.#writer);
  }

  #repositoryId(id: string): void {
    const known = this.#ids.get(id);
    if (known !== undefined) {
      this.#writer.ulong(Tag.indirection);
      this.#writer.long(known - this.#writer.offset);
      return;
    }
    this.#writer.align(4);
    this.#ids.set(id, this.#writer.offset);
    this.#writer.string(id);
  }

  // A chunk's length field is 4-aligned and lies before the padding of its first primitive.
  #open(alignment: number): void {
    this.#flushEnd();
    if (this.#depth === 0 || this.#chunkAt >= 0) return;
    this.#writer.align(4);
    this.#chunkAt = this.#writer.offset;
    this.#writer.ulong(0);
    this.#writer.align(alignment);
  }

  #closeChunk(): void {
    this.#flushEnd();
    if (this.#chunkAt < 0) return;
    this.#writer.patchUlong(this.#chunkAt, this.#writer.offset - this.#chunkAt - 4);
    this.#chunkAt = -1;
  }

  #flushEnd(): void {
    if (this.#pendingEnd === 0) return;
    const level = this.#pendingEnd;
    this.#pendingEnd = 0;
    this.#writer.align(4);
    this.#writer.long(-level);
  }
}
