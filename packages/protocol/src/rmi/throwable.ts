import { type ClassLayout, fields, type JavaFields } from "./class-layout.ts";

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

  constructor(javaClass: string) {
    this.javaClass = javaClass;
  }
}

/** `java.lang.Throwable`; also read for every class of which only this part is of interest. */
export const throwableLayout: ClassLayout = {
  name: "java.lang.Throwable",
  custom: true,
  fields: fields(
    "throwable cause",
    "value message",
    "value stackTrace",
    // suppressedExceptions
    "value",
  ),
  create: (javaClass) => new JavaThrowable(javaClass),
  resolve: tidyThrowable,
};

/** A class below Throwable with fields of its own. */
export function throwableSubclass(
  name: string,
  superclass: ClassLayout,
  ...own: readonly string[]
): ClassLayout {
  return {
    name,
    superclass,
    fields: fields(...own),
    create: (javaClass) => new JavaThrowable(javaClass),
    resolve: tidyThrowable,
  };
}

/** "No cause" is written as the throwable itself; whatever is no throwable is no cause. */
function tidyThrowable(target: JavaFields): unknown {
  const cause = target["cause"];
  if (cause === target || !(cause instanceof JavaThrowable)) target["cause"] = undefined;
  if (typeof target["message"] !== "string") target["message"] = null;
  if (!Array.isArray(target["stackTrace"])) target["stackTrace"] = [];
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
