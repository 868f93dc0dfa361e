import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { readAny } from "./any.ts";
import { type BoxedClass, boxedClasses, writeBoxed } from "./boxed-types.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import { classIdOf } from "./java-values-layouts.ts";
import { builtInId } from "./repository-id.ts";
import { valuesOf } from "./value-reader.ts";
import { valueType } from "./value-type.ts";
import { type ValueWriter, valueWriterOf } from "./value-writer.ts";

/** A type that travels as an any: `Object`, `Serializable`, `Externalizable`. */
export function anyType(name: string): JavaType<unknown> {
  return Object.freeze({
    name,
    descriptor: `L${name.replaceAll(".", "/")};`,
    form: "any",
    read: (reader: CdrReader) => readAny(valuesOf(reader)),
    write: (writer: CdrWriter, value: unknown, path: string) =>
      valueWriterOf(writer).any(value, path),
  });
}

/** The wrapper of a primitive, which may be null. */
export function boxedType<T>(boxed: BoxedClass<T>): JavaType<T | null> {
  const { layout, primitive } = boxed;
  const kind = typeof boxedSample(boxed);
  return valueType<T>({
    name: layout.name,
    accepted: `${layout.name} or null`,
    // The range is the primitive's business; a long may also be given as a safe integer.
    is: (value) => typeof value === kind || (kind === "bigint" && typeof value === "number"),
    write: (values, value, path) => writeBoxed(values, boxed, value, path || primitive.name),
  });
}

/** A value of the JavaScript type that a wrapper has. */
function boxedSample(boxed: BoxedClass<any>): unknown {
  if (boxed === boxedClasses.Boolean) return true;
  if (boxed === boxedClasses.Long) return 0n;
  return boxed === boxedClasses.Character ? "a" : 0;
}

/**
 * A class or interface of which nothing is known but its name: anything that tells its own class is
 * written, and anything that can be read is read.
 */
export function unspecifiedType(name: string): JavaType<unknown> {
  const type = valueType<unknown>({
    name,
    accepted: "a Java value or null",
    is: () => true,
    write: (values, value, path) => values.value(value, path),
  });
  return Object.freeze({ ...type, layout: Object.freeze({ name }) });
}

/** An interface whose methods all throw RemoteException, or that has none: a flag tells a reference from a value. */
export function abstractType(name: string): JavaType<unknown> {
  return Object.freeze({
    name,
    descriptor: `L${name.replaceAll(".", "/")};`,
    form: "abstract",
    layout: Object.freeze({ name, elements: "abstract" as const }),
    read: (reader: CdrReader) => valuesOf(reader).abstractValue(),
    write: (writer: CdrWriter, value: unknown, path: string) =>
      valueWriterOf(writer).abstractValue(value, path),
  });
}

/** Structural hash of every enum: it has no fields, and `java.lang.Enum` above it. */
const ENUM_NUMBERS = "64D47C1D01980B5E:0000000000000000";

/** An enum: the names of its constants. */
export interface EnumType<T extends string> extends JavaType<T | null> {
  /** Names of the constants, in Java's order. */
  readonly constants: readonly T[];
}

/** An enum: a union of strings. A constant that the descriptor does not name is read all the same. */
export function enumType<const T extends string>(
  name: string,
  constants: readonly T[],
): EnumType<T> {
  const known: ReadonlySet<unknown> = new Set(constants);
  const shown =
    constants.length > 12 ? `${constants.slice(0, 12).join(", ")}, …` : constants.join(", ");
  const type = valueType<T>({
    name,
    accepted: `${name} (${shown}) or null`,
    is: (value) => typeof value === "string",
    write(values, value, path) {
      if (!known.has(value)) throw illegalValue(path, `${name} (${shown}) or null`, value);
      values.constant(name, value);
    },
  });
  const layout = Object.freeze({ name, repositoryId: builtInId(name, ENUM_NUMBERS) });
  return Object.freeze({ ...type, layout, constants: Object.freeze([...constants]) });
}

/** Writes the class object of an enum, as the key type of an EnumMap. */
export function writeClassName(values: ValueWriter, name: string): void {
  values.fresh(builtInId("javax.rmi.CORBA.ClassDesc", "2BABDA04587ADCCC:CFBF02CF5294176B"), () => {
    values.null();
    values.string(classIdOf(name), "");
  });
}
