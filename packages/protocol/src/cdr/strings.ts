import { CodeSet } from "./code-sets.ts";

// Stateless between calls: `decode` and `encode` are used without streaming.
const utf8Decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8Encoder = new TextEncoder();
// `fatal`, because lone surrogates must pass as they are, which the slow path does.
const utf16Decoder = new TextDecoder("utf-16be", { fatal: true, ignoreBOM: true });
const utf16LittleDecoder = new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });

/** Up to this many characters, building the text here beats the host's decoder (measured, Node 20). */
const SHORT = 40;
/** Arguments per `String.fromCharCode` call: far below every engine's limit on arguments. */
const BATCH = 2048;

/**
 * Text of the octets `start..end` in a `char` code set, or undefined when they are malformed
 * in it. Anything but UTF-8 is read as ISO 8859-1, of which ISO 646 is a part.
 */
export function decodeChars(
  bytes: Uint8Array,
  start: number,
  end: number,
  charSet: number,
): string | undefined {
  if (end - start <= SHORT) {
    let seen = 0;
    for (let position = start; position < end; position++) seen |= bytes[position]!;
    if (seen < 0x80 || charSet !== CodeSet.utf8) return shortLatin1(bytes, start, end);
  }
  if (charSet === CodeSet.utf8) {
    try {
      return utf8Decoder.decode(bytes.subarray(start, end));
    } catch {
      return undefined;
    }
  }
  let text = "";
  for (let position = start; position < end; position += BATCH) {
    const batch = bytes.subarray(position, Math.min(end, position + BATCH));
    text += String.fromCharCode.apply(null, batch as unknown as number[]);
  }
  return text;
}

/** One character per octet; eight at a time, since each `+=` costs as much as eight conversions. */
function shortLatin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let p = start;
  for (; p + 8 <= end; p += 8) {
    text += String.fromCharCode(
      bytes[p]!,
      bytes[p + 1]!,
      bytes[p + 2]!,
      bytes[p + 3]!,
      bytes[p + 4]!,
      bytes[p + 5]!,
      bytes[p + 6]!,
      bytes[p + 7]!,
    );
  }
  for (; p < end; p++) text += String.fromCharCode(bytes[p]!);
  return text;
}

/** UTF-8 octets of a text that is known to be well-formed. */
export function encodeUtf8(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

/**
 * Text of 16-bit units in a GIOP 1.2 `wchar`/`wstring`, or undefined when the octets are no whole
 * units. A byte order mark is taken off; without one UTF-16 is big-endian whatever the message's
 * byte order is (CORBA 3.3 part 2, §9.3.1.6), while UCS-2 follows the message.
 */
export function decodeWide(
  bytes: Uint8Array,
  start: number,
  end: number,
  wcharSet: number,
  messageLittleEndian: boolean,
): string | undefined {
  if (wcharSet === CodeSet.utf8) return decodeChars(bytes, start, end, CodeSet.utf8);
  if (((end - start) & 1) !== 0) return undefined;
  let littleEndian = wcharSet === CodeSet.ucs2 && messageLittleEndian;
  let position = start;
  if (end - start >= 2) {
    const first = bytes[start]!;
    const second = bytes[start + 1]!;
    if (first === 0xfe && second === 0xff) {
      littleEndian = false;
      position += 2;
    } else if (first === 0xff && second === 0xfe) {
      littleEndian = true;
      position += 2;
    }
  }
  return decodeUnits(bytes, position, end, littleEndian);
}

/** Text of 16-bit units without any mark; lone surrogates pass, as they do in Java and JavaScript. */
export function decodeUnits(
  bytes: Uint8Array,
  start: number,
  end: number,
  littleEndian: boolean,
): string {
  if (end - start <= 2 * SHORT) {
    return littleEndian ? batches(bytes, start, end, true) : shortUnits(bytes, start, end);
  }
  try {
    const decoder = littleEndian ? utf16LittleDecoder : utf16Decoder;
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return batches(bytes, start, end, littleEndian);
  }
}

/** Big-endian units, eight at a time: each `+=` costs as much as eight conversions. */
function shortUnits(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let p = start;
  for (; p + 16 <= end; p += 16) {
    text += String.fromCharCode(
      (bytes[p]! << 8) | bytes[p + 1]!,
      (bytes[p + 2]! << 8) | bytes[p + 3]!,
      (bytes[p + 4]! << 8) | bytes[p + 5]!,
      (bytes[p + 6]! << 8) | bytes[p + 7]!,
      (bytes[p + 8]! << 8) | bytes[p + 9]!,
      (bytes[p + 10]! << 8) | bytes[p + 11]!,
      (bytes[p + 12]! << 8) | bytes[p + 13]!,
      (bytes[p + 14]! << 8) | bytes[p + 15]!,
    );
  }
  if (p + 8 <= end) {
    text += String.fromCharCode(
      (bytes[p]! << 8) | bytes[p + 1]!,
      (bytes[p + 2]! << 8) | bytes[p + 3]!,
      (bytes[p + 4]! << 8) | bytes[p + 5]!,
      (bytes[p + 6]! << 8) | bytes[p + 7]!,
    );
    p += 8;
  }
  if (p + 4 <= end) {
    text += String.fromCharCode(
      (bytes[p]! << 8) | bytes[p + 1]!,
      (bytes[p + 2]! << 8) | bytes[p + 3]!,
    );
    p += 4;
  }
  return p < end ? text + String.fromCharCode((bytes[p]! << 8) | bytes[p + 1]!) : text;
}

function batches(bytes: Uint8Array, start: number, end: number, littleEndian: boolean): string {
  const high = littleEndian ? 1 : 0;
  const low = 1 - high;
  const units = new Uint16Array(Math.min(BATCH, (end - start) >> 1));
  let text = "";
  for (let position = start; position < end; ) {
    const count = Math.min(BATCH, (end - position) >> 1);
    for (let index = 0; index < count; index++, position += 2) {
      units[index] = (bytes[position + high]! << 8) | bytes[position + low]!;
    }
    const batch = count === units.length ? units : units.subarray(0, count);
    text += String.fromCharCode.apply(null, batch as unknown as number[]);
  }
  return text;
}

/** Index of the first surrogate without its partner, or -1. */
export function loneSurrogateAt(text: string): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if ((unit & 0xf800) !== 0xd800) continue;
    // A high surrogate must be followed by a low one; a low one must not come first.
    if (unit > 0xdbff || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) return index;
    index++;
  }
  return -1;
}
