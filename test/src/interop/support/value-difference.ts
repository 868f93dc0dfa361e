// Compares what came back with what was sent: equal values, and the same sharing of objects.
import {
  JavaCalendar,
  JavaThrowable,
  JavaTyped,
  JavaValue,
  javaClassOf,
  SqlDate,
  SqlTime,
  SqlTimestamp,
} from "@remora/client";

/** The first place that differs, with both values; undefined when there is none. */
export function differenceOf(wanted: unknown, got: unknown): string | undefined {
  return new Comparison().at("$", wanted, got);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return String(value);
  const tag: string | undefined = value[javaClassOf as never];
  const name: string = tag ?? value.constructor?.name ?? "object";
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `${name} of ${(value as { readonly length: number }).length}`;
  }
  if (value instanceof Map || value instanceof Set) return `${name} of ${value.size}`;
  return value instanceof JavaValue || value instanceof Date ? `${name} ${String(value)}` : name;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const differ = (path: string, wanted: unknown, got: unknown): string =>
  `at ${path}: sent ${shown(wanted)}, got ${shown(got)}`;

class Comparison {
  #got = new Map<unknown, unknown>();
  #wanted = new Map<unknown, unknown>();

  at(path: string, wanted: unknown, got: unknown): string | undefined {
    if (JavaTyped.is(wanted)) return this.at(path, wanted.value, got);
    if (Object.is(wanted, got)) return undefined;
    if (typeof wanted !== "object" || typeof got !== "object" || wanted === null || got === null) {
      return differ(path, wanted, got);
    }
    const scalars = equalScalars(wanted, got);
    if (scalars !== undefined) return scalars ? undefined : differ(path, wanted, got);
    if (this.#got.has(wanted) || this.#wanted.has(got)) {
      if (this.#got.get(wanted) === got && this.#wanted.get(got) === wanted) return undefined;
      return `at ${path}: ${this.#got.has(wanted) ? "one object became two" : "two objects became one"}`;
    }
    this.#got.set(wanted, got);
    this.#wanted.set(got, wanted);
    return this.#content(path, wanted, got);
  }

  #content(path: string, wanted: object, got: object): string | undefined {
    if (ArrayBuffer.isView(wanted)) return numbers(path, wanted as never, got as never);
    if (Array.isArray(wanted)) {
      if (!Array.isArray(got) || wanted.length !== got.length) return differ(path, wanted, got);
      return this.#inOrder(path, wanted, got);
    }
    if (wanted instanceof Set) {
      if (!(got instanceof Set) || wanted.size !== got.size) return differ(path, wanted, got);
      return this.#elements(path, wanted, got);
    }
    if (wanted instanceof Map) {
      if (!(got instanceof Map) || wanted.size !== got.size) return differ(path, wanted, got);
      return this.#entries(path, wanted, got);
    }
    if (wanted instanceof JavaThrowable) return this.#throwable(path, wanted, got);
    return this.#object(path, wanted, got);
  }

  #inOrder(path: string, wanted: readonly unknown[], got: readonly unknown[]): string | undefined {
    for (let index = 0; index < wanted.length; index++) {
      const difference = this.at(`${path}[${index}]`, wanted[index], got[index]);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  #elements(path: string, wanted: Set<unknown>, got: Set<unknown>): string | undefined {
    const rest: unknown[] = [];
    for (const one of wanted) {
      const plain = JavaTyped.is(one) ? one.value : one;
      if (isObject(plain)) rest.push(one);
      else if (!got.has(plain)) return differ(`${path}{${shown(plain)}}`, plain, undefined);
    }
    return this.#inAnyOrder(path, rest, [...got].filter(isObject));
  }

  /** Hashed and sorted collections come back in another order. */
  #inAnyOrder(path: string, wanted: readonly unknown[], got: unknown[]): string | undefined {
    const left = [...got];
    for (const [index, one] of wanted.entries()) {
      const found = left.findIndex((other) => this.#tries(one, other));
      if (found < 0) return differ(`${path}[${index}]`, one, undefined);
      left.splice(found, 1);
    }
    return undefined;
  }

  #entries(
    path: string,
    wanted: Map<unknown, unknown>,
    got: Map<unknown, unknown>,
  ): string | undefined {
    const rest: [unknown, unknown][] = [];
    for (const [key, value] of wanted) {
      const plain = JavaTyped.is(key) ? key.value : key;
      if (isObject(plain)) rest.push([key, value]);
      else if (!got.has(plain)) return differ(`${path}{${shown(plain)}}`, plain, undefined);
      else {
        const difference = this.at(`${path}{${shown(plain)}}`, value, got.get(plain));
        if (difference !== undefined) return difference;
      }
    }
    const others = [...got].filter(([key]) => isObject(key));
    return this.#inAnyOrder(path, rest, others);
  }

  #tries(wanted: unknown, got: unknown): boolean {
    const before = [new Map(this.#got), new Map(this.#wanted)] as const;
    if (this.at("", wanted, got) === undefined) return true;
    [this.#got, this.#wanted] = before;
    return false;
  }

  #throwable(path: string, wanted: JavaThrowable, got: object): string | undefined {
    if (!(got instanceof JavaThrowable)) return differ(path, wanted, got);
    for (const part of ["javaClass", "message", "cause", "suppressed", "fields"] as const) {
      const difference = this.at(`${path}.${part}`, wanted[part], got[part]);
      if (difference !== undefined) return difference;
    }
    if (wanted.stackTrace.length === 0) return undefined;
    return this.at(`${path}.stackTrace`, wanted.stackTrace, got.stackTrace);
  }

  #object(path: string, wanted: object, got: object): string | undefined {
    const tag = javaClassOf as never;
    if (wanted[tag] !== undefined && wanted[tag] !== got[tag]) return differ(path, wanted, got);
    const names = new Set([...Object.keys(wanted), ...Object.keys(got)]);
    for (const name of names) {
      const key = name as never;
      const difference = this.at(`${path}.${name}`, wanted[key] as unknown, got[key] as unknown);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
}

/** Undefined for objects that have content of their own. */
function equalScalars(wanted: object, got: object): boolean | undefined {
  if (Object.prototype.toString.call(wanted).startsWith("[object remora.shop.")) return true;
  if (SqlDate.is(wanted) || SqlTime.is(wanted) || SqlTimestamp.is(wanted)) {
    return wanted.equals(got);
  }
  if (wanted instanceof Date) {
    return got.constructor === Date && wanted.getTime() === (got as Date).getTime();
  }
  if (wanted instanceof JavaValue || JavaCalendar.is(wanted)) return wanted.equals(got);
  return undefined;
}

function numbers(path: string, wanted: ArrayLike<unknown>, got: ArrayLike<unknown>) {
  if (wanted.constructor !== got.constructor || wanted.length !== got.length) {
    return differ(path, wanted, got);
  }
  for (let index = 0; index < wanted.length; index++) {
    if (!Object.is(wanted[index], got[index])) {
      return differ(`${path}[${index}]`, wanted[index], got[index]);
    }
  }
  return undefined;
}
