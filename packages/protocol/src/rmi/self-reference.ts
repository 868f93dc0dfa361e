import { JavaThrowable } from "./throwable.ts";
import type { ValueReader } from "./value-reader.ts";

/**
 * A collection may hold itself, at any depth: whatever refers to it from inside was read before its final
 * value was made, and got the object that its fields were put into. Puts the final value in all these places.
 */
export function replaceInside(values: ValueReader, placeholder: object, final: unknown): void {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [final];
  while (waiting.length > 0) {
    const container = waiting.pop();
    if (!isContainer(container) || seen.has(container)) continue;
    seen.add(container);
    const parts = partsOf(container);
    // Each such collection is one more walk: bounded as copies are.
    values.countCopies(parts.length);
    if (parts.includes(placeholder)) putInto(container, placeholder, final);
    waiting.push(...parts);
  }
}

type Container = unknown[] | Set<unknown> | Map<unknown, unknown> | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return true;
  return value instanceof JavaThrowable || Object.getPrototypeOf(value) === Object.prototype;
}

function partsOf(container: Container): readonly unknown[] {
  if (Array.isArray(container)) return container;
  if (container instanceof Set) return [...container];
  if (container instanceof Map) return [...container.keys(), ...container.values()];
  return Object.values(container);
}

function putInto(container: Container, placeholder: object, final: unknown): void {
  const settled = <T>(part: T): T => (part === placeholder ? (final as T) : part);
  if (Array.isArray(container)) {
    for (const [index, part] of container.entries()) container[index] = settled(part);
  } else if (container instanceof Set) {
    // The order stays as it was.
    const elements = [...container];
    container.clear();
    for (const element of elements) container.add(settled(element));
  } else if (container instanceof Map) {
    const entries = [...container];
    container.clear();
    for (const [key, value] of entries) container.set(settled(key), settled(value));
  } else {
    for (const [name, part] of Object.entries(container)) container[name] = settled(part);
  }
}
