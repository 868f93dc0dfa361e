import { boxedClassOf, writeBoxed } from "./boxed-types.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Writes one object as `writeObject` of Java's streams does: a flag, then reference or value. */
export type ElementWriter = (values: ValueWriter, element: unknown, path: string) => void;

/** For elements of which nothing is declared: the value alone tells its class. */
export const writeAnyElement: ElementWriter = (values, element, path) => {
  values.abstractValue(element, path);
};

/** For classes that throw where an element is null: their server would refuse the whole value. */
export function notNull(write: ElementWriter, where: string): ElementWriter {
  return (values, element, path) => {
    if (element === null || element === undefined) {
      throw illegalValue(path, `anything but null (none in a ${where})`, element);
    }
    write(values, element, path);
  };
}

/** Elements of a declared type; a primitive stands for its wrapper, as in `List<Integer>`. */
export function elementWriter(type: JavaType<any> | undefined): ElementWriter {
  if (type === undefined || type.form === "any") return writeAnyElement;
  const { form } = type;
  if (form === "abstract") {
    return (values, element, path) => {
      values.open();
      type.write(values.writer, element, path);
    };
  }
  const boxed = boxedClassOf(type);
  if (boxed !== undefined) {
    return (values, element, path) => {
      values.open();
      values.writer.octet(0);
      if (element === null) values.null();
      else writeBoxed(values, boxed, element, path);
    };
  }
  // A null reference is written as a null value: the flag of a reference promises an IOR.
  const flag = form === "reference" ? 1 : 0;
  return (values, element, path) => {
    values.open();
    if (element === null) {
      values.writer.octet(0);
      values.null();
      return;
    }
    values.writer.octet(flag);
    type.write(values.writer, element, path);
  };
}
