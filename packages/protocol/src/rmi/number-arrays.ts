import type { JavaType } from "./java-type.ts";
import { KnownId } from "./known-id.ts";
import { type NumberArray, writeNumbers } from "./primitive-arrays.ts";
import {
  byteType,
  doubleType,
  floatType,
  intType,
  longType,
  shortType,
} from "./primitive-types.ts";
import { escapeClassName } from "./repository-id.ts";
import type { ValueWriter } from "./value-writer.ts";

/** An array of numbers as Java and JavaScript have it. */
export interface NumberArrayClass {
  readonly descriptor: string;
  readonly is: (value: unknown) => boolean;
  readonly accepted: string;
}

/** Arrays of numbers by the type of their elements. */
export const numberArrays: readonly (readonly [JavaType<any>, NumberArrayClass])[] = [
  [
    byteType,
    {
      descriptor: "[B",
      is: (value) => value instanceof Uint8Array || value instanceof Int8Array,
      accepted: "a Uint8Array or null",
    },
  ],
  [
    shortType,
    {
      descriptor: "[S",
      is: (value) => value instanceof Int16Array,
      accepted: "an Int16Array or null",
    },
  ],
  [
    intType,
    {
      descriptor: "[I",
      is: (value) => value instanceof Int32Array,
      accepted: "an Int32Array or null",
    },
  ],
  [
    longType,
    {
      descriptor: "[J",
      is: (value) => value instanceof BigInt64Array,
      accepted: "a BigInt64Array or null",
    },
  ],
  [
    floatType,
    {
      descriptor: "[F",
      is: (value) => value instanceof Float32Array,
      accepted: "a Float32Array or null",
    },
  ],
  [
    doubleType,
    {
      descriptor: "[D",
      is: (value) => value instanceof Float64Array,
      accepted: "a Float64Array or null",
    },
  ],
];

/** The repository id of an array, by its JVM descriptor and the numbers of its element class. */
export function arrayId(descriptor: string, numbers: string): string {
  const name = escapeArrayName(descriptor.replaceAll("/", "."));
  return `RMI:${name}:${numbers}`;
}

/** Brackets and the final semicolon stay as they are. */
function escapeArrayName(name: string): string {
  const [, brackets = "", element = ""] = /^(\[+)(.*)$/.exec(name) ?? [];
  return element.endsWith(";")
    ? `${brackets}${escapeClassName(element.slice(0, -1))};`
    : `${brackets}${element}`;
}

/** Numbers of primitives and interfaces. */
export const NO_CLASS = "0000000000000000";

/** Repository ids of arrays of numbers, by their descriptors. */
const numberArrayIds: { readonly [descriptor: string]: KnownId } = Object.fromEntries(
  numberArrays.map(([, { descriptor }]) => [
    descriptor,
    new KnownId(arrayId(descriptor, NO_CLASS)),
  ]),
);

/** The repository id of an array of numbers, by its descriptor. */
export function numberArrayId(descriptor: string): KnownId {
  return numberArrayIds[descriptor]!;
}

/** Writes a typed array as the Java array of the same numbers. */
export function writeNumberArray(
  values: ValueWriter,
  descriptor: string,
  array: NumberArray,
): void {
  if (!values.beginArray(numberArrayId(descriptor).text, array)) return;
  values.writer.ulong(array.length);
  writeNumbers(values.writer, array);
  values.end();
}

/** The Java array that a typed array is sent as where nothing is declared; undefined for all other values. */
export function numberArrayDescriptor(value: unknown): string | undefined {
  return numberArrays.find(([, array]) => array.is(value))?.[1].descriptor;
}
