import type { ClassLayout } from "./class-layout.ts";
import type { JavaClasses } from "./java-context.ts";
import type { JavaType } from "./java-type.ts";

/** All described classes that values of these types may hold, however deep, by binary name. */
export function classesOf(types: Iterable<JavaType<any>>): JavaClasses {
  const classes = new Map<string, ClassLayout>();
  const seen = new Set<JavaType<any>>();
  const waiting = [...types];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.layout !== undefined) classes.set(type.layout.name, type.layout);
    if (type.uses !== undefined) waiting.push(...type.uses());
  }
  return classes;
}
