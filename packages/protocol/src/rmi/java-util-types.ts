import { JavaCalendar, JavaLocale } from "../java-values/index.ts";
import { classType, textType } from "./class-types.ts";
import {
  type ListTypes,
  listType,
  type MapTypes,
  mapType,
  type SetTypes,
  setType,
} from "./collection-types.ts";
import type { JavaType } from "./java-type.ts";
import { currencyLayout, isUuid, uuidLayout } from "./java-values-layouts.ts";
import { stringType } from "./string-value.ts";

const isCurrency = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Z]{3}$/.test(value);

/** Types of `java.util`. Collections are made by the types of what they hold. */
export interface JavaUtilTypes {
  readonly Collection: ListTypes;
  readonly List: ListTypes;
  readonly Queue: ListTypes;
  readonly Deque: ListTypes;
  readonly ArrayList: ListTypes;
  readonly LinkedList: ListTypes;
  readonly Vector: ListTypes;
  readonly ArrayDeque: ListTypes;
  readonly Set: SetTypes;
  readonly SortedSet: SetTypes;
  readonly NavigableSet: SetTypes;
  readonly HashSet: SetTypes;
  readonly LinkedHashSet: SetTypes;
  readonly TreeSet: SetTypes;
  readonly Map: MapTypes;
  readonly SortedMap: MapTypes;
  readonly NavigableMap: MapTypes;
  readonly HashMap: MapTypes;
  readonly LinkedHashMap: MapTypes;
  readonly TreeMap: MapTypes;
  readonly Hashtable: MapTypes;
  readonly EnumMap: MapTypes;
  readonly Properties: JavaType<Map<string, string> | null>;
  readonly Date: JavaType<Date | null>;
  readonly Calendar: JavaType<JavaCalendar | null>;
  readonly GregorianCalendar: JavaType<JavaCalendar | null>;
  readonly Locale: JavaType<JavaLocale | null>;
  readonly Currency: JavaType<string | null>;
  readonly UUID: JavaType<string | null>;
}

/** `java.util`. */
export const javaUtil: JavaUtilTypes = Object.freeze({
  Collection: listType("java.util.Collection"),
  List: listType("java.util.List"),
  Queue: listType("java.util.Queue"),
  Deque: listType("java.util.Deque"),
  ArrayList: listType("java.util.ArrayList"),
  LinkedList: listType("java.util.LinkedList"),
  Vector: listType("java.util.Vector"),
  ArrayDeque: listType("java.util.ArrayDeque"),
  Set: setType("java.util.Set"),
  SortedSet: setType("java.util.SortedSet"),
  NavigableSet: setType("java.util.NavigableSet"),
  HashSet: setType("java.util.HashSet"),
  LinkedHashSet: setType("java.util.LinkedHashSet"),
  TreeSet: setType("java.util.TreeSet"),
  Map: mapType("java.util.Map"),
  SortedMap: mapType("java.util.SortedMap"),
  NavigableMap: mapType("java.util.NavigableMap"),
  HashMap: mapType("java.util.HashMap"),
  LinkedHashMap: mapType("java.util.LinkedHashMap"),
  TreeMap: mapType("java.util.TreeMap"),
  Hashtable: mapType("java.util.Hashtable"),
  EnumMap: mapType("java.util.EnumMap"),
  Properties: mapType("java.util.Properties")(stringType, stringType) as JavaType<Map<
    string,
    string
  > | null>,
  Date: classType<Date>("java.util.Date", "a Date", (value) => value instanceof Date),
  Calendar: classType<JavaCalendar>("java.util.Calendar", "a JavaCalendar", JavaCalendar.is),
  GregorianCalendar: classType<JavaCalendar>(
    "java.util.GregorianCalendar",
    "a JavaCalendar",
    JavaCalendar.is,
  ),
  Locale: classType<JavaLocale>("java.util.Locale", "a JavaLocale", JavaLocale.is),
  Currency: textType(currencyLayout, 'a currency code such as "EUR"', isCurrency),
  UUID: textType(uuidLayout, "a UUID as text", isUuid),
});
