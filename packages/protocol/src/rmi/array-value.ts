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
        fill(new Int16Array(reader.sequenceLength(2)), () => reader.short()),
      );
    case "I":
      return remembered(
        values,
        at,
        fill(new Int32Array(reader.sequenceLength(4)), () => reader.long()),
      );
    case "F":
      return remembered(
        values,
        at,
        fill(new Float32Array(reader.sequenceLength(4)), () => reader.float()),
      );
    case "D":
      return remembered(
        values,
        at,
        fill(new Float64Array(reader.sequenceLength(8)), () => reader.double()),
      );
    case "J": {
      const numbers = new BigInt64Array(reader.sequenceLength(8));
      for (let index = 0; index < numbers.length; index++) numbers[index] = reader.longlong();
      return remembered(values, at, numbers);
    }
  }
  const element = elementClass(className);
  if (element === undefined) return undefined;
  const any = anyElements.has(element);
  // Elements of an unknown class may be references or abstract interfaces as well.
  const known =
    any ||
    element.startsWith("[") ||
    element === "java.lang.String" ||
    values.layoutOf(element) !== undefined;
  if (!known) return undefined;
  const count = reader.sequenceLength(4);
  const elements: unknown[] = [];
  values.remember(at, elements);
  for (let index = 0; index < count; index++) elements.push(any ? values.any() : values.value());
  return elements;
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

function fill<T extends Int16Array | Int32Array | Float32Array | Float64Array>(
  array: T,
  read: () => number,
): T {
  for (let index = 0; index < array.length; index++) array[index] = read();
  return array;
}
