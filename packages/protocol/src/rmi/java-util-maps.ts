import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { type ElementWriter, notNull, writeAnyElement } from "./element-writer.ts";
import { type JavaType, within } from "./java-type.ts";
import { capacityFor } from "./java-util-sets.ts";
import { naturalOrder } from "./natural-order.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Layouts of map classes by the way their keys and values are written; sorted ones by the keys' type, too. */
export type MapClass = (
  key?: ElementWriter,
  value?: ElementWriter,
  keyType?: JavaType<any>,
) => ClassLayout;

const emptyMap = (): object => new Map();

function readEntries(values: ValueReader, target: JavaFields): void {
  const map = target as unknown as Map<unknown, unknown>;
  for (let left = values.reader.sequenceLength(2); left > 0; left--) {
    const key = values.abstractValue();
    map.set(key, values.abstractValue());
  }
}

function writeEntries(
  values: ValueWriter,
  map: Iterable<readonly [unknown, unknown]>,
  writeKey: ElementWriter,
  writeValue: ElementWriter,
): void {
  let index = 0;
  let part = "key of entry ";
  try {
    for (const [key, value] of map) {
      part = "key of entry ";
      writeKey(values, key, "");
      part = "value of entry ";
      writeValue(values, value, "");
      index++;
    }
  } catch (error) {
    throw within(error, `[${part}${index}]`);
  }
}

/** Two numbers in front of the entries: table size and count. */
function hashedClass(
  name: string,
  numbers: string,
  threshold: number,
  sizeFor: (count: number) => number,
): MapClass {
  return (writeKey = writeAnyElement, writeValue = writeAnyElement) => ({
    name,
    repositoryId: builtInId(name, numbers),
    custom: true,
    fields: fields("float -loadFactor", "long -threshold"),
    create: emptyMap,
    source: () => ({ loadFactor: 0.75, threshold }),
    readOptional: (values, target) => {
      values.reader.long();
      readEntries(values, target);
    },
    writeOptional: (values: ValueWriter, map: ReadonlyMap<unknown, unknown>) => {
      values.open();
      values.writer.long(sizeFor(map.size));
      values.writer.long(map.size);
      writeEntries(values, map, writeKey, writeValue);
    },
  });
}

/** `java.util.HashMap`. */
export const hashMapClass: MapClass = hashedClass(
  "java.util.HashMap",
  "86573568A211C011:0507DAC1C31660D1",
  12,
  capacityFor,
);

const plainHashtableClass: MapClass = hashedClass(
  "java.util.Hashtable",
  "86573568A211C011:13BB0F25214AE4B8",
  8,
  (count) => Math.max(11, count + 1),
);

/** `java.util.Hashtable`: it has no nulls. */
export const hashtableClass: MapClass = (
  writeKey = writeAnyElement,
  writeValue = writeAnyElement,
) => plainHashtableClass(notNull(writeKey, "Hashtable"), notNull(writeValue, "Hashtable"));

/** `java.util.LinkedHashMap`: keeps the order of a JavaScript Map, so any map is sent as one. */
export const linkedHashMapClass: MapClass = (writeKey, writeValue) => ({
  name: "java.util.LinkedHashMap",
  repositoryId: builtInId("java.util.LinkedHashMap", "270C8B54BD45D440:34C04E5C106CC0FB"),
  superclass: hashMapClass(writeKey, writeValue),
  fields: fields("boolean -accessOrder"),
  create: emptyMap,
  source: () => ({ loadFactor: 0.75, threshold: 12, accessOrder: false }),
});

/** `java.util.TreeMap` in the natural order of its keys. */
export const treeMapClass: MapClass = (
  writeKey = writeAnyElement,
  writeValue = writeAnyElement,
  keyType,
) => ({
  name: "java.util.TreeMap",
  repositoryId: builtInId("java.util.TreeMap", "DFCF7074211742CC:0CC1F63E2D256AE6"),
  custom: true,
  fields: fields("value -comparator"),
  create: emptyMap,
  source: () => ({ comparator: null }),
  readOptional: readEntries,
  writeOptional: (values: ValueWriter, map: ReadonlyMap<unknown, unknown>) => {
    const keys = [...map.keys()];
    const contents = [...map.values()];
    const order = naturalOrder(keys, keyType);
    values.open();
    values.writer.long(order.length);
    const sorted = order.map(([first, last]) => [keys[first], contents[last]] as const);
    writeEntries(values, sorted, notNull(writeKey, "TreeMap as key"), writeValue);
  },
});

/** `java.util.Properties`. */
export const propertiesClass: MapClass = (writeKey, writeValue) => ({
  name: "java.util.Properties",
  repositoryId: builtInId("java.util.Properties", "9463B6EB86A3DCE3:3912D07A70363E98"),
  superclass: hashtableClass(writeKey, writeValue),
  fields: fields("value -defaults"),
  create: emptyMap,
  source: () => ({ loadFactor: 0.75, threshold: 8, defaults: null }),
});

