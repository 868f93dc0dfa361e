// Descriptions of values for the judging bean (test/peers/glassfish/JUDGE.md), from a declared type and a JavaScript value.
import {
  JavaCalendar,
  JavaClassName,
  JavaLocale,
  JavaThrowable,
  type JavaType,
  JavaTyped,
  JavaValue,
  java,
  javaClassOf,
  SqlTimestamp,
  YearMonth,
} from "@remora/client";
import { type ShopClass, shopClass } from "./shop-types-described.ts";

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** What stands in a place of that declared type when the value is sent there. */
export function describeValue(type: JavaType<any>, value: unknown): Json {
  return new Describer().at(type, value);
}

const wrapperOf: { readonly [primitive: string]: string } = {
  boolean: "java.lang.Boolean",
  byte: "java.lang.Byte",
  char: "java.lang.Character",
  short: "java.lang.Short",
  int: "java.lang.Integer",
  long: "java.lang.Long",
  float: "java.lang.Float",
  double: "java.lang.Double",
};
const wrappers: ReadonlySet<string> = new Set(Object.values(wrapperOf));

/** The class that is sent where a collection interface is declared. */
const collectionClass: { readonly [declared: string]: string } = {
  "java.util.Collection": "java.util.ArrayList",
  "java.util.List": "java.util.ArrayList",
  "java.util.Queue": "java.util.LinkedList",
  "java.util.Deque": "java.util.ArrayDeque",
  "java.util.Set": "java.util.LinkedHashSet",
  "java.util.SortedSet": "java.util.TreeSet",
  "java.util.Map": "java.util.LinkedHashMap",
  "java.util.SortedMap": "java.util.TreeMap",
};

/** Classes that are texts in JavaScript. */
const textClasses: ReadonlySet<string> = new Set([
  "java.util.UUID",
  "java.util.Currency",
  "java.net.URI",
  "java.net.URL",
]);

const typedArrays: { readonly [name: string]: string } = {
  Uint8Array: "byte[]",
  Int16Array: "short[]",
  Int32Array: "int[]",
  BigInt64Array: "long[]",
  Float32Array: "float[]",
  Float64Array: "double[]",
};

/** Digits of a number as Java's `valueOf` reads them. */
function digits(value: unknown): string {
  return Object.is(value, -0) ? "-0.0" : String(value);
}

class Describer {
  readonly #ids = new Map<unknown, string>();

  at(type: JavaType<any>, value: unknown): Json {
    if (value === null) return null;
    if (JavaTyped.is(value)) return this.#typed(value);
    const { name } = type;
    const boxed = wrapperOf[name] ?? name;
    if (wrappers.has(boxed)) return { is: boxed, v: digits(value) };
    if (textClasses.has(name) || name === "java.math.BigInteger") {
      return { is: name, v: String(value) };
    }
    if ("constants" in type) return { is: name, v: value as string };
    if (name.endsWith("[]")) return this.#array(name, type.uses?.()[0], value as never);
    const elements = type.uses?.() ?? [];
    if (elements.length > 0 && value instanceof Map) {
      return this.#map(collectionClass[name] ?? name, elements, value);
    }
    if (value instanceof Set && name === "java.util.Collection") {
      return this.#items("java.util.LinkedHashSet", elements, value);
    }
    if (elements.length > 0 && (value instanceof Set || Array.isArray(value))) {
      return this.#items(collectionClass[name] ?? name, elements, value);
    }
    const described = shopClass(name);
    const isTagged = (value as object)[javaClassOf as never] !== undefined;
    if (described !== undefined && !isTagged && !(value instanceof JavaThrowable)) {
      return this.#object(described, value as never);
    }
    return this.#byItself(value);
  }

