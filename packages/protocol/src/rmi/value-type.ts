import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type ClassLayout, UnknownValue } from "./class-layout.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import type { KnownId } from "./known-id.ts";
import { valuesOf } from "./value-reader.ts";
import { type ValueWriter, valueWriterOf } from "./value-writer.ts";

/** What makes a declared Java type that travels as a value. */
export interface ValueTypeDescription<T> {
  /** The Java name. */
  readonly name: string;
  /** JVM descriptor; default from the name. */
  readonly descriptor?: string;
  /** What JavaScript values are accepted, for errors: `an array or null`. */
  readonly accepted: string;
  /** Whether a value read or given is of the JavaScript form; asked for all but null. */
  is(value: unknown): boolean;
  /** Writes a value that is not null. */
  write(values: ValueWriter, value: T, path: string): void;
  /** Layout of values whose class nobody described, where they can only be of a class below it. */
  readonly fallback?: ClassLayout;
  /** Repository id that values usually have, where it is not the class of the declared type alone. */
  readonly expected?: KnownId | undefined;
  /** See {@link JavaType.uses}. */
  readonly uses?: () => readonly JavaType<any>[];
}

/** A declared type that travels as a value: nullable, and shared where the same object is met again. */
export function valueType<T>(described: ValueTypeDescription<T>): JavaType<T | null> {
  const { name, accepted, uses, fallback, expected } = described;
  const descriptor = described.descriptor ?? `L${name.replaceAll(".", "/")};`;
  // Of a value without an id: it is of the declared class (CORBA 3.3 part 2, §9.3.4.1).
  const declared = `RMI:${descriptor.startsWith("[") ? descriptor.replaceAll("/", ".") : name}`;
  const type: JavaType<T | null> = {
    name,
    descriptor,
    form: "value",
    ...(uses === undefined ? {} : { uses }),
    read(reader: CdrReader): T | null {
      const values = valuesOf(reader);
      if (uses !== undefined) values.know(type);
      const value =
        reader.valueDepth > 0
          ? values.inner(declared, fallback, expected)
          : values.value(declared, fallback, expected);
      // What nobody described is handed on as it is: it never fails the reply.
      if (value !== null && !described.is(value) && !(value instanceof UnknownValue)) {
        reader.fail(`${name} is declared, the value has another class`, "VALUE_CLASS");
      }
      return value as T | null;
    },
    write(writer: CdrWriter, value: T | null, path: string): void {
      const values = valueWriterOf(writer);
      if (value === null) values.null();
      else if (!described.is(value)) throw illegalValue(path, accepted, value);
      else described.write(values, value, path);
    },
  };
  return Object.freeze(type);
}