/** `java.util.EnumMap`, for keys of one enum. */
export function enumMapClass(
  writeKeyType: (values: ValueWriter) => void,
  writeKey: ElementWriter,
  writeValue: ElementWriter,
): ClassLayout {
  return {
    name: "java.util.EnumMap",
    repositoryId: builtInId("java.util.EnumMap", "6EAC3ABB7273C4B0:065D7DF7BE907CA1"),
    custom: true,
    fields: [{ name: "keyType", kind: "value", dropped: true, write: writeKeyType }],
    create: emptyMap,
    source: () => ({ keyType: null }),
    readOptional: readEntries,
    writeOptional: (values: ValueWriter, map: ReadonlyMap<unknown, unknown>) => {
      values.open();
      values.writer.long(map.size);
      writeEntries(values, map, notNull(writeKey, "EnumMap as key"), writeValue);
    },
  };
}

const mapOf = (value: unknown): unknown => (value instanceof Map ? value : new Map());

function wrapper(
  name: string,
  superclass: ClassLayout | undefined,
  own: readonly string[],
  custom = false,
): ClassLayout {
  return {
    name: `java.util.Collections$${name}`,
    custom,
    fields: fields(...own),
    ...(superclass === undefined ? {} : { superclass }),
    resolve: (target) => mapOf(target["m"]),
  };
}

const unmodifiableMap = wrapper("UnmodifiableMap", undefined, ["value m"]);
const unmodifiableSortedMap = wrapper("UnmodifiableSortedMap", unmodifiableMap, ["value -sm"]);
const synchronizedMap = wrapper("SynchronizedMap", undefined, ["value m", "any -mutex"], true);
const synchronizedSortedMap = wrapper("SynchronizedSortedMap", synchronizedMap, ["value -sm"]);

/** Maps of `java.util`, and the wrappers that `Collections` puts around them. */
export const javaUtilMapLayouts: readonly ClassLayout[] = [
  hashMapClass(),
  linkedHashMapClass(),
  treeMapClass(),
  hashtableClass(),
  propertiesClass(),
  enumMapClass(() => {}, writeAnyElement, writeAnyElement),
  {
    name: "java.util.IdentityHashMap",
    custom: true,
    fields: fields("long -size"),
    create: emptyMap,
    readOptional: readEntries,
  },
  {
    name: "java.util.concurrent.ConcurrentHashMap",
    custom: true,
    fields: fields("long -segmentMask", "long -segmentShift", "value -segments"),
    create: emptyMap,
    // Keys and values until a null key.
    readOptional: (values, target) => {
      const map = target as unknown as Map<unknown, unknown>;
      for (;;) {
        const key = values.abstractValue();
        const value = values.abstractValue();
        if (key === null) return;
        map.set(key, value);
      }
    },
  },
  { name: "java.util.Collections$EmptyMap", create: emptyMap },
  {
    name: "java.util.Collections$SingletonMap",
    fields: fields("any k", "any v"),
    resolve: (target) => new Map([[target["k"], target["v"]]]),
  },
  unmodifiableMap,
  unmodifiableSortedMap,
  wrapper("UnmodifiableNavigableMap", unmodifiableSortedMap, ["value -nm"]),
  synchronizedMap,
  synchronizedSortedMap,
  wrapper("SynchronizedNavigableMap", synchronizedSortedMap, ["value -nm"]),
  {
    // What List.of, Set.of and Map.of replace themselves by.
    name: "java.util.CollSer",
    custom: true,
    fields: fields("long tag"),
    readOptional: (values, target) => {
      const elements: unknown[] = [];
      for (let left = values.reader.sequenceLength(1); left > 0; left--) {
        elements.push(values.abstractValue());
      }
      target["elements"] = elements;
    },
    resolve: (target) => immutable(target["tag"] as number, target["elements"] as unknown[]),
  },
  {
    name: "java.util.AbstractMap$SimpleEntry",
    fields: fields("any key", "any value"),
    resolve: ({ key, value }) => [key, value],
  },
  {
    name: "java.util.AbstractMap$SimpleImmutableEntry",
    fields: fields("any key", "any value"),
    resolve: ({ key, value }) => [key, value],
  },
];

/** The lowest octet tells the kind: 1 list, 2 set, 3 map, 4 list with nulls. */
function immutable(tag: number, elements: unknown[]): unknown {
  switch (tag & 0xff) {
    case 2:
      return new Set(elements);
    case 3: {
      const map = new Map<unknown, unknown>();
      for (let index = 0; index + 1 < elements.length; index += 2) {
        map.set(elements[index], elements[index + 1]);
      }
      return map;
    }
    default:
      return elements;
  }
}