  #typed({ type, value }: JavaTyped<unknown>): Json {
    return type.form === "any" ? this.#byItself(value) : this.at(type, value);
  }

  /** Primitive types stand bare in fields and arrays. */
  #bare(type: JavaType<any>, value: unknown): Json {
    return wrapperOf[type.name] === undefined ? this.at(type, value) : digits(value);
  }

  /** An id at the first place, a reference to it at all others. */
  #named(value: unknown, describe: () => JsonObject): Json {
    const known = this.#ids.get(value);
    if (known !== undefined) return { ref: known };
    const id = `o${this.#ids.size}`;
    this.#ids.set(value, id);
    return { ...describe(), id };
  }

  #array(name: string, element: JavaType<any> | undefined, value: ArrayLike<unknown>): Json {
    // Java's bytes are signed.
    const items = value instanceof Uint8Array ? Int8Array.from(value) : value;
    return this.#named(value, () => ({
      is: name,
      items: Array.from<unknown, Json>(items, (item) =>
        element === undefined ? digits(item) : this.#bare(element, item),
      ),
    }));
  }

  #items(name: string, [element]: readonly JavaType<any>[], value: Iterable<unknown>): Json {
    return this.#named(value, () => ({
      is: name,
      items: Array.from(value, (item) => this.at(element ?? java.object, item)),
    }));
  }

  #map(name: string, types: readonly JavaType<any>[], value: Map<unknown, unknown>): Json {
    const [key = java.object, content = java.object] = types;
    return this.#named(value, () => ({
      is: name,
      class: name === "java.util.EnumMap" ? key.name : undefined,
      entries: Array.from(value, (entry) => [this.at(key, entry[0]), this.at(content, entry[1])]),
    }));
  }

  #object(described: ShopClass, value: { readonly [property: string]: unknown }): Json {
    return this.#named(value, () => ({
      is: described.name,
      fields: this.#fields(described, value),
    }));
  }

  /** A field that a subclass hides is named with its class. */
  #fields(described: ShopClass, value: { readonly [property: string]: unknown }): JsonObject {
    const fields: Record<string, Json> = {};
    for (let of: ShopClass | undefined = described; of !== undefined; of = of.superclass) {
      for (const [property, { javaName, type }] of Object.entries(of.fields())) {
        const name = Object.hasOwn(fields, javaName) ? `${of.name}.${javaName}` : javaName;
        fields[name] = this.#bare(type, value[property]);
      }
    }
    return fields;
  }

  /** A value in a place for any. */
  #byItself(value: unknown): Json {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number": {
        const isInt = (value | 0) === value && !Object.is(value, -0);
        return isInt ? value : { is: "java.lang.Double", v: digits(value) };
      }
      case "bigint": {
        const isLong = BigInt.asIntN(64, value) === value;
        return { is: isLong ? "java.lang.Long" : "java.math.BigInteger", v: String(value) };
      }
      default:
        return value === null ? null : this.#objectByItself(value as object);
    }
  }

  #objectByItself(value: object): Json {
    if (JavaTyped.is(value)) return this.#typed(value);
    if (Array.isArray(value)) return this.#items("java.util.ArrayList", [], value);
    if (value instanceof Set) return this.#items("java.util.LinkedHashSet", [], value);
    if (value instanceof Map) return this.#map("java.util.LinkedHashMap", [], value);
    if (ArrayBuffer.isView(value)) {
      return this.#array(typedArrays[value.constructor.name]!, undefined, value as never);
    }
    if (value instanceof JavaThrowable) return this.#throwable(value);
    const name = (value as { readonly [javaClassOf]?: string })[javaClassOf as never] as unknown;
    if (typeof name === "string") return this.#object(shopClass(name)!, value as never);
    if (Object.prototype.toString.call(value) === "[object remora.shop.Greeter]") {
      return { greeter: true };
    }
    return scalar(value);
  }

  #throwable(value: JavaThrowable): Json {
    const { javaClass, message, cause, suppressed, stackTrace, fields } = value;
    const described = shopClass(javaClass);
    return this.#named(value, () => ({
      is: javaClass,
      message,
      cause: cause === undefined ? undefined : this.#throwable(cause),
      suppressed: suppressed.map((one) => this.#throwable(one)),
      stack: stackTrace.map((one) => [
        one.declaringClass,
        one.methodName,
        one.fileName,
        one.lineNumber,
      ]),
      fields: described === undefined ? undefined : this.#fields(described, fields),
    }));
  }
}

/** Values without parts that could be shared. */
function scalar(value: object): JsonObject {
  if (SqlTimestamp.is(value)) {
    return { is: "java.sql.Timestamp", ms: String(value.getTime()), nanos: value.nanos };
  }
  if (value instanceof Date) {
    const { javaClass = "java.util.Date" } = value as { readonly javaClass?: string };
    return { is: javaClass, v: String(value.getTime()) };
  }
  if (JavaCalendar.is(value)) {
    return {
      is: "java.util.GregorianCalendar",
      ms: String(value.time.getTime()),
      zone: value.zone,
      lenient: value.lenient,
      firstDayOfWeek: value.firstDayOfWeek,
      minimalDays: value.minimalDaysInFirstWeek,
    };
  }
  if (JavaLocale.is(value)) return { is: "java.util.Locale", v: localeText(value) };
  if (JavaClassName.is(value)) return { is: "java.lang.Class", v: sourceName(value.name) };
  if (YearMonth.is(value)) {
    return { is: "java.time.YearMonth", v: `${value.year > 9_999 ? "+" : ""}${value.toString()}` };
  }
  if (value instanceof JavaValue) {
    const { javaClass } = value;
    const isRegion = javaClass === "java.time.ZoneRegion";
    return { is: isRegion ? "java.time.ZoneId" : javaClass, v: value.toString() };
  }
  throw new Error(`no description for ${Object.prototype.toString.call(value)}`);
}

/** A tag says all but variants that fit in none. */
function localeText(locale: JavaLocale): string {
  const { language, country, variant, script, extensions } = locale;
  if (variant === "" || script !== "" || extensions !== "") {
    const tag = locale.toLanguageTag();
    return tag === "und" ? "" : tag;
  }
  return `${language}_${country}_${variant}`;
}

const letters: { readonly [letter: string]: string } = {
  Z: "boolean",
  B: "byte",
  C: "char",
  S: "short",
  I: "int",
  J: "long",
  F: "float",
  D: "double",
};

/** `int[][]` for `[[I`. */
function sourceName(name: string): string {
  const groups = /^(\[+)(?:L(.+);|(.))$/.exec(name);
  if (groups === null) return name;
  return `${groups[2] ?? letters[groups[3]!]}${"[]".repeat(groups[1]!.length)}`;
}
