// Octets as hexadecimal text, for stringified references and for everything shown to people.

/** Lower-case hexadecimal text of octets, two digits each, no separators. */
export function toHex(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) text += octet.toString(16).padStart(2, "0");
  return text;
}

/** Value of one hexadecimal digit given as a UTF-16 code unit, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** A number as `0x` and eight digits: the way tags and code sets are written in the standards. */
export function hexNumber(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
}

/** Octets as text to show: visible ASCII as it is, everything else and the backslash as `\xNN`. */
export function printable(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) {
    const plain = octet >= 0x20 && octet < 0x7f && octet !== 0x5c;
    text += plain ? String.fromCharCode(octet) : `\\x${octet.toString(16).padStart(2, "0")}`;
  }
  return text;
}
