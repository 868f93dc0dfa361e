import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { type ElementWriter, notNull, writeAnyElement } from "./element-writer.ts";
import { within } from "./java-type.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Reads `count` objects that a `writeObject` wrote, into the list that is the target. */
function readElements(values: ValueReader, target: JavaFields): void {
  const list = target as unknown as unknown[];
  for (let left = values.reader.sequenceLength(1); left > 0; left--)
    list.push(values.abstractValue());
}

/** Writes a count and the elements, however the list keeps them. */
export function writeElements(
  values: ValueWriter,
  elements: Iterable<unknown>,
  count: number,
  write: ElementWriter,
): void {
  values.open();
  values.writer.long(count);
  let index = 0;
  try {
    for (const element of elements) {
      write(values, element, "");
      index++;
    }
  } catch (error) {
    throw within(error, `[${index}]`);
  }
}

const emptyList = (): object => [];
const listOf = (target: JavaFields, name: string): unknown =>
  Array.isArray(target[name]) ? target[name] : [];

/** A list class that writes its elements one by one. */
function listClass(name: string, numbers: string, own: readonly string[]) {
  return (write: ElementWriter = writeAnyElement): ClassLayout => ({
    name,
    repositoryId: builtInId(name, numbers),
    custom: true,
    fields: fields(...own),
    create: emptyList,
    source: (list: readonly unknown[]) => ({ size: list.length }),
    readOptional: readElements,
    writeOptional: (values, list: readonly unknown[]) =>
      writeElements(values, list, list.length, write),
  });
}

/** Layouts of list classes by the way their elements are written. */
export type ListClass = (write?: ElementWriter) => ClassLayout;

/** `java.util.ArrayList`; what any list is sent as. */
export const arrayListClass: ListClass = listClass(
  "java.util.ArrayList",
  "F655154F32815380:7881D21D99C7619D",
  ["long -size"],
);
/** `java.util.LinkedList`. */
export const linkedListClass: ListClass = listClass(
  "java.util.LinkedList",
  "AC117E28FE36587A:0C29535D4A608822",
  [],
);
const plainArrayDequeClass = listClass(
  "java.util.ArrayDeque",
  "AC117E28FE36587A:207CDA2E240DA08B",
  [],
);
/** `java.util.ArrayDeque`: it has no nulls. */
export const arrayDequeClass: ListClass = (write = writeAnyElement) =>
  plainArrayDequeClass(notNull(write, "ArrayDeque"));
/** `java.util.concurrent.CopyOnWriteArrayList`. */
export const copyOnWriteArrayListClass: ListClass = listClass(
  "java.util.concurrent.CopyOnWriteArrayList",
  "AC117E28FE36587A:785D9FD546AB90C3",
  [],
);

const objectArrayId = "RMI:[Ljava.lang.Object;:0000000000000000";

/** An array of `Object` that a class keeps its elements in. */
function writeObjectArray(
  values: ValueWriter,
  elements: readonly unknown[],
  write: ElementWriter,
): void {
  values.array(objectArrayId, [...elements], () => {
    values.writer.ulong(elements.length);
    for (const [index, element] of elements.entries()) {
      try {
        values.anyWith(() => write(values, element, ""));
      } catch (error) {
        throw within(error, `[${index}]`);
      }
    }
  });
}

/** `java.util.Vector`: it keeps its elements in an array that may be longer than itself. */
export const vectorClass: ListClass = (write = writeAnyElement) => ({
  name: "java.util.Vector",
  repositoryId: builtInId("java.util.Vector", "AE7BB186C84BB765:D9977D5B803BAF01"),
  custom: true,
  fields: [
    ...fields("long -capacityIncrement", "long elementCount"),
    {
      name: "elementData",
      kind: "value",
      write: (values: ValueWriter, list: readonly unknown[]) =>
        writeObjectArray(values, list, write),
    },
  ],
  source: (list: readonly unknown[]) => ({
    capacityIncrement: 0,
    elementCount: list.length,
    elementData: list,
  }),
  resolve: (target) => {
    const elements = listOf(target, "elementData") as unknown[];
    const count = Math.max(0, target["elementCount"] as number);
    // The array may be longer than the vector. It belongs to the vector, so it is cut in place:
    // a copy for each of many vectors that claim the same array would let a peer fill our memory.
    if (elements.length > count) elements.length = count;
    return elements;
  },
});

const vector = vectorClass();

const unmodifiableCollection: ClassLayout = {
  name: "java.util.Collections$UnmodifiableCollection",
  fields: fields("value c"),
  resolve: (target) => target["c"] ?? [],
};
const unmodifiableList: ClassLayout = {
  name: "java.util.Collections$UnmodifiableList",
  superclass: unmodifiableCollection,
  fields: fields("value list"),
  resolve: (target) => listOf(target, "list"),
};
const synchronizedCollection: ClassLayout = {
  name: "java.util.Collections$SynchronizedCollection",
  custom: true,
  fields: fields("value c", "any -mutex"),
  resolve: (target) => target["c"] ?? [],
};
const synchronizedListWithoutMethod: ClassLayout = {
  name: "java.util.Collections$SynchronizedList",
  superclass: synchronizedCollection,
  fields: fields("value list"),
  resolve: (target) => listOf(target, "list"),
};
const synchronizedList: ClassLayout = {
  ...synchronizedListWithoutMethod,
  // Java 25 has given it a `writeObject`.
  otherShape: { ...synchronizedListWithoutMethod, custom: true, hash: "23E908022EE7CCCA" },
};

/** Lists of `java.util`, and the wrappers that `Collections` and `Arrays` put around them. */
export const javaUtilLayouts: readonly ClassLayout[] = [
  arrayListClass(),
  linkedListClass(),
  arrayDequeClass(),
  copyOnWriteArrayListClass(),
  vector,
  {
    name: "java.util.Stack",
    superclass: vector,
    resolve: (target, values) => vector.resolve?.(target, values),
  },
  {
    name: "java.util.PriorityQueue",
    custom: true,
    fields: fields("long -size", "value -comparator"),
    create: emptyList,
    // The count in front is one more than the elements are, at least 2.
    readOptional: (values, target) => {
      const list = target as unknown as unknown[];
      values.reader.long();
      while (values.hasMore()) list.push(values.abstractValue());
    },
  },
  {
    name: "java.util.Arrays$ArrayList",
    fields: fields("value a"),
    resolve: (target) => listOf(target, "a"),
  },
  { name: "java.util.Collections$EmptyList", create: emptyList },
  {
    name: "java.util.Collections$SingletonList",
    fields: fields("any element"),
    resolve: (target) => [target["element"]],
  },
  {
    name: "java.util.Collections$CopiesList",
    fields: fields("long n", "any element"),
    // As long as its count says, which costs the peer nothing.
    resolve: ({ n, element }, values) => {
      const length = Math.max(0, n as number);
      values.countCopies(length);
      return Array.from({ length }, () => element);
    },
  },
  unmodifiableCollection,
  unmodifiableList,
  {
    name: "java.util.Collections$UnmodifiableRandomAccessList",
    superclass: unmodifiableList,
    resolve: (target) => listOf(target, "list"),
  },
  synchronizedCollection,
  synchronizedList,
  {
    name: "java.util.Collections$SynchronizedRandomAccessList",
    superclass: synchronizedList,
    resolve: (target) => listOf(target, "list"),
  },
];
