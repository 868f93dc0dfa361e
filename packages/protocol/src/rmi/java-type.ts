import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import type { ClassLayout } from "./class-layout.ts";

/** How values of one declared type travel. Descriptors are immutable and may be shared. */
export interface JavaType<T> {
  /** The type as Java (or IDL) writes it. */
  readonly name: string;
  /** JVM descriptor, `I` or `Ljava/util/List;`. Undefined for IDL types: no Java class has such a field. */
  readonly descriptor?: string | undefined;
  /** How values of the type lie on the wire. Default: `primitive`, octets without a header. */
  readonly form?: WireForm | undefined;
  /** Values are text without a class to be looked up. Default: true for primitives, else false. */
  readonly plain?: boolean | undefined;
  /** Types that the values may hold: elements, fields. A function, since classes may be cyclic. */
  readonly uses?: () => readonly JavaType<any>[];
  /** The class that the type describes; a value of it is recognised by its name. */
  readonly layout?: ClassLayout | undefined;
  /** Throws `RemoteProtocolError` for octets that cannot be of this type. */
  read(reader: CdrReader): T;
  /** Throws {@link LocalProtocolError} that names path, value and accepted form. */
  write(writer: CdrWriter, value: T, path: string): void;
}

/** Forms of a declared Java type on the wire (Java to IDL mapping 1.4, §1.3). */
export type WireForm = "primitive" | "value" | "any" | "abstract" | "reference";

/**
 * An error of something inside a composite value, with the way to it: `price` inside `orders[3]` is
 * `orders[3].price`. Errors of other kinds stay as they are.
 */
export function within(error: unknown, outer: string): unknown {
  if (isStackOverflow(error)) {
    const where = outer === "" ? "" : `${outer}: `;
    return new LocalProtocolError("VALUE_TOO_DEEP", `${where}values are nested too deep`, {
      path: outer,
    });
  }
  if (!(error instanceof LocalProtocolError) || error.path === undefined) return error;
  const { path: inner, message } = error;
  const path =
    inner === "" || outer === "" || inner.startsWith("[")
      ? `${outer}${inner}`
      : `${outer}.${inner}`;
  const detail = inner === "" ? message : message.slice(inner.length + 2);
  const shownPath = shortened(path);
  const text = path === "" ? detail : `${shownPath}: ${detail}`;
  return new LocalProtocolError(error.code, text, { path: shownPath });
}

/** The depth limit may be above what the stack of this thread has room for. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** A way through a thousand objects keeps its beginning and its end. */
function shortened(path: string): string {
  return path.length <= 400 ? path : `${path.slice(0, 200)}…${path.slice(-150)}`;
}

/** The error for a value that its type does not accept. */
export function illegalValue(path: string, accepted: string, value: unknown): LocalProtocolError {
  return new LocalProtocolError(
    "ARGUMENT_VALUE",
    path === ""
      ? `${accepted} is accepted, not ${shown(value)}`
      : `${path}: ${accepted} is accepted, not ${shown(value)}`,
    { path },
  );
}

/** A short text for a value of any kind; never a whole payload. */
function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case "bigint":
      return `${value}n`;
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return `an array of ${value.length}`;
      return `an object (${Object.getPrototypeOf(value)?.constructor?.name ?? "without prototype"})`;
    case "undefined":
      return "undefined (is the field missing?)";
    case "function":
      return "a function";
    default:
      return String(value);
  }
}
