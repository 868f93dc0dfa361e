// Java exceptions that servants throw: by the descriptors of generated classes, or by nothing but a class name.
import {
  type ClassLayout,
  exceptionLayout,
  JavaThrowable,
  runtimeExceptionLayout,
  throwableSubclass,
} from "@remora/protocol/internal";

/** Options of `javaException`. */
export interface JavaExceptionOptions {
  /** A RuntimeException: no method declares it, and an EJB container wraps it. Default true. */
  readonly runtime?: boolean;
  /** Marked `@ApplicationException`: the container lets it through. Default false. */
  readonly application?: boolean;
  /** What `getCause` gives. */
  readonly cause?: Error;
  /** Hash and serialVersionUID in the repository id. Default: made-up ones. */
  readonly numbers?: string;
}

/** Thrown by a servant: the caller gets this Java exception, which has no fields of its own. */
export class MockJavaException extends Error {
  /** Always `MockJavaException`. */
  override readonly name: string = "MockJavaException";
  /** What is sent. */
  readonly throwable: JavaThrowable;
  /** The container lets it through. */
  readonly application: boolean;

  constructor(throwable: JavaThrowable, application: boolean) {
    super(`${throwable.javaClass}: ${throwable.message ?? ""}`);
    this.throwable = throwable;
    this.application = application;
  }
}

/** Hashes of classes without fields right below the two built-in classes: the hash depends on those alone. */
const checkedNumbers = "C541A83F0F5CCDCE:0000000000000001";
const runtimeNumbers = "958C33FAE8798D83:0000000000000001";

/** A Java exception by class name and message, to be thrown by a servant. */
export function javaException(
  javaClass: string,
  message: string | null = null,
  options: JavaExceptionOptions = {},
): MockJavaException {
  const runtime = options.runtime ?? true;
  const layout = throwableSubclass(
    javaClass,
    runtime ? runtimeExceptionLayout : exceptionLayout,
    options.numbers ?? (runtime ? runtimeNumbers : checkedNumbers),
  );
  const cause = options.cause === undefined ? undefined : throwableOf(options.cause);
  return new MockJavaException(throwableWith(layout, message, cause), options.application === true);
}

/** A throwable that is written by this layout, with a short stack trace of the mock's own. */
export function throwableWith(
  layout: ClassLayout,
  message: string | null,
  cause: JavaThrowable | undefined,
  fields: Readonly<Record<string, unknown>> = {},
): JavaThrowable {
  const throwable = new JavaThrowable(layout.name, {
    message,
    fields,
    ...(cause === undefined ? {} : { cause }),
    stackTrace: [
      {
        declaringClass: "remora.mock.Servant",
        methodName: "invoke",
        fileName: "Servant.java",
        lineNumber: 42,
      },
    ],
  });
  return Object.assign(throwable, { layout });
}

/** Layouts of exceptions that a container throws, with the numbers that GlassFish sends. */
const ejbException: ClassLayout = throwableSubclass(
  "jakarta.ejb.EJBException",
  runtimeExceptionLayout,
  "958C33FAE8798D83:0B0EB2FF36CB22F6",
);
const internalContainerException: ClassLayout = throwableSubclass(
  "com.sun.ejb.containers.InternalEJBContainerException",
  exceptionLayout,
  "C541A83F0F5CCDCE:0000000000007890",
);
const executionException: ClassLayout = throwableSubclass(
  "java.util.concurrent.ExecutionException",
  exceptionLayout,
  "C541A83F0F5CCDCE:6C9D0DFA2A4DE61D",
);
const runtimeException: ClassLayout = throwableSubclass(
  "java.lang.RuntimeException",
  exceptionLayout,
  "C541A83F0F5CCDCE:9E5F06470A3483E5",
);

const ioException: ClassLayout = throwableSubclass(
  "java.io.IOException",
  exceptionLayout,
  "C541A83F0F5CCDCE:6C8073646525F0AB",
);
/** It keeps its cause in a field of its own. */
const remoteException: ClassLayout = {
  ...throwableSubclass(
    "java.rmi.RemoteException",
    ioException,
    "304C290A29431E8F:B88C9D4EDEE47A22",
    "throwable detail",
  ),
  apart: true,
  source: ({ message, stackTrace, suppressed, fields }: JavaThrowable) => ({
    cause: null,
    message,
    stackTrace,
    suppressed,
    fields,
  }),
};

/** Whether a container has thrown it: it is not wrapped again. */
export function isContainerException({ javaClass }: JavaThrowable): boolean {
  return /^(?:jakarta|javax)\.ejb\./.test(javaClass);
}

/** What a container makes of a RuntimeException of a bean. */
export function ejbExceptionAround(thrown: JavaThrowable): JavaThrowable {
  return isContainerException(thrown)
    ? thrown
    : throwableWith(ejbException, thrown.message, thrown);
}

/** What a business view's caller gets for that. */
export function containerExceptionAround(thrown: JavaThrowable): JavaThrowable {
  return throwableWith(internalContainerException, thrown.message, ejbExceptionAround(thrown));
}

/** What the caller of an EJB 2 view gets for that. */
export function remoteExceptionAround(thrown: JavaThrowable): JavaThrowable {
  return throwableWith(remoteException, null, undefined, { detail: ejbExceptionAround(thrown) });
}

/** What the container of an EJB 2 view throws by itself. */
export function remoteExceptionOf(message: string): MockJavaException {
  return new MockJavaException(
    throwableWith(remoteException, message, undefined, { detail: null }),
    true,
  );
}

/** What a Future has instead of a result. */
export function executionExceptionAround(thrown: JavaThrowable): JavaThrowable {
  const message =
    thrown.message === null ? thrown.javaClass : `${thrown.javaClass}: ${thrown.message}`;
  return throwableWith(executionException, message, thrown);
}

/** The class of an exception that a generator wrote, or a person by hand. */
interface DescribedError {
  readonly descriptor: ClassLayout & { readonly name: string };
}

function describedClassOf(error: unknown): DescribedError | undefined {
  const constructor = (error as { readonly constructor?: unknown } | undefined)?.constructor;
  if (typeof constructor !== "function" || !("descriptor" in constructor)) return undefined;
  return constructor as unknown as DescribedError;
}

/** Whether a servant means a certain Java exception, rather than having gone wrong. */
export function isJavaException(error: unknown): error is Error {
  return error instanceof MockJavaException || describedClassOf(error) !== undefined;
}

/** The exception to be sent for what a servant threw; whatever is none of Java's becomes a RuntimeException. */
export function throwableOf(error: unknown): JavaThrowable {
  if (error instanceof MockJavaException) return error.throwable;
  const described = describedClassOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const cause =
    error instanceof Error && error.cause !== undefined ? throwableOf(error.cause) : undefined;
  if (described === undefined) return throwableWith(runtimeException, message, cause);
  const { fields } = error as { readonly fields?: Readonly<Record<string, unknown>> };
  return throwableWith(described.descriptor, message, cause, fields ?? {});
}

/** The declared class that an exception is of: its own, or the nearest above it. */
export function declaredClassOf(
  thrown: JavaThrowable,
  declared: readonly { readonly name: string }[],
): string | undefined {
  const names = declared.map(
    (entry) => (entry as Partial<DescribedError>).descriptor?.name ?? entry.name,
  );
  if (names.includes(thrown.javaClass)) return thrown.javaClass;
  for (let layout = thrown.layout; layout !== undefined; layout = layout.superclass) {
    if (names.includes(layout.name)) return layout.name;
  }
  return undefined;
}
