import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";

/** Arrays of numbers that JavaScript has as one block of memory. */
export type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array;

/** Byte order of this machine: arrays in the same order are copied as they are. */
const hostIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A class of number arrays: over `ArrayBuffer`s of its own, or with so many zeros. */
export interface NumberArrayMaker<T extends NumberArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (octets: ArrayBufferLike): T;
}

/** Up to this many octets a loop is faster than a view of them and a copy of the view (measured, Node 20). */
const FEW_OCTETS = 48;

/** Octets of another array as an array of their own: the constructor does not clear the memory that it fills, `slice` does. */
export function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const length = end - start;
  if (length > FEW_OCTETS) return new Uint8Array(bytes.subarray(start, end));
  const copy = new Uint8Array(length);
  for (let index = 0; index < length; index++) copy[index] = bytes[start + index]!;
  return copy;
}

/** Reads a `sequence<octet>` into an array of its own. */
export function readOctets(reader: CdrReader): Uint8Array {
  const count = reader.octetCount();
  const start = reader.position;
  // Octets of several chunks are joined in an array that is nobody else's.
  if (start + count > reader.limit) return reader.raw(count);
  reader.position = start + count;
  return copyOf(reader.bytes, start, start + count);
}

/**
 * Reads an array of numbers: a count, then the elements. In one piece where they lie in one: a chunk boundary inside
 * may change the alignment of what follows (CORBA 3.3 part 2, §9.3.4.6), so then `each` reads element by element.
 */
export function readNumbers<T extends NumberArray>(
  reader: CdrReader,
  ArrayClass: NumberArrayMaker<T>,
  each: (reader: CdrReader) => T[number],
): T {
  const size = ArrayClass.BYTES_PER_ELEMENT;
  const count = reader.sequenceLength(size);
  if (count === 0) return new ArrayClass(0);
  const start = reader.position + ((reader.origin - reader.position) & (size - 1));
  const end = start + count * size;
  if (end > reader.limit) {
    const array = new ArrayClass(count);
    for (let index = 0; index < count; index++) array[index] = each(reader) as never;
    return array;
  }
  const octets = copyOf(reader.bytes, start, end);
  reader.position = end;
  if (reader.littleEndian !== hostIsLittle) (reader.java?.swap ?? swap)(octets, size);
  return new ArrayClass(octets.buffer);
}

/** Writes the elements of an array, aligned to their size. */
export function writeNumbers(writer: CdrWriter, array: NumberArray): void {
  const size = array.BYTES_PER_ELEMENT;
  if (array.length === 0) return;
  writer.align(size);
  writer.ensure(array.byteLength);
  const start = writer.position;
  if (size === 1) {
    writer.bytes.set(array as Uint8Array, start);
    writer.position = start + array.length;
    return;
  }
  writer.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start);
  writer.position = start + array.byteLength;
  if (writer.littleEndian !== hostIsLittle) {
    const swapIn = writer.java?.swap ?? swap;
    swapIn(writer.bytes.subarray(start, writer.position), size);
  }
}

/** Turns the byte order of every element. Whole words at a time, where they are aligned in memory. */
function swap(octets: Uint8Array, size: number): void {
  if (size === 1) return;
  if (octets.byteOffset % 4 !== 0 || size === 2) {
    swapOctets(octets, size);
    return;
  }
  const words = new Uint32Array(octets.buffer, octets.byteOffset, octets.length >>> 2);
  if (size === 4) {
    for (let index = 0; index < words.length; index++) words[index] = swapped(words[index]!);
    return;
  }
  for (let index = 0; index < words.length; index += 2) {
    const first = words[index]!;
    words[index] = swapped(words[index + 1]!);
    words[index + 1] = swapped(first);
  }
}

function swapped(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function swapOctets(octets: Uint8Array, size: number): void {
  for (let at = 0; at < octets.length; at += size) {
    for (let low = at, high = at + size - 1; low < high; low++, high--) {
      const octet = octets[low]!;
      octets[low] = octets[high]!;
      octets[high] = octet;
    }
  }
}
