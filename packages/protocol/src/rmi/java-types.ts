import type { JavaType } from "./java-type.ts";
import {
  booleanType,
  byteType,
  charType,
  doubleType,
  floatType,
  intType,
  longType,
  shortType,
  voidType,
} from "./primitive-types.ts";
import { referenceType } from "./remote-interface.ts";
import { stringType } from "./string-value.ts";

/** The Java types that a method of a remote interface can declare. */
export const java: {
  readonly boolean: JavaType<boolean>;
  readonly byte: JavaType<number>;
  readonly short: JavaType<number>;
  readonly int: JavaType<number>;
  /** bigint; safe integers are accepted too. */
  readonly long: JavaType<bigint>;
  readonly float: JavaType<number>;
  readonly double: JavaType<number>;
  /** A string of one UTF-16 code unit. */
  readonly char: JavaType<string>;
  readonly string: JavaType<string | null>;
  readonly void: JavaType<void>;
  /** A reference to a remote object. */
  readonly object: typeof referenceType;
} = Object.freeze({
  boolean: booleanType,
  byte: byteType,
  short: shortType,
  int: intType,
  long: longType,
  float: floatType,
  double: doubleType,
  char: charType,
  string: stringType,
  void: voidType,
  object: referenceType,
});
