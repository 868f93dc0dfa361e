// Exceptions of beans: declared ones as classes, what a container says in place of others, and what members say of each other.
import {
  type CallOptions,
  ConcurrentAccessException,
  ConcurrentAccessTimeoutException,
  EJBAccessException,
  EJBException,
  EJBTransactionRequiredException,
  EJBTransactionRolledbackException,
  JavaException,
  type JavaThrowableClass,
  java,
  javaThrowable,
  method,
  NoSuchEJBException,
  type RemoteInterface,
  remoteInterface,
  SystemException,
  UserException,
} from "@remora/client";
import { javaException, MockCluster, type SystemExceptionAnswer } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

class OrderException extends UserException {
  static readonly descriptor: JavaThrowableClass = javaThrowable("demo.anchor.OrderException", {
    serialVersionUID: 100n,
    fields: () => ({ code: java.int, detail: java.string }),
  });
  declare readonly code_: number;
  declare readonly detail: string | null;
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
  declare readonly lateBy: bigint;
}

/** Never named by a descriptor of an interface. */
class SecretException extends LateOrderException {
  static override readonly descriptor: JavaThrowableClass = javaThrowable(
    "demo.anchor.SecretException",
    { serialVersionUID: 1n, extends: () => LateOrderException.descriptor },
  );
}

interface Desk {
  fail(how: string | null, options?: CallOptions): Promise<void>;
  read(how: string | null, options?: CallOptions): Promise<string | null>;
}

const methods = {
  fail: method([java.string], java.void, { throws: [OrderException] }),
  read: method([java.string], java.string, { idempotent: true, throws: [OrderException] }),
};

const Desk: RemoteInterface<Desk> = remoteInterface<Desk>("demo.anchor.Desk", methods, {
  classes: () => [LateOrderException],
});

/** The same bean as a caller knows it who has only the declared class. */
const PlainDesk: RemoteInterface<Desk> = remoteInterface<Desk>("demo.anchor.Desk", methods);

const deskName = "java:global/shop/Desk";

const thrown: Readonly<Record<string, () => unknown>> = {
  declared: () =>
    Object.assign(OrderException.of("the order is refused", { code: 7, detail: "no stock" }), {
      cause: javaException("java.lang.IllegalArgumentException", "stock is negative"),
    }),
  subclass: () =>
    LateOrderException.of("the order is late", { code: 2, detail: "sub", lateBy: 5n }),
  secret: () => SecretException.of("the order is secret", { code: 3, detail: null, lateBy: 1n }),
  runtime: () => javaException("java.lang.IllegalStateException", "the desk is closed"),
  application: () =>
    javaException("demo.anchor.PolicyException", "against policy", { application: true }),
  plain: () => new Error("the servant went wrong"),
  ...Object.fromEntries(
    ["ConcurrentAccess", "ConcurrentAccessTimeout", "NoSuchEJB", "EJBTransactionRequired"].map(
      (name) => [name, () => javaException(`jakarta.ejb.${name}Exception`, `the ${name} message`)],
    ),
  ),
};

async function start(members: string[] = ["i1"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  const fail = (how: string | null): never => {
    throw thrown[how ?? ""]?.();
  };
  cluster.bind(deskName, Desk, (member) => ({
    fail,
    read: (how) => (how === null ? member.name : fail(how)),
  }));
  return cluster;
}

test("a declared exception is an instance of its class, with fields, cause and the server's text", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  const error = (await desk.fail("declared").catch((caught: unknown) => caught)) as OrderException;
  expect(error).toBeInstanceOf(OrderException);
  expect(error).toBeInstanceOf(UserException);
  expect(error).not.toBeInstanceOf(LateOrderException);
  expect(error).toMatchObject({
    message: "the order is refused",
    code_: 7,
    detail: "no stock",
    javaClass: "demo.anchor.OrderException",
    repositoryId: "IDL:demo/anchor/OrderEx:1.0",
    completed: "yes",
    operation: "fail",
    member: "i1",
    fields: { code: 7, detail: "no stock" },
  });
  expect(error.cause).toBeInstanceOf(JavaException);
  expect(error.cause).toMatchObject({
    name: "java.lang.IllegalArgumentException",
    javaClass: "java.lang.IllegalArgumentException",
    message: "stock is negative",
  });
  expect(error.serverText).toMatch(
    /^demo\.anchor\.OrderException: the order is refused\n\tat remora\.mock\.Servant\.invoke\(Servant\.java:42\)\nCaused by: java\.lang\.Ill/,
  );
  expect((error.cause as Error).stack).toContain("Servant.java:42");
});

test("the class that was thrown where it is known, else the nearest above it, else the declared one", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  const late = (await desk
    .fail("subclass")
    .catch((caught: unknown) => caught)) as LateOrderException;
  expect(late).toBeInstanceOf(LateOrderException);
  expect(late).toMatchObject({ code_: 2, lateBy: 5n, javaClass: "demo.anchor.LateOrderException" });
  const plain = await orb.lookup(deskName, PlainDesk);
  for (const [how, javaClass] of [
    ["subclass", "demo.anchor.LateOrderException"],
    ["secret", "demo.anchor.SecretException"],
  ] as const) {
    const error = (await plain.fail(how).catch((caught: unknown) => caught)) as OrderException;
    expect(error).toBeInstanceOf(OrderException);
    expect(error).not.toBeInstanceOf(LateOrderException);
    expect(error).toMatchObject({ javaClass, repositoryId: "IDL:demo/anchor/OrderEx:1.0" });
  }
});

