import type { CdrReader } from "../cdr/reader.ts";

/** Repository id of Java's strings: boxed wide strings (CORBA 3.3 part 2, §9.3.4.8). */
export const STRING_ID = "IDL:omg.org/CORBA/WStringValue:1.0";

/** The octets of {@link STRING_ID} with the terminating NUL. */
export const stringIdOctets: Uint8Array = Uint8Array.from(`${STRING_ID}\0`, (character) =>
  character.charCodeAt(0),
);

/** True when the CDR string whose length is at index `at` is {@link STRING_ID}. */
export function isStringId(reader: CdrReader, at: number): boolean {
  const count = stringIdOctets.length;
  if (at + 4 + count > reader.end || reader.longAt(at) !== count) return false;
  const bytes = reader.bytes;
  for (let index = 0; index < count; index++) {
    if (bytes[at + 4 + index] !== stringIdOctets[index]) return false;
  }
  return true;
}

/** Bits of a value tag above {@link FIRST_VALUE_TAG} (§9.3.4.1). */
export const ValueFlag = {
  codebase: 1,
  /** Two bits: no id, one id (2), a list of ids (6). */
  typeInfo: 6,
  oneId: 2,
  idList: 6,
  chunked: 8,
} as const;
