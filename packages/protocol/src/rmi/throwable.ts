import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";
import { illegalValue } from "./java-type.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** One line of a server's stack trace. */
export interface StackTraceElement {
  /** Class, with its package. */
  readonly declaringClass: string | null;
  /** `<init>` for constructors. */
  readonly methodName: string | null;
  /** Null where the class was compiled without. */
  readonly fileName: string | null;
  /** Negative: unknown, or a native method (-2). */
  readonly lineNumber: number;
}

/** A Java exception or error as it came: class, message, cause and stack trace. */
export class JavaThrowable {
  /** The class of the exception itself, which may be below the declared one. */
  readonly javaClass: string;
  /** What `getMessage` gives. */
  readonly message: string | null = null;
  /** What `getCause` gives; "no cause" is written as the exception itself. */
  readonly cause: JavaThrowable | undefined = undefined;
  /** The lines of the server. */
  readonly stackTrace: readonly StackTraceElement[] = [];
  /** What `getSuppressed` gives. */
  readonly suppressed: readonly JavaThrowable[] = [];
  /** Fields of described exception classes, by JavaScript name. */
  readonly fields: Readonly<Record<string, unknown>> = {};
  /** Layout that the exception was read with, the nearest described class. @internal */
  readonly layout: ClassLayout | undefined = undefined;

  constructor(
    javaClass: string,
    state?: Partial<
      Pick<JavaThrowable, "message" | "cause" | "stackTrace" | "suppressed" | "fields">
    >,
  ) {
    this.javaClass = javaClass;
    if (state !== undefined) Object.assign(this, state);
  }
}

/** One line of a stack trace, in the shape that it has since Java 9. */
export const stackTraceElementLayout: ClassLayout = {
  name: "java.lang.StackTraceElement",
  // Before Java 9 there were fewer fields, under another hash.
  hash: "BE8D422EE9ECA99D",
  repositoryId: builtInId("java.lang.StackTraceElement", "BE8D422EE9ECA99D:6109C59A2636DD85"),
  fields: fields(
    "octet -format",
    "long lineNumber",
    "value -classLoaderName",
    "value declaringClass",
    "value fileName",
    "value methodName",
    "value -moduleName",
    "value -moduleVersion",
  ),
  source: (element: StackTraceElement) => ({
    format: 0,
    classLoaderName: null,
    moduleName: null,
    moduleVersion: null,
    ...element,
  }),
};

const stackTraceArrayId = "RMI:[Ljava.lang.StackTraceElement;:BE8D422EE9ECA99D:6109C59A2636DD85";
const emptyListId = builtInId(
  "java.util.Collections$EmptyList",
  "071DA8BE7F971128:7AB817B43CA79EDE",
);

function writeStackTrace(values: ValueWriter, elements: readonly StackTraceElement[]): void {
  values.array(stackTraceArrayId, elements, () => {
    values.writer.ulong(elements.length);
    for (const element of elements) values.object(stackTraceElementLayout, element, "");
  });
}

function writeSuppressed(values: ValueWriter, suppressed: readonly JavaThrowable[]): void {
  if (suppressed.length > 0) values.value(suppressed, "suppressed");
  else values.fresh(emptyListId, () => {});
}

/** `java.lang.Throwable`; also read for every class of which only this part is of interest. */
export const throwableLayout: ClassLayout = {
  name: "java.lang.Throwable",
  repositoryId: builtInId("java.lang.Throwable", "8310F585E1166ACD:D5C635273977B8CB"),
  custom: true,
  fields: [
    ...fields("throwable cause", "value message"),
    { name: "stackTrace", kind: "value", write: writeStackTrace },
    { name: "suppressed", kind: "value", write: writeSuppressed },
  ],
  create: (javaClass) => new JavaThrowable(javaClass),
  resolve: tidyThrowable,
  source: throwableSource,
};

/** A class below Throwable, with fields of its own. `numbers`: `HASH:SUID`, for classes that we send. */
export function throwableSubclass(
  name: string,
  superclass: ClassLayout,
  numbers?: string,
  ...own: readonly string[]
): ClassLayout {
  return {
    name,
    superclass,
    repositoryId: numbers === undefined ? undefined : builtInId(name, numbers),
    fields: fields(...own),
    create: (javaClass) => new JavaThrowable(javaClass),
    resolve: tidyThrowable,
    source: throwableSource,
  };
}

/** Fields as they are written: "no cause" is the exception itself. */
export function throwableSource(value: JavaThrowable): JavaFields {
  if (!(value instanceof JavaThrowable)) throw illegalValue("", "an exception", value);
  const { message, cause, stackTrace, suppressed, fields: own } = value;
  return { cause: cause ?? value, message, stackTrace, suppressed, fields: own };
}

/** "No cause" is written as the throwable itself; whatever is no throwable is no cause. */
export function tidyThrowable(target: JavaFields, values: ValueReader): unknown {
  const cause = target["cause"];
  if (cause === target || !(cause instanceof JavaThrowable)) target["cause"] = undefined;
  if (typeof target["message"] !== "string") target["message"] = null;
  if (!Array.isArray(target["stackTrace"])) target["stackTrace"] = [];
  const suppressed: readonly unknown[] = Array.isArray(target["suppressed"])
    ? target["suppressed"]
    : [];
  values.countCopies(suppressed.length);
  target["suppressed"] = suppressed.filter((each) => each instanceof JavaThrowable);
  return target;
}

/** Longest text of a stack trace: causes may share one long trace, and a peer decides how often. */
const MOST_LINES = 1_000;

/** The server's stack trace as text, one line per element, causes included. */
export function stackText(throwable: JavaThrowable): string {
  const lines: string[] = [];
  const seen = new Set<JavaThrowable>();
  let prefix = "";
  for (
    let current: JavaThrowable | undefined = throwable;
    current !== undefined && !seen.has(current) && lines.length < MOST_LINES;
    current = current.cause
  ) {
    seen.add(current);
    const message = current.message === null ? "" : `: ${current.message}`;
    lines.push(`${prefix}${current.javaClass}${message}`);
    for (const element of current.stackTrace) {
      if (lines.length >= MOST_LINES) break;
      const file = element?.fileName ?? "Unknown Source";
      const line = element?.lineNumber > 0 ? `:${element.lineNumber}` : "";
      lines.push(`\tat ${element?.declaringClass}.${element?.methodName}(${file}${line})`);
    }
    prefix = "Caused by: ";
  }
  return lines.join("\n");
}
