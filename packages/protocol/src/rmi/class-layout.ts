import type { ValueReader } from "./value-reader.ts";

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
  /** Where the value is put; undefined: read and dropped. */
  readonly name: string | undefined;
  readonly kind: FieldKind;
}

/** The object that a value's fields are put into. */
export type JavaFields = Record<string, unknown>;

/** How the state of one Java class lies on the wire, and what it becomes. */
export interface ClassLayout {
  /** Binary name of the class. */
  readonly name: string;
  /** Nearest serialisable superclass; its state comes first. */
  readonly superclass?: ClassLayout;
  /** Structural hash in the repository id, where other shapes of the class exist. */
  readonly hash?: string;
  /** The class has a `writeObject` of its own: format octet, flag, fields, optional data. */
  readonly custom?: boolean;
  /** The class is Externalizable: format octet and its own data, no fields. */
  readonly externalizable?: boolean;
  readonly fields?: readonly FieldLayout[];
  /** Reads what `writeObject` wrote behind the fields. */
  readonly readOptional?: (values: ValueReader, target: JavaFields) => void;
  /** Makes the object before its state is read, so that cycles can refer to it. */
  readonly create?: (javaClass: string) => object;
  /** Makes the final value of a complete object. */
  readonly resolve?: (target: JavaFields) => unknown;
}

/** The Java class of an object made from a value. */
export const javaClassOf: unique symbol = Symbol.for("remora.javaClass") as never;

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

/** A field list from pairs like `"long size"`; `"long"` alone is read and dropped. */
export function fields(...texts: readonly string[]): readonly FieldLayout[] {
  return texts.map((text) => {
    const [kind, name] = text.split(" ");
    return { name, kind: kind as FieldKind };
  });
}
