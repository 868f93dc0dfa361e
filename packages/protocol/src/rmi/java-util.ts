import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import type { ValueReader } from "./value-reader.ts";

/** Reads `count` objects that a `writeObject` wrote, into the list that is the target. */
function readElements(values: ValueReader, target: JavaFields): void {
  const list = target as unknown as unknown[];
  for (let left = values.reader.sequenceLength(1); left > 0; left--)
    list.push(values.abstractValue());
}

const emptyList = (): object => [];
const listOf = (target: JavaFields, name: string): unknown =>
  Array.isArray(target[name]) ? target[name] : [];

const unmodifiableCollection: ClassLayout = {
  name: "java.util.Collections$UnmodifiableCollection",
  fields: fields("value c"),
  resolve: (target) => listOf(target, "c"),
};
const unmodifiableList: ClassLayout = {
  name: "java.util.Collections$UnmodifiableList",
  superclass: unmodifiableCollection,
  fields: fields("value list"),
  resolve: (target) => listOf(target, "list"),
};

/** Lists of `java.util`, as far as discovery, references and exceptions have them. */
export const javaUtilLayouts: readonly ClassLayout[] = [
  {
    name: "java.util.ArrayList",
    custom: true,
    fields: fields("long"),
    create: emptyList,
    readOptional: readElements,
  },
  {
    name: "java.util.LinkedList",
    custom: true,
    create: emptyList,
    readOptional: readElements,
  },
  {
    name: "java.util.Vector",
    custom: true,
    fields: fields("long", "long elementCount", "value elementData"),
    resolve: (target) => {
      const elements = listOf(target, "elementData") as unknown[];
      const count = Math.max(0, target["elementCount"] as number);
      // The array may be longer than the vector. It belongs to the vector, so it is cut in place:
      // a copy for each of many vectors that claim the same array would let a peer fill our memory.
      if (elements.length > count) elements.length = count;
      return elements;
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
  unmodifiableCollection,
  unmodifiableList,
  {
    name: "java.util.Collections$UnmodifiableRandomAccessList",
    superclass: unmodifiableList,
    resolve: (target) => listOf(target, "list"),
  },
];
