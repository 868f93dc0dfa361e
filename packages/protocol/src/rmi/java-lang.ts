import { boxedClasses } from "./boxed-types.ts";
import { type ClassLayout, fields } from "./class-layout.ts";
import { builtInId } from "./repository-id.ts";
import { stackTraceElementLayout, throwableLayout, throwableSubclass } from "./throwable.ts";

const exception = throwableSubclass(
  "java.lang.Exception",
  throwableLayout,
  "4C85CB612DC2C5D4:D0FD1F3E1A3B1CC4",
);
const error = throwableSubclass(
  "java.lang.Error",
  throwableLayout,
  "4C85CB612DC2C5D4:451D36568B820E56",
);
const runtimeException = throwableSubclass(
  "java.lang.RuntimeException",
  exception,
  "C541A83F0F5CCDCE:9E5F06470A3483E5",
);
const ioException = throwableSubclass(
  "java.io.IOException",
  exception,
  "C541A83F0F5CCDCE:6C8073646525F0AB",
);
// RemoteException keeps its cause in `detail`; `cause` is null then.
const remoteException = throwableSubclass(
  "java.rmi.RemoteException",
  ioException,
  undefined,
  "throwable cause",
);

/** Every enum constant travels as its class and its name; the name says it all. */
export const enumConstantLayout: ClassLayout = {
  name: "javax.rmi.CORBA.EnumDesc",
  repositoryId: builtInId("javax.rmi.CORBA.EnumDesc", "8F2B9D7BBB70BD8D:FDD79CDF6841F14A"),
  fields: fields("value className", "value value"),
  resolve: (target) => target["value"],
};

/** `java.lang.Error`. */
export const errorLayout: ClassLayout = error;

/** `java.io.IOException`. */
export const ioExceptionLayout: ClassLayout = ioException;

/** `java.lang.RuntimeException`, for exceptions that no method declares. */
export const runtimeExceptionLayout: ClassLayout = runtimeException;

/** `java.lang.Exception`, for exceptions of other packages. */
export const exceptionLayout: ClassLayout = exception;

/** Classes of `java.lang`, `java.rmi` and what else has no better place. */
export const javaLangLayouts: readonly ClassLayout[] = [
  ...Object.values(boxedClasses).map((boxed) => boxed.layout),
  throwableLayout,
  exception,
  error,
  runtimeException,
  ioException,
  remoteException,
  stackTraceElementLayout,
  enumConstantLayout,
];
