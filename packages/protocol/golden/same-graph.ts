// Compares two values of JavaScript as graphs: equal parts, and the same parts shared.
import { javaClassOf } from "../src/rmi/class-layout.ts";
import { JavaThrowable } from "../src/rmi/throwable.ts";
import { greeterReference } from "./echo-values.ts";

/**
 * Where a value differs from the expected one, or undefined when they are equal *and* what is one object in the one is
 * one object in the other. Maps and sets are compared in their order. An object of the expected graph with a Java
 * class wants the same class; of an exception only class, message and fields are compared.
 */
export function difference(actual: unknown, expected: unknown): string | undefined {
  const forward = new Map<object, object>();
  const backward = new Map<object, object>();
  const waiting: [unknown, unknown, string][] = [[actual, expected, "value"]];
  // No recursion: the graphs may be deeper than the stack.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [a, b, path] = next;
    if (b === greeterReference) {
      const { typeId } = a as { typeId?: unknown };
      if (typeId !== "RMI:demo.anchor._Greeter_Remote:0000000000000000")
        return `${path}: ${shown(typeId)}`;
      continue;
    }
    if (typeof b !== "object" || b === null || typeof a !== "object" || a === null) {
      if (!Object.is(a, b)) return `${path}: ${shown(a)} instead of ${shown(b)}`;
      continue;
    }
    if (forward.has(b) || backward.has(a)) {
      if (forward.get(b) !== a || backward.get(a) !== b) return `${path}: shared otherwise`;
      continue;
    }
    forward.set(b, a);
    backward.set(a, b);
    const problem = compared(a, b, (x, y, step) => waiting.push([x, y, `${path}${step}`]));
    if (problem !== undefined) return `${path}: ${problem}`;
  }
  return undefined;
}

type Later = (actual: unknown, expected: unknown, step: string) => void;

function compared(a: object, b: object, later: Later): string | undefined {
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) {
    return `${shown(a)} instead of ${shown(b)}`;
  }
  if (ArrayBuffer.isView(b)) return sameNumbers(a as never, b as never);
  if (hasEquals(b)) return b.equals(a) ? undefined : "not equal";
  if (b instanceof Date) return Object.is((a as Date).getTime(), b.getTime()) ? undefined : "time";
  if (b instanceof JavaThrowable) {
    const { javaClass, message, fields } = a as JavaThrowable;
    if (javaClass !== b.javaClass) return `class ${javaClass}`;
    if (message !== b.message) return `message ${message}`;
    later(fields, b.fields, ".fields");
    return undefined;
  }
  if (b instanceof Map) return sameEntries(a as Map<unknown, unknown>, b, later);
  if (b instanceof Set) return sameElements([...(a as Set<unknown>)], [...b], later);
  if (Array.isArray(b)) return sameElements(a as unknown[], b, later);
  const tag = (b as { [javaClassOf]?: string })[javaClassOf];
  if (tag !== undefined && (a as { [javaClassOf]?: string })[javaClassOf] !== tag) return "class";
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) {
    later((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name], `.${name}`);
  }
  return undefined;
}

function sameEntries(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  later: Later,
): string | undefined {
  return (
    sameElements([...a.keys()], [...b.keys()], (x, y, at) => later(x, y, ` key ${at}`)) ??
    sameElements([...a.values()], [...b.values()], (x, y, at) => later(x, y, ` value ${at}`))
  );
}

function sameElements(
  a: readonly unknown[],
  b: readonly unknown[],
  later: Later,
): string | undefined {
  if (a.length !== b.length) return `${a.length} elements instead of ${b.length}`;
  for (let index = 0; index < b.length; index++) later(a[index], b[index], `[${index}]`);
  return undefined;
}

function sameNumbers(a: Float64Array, b: Float64Array): string | undefined {
  if (a.length !== b.length) return `${a.length} numbers instead of ${b.length}`;
  const at = b.findIndex((number, index) => !Object.is(a[index], number));
  return at < 0 ? undefined : `[${at}]: ${a[at]} instead of ${b[at]}`;
}

function hasEquals(value: object): value is { equals(other: unknown): boolean } {
  return "equals" in value && typeof value.equals === "function";
}

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return value.constructor?.name ?? "an object";
  return typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? String(value));
}
