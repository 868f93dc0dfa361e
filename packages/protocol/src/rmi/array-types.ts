import type { CdrWriter } from "../cdr/writer.ts";
import { illegalValue, type JavaType, within } from "./java-type.ts";
import {
  arrayId,
  NO_CLASS,
  numberArrayId,
  numberArrays,
  writeNumberArray,
} from "./number-arrays.ts";
import type { NumberArray } from "./primitive-arrays.ts";
import { booleanType, charType } from "./primitive-types.ts";
import { valueType } from "./value-type.ts";
import type { ValueWriter } from "./value-writer.ts";

/** `boolean[]` and `char[]`: JavaScript has no memory block for them. */
function smallArray<T>(element: JavaType<T>, descriptor: string): JavaType<T[] | null> {
  return valueType<T[]>({
    name: `${element.name}[]`,
    descriptor,
    accepted: "an array or null",
    is: Array.isArray,
    write(values, array, path) {
      values.array(arrayId(descriptor, NO_CLASS), array, () => {
        values.writer.ulong(array.length);
        writeEach(values.writer, element, array, path);
      });
    },
  });
}

function writeEach<T>(
  writer: CdrWriter,
  element: JavaType<T>,
  array: readonly T[],
  path: string,
): void {
  let index = 0;
  try {
    for (; index < array.length; index++) element.write(writer, array[index] as T, "");
  } catch (error) {
    throw within(error, `${path}[${index}]`);
  }
}

/** The numbers of the class in an array's repository id: those of its innermost elements. */
function numbersOf(element: JavaType<any>): string {
  const { layout } = element;
  const id = layout?.repositoryId;
  return id === undefined ? NO_CLASS : id.split(":").slice(2).join(":");
}

/** An array type, and what its id says of its elements. */
export interface ArrayType<T> extends JavaType<T[] | null> {
  /** Hash and serialVersionUID of the innermost element class. @internal */
  readonly numbers: () => string;
}

/** A Java array. Arrays of numbers are typed arrays in JavaScript, all others are arrays. */
export function arrayType(element: JavaType<any>): JavaType<any> {
  const known = numberArrays.find(([type]) => type === element)?.[1];
  if (known !== undefined) {
    return valueType<NumberArray>({
      name: `${element.name}[]`,
      ...known,
      expected: numberArrayId(known.descriptor),
      write: (values, array) => writeNumberArray(values, known.descriptor, array),
    });
  }
  if (element === booleanType) return smallArray(booleanType, "[Z");
  if (element === charType) return smallArray(charType, "[C");
  if (element.descriptor === undefined) {
    throw illegalValue(`array of ${element.name}`, "a Java type", element.name);
  }
  const descriptor = `[${element.descriptor}`;
  const numbers = (): string =>
    "numbers" in element ? (element as ArrayType<unknown>).numbers() : numbersOf(element);
  let id: string | undefined;
  const write = elementOfArray(element);
  const type = valueType<unknown[]>({
    name: `${element.name}[]`,
    descriptor,
    accepted: "an array or null",
    is: Array.isArray,
    uses: () => [element],
    write(values, array, path) {
      id ??= arrayId(descriptor, numbers());
      values.array(id, array, () => {
        values.writer.ulong(array.length);
        let index = 0;
        try {
          for (; index < array.length; index++) write(values, array[index]);
        } catch (error) {
          throw within(error, `${path}[${index}]`);
        }
      });
    },
  });
  return Object.freeze({ ...type, numbers });
}

/** Elements have the form of their declared type; values find their chunks themselves. */
function elementOfArray(element: JavaType<any>): (values: ValueWriter, value: unknown) => void {
  if (element.form === "value") return (values, value) => element.write(values.writer, value, "");
  return (values, value) => {
    values.open();
    element.write(values.writer, value, "");
  };
}
