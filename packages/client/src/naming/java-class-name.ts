import {
  JndiReference,
  javaClassOf,
  javaValueClass,
  UnknownValue,
} from "@remora/protocol/internal";

/**
 * Java's name for the class of a value that was looked up, as far as the value still tells it. A number may have been
 * any of Java's: it counts as `java.lang.Number`.
 */
export function javaClassNameOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return "java.lang.String";
    case "number":
    case "bigint":
      return "java.lang.Number";
    case "boolean":
      return "java.lang.Boolean";
    case "object":
      return value === null ? undefined : classOfObject(value);
    default:
      return undefined;
  }
}

function classOfObject(value: object): string | undefined {
  if (value instanceof JndiReference) return value.className ?? undefined;
  if (value instanceof UnknownValue) return value.javaClass;
  const told: unknown = javaValueClass(value) ?? Reflect.get(value, javaClassOf);
  if (typeof told === "string") return told;
  if (value instanceof Date) return "java.util.Date";
  if (value instanceof Uint8Array) return "byte[]";
  if (value instanceof Map) return "java.util.Map";
  if (value instanceof Set) return "java.util.Set";
  if (Array.isArray(value)) return "java.util.List";
  return undefined;
}
