import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";

/** How values of one declared type travel. Descriptors are immutable and may be shared. */
export interface JavaType<T> {
  /** The type as Java (or IDL) writes it. */
  readonly name: string;
  /** Throws `RemoteProtocolError` for octets that cannot be of this type. */
  read(reader: CdrReader): T;
  /** Throws {@link LocalProtocolError} that names path, value and accepted form. */
  write(writer: CdrWriter, value: T, path: string): void;
}

/** The error for a value that its type does not accept. */
export function illegalValue(path: string, accepted: string, value: unknown): LocalProtocolError {
  return new LocalProtocolError(
    "ARGUMENT_VALUE",
    `${path}: ${accepted} is accepted, not ${shown(value)}`,
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
    case "function":
      return "a function";
    default:
      return String(value);
  }
}
