import type { ClassLayout } from "./class-layout.ts";
import {
  errorLayout,
  exceptionLayout,
  ioExceptionLayout,
  runtimeExceptionLayout,
} from "./java-lang.ts";
import { throwableSubclass } from "./throwable.ts";

/**
 * Structural hashes of exceptions without fields of their own: all that are equally far below Throwable have
 * the same one. The first is that of Exception and Error.
 */
const HASHES = [
  "4C85CB612DC2C5D4",
  "C541A83F0F5CCDCE",
  "958C33FAE8798D83",
  "AE009339758A6701",
] as const;

/**
 * Exceptions of the JDK without fields of their own, by superclass, each with its serialVersionUID; Java 17
 * and 25 have the same. A superclass stands before its subclasses.
 */
const families: readonly (readonly [superclass: string, depth: number, ...members: string[]])[] = [
  [
    "java.lang.RuntimeException",
    3,
    "java.lang.ArithmeticException 1F509E624AF9F007",
    "java.lang.ArrayStoreException C13DF09DBF50BEDF",
    "java.lang.ClassCastException 800005CECE67E55C",
    "java.lang.IllegalArgumentException B58973D37D668FBC",
    "java.lang.IllegalStateException E65755E69A46F248",
    "java.lang.IndexOutOfBoundsException 033FC59FDAB42B27",
    "java.lang.NegativeArraySizeException 83A7441933C37C8B",
    "java.lang.NullPointerException 47A5A18EFF31E1B8",
    "java.lang.SecurityException 5F74DC826F65D637",
    "java.lang.UnsupportedOperationException EEC165E712838B7F",
    "java.util.ConcurrentModificationException CD1D156276C777BD",
    "java.util.NoSuchElementException 5DF343D5DA693AA8",
    "java.util.EmptyStackException 46906F52485C554F",
    "java.util.concurrent.CompletionException 6CAAB173BFB4E069",
    "java.io.UncheckedIOException 8F1D24A4D1F93517",
    "java.time.DateTimeException E9587BD1CEA8B031",
  ],
  ["java.lang.IllegalArgumentException", 4, "java.lang.NumberFormatException D876893FFB8CEA12"],
  [
    "java.lang.IndexOutOfBoundsException",
    4,
    "java.lang.StringIndexOutOfBoundsException A22550CD6F6344F6",
    "java.lang.ArrayIndexOutOfBoundsException B8FFF521577EA444",
  ],
  [
    "java.lang.Exception",
    2,
    "java.lang.CloneNotSupportedException 481A29F4778B29FB",
    "java.lang.InterruptedException 5CFDA8C301DEB7F9",
    "java.lang.ReflectiveOperationException 00000000075BCD15",
    "java.util.concurrent.ExecutionException 6CAAB173BFB4E069",
    "java.util.concurrent.TimeoutException 1A6172BDDBE4F56A",
  ],
  [
    "java.lang.ReflectiveOperationException",
    3,
    "java.lang.NoSuchFieldException AABD23EF75FB292C",
    "java.lang.NoSuchMethodException 45DDBD9E5EC605DB",
    "java.lang.InstantiationException 8AD83E274DD5858A",
    "java.lang.IllegalAccessException 5BD42871F9297B32",
  ],
  [
    "java.lang.Error",
    2,
    "java.lang.AssertionError BA6D2EABFD413DE6",
    "java.lang.LinkageError 31AD4B5534A84ABA",
    "java.lang.VirtualMachineError 39C25654802F0E1E",
  ],
  ["java.lang.LinkageError", 3, "java.lang.NoClassDefFoundError 7E3AFC5A8DF49C6A"],
  ["java.util.NoSuchElementException", 4, "java.util.InputMismatchException 7A47C7B1773996BC"],
  [
    "java.lang.IllegalStateException",
    4,
    "java.util.concurrent.CancellationException 804B5067C84F2819",
  ],
  [
    "java.io.IOException",
    3,
    "java.io.FileNotFoundException F38A2BD6E0216AE4",
    "java.io.EOFException 5949A7F76B53EC41",
    "java.io.ObjectStreamException 64C3E46B8D39FBDF",
    "java.io.UnsupportedEncodingException C4AEB85A4E6628A2",
    "java.net.SocketException AD9F89C5411F5E6A",
    "java.net.UnknownHostException BF9E8369B89DD775",
    "java.net.MalformedURLException FD769BB78DDED186",
  ],
  [
    "java.io.ObjectStreamException",
    4,
    "java.io.NotSerializableException 28567800E7861635",
    "java.io.InvalidObjectException 2CDE8AE9921AD3DF",
  ],
  ["java.net.SocketException", 4, "java.net.ConnectException 352BE1E2A8F72FBF"],
  [
    "java.lang.VirtualMachineError",
    3,
    "java.lang.StackOverflowError 7779EF15877B2377",
    "java.lang.OutOfMemoryError 7231BB708888E315",
  ],
];

function layoutsOf(): readonly ClassLayout[] {
  const known = new Map(
    [exceptionLayout, errorLayout, runtimeExceptionLayout, ioExceptionLayout].map((layout) => [
      layout.name,
      layout,
    ]),
  );
  const layouts: ClassLayout[] = [];
  for (const [superclass, depth, ...members] of families) {
    for (const member of members) {
      const [name, uid] = member.split(" ") as [string, string];
      const layout = throwableSubclass(name, known.get(superclass)!, `${HASHES[depth - 1]}:${uid}`);
      known.set(name, layout);
      layouts.push(layout);
    }
  }
  return layouts;
}

/** Exceptions that server code throws often, so that they can be told, and sent back, where any value may stand. */
export const jdkExceptionLayouts: readonly ClassLayout[] = layoutsOf();
