import { ClassFileError } from "./class-file-error.ts";

/** Reads the big-endian numbers of a class file; what is not there is an error with its offset. */
export class ClassReader {
  readonly #octets: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #offset: number;

  constructor(octets: Uint8Array, start: number = 0, end: number = octets.length) {
    this.#octets = octets;
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
    this.#offset = start;
    this.#end = end;
  }

  /** Offset of the next octet, counted from the start of the file. */
  get offset(): number {
    return this.#offset;
  }

  /** Octets that are left. */
  get remaining(): number {
    return this.#end - this.#offset;
  }

  u1(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u2(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u4(): number {
    return this.#view.getUint32(this.#take(4));
  }

  i4(): number {
    return this.#view.getInt32(this.#take(4));
  }

  i8(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** A view of the next octets. */
  octets(count: number): Uint8Array {
    const start = this.#take(count);
    return this.#octets.subarray(start, start + count);
  }

  /** A reader of the next `count` octets only; this one goes on behind them. */
  part(count: number): ClassReader {
    const start = this.#take(count);
    return new ClassReader(this.#octets, start, start + count);
  }

  #take(count: number): number {
    const start = this.#offset;
    if (count > this.#end - start) {
      throw new ClassFileError(
        `${count} octets are needed and ${this.#end - start} are left`,
        start,
      );
    }
    this.#offset = start + count;
    return start;
  }
}
