import type { JdkType } from "./jdk-types.ts";

/** A Java type at one place: parameter, result, field, element. */
export type TypeUse =
  | { readonly kind: "primitive"; readonly descriptor: string }
  | { readonly kind: "jdk"; readonly type: JdkType; readonly args: readonly TypeUse[] }
  | { readonly kind: "array"; readonly element: TypeUse }
  | { readonly kind: "value" | "enum" | "throwable"; readonly name: string }
  /** `name` is undefined where only `java.rmi.Remote` is known. */
  | { readonly kind: "reference"; readonly name: string | undefined; readonly business: boolean }
  /** Nothing is known of the class but its name and form. */
  | { readonly kind: "opaque"; readonly name: string; readonly isAbstract: boolean }
  | { readonly kind: "future"; readonly result: TypeUse }
  | { readonly kind: "nonNull"; readonly type: TypeUse };

/** A field of a class. */
export interface FieldModel {
  readonly javaName: string;
  readonly name: string;
  readonly type: TypeUse;
  /** False for a field that only a hand-written part fills: it is no part of the descriptor. */
  readonly serialised: boolean;
}

/** A class whose objects travel as values. */
export interface ValueModel {
  readonly kind: "value";
  readonly name: string;
  /** Nearest serialisable superclass. */
  readonly superclass: string | undefined;
  readonly serialVersionUid: bigint;
  readonly fields: readonly FieldModel[];
  readonly writeObject: boolean;
  readonly externalizable: boolean;
  /** Hand-written part: what the overlay names. */
  readonly custom: { readonly module: string; readonly export: string } | undefined;
}

/** An exception class. */
export interface ThrowableModel {
  readonly kind: "throwable";
  readonly name: string;
  /** Undefined directly below Exception and RuntimeException. */
  readonly superclass: string | undefined;
  /** Directly below RuntimeException. */
  readonly isRuntime: boolean;
  readonly serialVersionUid: bigint;
  readonly fields: readonly FieldModel[];
}

/** An enum. */
export interface EnumModel {
  readonly kind: "enum";
  readonly name: string;
  readonly constants: readonly string[];
}

/** A parameter of a method. */
export interface ParameterModel {
  readonly name: string;
  readonly type: TypeUse;
}

/** A method of a remote interface. */
export interface MethodModel {
  /** In JavaScript. */
  readonly name: string;
  /** `find(long)`, as Java has it. */
  readonly label: string;
  readonly javaName: string;
  readonly wireName: string;
  readonly params: readonly ParameterModel[];
  readonly result: TypeUse;
  /** Exception classes that are generated. */
  readonly throws: readonly string[];
  /** `java.lang.Exception` and the like, where declared: any exception of the application may come. */
  readonly throwsAnyBelow: readonly string[];
  readonly idempotent: boolean;
}

/** A remote interface. */
export interface InterfaceModel {
  readonly kind: "interface";
  readonly name: string;
  readonly view: "business" | "rmi";
  /** What it inherits from, where the run time describes that: `jakarta.ejb.EJBObject` or `jakarta.ejb.EJBHome`. */
  readonly ejb2: "EJBObject" | "EJBHome" | undefined;
  /** Without those that `ejb2` gives. */
  readonly methods: readonly MethodModel[];
  readonly bean: "stateless" | "stateful" | "singleton" | undefined;
  /** JavaScript name of the method that ends a session. */
  readonly remove: string | undefined;
  /** Classes that its values may have without being declared. */
  readonly classes: readonly string[];
}

/** Anything that becomes TypeScript. */
export type ClassModel = ValueModel | ThrowableModel | EnumModel | InterfaceModel;

/** Calls back for the type and every type inside it. */
export function eachType(type: TypeUse, visit: (type: TypeUse) => void): void {
  visit(type);
  switch (type.kind) {
    case "jdk":
      for (const one of type.args) eachType(one, visit);
      break;
    case "array":
      eachType(type.element, visit);
      break;
    case "future":
      eachType(type.result, visit);
      break;
    case "nonNull":
      eachType(type.type, visit);
      break;
    default:
  }
}
