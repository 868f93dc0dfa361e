import { arrayType } from "./array-types.ts";
import { businessType } from "./business-type.ts";
import type { ListTypes, MapTypes, SetTypes } from "./collection-types.ts";
import { futureType } from "./future-type.ts";
import { type JavaLangTypes, javaLang } from "./java-lang-types.ts";
import {
  type JavaIoTypes,
  type JavaMathTypes,
  type JavaNetTypes,
  type JavaSqlTypes,
  javaIo,
  javaMath,
  javaNet,
  javaSql,
} from "./java-other-types.ts";
import { type JavaTimeTypes, javaTime } from "./java-time-types.ts";
import type { JavaType } from "./java-type.ts";
import { type JavaUtilTypes, javaUtil } from "./java-util-types.ts";
import { abstractType, enumType, unspecifiedType } from "./object-types.ts";
import {
  booleanType,
  byteType,
  charType,
  doubleType,
  floatType,
  intType,
  longType,
  type PrimitiveType,
  shortType,
  voidType,
} from "./primitive-types.ts";
import { referenceType } from "./remote-interface.ts";
import { stringType } from "./string-value.ts";

/**
 * The Java types that parameters, results, fields and elements can have. Java's own classes stand under
 * their packages, `java.util.LinkedList(java.string)`; what one writes by hand has a short name as well.
 */
export const java: JavaTypes = Object.freeze({
  boolean: booleanType,
  byte: byteType,
  short: shortType,
  int: intType,
  long: longType,
  float: floatType,
  double: doubleType,
  char: charType,
  void: voidType,
  string: stringType,
  object: javaLang.Object,
  serializable: javaIo.Serializable,
  list: javaUtil.List,
  set: javaUtil.Set,
  map: javaUtil.Map,
  array: arrayType as JavaTypes["array"],
  enum: enumType,
  value: unspecifiedType,
  abstract: abstractType,
  remote: referenceType,
  business: businessType,
  future: futureType,
  lang: javaLang,
  util: javaUtil,
  time: javaTime,
  math: javaMath,
  net: javaNet,
  sql: javaSql,
  io: javaIo,
});

/** What arrays of primitives are in JavaScript, by the letter of the element. */
export interface PrimitiveArrays {
  readonly Z: boolean[];
  readonly B: Uint8Array;
  readonly C: string[];
  readonly S: Int16Array;
  readonly I: Int32Array;
  readonly J: BigInt64Array;
  readonly F: Float32Array;
  readonly D: Float64Array;
}

/** Makes array types. */
export interface ArrayTypes {
  /** Numbers: one block of memory. `byte[]` is a Uint8Array, as JavaScript has octets everywhere. */
  <D extends keyof PrimitiveArrays>(
    element: JavaType<any> & { readonly descriptor: D },
  ): JavaType<PrimitiveArrays[D] | null>;
  /** All others. */
  <E>(element: JavaType<E>): JavaType<E[] | null>;
}

/** The shape of {@link java}. */
export interface JavaTypes {
  readonly boolean: PrimitiveType<boolean, "Z">;
  readonly byte: PrimitiveType<number, "B">;
  readonly short: PrimitiveType<number, "S">;
  readonly int: PrimitiveType<number, "I">;
  /** bigint; safe integers are accepted too. */
  readonly long: PrimitiveType<bigint, "J">;
  readonly float: PrimitiveType<number, "F">;
  readonly double: PrimitiveType<number, "D">;
  /** A string of one UTF-16 code unit. */
  readonly char: PrimitiveType<string, "C">;
  readonly void: JavaType<void>;
  /** `java.lang.String`. */
  readonly string: JavaType<string | null>;
  /** `java.lang.Object`: any value whose Java class can be told. */
  readonly object: JavaType<unknown>;
  /** `java.io.Serializable`. */
  readonly serializable: JavaType<unknown>;
  /** `java.util.List`. */
  readonly list: ListTypes;
  /** `java.util.Set`. */
  readonly set: SetTypes;
  /** `java.util.Map`. */
  readonly map: MapTypes;
  /** A Java array: typed arrays for numbers, arrays for all others. */
  readonly array: ArrayTypes;
  /** An enum, by its Java name and the names of its constants: a union of strings. */
  readonly enum: typeof enumType;
  /** A class or interface of which only the name is known. */
  readonly value: (name: string) => JavaType<unknown>;
  /** An interface without methods, or whose methods all throw RemoteException. */
  readonly abstract: (name: string) => JavaType<unknown>;
  /** A reference to a remote object: an interface that extends `java.rmi.Remote`. */
  readonly remote: typeof referenceType;
  /** A reference to an EJB 3 business interface, which GlassFish passes inside a value. */
  readonly business: typeof businessType;
  /** `java.util.concurrent.Future` of an asynchronous method. */
  readonly future: typeof futureType;
  /** `java.lang`. */
  readonly lang: JavaLangTypes;
  /** `java.util`. */
  readonly util: JavaUtilTypes;
  /** `java.time`. */
  readonly time: JavaTimeTypes;
  /** `java.math`. */
  readonly math: JavaMathTypes;
  /** `java.net`. */
  readonly net: JavaNetTypes;
  /** `java.sql`. */
  readonly sql: JavaSqlTypes;
  /** `java.io`. */
  readonly io: JavaIoTypes;
}