test("what a bean does not declare is an EJBException whose cause is what it threw", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  const error = (await errorOf(desk.fail("runtime"))) as unknown as EJBException;
  expect(error).toBeInstanceOf(EJBException);
  expect(error).toMatchObject({
    name: "EJBException",
    code: "EJB_EXCEPTION",
    completed: "yes",
    javaClass: "jakarta.ejb.EJBException",
    cause: { javaClass: "java.lang.IllegalStateException", message: "the desk is closed" },
  });
  expect(error.message).toContain("java.lang.IllegalStateException: the desk is closed");
  expect(error.serverText).toContain("Caused by: java.lang.IllegalStateException");
  expect(await errorOf(desk.fail("plain"))).toMatchObject({
    code: "EJB_EXCEPTION",
    cause: { javaClass: "java.lang.RuntimeException", message: "the servant went wrong" },
  });
});

test("an application's own RuntimeException comes as UNKNOWN, with the exception as its cause", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  const error = await errorOf(desk.fail("application"));
  expect(error).toBeInstanceOf(SystemException);
  expect(error).toMatchObject({
    code: "UNKNOWN",
    completed: "maybe",
    cause: { javaClass: "demo.anchor.PolicyException", message: "against policy" },
  });
  class PolicyException extends UserException {
    static readonly descriptor: JavaThrowableClass = javaThrowable("demo.anchor.PolicyException", {
      serialVersionUID: 102n,
      extends: () => java.lang.RuntimeException as never,
    });
  }
  const Knowing = remoteInterface<Desk>("demo.anchor.Desk", methods, {
    classes: () => [PolicyException],
  });
  const knowing = await orb.lookup(deskName, Knowing);
  const known = await errorOf(knowing.fail("application"));
  expect(known).toBeInstanceOf(PolicyException);
  expect(known).toMatchObject({ message: "against policy", completed: "maybe" });
});

test("exceptions of the container by their classes", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  for (const [name, type, code] of [
    ["ConcurrentAccess", ConcurrentAccessException, "CONCURRENT_ACCESS"],
    ["ConcurrentAccessTimeout", ConcurrentAccessTimeoutException, "CONCURRENT_ACCESS_TIMEOUT"],
    ["NoSuchEJB", NoSuchEJBException, "NO_SUCH_EJB"],
    ["EJBTransactionRequired", EJBTransactionRequiredException, "EJB_TRANSACTION_REQUIRED"],
  ] as const) {
    const error = await errorOf(desk.fail(name));
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(EJBException);
    expect(error).toMatchObject({ code, completed: "yes" });
    expect(error.message).toContain(`the ${name} message`);
  }
});

test("system exceptions at a business interface are what a Java client's wrapper makes of them", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const desk = await orb.lookup(deskName, Desk);
  const told = async (systemException: SystemExceptionAnswer): Promise<Error> => {
    cluster.faults.next("fail", { systemException });
    return await errorOf(desk.fail(""));
  };
  const access = await told({ name: "NO_PERMISSION", minor: 9998, completed: "maybe" });
  expect(access).toBeInstanceOf(EJBAccessException);
  expect(access).toMatchObject({
    code: "EJB_ACCESS",
    completed: "maybe",
    cause: { name: "SystemException", code: "NO_PERMISSION", minor: 9998 },
  });
  const required = await told({ name: "TRANSACTION_REQUIRED", completed: "no" });
  expect(required).toBeInstanceOf(EJBTransactionRequiredException);
  expect((required as EJBException).hint).toContain("no client transaction");
  expect(required.message).toContain("no client transaction");
  const rolledBack = await told({ name: "TRANSACTION_ROLLEDBACK", completed: "maybe" });
  expect(rolledBack).toBeInstanceOf(EJBTransactionRolledbackException);
  const gone = await told({ name: "OBJECT_NOT_EXIST", minor: 9999, completed: "no" });
  expect(gone).toBeInstanceOf(NoSuchEJBException);
  // Everything else says more as it is.
  expect(await told({ name: "INTERNAL" })).toBeInstanceOf(SystemException);
});

test("an interface that extends java.rmi.Remote keeps CORBA's exceptions", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const Rmi = remoteInterface<Desk>("demo.anchor.Desk", methods, { kind: "rmi" });
  const desk = await orb.lookup(deskName, Rmi);
  cluster.faults.next("fail", { systemException: { name: "TRANSACTION_REQUIRED" } });
  const error = await errorOf(desk.fail(""));
  expect(error).toBeInstanceOf(SystemException);
  expect(error).toMatchObject({ code: "TRANSACTION_REQUIRED" });
  expect(error.message).toContain("no client transaction");
});

test("one member that does not know an operation which another one has answered runs another version", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const desks = [];
  for (const member of ["i1", "i2"]) {
    let context = await orb.createInitialContext();
    while (context.member !== member) context = await orb.createInitialContext();
    desks.push(await context.lookup(deskName, Desk));
  }
  const [one, two] = desks;
  cluster.faults.when(({ operation, member }) => operation === "read" && member === "i2", {
    systemException: { name: "BAD_OPERATION", completed: "no" },
  });
  // Nobody has answered it yet: the descriptor may be wrong.
  expect(await errorOf(two?.read(null) as Promise<unknown>)).toMatchObject({ hint: undefined });
  expect(await one?.read(null)).toBe("i1");
  const error = await errorOf(two?.read(null) as Promise<unknown>);
  expect(error).toMatchObject({
    code: "BAD_OPERATION",
    hint: "member i2 runs another version: i1 answered read before",
  });
  expect(error.message).toContain("member i2 runs another version");
});

test("a Java field that is named like something of the call gets an underscore", () => {
  const error = OrderException.of("odd names", {
    code: 1,
    endpoint: "e",
    member: "m",
    detail: "d",
  });
  expect(error).toMatchObject({
    code_: 1,
    endpoint: "",
    endpoint_: "e",
    member_: "m",
    detail: "d",
  });
});
