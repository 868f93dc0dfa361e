import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import type { ClassLayout } from "./class-layout.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import { isStringId, STRING_ID, stringIdOctets } from "./value-header.ts";
import { readValue, valuesOf } from "./value-reader.ts";

/** A value tag with one repository id and without chunks or codebase. */
const PLAIN_TAG = 0x7fff_ff02;

/**
 * What every string begins with that we send in big-endian order: tag, length and text of the id,
 * and the pad octet before the length of the wstring.
 */
const bigEndianHead: Uint8Array = Uint8Array.from([
  0x7f,
  0xff,
  0xff,
  0x02,
  0,
  0,
  0,
  stringIdOctets.length,
  ...stringIdOctets,
  0,
]);

/** Reads a `java.lang.String`: null, an indirection to an earlier one, or the text itself. */
export function readStringValue(reader: CdrReader): string | null {
  // The common case without any allocation but the text; all others take the general way.
  if (reader.chunkDepth === 0) {
    const tag = reader.long();
    if (tag === 0) return null;
    const at = reader.position;
    if (tag === PLAIN_TAG && isStringId(reader, at)) {
      reader.position = at + 4 + stringIdOctets.length;
      const text = reader.wstring();
      // Nothing behind the last value can refer to it.
      if (reader.position < reader.end) valuesOf(reader).remember(at - 4, text);
      return text;
    }
    reader.position = at - 4;
  }
  const value = readValue(reader, STRING_ID);
  if (value === null || typeof value === "string") return value;
  return reader.fail("a string is declared, the value has another class", "VALUE_CLASS");
}

/** Writes a `java.lang.String` without chunks. */
export function writeStringValue(writer: CdrWriter, text: string | null, path?: string): void {
  if (text === null) {
    writer.long(0);
    return;
  }
  writer.align(4);
  if (writer.littleEndian) {
    writer.long(PLAIN_TAG);
    writer.octets(stringIdOctets);
  } else writer.raw(bigEndianHead);
  writer.wstring(text, path);
}

/** For arrays of strings; a string itself has a form of its own. */
const stringLayout: ClassLayout = Object.freeze({
  name: "java.lang.String",
  repositoryId: "RMI:java.lang.String:071DA8BE7F971128:A0F0A4387A3BB342",
});

/** `java.lang.String`, nullable as every Java reference. */
export const stringType: JavaType<string | null> = Object.freeze({
  name: "java.lang.String",
  descriptor: "Ljava/lang/String;",
  form: "value" as const,
  layout: stringLayout,
  plain: true,
  read: readStringValue,
  write(writer: CdrWriter, value: string | null, path: string): void {
    if (typeof value !== "string" && value !== null) {
      throw illegalValue(path, "a string or null", value);
    }
    // Once a value has been written, texts may be shared with it, and may have to lie in chunks.
    if (writer.values === undefined) writeStringValue(writer, value, path);
    else writer.values.string(value, path);
  },
});
