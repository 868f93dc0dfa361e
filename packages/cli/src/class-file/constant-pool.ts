import { ClassFileError } from "./class-file-error.ts";
import type { ClassReader } from "./class-reader.ts";
import { decodeModifiedUtf8 } from "./modified-utf8.ts";

// JVM specification, 4.4: tag → octets behind the tag, for entries of which only the size matters.
const ignoredSizes: ReadonlyMap<number, number> = new Map([
  [4, 4], // Float
  [6, 8], // Double
  [9, 4], // Fieldref
  [10, 4], // Methodref
  [11, 4], // InterfaceMethodref
  [12, 4], // NameAndType
  [15, 3], // MethodHandle
  [16, 2], // MethodType
  [17, 4], // Dynamic
  [18, 4], // InvokeDynamic
  [19, 2], // Module
  [20, 2], // Package
]);

interface Entry {
  readonly offset: number;
  readonly value:
    | { readonly kind: "text"; readonly octets: Uint8Array }
    | { readonly kind: "class" | "string"; readonly index: number }
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "long"; readonly value: bigint }
    | { readonly kind: "other" };
}

/** The constants of a class file, by index. */
export class ConstantPool {
  readonly #entries: readonly (Entry | undefined)[];
  readonly #texts = new Map<number, string>();

  constructor(reader: ClassReader) {
    const count = reader.u2();
    const entries: (Entry | undefined)[] = [undefined];
    while (entries.length < count) {
      const offset = reader.offset;
      const tag = reader.u1();
      entries.push({ offset, value: valueOf(reader, tag, offset) });
      // JVM specification, 4.4.5: long and double take two places.
      if (tag === 5 || tag === 6) entries.push(undefined);
    }
    this.#entries = entries;
  }

  /** The text at an index; `at` is where the index was read. */
  text(index: number, at: number): string {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const { offset, value } = this.#entry(index, at);
    if (value.kind !== "text") throw wrongKind(index, "a text", at);
    const text = decodeModifiedUtf8(value.octets, offset + 3);
    this.#texts.set(index, text);
    return text;
  }

  /** The class name at an index, with dots; arrays stay descriptors. */
  className(index: number, at: number): string {
    const { value } = this.#entry(index, at);
    if (value.kind !== "class") throw wrongKind(index, "a class", at);
    return this.text(value.index, at).replaceAll("/", ".");
  }

  /** As `className`; index 0 stands for none. */
  optionalClassName(index: number, at: number): string | undefined {
    return index === 0 ? undefined : this.className(index, at);
  }

  /** The value of a constant field: number, bigint or string; undefined for floating point. */
  constant(index: number, at: number): number | bigint | string | undefined {
    const { value } = this.#entry(index, at);
    switch (value.kind) {
      case "number":
      case "long":
        return value.value;
      case "string":
        return this.text(value.index, at);
      case "text":
        return this.text(index, at);
      default:
        return undefined;
    }
  }

  #entry(index: number, at: number): Entry {
    const entry = this.#entries[index];
    if (entry === undefined) {
      throw new ClassFileError(`no constant has the index ${index}`, at);
    }
    return entry;
  }
}

function valueOf(reader: ClassReader, tag: number, offset: number): Entry["value"] {
  switch (tag) {
    case 1:
      return { kind: "text", octets: reader.octets(reader.u2()) };
    case 3:
      return { kind: "number", value: reader.i4() };
    case 5:
      return { kind: "long", value: reader.i8() };
    case 7:
      return { kind: "class", index: reader.u2() };
    case 8:
      return { kind: "string", index: reader.u2() };
    default: {
      const size = ignoredSizes.get(tag);
      if (size === undefined) throw new ClassFileError(`no constant has the tag ${tag}`, offset);
      reader.skip(size);
      return { kind: "other" };
    }
  }
}

function wrongKind(index: number, wanted: string, at: number): ClassFileError {
  return new ClassFileError(`constant ${index} is not ${wanted}`, at);
}
