import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { type ElementWriter, notNull, writeAnyElement } from "./element-writer.ts";
import type { JavaType } from "./java-type.ts";
import { writeElements } from "./java-util.ts";
import { naturalOrder } from "./natural-order.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Layouts of set classes by the way their elements are written; sorted ones by the elements' type, too. */
export type SetClass = (write?: ElementWriter, element?: JavaType<any>) => ClassLayout;

const emptySet = (): object => new Set();

function readInto(values: ValueReader, target: JavaFields): void {
  const set = target as unknown as Set<unknown>;
  for (let left = values.reader.sequenceLength(1); left > 0; left--)
    set.add(values.abstractValue());
}

/** Capacity and load factor come first; a reader only sizes its table by them. */
function hashSet(write: ElementWriter): ClassLayout {
  return {
    name: "java.util.HashSet",
    repositoryId: builtInId("java.util.HashSet", "AC117E28FE36587A:BA44859596B8B734"),
    custom: true,
    create: emptySet,
    readOptional: (values, target) => {
      values.reader.long();
      values.reader.float();
      readInto(values, target);
    },
    writeOptional: (values: ValueWriter, set: ReadonlySet<unknown>) => {
      values.open();
      values.writer.long(capacityFor(set.size));
      values.writer.float(0.75);
      writeElements(values, set, set.size, write);
    },
  };
}

/** The power of two that a hash table for `count` entries has in Java. */
export function capacityFor(count: number): number {
  let capacity = 16;
  while (capacity * 0.75 < count) capacity *= 2;
  return capacity;
}

/** `java.util.HashSet`. */
export const hashSetClass: SetClass = (write = writeAnyElement) => hashSet(write);

/** `java.util.LinkedHashSet`: keeps the order of a JavaScript Set, so any set is sent as one. */
export const linkedHashSetClass: SetClass = (write = writeAnyElement) => ({
  name: "java.util.LinkedHashSet",
  repositoryId: builtInId("java.util.LinkedHashSet", "0D0968E8226272D3:D86CD75A95DD2A1E"),
  superclass: hashSetClass(write),
  create: emptySet,
});

/** `java.util.TreeSet` in the natural order of its elements. */
export const treeSetClass: SetClass = (write = writeAnyElement, element) => ({
  name: "java.util.TreeSet",
  repositoryId: builtInId("java.util.TreeSet", "AC117E28FE36587A:DD98509395ED875B"),
  custom: true,
  create: emptySet,
  readOptional: (values, target) => {
    // The comparator: the order has been made already.
    values.abstractValue();
    readInto(values, target);
  },
  writeOptional: (values: ValueWriter, set: ReadonlySet<unknown>) => {
    values.abstractValue(null, "");
    const elements = [...set];
    const sorted = naturalOrder(elements, element).map(([first]) => elements[first]);
    writeElements(values, sorted, sorted.length, notNull(write, "TreeSet"));
  },
});

/** The set inside another, or a set of the elements of an array. */
function setOf(value: unknown, values: ValueReader): unknown {
  if (value instanceof Set) return value;
  const elements: readonly unknown[] = Array.isArray(value) ? value : [];
  values.countCopies(elements.length);
  return new Set(elements);
}

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
    resolve: (target, values) => setOf(target["c"], values),
  };
}

const unmodifiableSet = wrapper(
  "UnmodifiableSet",
  { name: "java.util.Collections$UnmodifiableCollection", fields: fields("value c") },
  [],
);
const unmodifiableSortedSet = wrapper("UnmodifiableSortedSet", unmodifiableSet, ["value -ss"]);
const synchronizedSet = wrapper(
  "SynchronizedSet",
  {
    name: "java.util.Collections$SynchronizedCollection",
    custom: true,
    fields: fields("value c", "any -mutex"),
  },
  [],
);
const synchronizedSortedSet = wrapper("SynchronizedSortedSet", synchronizedSet, ["value -ss"]);

/** Sets of `java.util`, and the wrappers that `Collections` puts around them. */
export const javaUtilSetLayouts: readonly ClassLayout[] = [
  hashSetClass(),
  linkedHashSetClass(),
  treeSetClass(),
  { name: "java.util.Collections$EmptySet", create: emptySet },
  {
    name: "java.util.Collections$SingletonSet",
    fields: fields("any element"),
    resolve: (target) => new Set([target["element"]]),
  },
  unmodifiableSet,
  unmodifiableSortedSet,
  wrapper("UnmodifiableNavigableSet", unmodifiableSortedSet, ["value -ns"]),
  synchronizedSet,
  synchronizedSortedSet,
  wrapper("SynchronizedNavigableSet", synchronizedSortedSet, ["value -ns"]),
  {
    name: "java.util.Collections$SetFromMap",
    fields: fields("value m"),
    resolve: ({ m }, values) => {
      if (!(m instanceof Map)) return new Set();
      values.countCopies(m.size);
      return new Set(m.keys());
    },
  },
  {
    // What an EnumSet replaces itself by.
    name: "java.util.EnumSet$SerializationProxy",
    fields: fields("value -elementType", "value elements"),
    resolve: (target, values) => setOf(target["elements"], values),
  },
];
