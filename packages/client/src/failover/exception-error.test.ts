// Exceptions as GlassFish 7.0.15 has sent them, octet by octet, and what callers get.
import { readFileSync } from "node:fs";
import {
  CdrReader,
  classesOf,
  exceptionIdOf,
  JavaThrowable,
  type JavaThrowableClass,
  java,
  javaThrowable,
  method,
  type RemoteMethod,
  readUnknownExceptionInfo,
  readUserException,
  remoteInterface,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import {
  type CallError,
  type CallErrorDetails,
  EJBException,
  JavaException,
  SystemException,
  UserException,
} from "../errors.ts";
import { systemExceptionOf, userExceptionOf } from "./exception-error.ts";
import { knownExceptions } from "./known-exceptions.ts";

class OrderException extends UserException {
  static readonly descriptor: JavaThrowableClass = javaThrowable("demo.anchor.OrderException", {
    serialVersionUID: 100n,
    fields: () => ({ code: java.int, detail: java.string, lines: java.list(java.string) }),
  });
}

class LateOrderException extends OrderException {
  static override readonly descriptor: JavaThrowableClass = javaThrowable(
    "demo.anchor.LateOrderException",
    {
      serialVersionUID: 101n,
      extends: () => OrderException.descriptor,
      fields: () => ({ lateBy: java.long }),
    },
  );
}

class PolicyException extends UserException {
  static readonly descriptor: JavaThrowableClass = javaThrowable("demo.anchor.PolicyException", {
    serialVersionUID: 102n,
    extends: () => java.lang.RuntimeException,
    fields: () => ({ rule: java.int }),
  });
}

interface Greeter {
  fail(): Promise<void>;
}

const details: CallErrorDetails = {
  completed: "yes",
  attempts: [],
  endpoint: "app1:3700",
  member: "i1",
  operation: "fail",
  elapsedMs: 1,
};

const all = [OrderException, LateOrderException, PolicyException];

function methodKnowing(classes: readonly (typeof UserException)[]): RemoteMethod {
  const fail = method([], java.void, { throws: classes });
  return remoteInterface<Greeter>("demo.anchor.Greeter", { fail }).methods.fail;
}

function golden(name: string): Uint8Array {
  const file = new URL(`../../../protocol/golden/rmi/${name}.json`, import.meta.url);
  const { hex } = JSON.parse(readFileSync(file, "utf8")) as { readonly hex: string };
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

const context = { classes: classesOf(all.map((each) => each.descriptor)) };

/** What a caller gets who knows these classes. */
function userError(name: string, classes: readonly (typeof UserException)[]): CallError {
  const octets = golden(name);
  const reader = new CdrReader(octets, 0, octets.length);
  if (classes.length > 0) reader.java = context;
  const { repositoryId, javaClass, message, throwable } = readUserException(reader);
  return userExceptionOf(
    {
      kind: "user",
      name: repositoryId,
      minor: 0,
      completed: "yes",
      javaClass,
      ...(message === null ? {} : { message }),
      ...(throwable === undefined ? {} : { thrown: throwable }),
    },
    knownExceptions(methodKnowing(classes), () => []),
    "fail at app1:3700 (i1)",
    details,
  );
}

function unknownError(name: string, classes: readonly (typeof UserException)[]): CallError {
  const thrown = readUnknownExceptionInfo(golden(name), classes.length > 0 ? context : undefined);
  return systemExceptionOf(
    {
      kind: "system",
      name: "UNKNOWN",
      minor: 0x4f4d_0007,
      completed: "maybe",
      ...(thrown === undefined ? {} : { thrown }),
    },
    knownExceptions(methodKnowing(classes), () => []),
    { where: "fail at app1:3700 (i1)", text: "UNKNOWN", cause: undefined },
    { ...details, completed: "maybe" },
  );
}

test("a subclass of what the method declares, known by the `throws` of another method", () => {
  const { methods } = remoteInterface<Greeter & { late(): Promise<void> }>("demo.anchor.Greeter", {
    fail: method([], java.void, { throws: [OrderException] }),
    late: method([], java.void, { throws: [LateOrderException] }),
  });
  const { classOf } = knownExceptions(methods.fail, () => []);
  expect(classOf(new JavaThrowable("demo.anchor.LateOrderException"))).toBe(LateOrderException);
});

test("a declared exception, described and not", () => {
  const error = userError("user-exception", all);
  expect(error).toBeInstanceOf(OrderException);
  expect(error).not.toBeInstanceOf(LateOrderException);
  expect(error).toMatchObject({
    message: "bad order",
    javaClass: "demo.anchor.OrderException",
    repositoryId: "IDL:demo/anchor/OrderEx:1.0",
    lines: ["one", "two"],
  });
  expect((error as UserException).serverText).toContain("GreeterBean.failChecked(GreeterBean.java");
  const plain = userError("user-exception", []);
  expect(plain.constructor).toBe(UserException);
  expect(plain).toMatchObject({ message: "bad order", javaClass: "demo.anchor.OrderException" });
});

test("a subclass of the declared exception: its own class, else the declared one", () => {
  const late = userError("user-exception-subclass", all);
  expect(late).toBeInstanceOf(LateOrderException);
  expect(late).toMatchObject({ message: "late", lateBy: 5n, code_: 2, detail: "sub" });
  const declared = userError("user-exception-subclass", [OrderException]);
  expect(declared).toBeInstanceOf(OrderException);
  expect(declared).toMatchObject({ message: "late", javaClass: "demo.anchor.LateOrderException" });
});

test("a RuntimeException of a bean: the container's wrappers are taken off", () => {
  const error = userError("ejb-exception", all);
  expect(error).toBeInstanceOf(EJBException);
  expect(error.cause).toBeInstanceOf(JavaException);
  expect(error).toMatchObject({
    javaClass: "jakarta.ejb.EJBException",
    cause: { javaClass: "java.lang.IllegalStateException", message: "boom" },
  });
  expect(error.message).toBe("fail at app1:3700 (i1): java.lang.IllegalStateException: boom");
});

test("an application's own RuntimeException, known and not", () => {
  const known = unknownError("unknown-exception-application", all);
  expect(known).toBeInstanceOf(PolicyException);
  expect(known).toMatchObject({ message: "rule", rule: 12, completed: "maybe" });
  const unknown = unknownError("unknown-exception-application", []);
  expect(unknown).toBeInstanceOf(SystemException);
  expect(unknown).toMatchObject({
    code: "UNKNOWN",
    cause: { javaClass: "demo.anchor.PolicyException", message: "rule" },
  });
});

test("a server that stops while the call runs: UNKNOWN, with what it says as the cause", () => {
  const error = unknownError("unknown-exception-stopped", all);
  expect(error).toBeInstanceOf(SystemException);
  expect(error).toMatchObject({
    code: "UNKNOWN",
    completed: "maybe",
    cause: { message: "Attempt to invoke when container is in STOPPED" },
  });
});

test("ids of declared exceptions by the rules of Java to IDL", () => {
  expect(exceptionIdOf("demo.anchor.OrderException")).toBe("IDL:demo/anchor/OrderEx:1.0");
  expect(exceptionIdOf("remora.peer.InsufficientFunds")).toBe(
    "IDL:remora/peer/InsufficientFundsEx:1.0",
  );
  expect(exceptionIdOf("com.acme.in.Shop$ClosedException")).toBe(
    "IDL:com/acme/_in/Shop__ClosedEx:1.0",
  );
});
