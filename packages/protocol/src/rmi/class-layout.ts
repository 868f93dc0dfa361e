import type { JavaType, WireForm } from "./java-type.ts";
import type { KnownId } from "./known-id.ts";
import type { RemoteInterface } from "./remote-interface.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Form of one field on the wire, by its declared Java type (Java to IDL mapping 1.4, §4.3). */
export type FieldKind =
  | "boolean"
  | "octet"
  | "wchar"
  | "short"
  | "long"
  | "longlong"
  | "float"
  | "double"
  /** Classes, arrays, and interfaces like List. */
  | "value"
  /** A value whose class, where unknown, is taken as some Throwable. */
  | "throwable"
  /** Object, Serializable, Externalizable. */
  | "any"
  /** An interface all of whose methods throw RemoteException. */
  | "abstract"
  /** A remote interface. */
  | "reference";

/** One serialised field, in wire order: primitives by name, then the others by name. */
export interface FieldLayout {
  /** Where the value is put, and taken from. */
  readonly name: string | undefined;
  /** Read and dropped: nobody needs it. */
  readonly dropped?: boolean;
  readonly kind: FieldKind;
  /** Declared type where a descriptor gives one: it reads and writes the field. */
  readonly type?: JavaType<unknown> | undefined;
  /** Writes a field of a built-in class whose values do not tell their Java class. */
  readonly write?: ((values: ValueWriter, value: never, path: string) => void) | undefined;
}

/** The object that a value's fields are put into. */
export type JavaFields = Record<string, unknown>;

/** How the state of one Java class lies on the wire, and what it becomes. */
export interface ClassLayout {
  /** Binary name of the class. */
  readonly name: string;
  /** Nearest serialisable superclass; its state comes first. */
  readonly superclass?: ClassLayout | undefined;
  /** Structural hash in the repository id, where other shapes of the class exist. */
  readonly hash?: string | undefined;
  /** The same class as another version of Java has it, with its hash. */
  readonly otherShape?: ClassLayout | undefined;
  /** The class has a `writeObject` of its own: format octet, flag, fields, optional data. */
  readonly custom?: boolean;
  /** The class is Externalizable: format octet and its own data, no fields. */
  readonly externalizable?: boolean;
  readonly fields?: readonly FieldLayout[] | undefined;
  /** Reads what `writeObject` wrote behind the fields. */
  readonly readOptional?: ((values: ValueReader, target: JavaFields) => void) | undefined;
  /** Makes the object before its state is read, so that cycles can refer to it. */
  readonly create?: ((javaClass: string) => object) | undefined;
  /** Makes the final value of a complete object. What it copies is counted: {@link ValueReader.countCopies}. */
  readonly resolve?: ((target: JavaFields, values: ValueReader) => unknown) | undefined;
  /** Own fields go into the property `fields` of the target: a Throwable has names of its own. */
  readonly apart?: boolean;
  /** Id to send the class with, `RMI:name:HASH:SUID`. Undefined: the class is only ever read. */
  readonly repositoryId?: string | undefined;
  /** The same with its octets, where they are kept. */
  readonly knownId?: KnownId | undefined;
  /** The fields to write, of a value that has none itself. Default: the value. */
  readonly source?: ((value: never) => JavaFields) | undefined;
  /** `writeObject` writes without calling `defaultWriteObject`. */
  readonly noDefaults?: boolean;
  /** Writes what `writeObject` (or `writeExternal`) writes behind the fields. */
  readonly writeOptional?: ((values: ValueWriter, value: never) => void) | undefined;
  /** How elements of arrays of the class lie on the wire. Default: `value`. */
  readonly elements?: WireForm | undefined;
  /** The remote interface of this name, for references that stand where any value may. */
  readonly remote?: (() => RemoteInterface<unknown> | undefined) | undefined;
}

/** Whether values of the class are sent in chunks: a class with a `writeObject` is in its chain. */
export function isChunked(layout: ClassLayout): boolean {
  return (
    layout.custom === true ||
    layout.externalizable === true ||
    (layout.superclass !== undefined && isChunked(layout.superclass))
  );
}

/** The Java class of an object made from a value. */
export const javaClassOf: unique symbol = Symbol.for("remora.javaClass") as never;

/**
 * Name of the class that hid the rest of a value: nobody described it, and without chunks nobody can tell
 * where it ends. Fields and elements behind it are missing.
 */
export const incompleteBy: unique symbol = Symbol.for("remora.incompleteBy") as never;

/** A value of a class that nobody described: stepped over, with the values found inside it. */
export class UnknownValue {
  readonly javaClass: string;
  readonly repositoryId: string | undefined;
  /** Values nested in it, in order; nulls and back references are not among them. */
  readonly values: unknown[] = [];

  constructor(javaClass: string, repositoryId: string | undefined) {
    this.javaClass = javaClass;
    this.repositoryId = repositoryId;
  }
}

/** A field list from pairs like `"long size"`; `"long -size"` is written, and dropped when read. */
export function fields(...texts: readonly string[]): readonly FieldLayout[] {
  return texts.map((text) => {
    const [kind, name = "-"] = text.split(" ");
    const dropped = name.startsWith("-");
    return { name: dropped ? name.slice(1) : name, dropped, kind: kind as FieldKind };
  });
}
