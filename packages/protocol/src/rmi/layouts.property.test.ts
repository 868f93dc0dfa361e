import fc from "fast-check";
import { expect, test } from "vitest";
import { difference } from "../../golden/same-graph.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { type JavaClass, javaClass } from "./java-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";

// The standard leaves a sender much freedom in how values are laid out. This writes values with a layout of its own,
// which shares no code with the value writer, and takes every decision at random.

interface Base {
  b: number;
  d: number;
}
interface Loose extends Base {
  j: bigint;
  s: number;
  z: boolean;
  anything: unknown;
  next: Loose | null;
  numbers: Float64Array | null;
  other: Loose | null;
  raw: Uint8Array | null;
  text: string | null;
}
const Base = javaClass<Base>("p.Base", {
  serialVersionUID: 0x12n,
  fields: () => ({ b: java.byte, d: java.double }),
});
const Loose: JavaClass<Loose> = javaClass<Loose>("p.Loose$Inner", {
  serialVersionUID: 3n,
  extends: () => Base,
  fields: () => ({
    j: java.long,
    s: java.short,
    z: java.boolean,
    anything: java.abstract("p.Anything"),
    next: Loose,
    numbers: java.array(java.double),
    other: Loose,
    raw: java.array(java.byte),
    text: java.string,
  }),
});

const STRING = "IDL:omg.org/CORBA/WStringValue:1.0";
const BYTES = "RMI:[B:0000000000000000";
const DOUBLES = "RMI:[D:0000000000000000";
const SPECIAL = "RMI:p.Special:00000000000000AB:0000000000000001";
const CODEBASES = ["file:/srv/app.jar", "http://host/a.jar http://host/b.jar"];

/** Random decisions, the same for the same numbers. */
class Choices {
  readonly #numbers: readonly number[];
  #next = 0;
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }
  below(bound: number): number {
    return (this.#numbers[this.#next++ % this.#numbers.length] ?? 0) % bound;
  }
  maybe(): boolean {
    return this.below(3) === 0;
  }
}

class LooseWriter {
  readonly writer: CdrWriter;
  readonly #choices: Choices;
  readonly #chunked: boolean;
  #depth = 0;
  #chunkAt = -1;
  #pendingEnd = 0;
  readonly #texts = new Map<string, number[]>();
  readonly #objects = new Map<object, number>();

  constructor(choices: Choices, chunked: boolean, littleEndian: boolean) {
    this.writer = new CdrWriter({ littleEndian });
    this.#choices = choices;
    this.#chunked = chunked;
  }

  loose(value: Loose | null, declared: boolean): void {
    if (this.#nullOrBack(value)) return;
    // A subclass that the reader does not know has state behind that of the known base.
    const special = this.#chunked && this.#choices.maybe();
    this.#begin(value!, special ? [SPECIAL, Loose.repositoryId] : [Loose.repositoryId], declared);
    const { b, d, j, s, z, anything, next, numbers, other, raw, text } = value!;
    this.#primitive((writer) => writer.octet(b));
    this.#primitive((writer) => writer.double(d));
    this.#primitive((writer) => writer.longlong(j));
    this.#primitive((writer) => writer.short(s));
    this.#primitive((writer) => writer.boolean(z));
    this.#primitive((writer) => writer.boolean(false));
    if (typeof anything === "string") this.text(anything, false);
    else this.loose(anything as Loose | null, false);
    this.loose(next, true);
    this.#numbers(numbers);
    this.loose(other, true);
    this.#bytes(raw);
    this.text(text, true);
    if (special) {
      this.#primitive((writer) => writer.double(1));
      this.loose(this.#choices.maybe() ? value : null, false);
      this.text("of the subclass", false);
      this.#octets(Uint8Array.of(9, 9, 9));
    }
    this.#end();
  }

  text(value: string | null, declared: boolean): void {
    if (value === null) {
      this.#primitive((writer) => writer.long(0));
      return;
    }
    this.#begin(undefined, [STRING], declared);
    const octets = Uint8Array.from(Buffer.from(value, "utf16le").swap16());
    this.#primitive((writer) => writer.ulong(octets.length));
    this.#octets(octets);
    this.#end();
  }

  #bytes(array: Uint8Array | null): void {
    if (this.#nullOrBack(array)) return;
    this.#begin(array!, [BYTES], true);
    this.#primitive((writer) => writer.ulong(array!.length));
    this.#octets(array!);
    this.#end();
  }

  #numbers(array: Float64Array | null): void {
    if (this.#nullOrBack(array)) return;
    this.#begin(array!, [DOUBLES], true);
    this.#primitive((writer) => writer.ulong(array!.length));
    for (const number of array!) this.#primitive((writer) => writer.double(number));
    this.#end();
  }

  #nullOrBack(value: object | null): boolean {
    if (value === null) {
      this.#primitive((writer) => writer.long(0));
      return true;
    }
    const known = this.#objects.get(value);
    if (known === undefined) return false;
    this.#primitive((writer) => writer.long(-1));
    this.#primitive((writer) => writer.long(known - aligned(writer)));
    return true;
  }

  /** Octets of text and byte arrays: a chunk may end between any two of them. */
  #octets(octets: Uint8Array): void {
    for (let at = 0; at < octets.length; ) {
      const size = this.#choices.maybe()
        ? 1 + this.#choices.below(octets.length - at)
        : octets.length - at;
      this.#primitive((writer) => writer.raw(octets.subarray(at, at + size)));
      at += size;
    }
  }

