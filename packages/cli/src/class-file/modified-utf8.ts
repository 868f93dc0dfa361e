import { ClassFileError } from "./class-file-error.ts";

/** Decodes the texts of a class file (JVM specification, 4.4.7): every UTF-16 unit by itself, NUL in two octets. */
export function decodeModifiedUtf8(octets: Uint8Array, offset: number): string {
  let text = "";
  for (let index = 0; index < octets.length; ) {
    const first = octets[index]!;
    const length = first < 0x80 ? 1 : (first & 0xe0) === 0xc0 ? 2 : (first & 0xf0) === 0xe0 ? 3 : 0;
    if (length === 0 || index + length > octets.length) {
      throw new ClassFileError("the text is not modified UTF-8", offset + index);
    }
    let unit = length === 1 ? first : length === 2 ? first & 0x1f : first & 0x0f;
    for (let next = 1; next < length; next++) unit = (unit << 6) | (octets[index + next]! & 0x3f);
    text += String.fromCharCode(unit);
    index += length;
  }
  return text;
}
