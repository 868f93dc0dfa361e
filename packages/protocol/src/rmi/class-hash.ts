import { sha1 } from "./sha1.ts";

/** What the structural hash of a Java class is made of. */
export interface HashedClass {
  /** Hash of the nearest superclass; 0 when that is Object or not serialisable. */
  readonly superHash: bigint;
  /** The class has a private `writeObject(ObjectOutputStream)`. */
  readonly writeObject: boolean;
  /** Serialised fields of the class itself, in any order. */
  readonly fields: readonly {
    /** Name in Java. */
    readonly name: string;
    /** JVM descriptor of the declared type: `I`, `Ljava/lang/String;`. */
    readonly descriptor: string;
  }[];
}

/**
 * The structural hash in a repository id `RMI:class:HASH:SUID` (Java to IDL mapping 1.4, §4.3.4.7, as the
 * ORB of GlassFish computes it): SHA-1 over the superclass's hash, whether there is a `writeObject`, and
 * every field by name. A receiver that has another hash than ours loses fields without a word.
 */
export function classHash(described: HashedClass): bigint {
  const octets: number[] = [];
  pushInteger(octets, described.superHash, 8);
  pushInteger(octets, described.writeObject ? 2n : 1n, 4);
  const fields = [...described.fields].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const field of fields) {
    octets.push(...modifiedUtf8(field.name), ...modifiedUtf8(field.descriptor));
  }
  const digest = sha1(Uint8Array.from(octets));
  // The first eight octets, the first of them the least significant.
  let hash = 0n;
  for (let index = 7; index >= 0; index--) hash = (hash << 8n) | BigInt(digest[index]!);
  return hash;
}

function pushInteger(octets: number[], value: bigint, size: number): void {
  for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    octets.push(Number((value >> BigInt(shift)) & 0xffn));
  }
}

/**
 * What Java's `DataOutputStream.writeUTF` writes: a length of two octets, then modified UTF-8, in which
 * each UTF-16 unit is by itself and NUL has two octets.
 */
export function modifiedUtf8(text: string): number[] {
  const octets: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 0 && unit < 0x80) octets.push(unit);
    else if (unit < 0x800) octets.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else octets.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return [octets.length >> 8, octets.length & 0xff, ...octets];
}
