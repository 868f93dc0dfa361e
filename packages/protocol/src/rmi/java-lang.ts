import { type ClassLayout, fields } from "./class-layout.ts";
import { throwableLayout, throwableSubclass } from "./throwable.ts";

function boxed(name: string, kind: string): ClassLayout {
  return { name, fields: fields(`${kind} value`), resolve: (target) => target["value"] };
}

const exception = throwableSubclass("java.lang.Exception", throwableLayout);
const error = throwableSubclass("java.lang.Error", throwableLayout);
const runtimeException = throwableSubclass("java.lang.RuntimeException", exception);
const ioException = throwableSubclass("java.io.IOException", exception);
// RemoteException keeps its cause in `detail`; `cause` is null then.
const remoteException = throwableSubclass(
  "java.rmi.RemoteException",
  ioException,
  "throwable cause",
);

/** `java.lang.Exception`, for exceptions of other packages. */
export const exceptionLayout: ClassLayout = exception;

/** Classes of `java.lang`, `java.rmi` and what else has no better place. */
export const javaLangLayouts: readonly ClassLayout[] = [
  boxed("java.lang.Boolean", "boolean"),
  boxed("java.lang.Byte", "octet"),
  boxed("java.lang.Short", "short"),
  boxed("java.lang.Character", "wchar"),
  boxed("java.lang.Integer", "long"),
  boxed("java.lang.Long", "longlong"),
  boxed("java.lang.Float", "float"),
  boxed("java.lang.Double", "double"),
  throwableLayout,
  exception,
  error,
  runtimeException,
  ioException,
  remoteException,
  {
    name: "java.lang.StackTraceElement",
    // Before Java 9 there were fewer fields, under another hash.
    hash: "BE8D422EE9ECA99D",
    fields: fields(
      "octet",
      "long lineNumber",
      "value",
      "value declaringClass",
      "value fileName",
      "value methodName",
      "value",
      "value",
    ),
  },
  {
    // Every enum constant travels as this pair; the constant's name says it all.
    name: "javax.rmi.CORBA.EnumDesc",
    fields: fields("value className", "value value"),
    resolve: (target) => target["value"],
  },
];
