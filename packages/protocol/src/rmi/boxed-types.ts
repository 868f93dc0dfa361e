import type { CdrWriter } from "../cdr/writer.ts";
import { type ClassLayout, fields } from "./class-layout.ts";
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
} from "./primitive-types.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueWriter } from "./value-writer.ts";

/** A class of `java.lang` that wraps a primitive. */
export interface BoxedClass<T> {
  readonly layout: ClassLayout;
  readonly primitive: JavaType<T>;
  readonly repositoryId: string;
}

function boxed<T>(
  name: string,
  kind: string,
  numbers: string,
  primitive: JavaType<T>,
): BoxedClass<T> {
  const repositoryId = builtInId(name, numbers);
  const layout: ClassLayout = {
    name,
    repositoryId,
    fields: fields(`${kind} value`),
    resolve: (target) => target["value"],
  };
  return { layout, primitive, repositoryId };
}

/** Wrappers of primitives: each is a value of one field (Java to IDL mapping 1.4, §1.4.4). */
export const boxedClasses: {
  readonly Boolean: BoxedClass<boolean>;
  readonly Byte: BoxedClass<number>;
  readonly Short: BoxedClass<number>;
  readonly Character: BoxedClass<string>;
  readonly Integer: BoxedClass<number>;
  readonly Long: BoxedClass<bigint>;
  readonly Float: BoxedClass<number>;
  readonly Double: BoxedClass<number>;
} = {
  Boolean: boxed("java.lang.Boolean", "boolean", "FE070D6A7BD7419A:CD207280D59CFAEE", booleanType),
  Byte: boxed("java.lang.Byte", "octet", "AE902D8AD76BAB65:9C4E6084EE50F51C", byteType),
  Short: boxed("java.lang.Short", "short", "5298DAC6A8FB8DA7:684D37133460DA52", shortType),
  Character: boxed("java.lang.Character", "wchar", "6E7752E546758DEF:348B47D96B1A2678", charType),
  Integer: boxed("java.lang.Integer", "long", "47693FFB4FE579F4:12E2A0A4F7818738", intType),
  Long: boxed("java.lang.Long", "longlong", "205F6CCF002E6E90:3B8BE490CC8F23DF", longType),
  Float: boxed("java.lang.Float", "float", "66049C907D651DD4:DAEDC9A2DB3CF0EC", floatType),
  Double: boxed("java.lang.Double", "double", "4AF63CD72B6DCDE2:80B3C24A296BFB04", doubleType),
};

/** Writes a number, boolean or character as an object of its class. */
export function writeBoxed<T>(
  values: ValueWriter,
  boxedClass: BoxedClass<T>,
  value: T,
  path: string,
): void {
  values.fresh(boxedClass.repositoryId, (writer: CdrWriter) => {
    values.open();
    boxedClass.primitive.write(writer, value, path);
  });
}

/** The class that Java itself would box a primitive type into; undefined for types that are objects. */
export function boxedClassOf(type: JavaType<any>): BoxedClass<any> | undefined {
  return Object.values<BoxedClass<any>>(boxedClasses).find((each) => each.primitive === type);
}
