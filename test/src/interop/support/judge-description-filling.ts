// Long contents that both sides draw from the same generator (test/peers/glassfish/JUDGE.md), so that no description spells them out.
import type { JsonObject } from "./judge-description.ts";
import type { ValueCase } from "./value-case.ts";

/** A 32-bit state that each draw moves on. */
class Filling {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) | 0;
    return this.#state;
  }

  long(): bigint {
    const high = BigInt(this.next());
    return (high << 32n) | BigInt(this.next() >>> 0);
  }
}

const seed = 7;
const filling = (is: string, size: number): JsonObject => ({ is, fill: { size, seed } });

/** Values of so many octets on the wire, or more. */
export function largeCases(octets: number): readonly ValueCase[] {
  const bytes = new Filling(seed);
  const longs = new Filling(seed);
  const chars = new Filling(seed);
  const items = new Filling(seed);
  const units = Uint16Array.from(
    { length: octets / 2 },
    () => 0x20 + ((chars.next() >>> 16) % 0xd000),
  );
  const count = octets / 20;
  return [
    {
      declared: "Bytes",
      value: Uint8Array.from({ length: octets }, () => bytes.next() >>> 24),
      description: filling("byte[]", octets),
    },
    {
      declared: "Longs",
      value: BigInt64Array.from({ length: octets / 8 }, () => longs.long()),
      description: filling("long[]", octets / 8),
    },
    {
      declared: "String",
      value: Buffer.from(units.buffer).toString("utf16le"),
      description: filling("java.lang.String", octets / 2),
    },
    // Each has a tag, an id, a chunk and an end: twenty octets at least.
    {
      declared: "List",
      value: Array.from({ length: count }, () => items.next()),
      description: filling("java.util.ArrayList", count),
    },
  ];
}
