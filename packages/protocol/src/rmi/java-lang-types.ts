import { JavaClassName } from "../java-values/index.ts";
import { boxedClasses } from "./boxed-types.ts";
import type { ClassLayout } from "./class-layout.ts";
import { classType } from "./class-types.ts";
import { errorLayout, exceptionLayout, runtimeExceptionLayout } from "./java-lang.ts";
import type { JavaType } from "./java-type.ts";
import { anyType, boxedType, unspecifiedType } from "./object-types.ts";
import { stringType } from "./string-value.ts";
import { JavaThrowable, throwableLayout } from "./throwable.ts";
import { valueType } from "./value-type.ts";

/** A built-in exception class: a type, and the superclass of described ones. */
export type ThrowableType = JavaType<JavaThrowable | null>;

/** Throwables are read with what is known of their class. */
function throwableType(layout: ClassLayout): ThrowableType {
  const type = valueType<JavaThrowable>({
    name: layout.name,
    accepted: "an exception or null",
    is: (value) => value instanceof JavaThrowable,
    fallback: throwableLayout,
    write: (values, value, path) => values.value(value, path),
  });
  return Object.freeze({ ...type, layout });
}

/** Types of `java.lang`. Wrappers of primitives may be null. */
export interface JavaLangTypes {
  readonly Object: JavaType<unknown>;
  readonly String: JavaType<string | null>;
  readonly Boolean: JavaType<boolean | null>;
  readonly Byte: JavaType<number | null>;
  readonly Short: JavaType<number | null>;
  readonly Character: JavaType<string | null>;
  readonly Integer: JavaType<number | null>;
  readonly Long: JavaType<bigint | null>;
  readonly Float: JavaType<number | null>;
  readonly Double: JavaType<number | null>;
  readonly Number: JavaType<unknown>;
  readonly Comparable: JavaType<unknown>;
  readonly CharSequence: JavaType<unknown>;
  readonly Iterable: JavaType<unknown>;
  readonly Class: JavaType<JavaClassName | null>;
  readonly Throwable: ThrowableType;
  readonly Exception: ThrowableType;
  readonly RuntimeException: ThrowableType;
  readonly Error: ThrowableType;
}

/** `java.lang`. */
export const javaLang: JavaLangTypes = Object.freeze({
  Object: anyType("java.lang.Object"),
  String: stringType,
  Boolean: boxedType(boxedClasses.Boolean),
  Byte: boxedType(boxedClasses.Byte),
  Short: boxedType(boxedClasses.Short),
  Character: boxedType(boxedClasses.Character),
  Integer: boxedType(boxedClasses.Integer),
  Long: boxedType(boxedClasses.Long),
  Float: boxedType(boxedClasses.Float),
  Double: boxedType(boxedClasses.Double),
  Number: unspecifiedType("java.lang.Number"),
  Comparable: unspecifiedType("java.lang.Comparable"),
  CharSequence: unspecifiedType("java.lang.CharSequence"),
  Iterable: unspecifiedType("java.lang.Iterable"),
  Class: classType<JavaClassName>("java.lang.Class", "a JavaClassName", JavaClassName.is),
  Throwable: throwableType(throwableLayout),
  Exception: throwableType(exceptionLayout),
  RuntimeException: throwableType(runtimeExceptionLayout),
  Error: throwableType(errorLayout),
});
