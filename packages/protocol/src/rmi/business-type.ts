import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type Ior, isIor } from "../ior/ior.ts";
import type { ClassLayout } from "./class-layout.ts";
import type { BusinessReference } from "./glassfish-classes.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import type { RemoteInterface } from "./remote-interface.ts";
import { valuesOf } from "./value-reader.ts";
import { valueWriterOf } from "./value-writer.ts";

/**
 * The type of EJB 3 business interfaces as parameters, results and fields. In Java they are no remote
 * interfaces, so GlassFish puts the reference into a value that also names the interface.
 */
export function businessType<T>(
  remote: RemoteInterface<T> | (() => RemoteInterface<T>),
): JavaType<T | null> {
  const resolve = typeof remote === "function" ? remote : () => remote;
  return Object.freeze({
    get name(): string {
      return resolve().name;
    },
    get descriptor(): string {
      return `L${resolve().name.replaceAll(".", "/")};`;
    },
    form: "value",
    get layout(): ClassLayout {
      return { name: resolve().name, remote: resolve as () => RemoteInterface<unknown> };
    },
    read(reader: CdrReader): T | null {
      const value = valuesOf(reader).value();
      if (value === null) return null;
      const { java } = reader;
      const isObject = typeof value === "object";
      const stubOf = isObject ? java?.businessInterfaceOf?.(value) : undefined;
      if (stubOf === resolve().name) return value as T;
      // A stub of another interface of the same bean, or what the server's value holds.
      const reference =
        stubOf === undefined
          ? (value as Partial<BusinessReference>).reference
          : java?.iorOf?.(value as object);
      if (typeof reference !== "object" || reference === null) {
        reader.fail(`${resolve().name} is declared, the value holds no reference`, "VALUE_CLASS");
      }
      const toReference = java?.toReference;
      return (
        toReference === undefined
          ? reference
          : toReference(reference, resolve() as RemoteInterface<unknown>)
      ) as T;
    },
    write(writer: CdrWriter, value: T | null, path: string): void {
      const values = valueWriterOf(writer);
      if (value === null) {
        values.null();
        return;
      }
      const given: unknown = value;
      if (typeof given !== "object" || given === null || iorOf(writer, given) === undefined) {
        throw illegalValue(path, `a stub of ${resolve().name} or null`, given);
      }
      values.business(given, resolve().name, path);
    },
  });
}

/** The reference behind a stub; a bare reference stands for itself. */
function iorOf(writer: CdrWriter, value: object): Ior | undefined {
  if (isIor(value)) return value;
  return writer.java?.iorOf?.(value);
}
