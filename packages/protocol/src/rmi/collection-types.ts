import type { ClassLayout } from "./class-layout.ts";
import { type ElementWriter, elementWriter } from "./element-writer.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import {
  arrayDequeClass,
  arrayListClass,
  type ListClass,
  linkedListClass,
  vectorClass,
} from "./java-util.ts";
import {
  enumMapClass,
  hashMapClass,
  hashtableClass,
  linkedHashMapClass,
  type MapClass,
  propertiesClass,
  treeMapClass,
} from "./java-util-maps.ts";
import { hashSetClass, linkedHashSetClass, type SetClass, treeSetClass } from "./java-util-sets.ts";
import { writeClassName } from "./object-types.ts";
import { uniformLayout } from "./uniform-layout.ts";
import { valueType } from "./value-type.ts";

/** Lists and other collections that are arrays in JavaScript. */
export type ListTypes = <E>(element: JavaType<E>) => JavaType<E[] | null>;
/** Sets. */
export type SetTypes = <E>(element: JavaType<E>) => JavaType<Set<E> | null>;
/** Maps. */
export type MapTypes = <K, V>(key: JavaType<K>, value: JavaType<V>) => JavaType<Map<K, V> | null>;

/** What is sent for a declared class; interfaces get the class that keeps what JavaScript has. */
const listClasses: { readonly [name: string]: ListClass } = {
  "java.util.LinkedList": linkedListClass,
  "java.util.Vector": vectorClass,
  "java.util.ArrayDeque": arrayDequeClass,
  "java.util.Deque": arrayDequeClass,
  "java.util.Queue": linkedListClass,
};

/** Types of a list class or interface, by element. */
export function listType(name: string): ListTypes {
  const layoutFor = listClasses[name] ?? arrayListClass;
  // A Collection may hold a set: what Java's server sent as one stays one, and may be sent back.
  const isCollection = name === "java.util.Collection";
  return <E>(element: JavaType<E>) => {
    const write = elementWriter(element);
    const layout = uniformLayout(layoutFor(write));
    const setLayout = uniformLayout(linkedHashSetClass(write));
    return valueType<E[]>({
      name,
      accepted: isCollection ? "an array, a Set or null" : "an array or null",
      is: (value) => Array.isArray(value) || (isCollection && value instanceof Set),
      expected: layout.knownId,
      uses: () => [element],
      write: (values, list, path) => {
        const found = Array.isArray(list) ? layout : setLayout;
        values.object(found, list, path);
      },
    });
  };
}

const setClasses: { readonly [name: string]: SetClass } = {
  "java.util.HashSet": hashSetClass,
  "java.util.TreeSet": treeSetClass,
  "java.util.SortedSet": treeSetClass,
  "java.util.NavigableSet": treeSetClass,
};

/** Types of a set class or interface, by element. */
export function setType(name: string): SetTypes {
  const layoutFor = setClasses[name] ?? linkedHashSetClass;
  return <E>(element: JavaType<E>) => {
    const layout = uniformLayout(layoutFor(elementWriter(element), element));
    return valueType<Set<E>>({
      name,
      accepted: "a Set or null",
      is: (value) => value instanceof Set,
      expected: layout.knownId,
      uses: () => [element],
      write: (values, set, path) => values.object(layout, set, path),
    });
  };
}

const mapClasses: { readonly [name: string]: MapClass } = {
  "java.util.HashMap": hashMapClass,
  "java.util.TreeMap": treeMapClass,
  "java.util.SortedMap": treeMapClass,
  "java.util.NavigableMap": treeMapClass,
  "java.util.Hashtable": hashtableClass,
  "java.util.Properties": propertiesClass,
};

/** Types of a map class or interface, by key and value. */
export function mapType(name: string): MapTypes {
  const layoutFor = mapClasses[name] ?? linkedHashMapClass;
  return <K, V>(key: JavaType<K>, value: JavaType<V>) => {
    const writeKey = elementWriter(key);
    const writeValue = elementWriter(value);
    const layout = uniformLayout(
      name === "java.util.EnumMap"
        ? enumMapLayout(key, writeKey, writeValue)
        : layoutFor(writeKey, writeValue, key),
    );
    return valueType<Map<K, V>>({
      name,
      accepted: "a Map or null",
      is: (given) => given instanceof Map,
      expected: layout.knownId,
      uses: () => [key, value],
      write: (values, map, path) => values.object(layout, map, path),
    });
  };
}

/** An EnumMap names the class of its keys, so that must be declared. */
function enumMapLayout(
  key: JavaType<unknown>,
  writeKey: ElementWriter,
  writeValue: ElementWriter,
): ClassLayout {
  if (!("constants" in key)) {
    throw illegalValue("java.util.EnumMap", "a java.enum as the type of keys", key.name);
  }
  return enumMapClass((values) => writeClassName(values, key.name), writeKey, writeValue);
}
