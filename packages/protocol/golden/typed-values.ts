// Random Java types with random values of them, for the property tests of the codec.
import fc from "fast-check";
import { javaClass } from "../src/rmi/java-class.ts";
import type { JavaType } from "../src/rmi/java-type.ts";
import { java } from "../src/rmi/java-types.ts";
import { naturalOrder } from "../src/rmi/natural-order.ts";
import { Color } from "./echo-classes.ts";
import {
  anySamples,
  nullable,
  objectSamples,
  primitiveArraySamples,
  primitiveSamples,
  type TypedSample,
} from "./leaf-values.ts";

const few = { maxLength: 4 } as const;

/** Array-like collections; `nulls` tells whether Java lets them hold null. */
const listTypes: readonly (readonly [(element: JavaType<any>) => JavaType<any>, boolean])[] = [
  [java.list, true],
  [java.util.ArrayList, true],
  [java.util.LinkedList, true],
  [java.util.Vector, true],
  [java.util.Collection, true],
  [java.util.Queue, true],
  [java.util.ArrayDeque, false],
  [java.util.Deque, false],
];
const setTypes: readonly (readonly [(element: JavaType<any>) => JavaType<any>, boolean])[] = [
  [java.set, true],
  [java.util.HashSet, true],
  [java.util.LinkedHashSet, true],
  [java.util.TreeSet, false],
  [java.util.SortedSet, false],
];
const mapTypes: readonly (readonly [
  (key: JavaType<any>, value: JavaType<any>) => JavaType<any>,
  boolean,
  boolean,
])[] = [
  [java.map, true, true],
  [java.util.HashMap, true, true],
  [java.util.LinkedHashMap, true, true],
  [java.util.TreeMap, false, true],
  [java.util.Hashtable, false, false],
];

/** As it comes back: sorted collections are sent in Java's order, equal keys once. */
function asSent(type: JavaType<any>, key: JavaType<any>, entries: (readonly [unknown, unknown])[]) {
  const map = new Map(entries);
  if (!/\.(?:Tree|Sorted)(?:Set|Map)$/.test(type.name)) return map;
  const keys = [...map.keys()];
  const contents = [...map.values()];
  return new Map(naturalOrder(keys, key).map(([first, last]) => [keys[first], contents[last]]));
}

const notNull = (values: fc.Arbitrary<unknown>, nulls: boolean): fc.Arbitrary<unknown> =>
  nulls ? values : values.filter((value) => value !== null);

let classes = 0;

/** A class of our own with these fields, perhaps with a superclass and with data of its own. */
function classSample(
  fields: readonly TypedSample[],
  superFields: readonly TypedSample[],
  kind: "plain" | "writeObject" | "externalizable",
): TypedSample {
  const typesOf = (list: readonly TypedSample[], prefix: string): Record<string, JavaType<any>> =>
    Object.fromEntries(list.map(({ type }, index) => [`${prefix}${index}`, type]));
  const number = ++classes;
  const base = javaClass<object>(`p.Base${number}`, {
    serialVersionUID: BigInt(number),
    fields: () => typesOf(superFields, "b"),
  });
  const own = fields.map(({ type }, index) => ({ name: `f${index}`, type }));
  type Fields = Record<string, unknown>;
  const type = javaClass<object>(`p.Class$${number}é`, {
    serialVersionUID: -BigInt(number),
    ...(superFields.length === 0 || kind === "externalizable" ? {} : { extends: () => base }),
    ...(kind === "plain"
      ? { fields: () => typesOf(fields, "f") }
      : {
          [kind]: true,
          // Everything by `writeObject` and `readObject` of the streams; a reader is told nothing of types.
          custom: {
            write(out, value) {
              for (const each of own) out.writeObject((value as Fields)[each.name], each.type);
              out.writeUTF("end");
            },
            read(input, value) {
              for (const each of own) (value as Fields)[each.name] = input.readObject();
              if (input.readUTF() !== "end") throw new Error("out of step");
            },
          },
        }),
  });
  const parts: Record<string, fc.Arbitrary<unknown>> = {};
  fields.forEach(({ values }, index) => {
    parts[`f${index}`] = values;
  });
  if (kind !== "externalizable") {
    superFields.forEach(({ values }, index) => {
      parts[`b${index}`] = values;
    });
  }
  return nullable(type, fc.record(parts, { noNullPrototype: true }));
}

/** What `writeObject` with a type can carry: values, and whatever tells its class. */
const isObject = ({ type }: TypedSample): boolean => type.form === "value" || type.form === "any";

/** Any type up to a depth. */
export function typedSample(depth: number): fc.Arbitrary<TypedSample> {
  const leaf = fc.constantFrom(
    ...primitiveSamples,
    ...primitiveArraySamples,
    ...objectSamples,
    ...anySamples,
  );
  if (depth <= 0) return leaf;
  const inner = fc.oneof(leaf, typedSample(depth - 1));
  const list = fc
    .tuple(fc.constantFrom(...listTypes), inner)
    .map(([[make, nulls], { type, values }]) =>
      nullable(make(type), fc.array(notNull(values, nulls), few)),
    );
  const set = fc
    .tuple(fc.constantFrom(...setTypes), inner)
    .map(([[make, nulls], { type, values }]) => {
      const made = make(type);
      const entries = fc.array(
        notNull(values, nulls).map((element): [unknown, unknown] => [element, element]),
        few,
      );
      return nullable(
        made,
        entries.map((each) => new Set(asSent(made, type, each).keys())),
      );
    });
  const map = fc
    .tuple(fc.constantFrom(...mapTypes), inner, inner)
    .map(([[make, nullKeys, nullValues], key, value]) => {
      const made = make(key.type, value.type);
      return nullable(
        made,
        fc
          .array(fc.tuple(notNull(key.values, nullKeys), notNull(value.values, nullValues)), few)
          .map((entries) => asSent(made, key.type, entries)),
      );
    });
  const enumMap = inner.map(({ type, values }) =>
    nullable(
      java.util.EnumMap(Color, type),
      fc
        .array(fc.tuple(fc.constantFrom("RED", "BLUE"), values), few)
        .map((entries) => new Map(entries)),
    ),
  );
  const array = inner
    .filter(({ type }) => type.descriptor !== undefined && type.descriptor.length > 1)
    .map(({ type, values }) => nullable(java.array(type), fc.array(values, few)));
  const plainClass = fc
    .tuple(fc.array(inner, few), fc.array(inner, { maxLength: 2 }))
    .map(([own, above]) => classSample(own, above, "plain"));
  const customClass = fc
    .tuple(
      // Of built-in classes: what a `writeObject` writes leads a reader to no descriptors.
      fc.array(leaf.filter(isObject), few),
      fc.array(inner, { maxLength: 2 }),
      fc.constantFrom("writeObject" as const, "externalizable" as const),
    )
    .map(([own, above, kind]) => classSample(own, above, kind));
  return fc.oneof(leaf, list, set, map, enumMap, array, plainClass, customClass);
}

/** A type and one value of it. */
export function typedValue(depth: number): fc.Arbitrary<{
  readonly type: JavaType<any>;
  readonly value: unknown;
}> {
  return typedSample(depth).chain(({ type, values }) => values.map((value) => ({ type, value })));
}
