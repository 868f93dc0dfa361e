// Stringified references: "IOR:" and the hexadecimal text of an encapsulated IOR (CORBA 3.3 part 2,
// §7.6).

import { CdrReader } from "../cdr/reader.ts";
import { LocalProtocolError } from "../errors.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { hexDigit, toHex } from "./hex.ts";
import { type Ior, readIor, writeIor } from "./ior.ts";

const acceptedForm = 'expected "IOR:" and an even number of hexadecimal digits';

function illegal(text: string, position: number, problem: string): LocalProtocolError {
  // References run to thousands of digits; what stands around the position is what helps.
  const from = Math.max(0, position - 10);
  const near = JSON.stringify(text.slice(from, position + 10));
  return new LocalProtocolError(
    "STRINGIFIED_IOR",
    `stringified reference of ${text.length} characters: ${problem} at position ${position}, near ${near}; ${acceptedForm}`,
  );
}

/** Whether a text is meant to be a stringified reference. */
export function isStringifiedIor(text: string): boolean {
  return /^\s*ior:/i.test(text);
}

/**
 * The octets behind "IOR:", both cases accepted (§7.6), blanks around the text too, as in a file
 * with a line end.
 */
function decodeHexText(text: string): Uint8Array {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (text.slice(start, start + 4).toLowerCase() !== "ior:") {
    throw illegal(text, start, 'does not begin with "IOR:"');
  }
  const digits = start + 4;
  if (end <= digits) throw illegal(text, digits, "no digits");
  const octets = new Uint8Array((end - digits) >> 1);
  for (let i = digits; i < end; i++) {
    const digit = hexDigit(text.charCodeAt(i));
    if (digit < 0) throw illegal(text, i, "a character that is no hexadecimal digit");
    const at = (i - digits) >> 1;
    if (at < octets.length) octets[at] = ((octets[at] ?? 0) << 4) | digit;
  }
  if ((end - digits) % 2 !== 0) throw illegal(text, end - 1, "half an octet");
  return octets;
}

/**
 * Parses a stringified reference. Throws LocalProtocolError for text that is not of the form, and
 * RemoteProtocolError for digits that are no IOR: those were made by a peer.
 */
export function parseIor(text: string): Ior {
  return readIor(CdrReader.ofEncapsulation(decodeHexText(text)));
}

/** The stringified form of a reference: big-endian, lower-case digits. */
export function stringifyIor(ior: Ior): string {
  return `IOR:${toHex(writeEncapsulated((writer) => writeIor(writer, ior)))}`;
}