  #primitive(write: (writer: CdrWriter) => void): void {
    if (this.#depth > 0) {
      if (this.#chunkAt >= 0 && this.#choices.maybe()) this.#closeChunk();
      if (this.#chunkAt < 0) {
        this.#flushEnd();
        this.writer.long(0);
        this.#chunkAt = this.writer.offset;
      }
    }
    write(this.writer);
  }

  /** Tag and header. `declared`: the id may be left out. */
  #begin(identity: object | undefined, ids: readonly string[], declared: boolean): void {
    this.#closeChunk();
    this.#flushEnd();
    const { writer } = this;
    const codebase = this.#choices.maybe();
    const without = declared && ids.length === 1 && this.#choices.maybe();
    const list = ids.length > 1 || (!without && this.#choices.maybe());
    writer.align(4);
    if (identity !== undefined) this.#objects.set(identity, writer.offset);
    writer.long(
      0x7fffff00 | (codebase ? 1 : 0) | (without ? 0 : list ? 6 : 2) | (this.#chunked ? 8 : 0),
    );
    if (codebase) this.#string(CODEBASES[this.#choices.below(2)]!);
    if (list) writer.long(ids.length);
    if (!without) for (const id of ids) this.#string(this.#choices.maybe() ? unpadded(id) : id);
    if (this.#chunked) this.#depth++;
  }

  /** A string of a header: written out, or an indirection to any earlier one. */
  #string(text: string): void {
    const { writer } = this;
    const known = this.#texts.get(text) ?? [];
    if (known.length > 0 && !this.#choices.maybe()) {
      writer.long(-1);
      writer.long(known[this.#choices.below(known.length)]! - aligned(writer));
      return;
    }
    writer.align(4);
    this.#texts.set(text, [...known, writer.offset]);
    writer.string(text);
  }

  #end(): void {
    if (!this.#chunked) return;
    if (this.#pendingEnd === 0) this.#closeChunk();
    this.#pendingEnd = this.#depth--;
    if (this.#depth === 0 || this.#choices.maybe()) this.#flushEnd();
  }

  #closeChunk(): void {
    if (this.#chunkAt < 0) return;
    this.writer.patchUlong(this.#chunkAt - 4, this.writer.offset - this.#chunkAt);
    this.#chunkAt = -1;
  }

  #flushEnd(): void {
    if (this.#pendingEnd === 0) return;
    this.writer.long(-this.#pendingEnd);
    this.#pendingEnd = 0;
  }
}

/** Where the next long will be. */
function aligned(writer: CdrWriter): number {
  return (writer.offset + 3) & ~3;
}

/** Some ORBs leave out the leading zeros of hash and serialVersionUID. */
function unpadded(id: string): string {
  return id.startsWith("RMI:") ? id.replace(/:0+(?=[0-9A-F])/g, ":") : id;
}

interface Plan {
  readonly to: readonly number[];
  readonly numbers: readonly number[];
  readonly raw: Uint8Array | null;
  readonly text: string | null;
}

const plans: fc.Arbitrary<Plan[]> = fc.array(
  fc.record({
    to: fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
    numbers: fc.array(fc.double({ noNaN: true }), { maxLength: 4 }),
    raw: fc.option(fc.uint8Array({ maxLength: 12 })),
    text: fc.option(fc.string({ maxLength: 8 })),
  }),
  { minLength: 1, maxLength: 6 },
);

function graphOf(plan: readonly Plan[]): Loose {
  const nodes = plan.map(
    ({ numbers, raw, text }, index): Loose => ({
      b: -1 - index,
      d: index / 3,
      j: -1n,
      s: 300 + index,
      z: index % 2 === 0,
      anything: text,
      next: null,
      numbers: text === null ? null : Float64Array.from(numbers),
      other: null,
      raw,
      text,
    }),
  );
  plan.forEach(({ to }, index) => {
    const [next = 0, other = 0, anything = 0] = to;
    const node = nodes[index]!;
    node.next = nodes[next] ?? null;
    node.other = nodes[other] ?? null;
    if (anything < nodes.length) node.anything = nodes[anything]!;
    if (anything === 11) node.raw = nodes[0]!.raw;
  });
  return nodes[0]!;
}

test("any layout that the standard allows reads the same", () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.nat(1_000), { minLength: 1, maxLength: 200 }),
      fc.boolean(),
      fc.boolean(),
      (plan, decisions, chunked, littleEndian) => {
        const value = graphOf(plan);
        const wire = new LooseWriter(new Choices(decisions), chunked, littleEndian);
        wire.loose(value, true);
        // What follows is found, and may refer to what was before.
        wire.loose(value, true);
        wire.text("after", false);
        const octets = wire.writer.toBytes();
        const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
        const read = Loose.read(reader);
        expect(difference(read, value)).toBeUndefined();
        expect(Loose.read(reader)).toBe(read);
        expect(java.string.read(reader)).toBe("after");
        expect(reader.remaining()).toBe(0);
      },
    ),
    { numRuns: process.env["REMORA_LONG"] === undefined ? 3_000 : 100_000 },
  );
});

test.each<[string, JavaType<any>, (writer: CdrWriter) => void, unknown]>([
  ["java.lang.Integer", java.lang.Integer, (writer) => writer.long(7), 7],
  ["int[]", java.array(java.int), (writer) => (writer.long(1), writer.long(9)), Int32Array.of(9)],
  [
    "java.util.UUID",
    java.util.UUID,
    (writer) => (writer.longlong(1n), writer.longlong(2n)),
    "00000000-0000-0002-0000-000000000001",
  ],
  [
    "java.util.Date",
    java.util.Date,
    (writer) => (writer.octet(1), writer.octet(1), writer.longlong(5n)),
    new Date(5),
  ],
  [
    "java.util.ArrayList",
    java.util.ArrayList(java.string),
    (writer) => {
      writer.octet(1);
      writer.octet(1);
      writer.long(1);
      writer.long(1);
      writer.octet(0);
      writer.long(0);
    },
    [null],
  ],
])("a value without an id is of the declared class: %s", (_, type, write, value) => {
  const writer = new CdrWriter();
  writer.long(0x7fffff00);
  write(writer);
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  expect(difference(type.read(reader), value)).toBeUndefined();
  expect(reader.remaining()).toBe(0);
});

test("a value without an id where an interface is declared is one of an unknown class", () => {
  const reader = new CdrReader(Uint8Array.of(0x7f, 0xff, 0xff, 0, 1), 0, 5);
  expect(java.list(java.string).read(reader)).toMatchObject({ javaClass: "java.util.List" });
});
