// Java's exceptions as values: the state of java.lang.Throwable, then what subclasses add (Java to IDL 1.4, 1.3.7).
import type { StreamFormat, ValueWriter } from "./value-writer.ts";

/** A Java exception to be sent: class, message, cause; the stack trace is made up and short. */
export interface JavaThrowable {
  /** Whole repository id, `RMI:<class>:<hash>:<serial version>`. */
  readonly repositoryId: string;
  /** What `getMessage` gives. */
  readonly message: string | null;
  /** What `getCause` gives. Default: none. */
  readonly cause?: JavaThrowable;
  /** Where it was thrown, for the stack trace; default a line of the mock. */
  readonly thrownAt?: {
    /** Class of the one line of the stack trace. */
    readonly className: string;
    /** Method of that line. */
    readonly method: string;
  };
  /** Writes what classes below Throwable add. @internal */
  readonly extraFields?: (values: ValueWriter) => void;
}

/** Repository ids of the exceptions that a GlassFish server sends by itself. */
export const ThrowableId = {
  ejbException: "RMI:jakarta.ejb.EJBException:958C33FAE8798D83:0B0EB2FF36CB22F6",
  internalContainer:
    "RMI:com.sun.ejb.containers.InternalEJBContainerException:C541A83F0F5CCDCE:0000000000007890",
  illegalState: "RMI:java.lang.IllegalStateException:958C33FAE8798D83:E65755E69A46F248",
  runtime: "RMI:java.lang.RuntimeException:C541A83F0F5CCDCE:9E5F06470A3483E5",
} as const;

const throwableId = "RMI:java.lang.Throwable:8310F585E1166ACD:D5C635273977B8CB";
const stackTraceId = "RMI:[Ljava.lang.StackTraceElement;:BE8D422EE9ECA99D:6109C59A2636DD85";
const stackTraceElementId = "RMI:java.lang.StackTraceElement:BE8D422EE9ECA99D:6109C59A2636DD85";
const emptyListId = "RMI:java.util.Collections\\U0024EmptyList:071DA8BE7F971128:7AB817B43CA79EDE";

function writeStackTrace(values: ValueWriter, throwable: JavaThrowable): void {
  const place = throwable.thrownAt ?? { className: "remora.mock.Servant", method: "invoke" };
  const file = `${place.className.slice(place.className.lastIndexOf(".") + 1)}.java`;
  values.begin(stackTraceId, true);
  values.long(1);
  values.begin(stackTraceElementId, true);
  // Octet `format`, then fields by name: lineNumber, then the strings.
  values.octet(0);
  values.long(42);
  values.null();
  values.string(place.className);
  values.string(file);
  values.string(place.method);
  values.null();
  values.null();
  values.end();
  values.end();
}

/** Writes an exception as a value. A cause that is missing is a back reference to the exception itself, as in Java. */
export function writeThrowable(values: ValueWriter, throwable: JavaThrowable): void {
  const self = values.begin(throwable.repositoryId, true);
  values.customClass(throwableId, () => {
    if (throwable.cause === undefined) values.indirection(self);
    else writeThrowable(values, throwable.cause);
    values.string(throwable.message);
    writeStackTrace(values, throwable);
    values.begin(emptyListId, true);
    values.end();
  });
  throwable.extraFields?.(values);
  values.end();
}

/** Context 9, UnknownExceptionInfo, is an encapsulation and always in format 1. */
export const unknownExceptionFormat: StreamFormat = 1;
