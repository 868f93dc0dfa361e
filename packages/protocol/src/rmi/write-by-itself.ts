import { LocalProtocolError } from "../errors.ts";
import { JavaTyped, javaValueClass } from "../java-values/index.ts";
import { boxedClasses, boxedClassOf, writeBoxed } from "./boxed-types.ts";
import { builtInLayouts } from "./built-in-layouts.ts";
import { type ClassLayout, javaClassOf, UnknownValue } from "./class-layout.ts";
import { gregorianCalendarLayout } from "./java-calendar-layouts.ts";
import { isTimeClass, javaTimeLayout } from "./java-time.ts";
import { illegalValue } from "./java-type.ts";
import { arrayListClass } from "./java-util.ts";
import { linkedHashMapClass } from "./java-util-maps.ts";
import { linkedHashSetClass } from "./java-util-sets.ts";
import { dateLayout, writeBigInteger } from "./java-values-layouts.ts";
import { numberArrayDescriptor, writeNumberArray } from "./number-arrays.ts";
import type { NumberArray } from "./primitive-arrays.ts";
import { JavaThrowable } from "./throwable.ts";
import { uniformLayout } from "./uniform-layout.ts";
import type { ValueWriter } from "./value-writer.ts";

const arrayList = uniformLayout(arrayListClass());
const linkedHashMap = uniformLayout(linkedHashMapClass());
const linkedHashSet = uniformLayout(linkedHashSetClass());

/**
 * Writes a value whose Java class nothing declares: the value alone tells it. A number is an Integer
 * where it is one, else a Double; a bigint a Long, else a BigInteger. `typed(…)` says anything else.
 */
export function writeByItself(values: ValueWriter, value: unknown, path: string): void {
  switch (typeof value) {
    case "boolean":
      writeBoxed(values, boxedClasses.Boolean, value, path);
      return;
    case "number":
      // -0 is no int.
      if ((value | 0) === value && !Object.is(value, -0)) {
        writeBoxed(values, boxedClasses.Integer, value, path);
      } else writeBoxed(values, boxedClasses.Double, value, path);
      return;
    case "bigint":
      if (BigInt.asIntN(64, value) === value) writeBoxed(values, boxedClasses.Long, value, path);
      else writeBigInteger(values, value);
      return;
    case "object":
      writeObject(values, value as object, path);
      return;
    default:
      throw illegalValue(path, "a Java value", value);
  }
}

function writeObject(values: ValueWriter, value: object, path: string): void {
  const tag = (value as { readonly [javaClassOf]?: unknown })[javaClassOf];
  if (typeof tag === "string") {
    values.object(describedClass(values, tag, path), value, path);
    return;
  }
  const javaClass = javaValueClass(value);
  if (javaClass !== undefined) {
    writeJavaValue(values, value, javaClass, path);
    return;
  }
  // A collection that another place declared as a class of its own keeps it here, where any class may stand.
  if (values.again(value)) return;
  if (Array.isArray(value)) values.object(arrayList, value, path);
  else if (value instanceof Map) values.object(linkedHashMap, value, path);
  else if (value instanceof Set) values.object(linkedHashSet, value, path);
  else if (value instanceof JavaThrowable) writeThrowable(values, value, path);
  else if (ArrayBuffer.isView(value)) {
    const descriptor = numberArrayDescriptor(value);
    if (descriptor === undefined) throw illegalValue(path, "an array that Java has", value);
    writeNumberArray(values, descriptor, value as NumberArray);
  } else if (value instanceof Date) values.object(dateLayout, checkedDate(value, path), path);
  else {
    const businessInterface = values.writer.java?.businessInterfaceOf?.(value);
    if (businessInterface === undefined) throw noClass(value, path);
    values.business(value, businessInterface, path);
  }
}

/** Values of our own classes: each has one Java class wherever it stands. */
function writeJavaValue(values: ValueWriter, value: object, javaClass: string, path: string): void {
  if (JavaTyped.is(value)) writeTyped(values, value, path);
  else if (isTimeClass(javaClass)) values.object(javaTimeLayout, value, path);
  else if (javaClass === "java.util.Calendar") values.object(gregorianCalendarLayout, value, path);
  else {
    const layout = builtInLayouts.get(javaValueAlias[javaClass] ?? javaClass);
    if (layout?.repositoryId === undefined) throw noClass(value, path);
    values.object(layout, value instanceof Date ? checkedDate(value, path) : value, path);
  }
}

/** Classes that travel under another name. */
const javaValueAlias: { readonly [javaClass: string]: string } = {
  "java.lang.Class": "javax.rmi.CORBA.ClassDesc",
};

function checkedDate(date: Date, path: string): Date {
  if (Number.isNaN(date.getTime())) throw illegalValue(path, "a valid Date", "Invalid Date");
  return date;
}

/** `typed(java.lang.Short, 7)`, and also `typed(java.short, 7)`: inside objects a primitive has its wrapper. */
function writeTyped(values: ValueWriter, { type, value }: JavaTyped<unknown>, path: string): void {
  const boxed = boxedClassOf(type);
  if (boxed !== undefined) writeBoxed(values, boxed, value, path);
  else if (type.form === "value") type.write(values.writer, value, path);
  else if (type.form === "any") values.value(value, path);
  else throw illegalValue(path, "a type that travels as a value", type.name);
}

/** A class that the call's interface, or the declared type, leads to. */
function describedClass(values: ValueWriter, name: string, path: string): ClassLayout {
  const layout = values.layoutOf(name);
  if (layout?.repositoryId === undefined) {
    throw new LocalProtocolError(
      "CLASS_NOT_KNOWN",
      `${path === "" ? "" : `${path}: `}the class ${name} is not described here: name its descriptor in \`classes\` of the remote interface`,
      { path },
    );
  }
  return layout;
}

function writeThrowable(values: ValueWriter, throwable: JavaThrowable, path: string): void {
  const own = throwable.layout;
  const layout = own?.name === throwable.javaClass ? own : values.layoutOf(throwable.javaClass);
  if (layout?.repositoryId === undefined) {
    throw illegalValue(path, "an exception whose class is described", throwable.javaClass);
  }
  values.object(layout, throwable, path);
}

function noClass(value: object, path: string): LocalProtocolError {
  if (value instanceof UnknownValue) {
    return illegalValue(path, "a value of a described class", `one of ${value.javaClass}`);
  }
  return new LocalProtocolError(
    "ARGUMENT_VALUE",
    `${path === "" ? "" : `${path}: `}nothing tells the Java class of ${shownClass(value)}: make it with \`of\` of its descriptor, or say its type with \`typed\``,
    { path },
  );
}

function shownClass(value: object): string {
  const { constructor } = value;
  return typeof constructor !== "function" || constructor === Object
    ? "a plain object"
    : `an object (${constructor.name})`;
}
