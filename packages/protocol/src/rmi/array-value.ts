import type { CdrReader } from "../cdr/reader.ts";
import type { WireForm } from "./java-type.ts";
import { readNumbers } from "./primitive-arrays.ts";
import type { ValueReader } from "./value-reader.ts";

/** Element classes whose arrays hold an any per element (Java to IDL mapping 1.4, §4.3.6). */
const anyElements: ReadonlySet<string> = new Set([
  "java.lang.Object",
  "java.io.Serializable",
  "java.io.Externalizable",
]);

/**
 * Reads the state of a Java array: a count, then the elements. `byte[]`, `int[]` … become typed
 * arrays, all others arrays. Undefined when the form of the elements cannot be known from the class
 * name; the array is then stepped over like any unknown value.
 */
export function readArray(values: ValueReader, className: string, at: number): unknown {
  const reader = values.reader;
  switch (className.slice(1)) {
    case "B":
      return remembered(values, at, reader.octets().slice());
    case "Z":
      return remembered(
        values,
        at,
        readEach(reader.sequenceLength(1), () => reader.boolean()),
      );
    case "C":
      // Each element has its own length octet (and mark) in GIOP 1.2.
      return remembered(
        values,
        at,
        readEach(reader.sequenceLength(2), () => reader.wchar()),
      );
    case "S":
      return remembered(
        values,
        at,
        readNumbers(reader, new Int16Array(reader.sequenceLength(2)), readShort),
      );
    case "I":
      return remembered(
        values,
        at,
        readNumbers(reader, new Int32Array(reader.sequenceLength(4)), readLong),
      );
    case "F":
      return remembered(
        values,
        at,
        readNumbers(reader, new Float32Array(reader.sequenceLength(4)), readFloat),
      );
    case "D":
      return remembered(
        values,
        at,
        readNumbers(reader, new Float64Array(reader.sequenceLength(8)), readDouble),
      );
    case "J":
      return remembered(
        values,
        at,
        readNumbers(reader, new BigInt64Array(reader.sequenceLength(8)), readLonglong),
      );
  }
  const element = elementClass(className);
  if (element === undefined) return undefined;
  const form = elementForm(values, element);
  if (form === undefined) return undefined;
  const count = reader.sequenceLength(form === "abstract" ? 1 : 4);
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
function remembered<T>(values: ValueReader, at: number, array: T): T {
  values.remember(at, array);
  return array;
}

function readEach<T>(count: number, read: () => T): T[] {
  const elements: T[] = [];
  for (let index = 0; index < count; index++) elements.push(read());
  return elements;
}

const readShort = (reader: CdrReader): number => reader.short();
const readLong = (reader: CdrReader): number => reader.long();
const readFloat = (reader: CdrReader): number => reader.float();
const readDouble = (reader: CdrReader): number => reader.double();
const readLonglong = (reader: CdrReader): bigint => reader.longlong();
