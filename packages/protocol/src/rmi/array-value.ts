import type { CdrReader } from "../cdr/reader.ts";
import type { WireForm } from "./java-type.ts";
import { readNumbers, readOctets } from "./primitive-arrays.ts";
import type { ValueReader } from "./value-reader.ts";

/** Element classes whose arrays hold an any per element (Java to IDL mapping 1.4, §4.3.6). */
const anyElements: ReadonlySet<string> = new Set([
  "java.lang.Object",
  "java.io.Serializable",
  "java.io.Externalizable",
]);

/** Reads the state of an array whose tag is at an index. */
export type ArrayReader = (values: ValueReader, at: number) => unknown;

/** What reads arrays of primitives, by the letter of their elements. */
export const primitiveArrays: { readonly [letter: string]: ArrayReader | undefined } = {
  B: remembering(readOctets),
  Z: remembering((reader) => readEach(reader, reader.sequenceLength(1), readBoolean)),
  // Each element has its own length octet (and mark) in GIOP 1.2.
  C: remembering((reader) => readEach(reader, reader.sequenceLength(2), readWchar)),
  S: remembering((reader) => readNumbers(reader, Int16Array, readShort)),
  I: remembering((reader) => readNumbers(reader, Int32Array, readLong)),
  F: remembering((reader) => readNumbers(reader, Float32Array, readFloat)),
  D: remembering((reader) => readNumbers(reader, Float64Array, readDouble)),
  J: remembering((reader) => readNumbers(reader, BigInt64Array, readLonglong)),
};

/**
 * What reads the state of Java arrays of a class: a count, then the elements. `byte[]`, `int[]` … become
 * typed arrays, all others arrays. Undefined when the form of the elements cannot be known from the class
 * name; the array is then stepped over like any unknown value.
 */
export function arrayReader(values: ValueReader, className: string): ArrayReader | undefined {
  const letter = className.slice(1);
  if (Object.hasOwn(primitiveArrays, letter)) return primitiveArrays[letter];
  const element = elementClass(className);
  const form = element === undefined ? undefined : elementForm(values, element);
  return form === undefined ? undefined : (inside, at) => readElements(inside, at, form);
}

function readElements(values: ValueReader, at: number, form: WireForm): unknown[] {
  const count = values.reader.sequenceLength(form === "abstract" ? 1 : 4);
  const elements: unknown[] = [];
  values.remember(at, elements);
  for (let index = 0; index < count; index++) elements.push(readElement(values, form));
  return elements;
}

/**
 * How elements of a class lie on the wire: that depends on whether it is an interface and of what kind,
 * which a name alone does not tell. The classes of Java itself are no remote interfaces.
 */
function elementForm(values: ValueReader, element: string): WireForm | undefined {
  if (anyElements.has(element)) return "any";
  if (element === "java.rmi.Remote") return "reference";
  if (element.startsWith("[") || element.startsWith("java.")) return "value";
  const layout = values.layoutOf(element);
  return layout === undefined ? undefined : (layout.elements ?? "value");
}

function readElement(values: ValueReader, form: WireForm): unknown {
  switch (form) {
    case "any":
      return values.any();
    case "abstract":
      return values.abstractValue();
    case "reference":
      return values.reference();
    default:
      return values.value();
  }
}

/** `[Lx;` → `x`, `[[I` → `[I`. */
function elementClass(className: string): string | undefined {
  if (className.startsWith("[[")) return className.slice(1);
  if (className.startsWith("[L") && className.endsWith(";")) return className.slice(2, -1);
  return undefined;
}

/** Later indirections may lead to the array itself. */
function remembering(read: (reader: CdrReader) => unknown): ArrayReader {
  return (values, at) => {
    const array = read(values.reader);
    values.remember(at, array);
    return array;
  };
}

function readEach<T>(reader: CdrReader, count: number, read: (reader: CdrReader) => T): T[] {
  const elements: T[] = [];
  for (let index = 0; index < count; index++) elements.push(read(reader));
  return elements;
}

function readBoolean(reader: CdrReader): boolean {
  return reader.boolean();
}

function readWchar(reader: CdrReader): string {
  return reader.wchar();
}

function readShort(reader: CdrReader): number {
  return reader.short();
}

function readLong(reader: CdrReader): number {
  return reader.long();
}

function readFloat(reader: CdrReader): number {
  return reader.float();
}

function readDouble(reader: CdrReader): number {
  return reader.double();
}

function readLonglong(reader: CdrReader): bigint {
  return reader.longlong();
}
