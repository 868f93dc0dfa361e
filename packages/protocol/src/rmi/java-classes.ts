import type { ClassLayout } from "./class-layout.ts";
import type { JavaClasses } from "./java-context.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import type { RemoteInterface, RemoteMethod } from "./remote-interface.ts";

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

/** All classes that values of an interface's calls may have: those of its methods, and those it names beside them. */
export function classesOfInterface(remote: RemoteInterface<unknown>): JavaClasses {
  const beside = remote.classes?.() ?? [];
  if (beside.includes(undefined)) {
    const accepted = "a descriptor (is its module imported in a cycle?)";
    throw illegalValue(`classes of ${remote.name}`, accepted, undefined);
  }
  return classesOf([
    ...Object.values<RemoteMethod>(remote.methods).flatMap(typesOf),
    ...beside.map(typeBehind),
  ]);
}

/** All classes that values of one method's calls may have. */
export function classesOfMethod(method: RemoteMethod): JavaClasses {
  return classesOf(typesOf(method));
}

function typesOf({ params, result, throws }: RemoteMethod): readonly JavaType<any>[] {
  return [...params, result, ...throws.map(typeBehind)];
}

/**
 * An exception class of JavaScript has its descriptor in a static property; all others are descriptors: of classes,
 * and of remote interfaces whose stubs may be among the values.
 */
function typeBehind(described: unknown): JavaType<any> {
  if (isInterface(described)) {
    const { name } = described;
    return { name, layout: { name, remote: () => described } } as JavaType<any>;
  }
  const { descriptor } = described as { readonly descriptor?: unknown };
  return (typeof descriptor === "object" ? descriptor : described) as JavaType<any>;
}

function isInterface(described: unknown): described is RemoteInterface<unknown> {
  return typeof described === "object" && described !== null && "methods" in described;
}
