// bind, rebind, unbind, rename: on one member, and never twice.
import {
  ArgumentError,
  type InitialContext,
  java,
  NamingError,
  type Orb,
  type OrbOptions,
} from "@remora/client";
import type { Fault, MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

async function contextAt(orb: Orb, member: string): Promise<InitialContext> {
  for (let tries = 0; tries < 100; tries++) {
    const context = await orb.createInitialContext();
    if (context.member === member) return context;
  }
  throw new Error(`no context on ${member}`);
}

/** What a change is, and how it is told in the journal. */
const changes = {
  bind: (context: InitialContext, options?: object) => context.bind("limit", 5, options),
  rebind: (context: InitialContext, options?: object) => context.rebind("limit", 5, options),
  unbind: (context: InitialContext, options?: object) => context.unbind("old", options),
  rename: (context: InitialContext, options?: object) => context.rename("old", "new", options),
} as const;

type Change = keyof typeof changes;

const kinds = Object.keys(changes) as readonly Change[];

async function start(
  fault: Fault | undefined,
  change: Change,
  options: OrbOptions = {},
): Promise<{ cluster: MockCluster; orb: Orb; context: InitialContext }> {
  const cluster = await startShop();
  for (const member of cluster.members) member.bindValue("old", "value");
  const orb = orbOf(cluster, options);
  const context = await contextAt(orb, "i2");
  // The lookup service is known, so that the change is the next request.
  await context.lookup("old");
  if (fault !== undefined) cluster.faults.next(change, fault);
  return { cluster, orb, context };
}

describe("values and objects", () => {
  test("what was bound is found, replaced, taken away", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    await context.bind("config/shop/limit", 5);
    expect(await context.lookup("config/shop/limit")).toBe(5);
    await context.rebind("config/shop/limit", "none");
    expect(await context.lookup("config/shop/limit")).toBe("none");
    await context.unbind("config/shop/limit");
    expect(await errorOf(context.lookup("config/shop/limit"))).toMatchObject({
      code: "NAME_NOT_FOUND",
    });
    // For GlassFish a last part that is not bound is no error.
    await context.unbind("config/shop/limit");
  });

  test("values of Java come back as they went", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const values = {
      text: "Grüße 😀",
      flag: true,
      half: 0.5,
      long: 2n ** 40n,
      when: new Date(1_000_000_000_000),
      octets: Uint8Array.of(1, 2, 255),
      list: ["a", 2, null],
      map: new Map([["a", 1]]),
    };
    for (const [name, value] of Object.entries(values)) {
      await context.bind(`values/${name}`, value);
      expect(await context.lookup(`values/${name}`), name).toEqual(value);
    }
  });

  test("a stub and a reference are bound as the objects they mean", async () => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster);
    const context = await contextAt(orb, "i2");
    const shop = await context.lookup(shopName, Shop);
    await context.bind("favourites/shop", shop);
    const found = await context.lookup("favourites/shop", { timeoutMs: 5_000 });
    const signature = { params: [], result: java.string };
    expect(await orb.invoke(found, "whoami", signature)).toBe("i2");
    await context.rebind("favourites/shop", found);
    // References inside values are references, too.
    await context.bind("favourites/list", ["first", shop]);
    const list = (await context.lookup("favourites/list")) as readonly unknown[];
    expect(list[0]).toBe("first");
    expect(await orb.invoke(list[1], "whoami", signature)).toBe("i2");
    // The object itself, and no home: an interface of kind rmi would be looked up alike.
    expect(await orb.invoke(await context.lookup("favourites/shop"), "whoami", signature)).toBe(
      "i2",
    );
  });

  test("rename: names of the root context, as GlassFish has it", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    await context.bind("limit", 5);
    await context.bind("config/limit", 6);
    await context.rename("limit", "oldLimit");
    expect(await context.lookup("oldLimit")).toBe(5);
    expect(await errorOf(context.lookup("limit"))).toMatchObject({ code: "NAME_NOT_FOUND" });
    for (const [name, newName] of [
      ["config/limit", "config/old"],
      ["oldLimit", "config/old"],
    ] as const) {
      const error = await errorOf(context.rename(name, newName));
      expect(error).toMatchObject({ code: "NAMING", operation: "rename", completed: "no" });
      expect(error.message).toMatch(/without "\/"; bind the new name, then unbind the old one/);
    }
    // A new name with "/" would be lost in the server: it is not even asked.
    expect(cluster.journal.count({ operation: "rename" })).toBe(1);
    expect(await context.lookup("oldLimit")).toBe(5);
    expect(await context.lookup("config/limit")).toBe(6);
  });
});

describe("what the server refuses", () => {
  test("a name that is bound already", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    await context.bind("a", "first");
    await context.bind("b", "other");
    const bound = await errorOf(context.bind("a", "second"));
    expect(bound).toBeInstanceOf(NamingError);
    expect(bound).toMatchObject({
      code: "NAME_ALREADY_BOUND",
      completed: "yes",
      lookupName: "a",
      operation: "bind",
      member: "i1",
    });
    expect(bound.message).toContain("rebind replaces it");
    expect(await context.lookup("a")).toBe("first");
    const renamed = await errorOf(context.rename("a", "b"));
    expect(renamed).toMatchObject({ code: "NAME_ALREADY_BOUND", operation: "rename" });
    expect(renamed.message).toContain('"b" is bound already; unbind it first');
  });

  test("a way that leads through something else than a context", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    await context.bind("a/value", 1);
    for (const ask of [
      () => context.bind("a/value/below", 2),
      () => context.rebind("a/value/below", 2),
      () => context.unbind("a/value/below"),
    ]) {
      const error = await errorOf(ask());
      expect(error).toMatchObject({ code: "NAMING", completed: "yes" });
      expect(error.message).toContain(
        '"value" on its way is bound to something that is no context',
      );
    }
  });

  test("a name that is not there: how far it matched", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    await context.bind("a/limit", 1);
    const unbound = await errorOf(context.unbind("a/b/limit"));
    expect(unbound).toMatchObject({
      code: "NAME_NOT_FOUND",
      operation: "unbind",
      resolved: "a",
      available: ["limit"],
    });
    expect(await errorOf(context.rename("limt", "x"))).toMatchObject({
      code: "NAME_NOT_FOUND",
      operation: "rename",
      lookupName: "limt",
    });
  });

  test("any other exception of javax.naming", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    cluster.faults.next("bind", {
      userException: {
        javaClass: "javax.naming.NoPermissionException",
        exceptionId: "IDL:javax/naming/NamingEx:1.0",
        message: "read only",
      },
    });
    const error = await errorOf(context.bind("a", "b"));
    expect(error).toMatchObject({ code: "NAMING", completed: "yes" });
    expect(error.message).toMatch(/javax\.naming\.NoPermissionException: read only/);
  });

  test("a server with CosNaming alone binds references, and has no rename", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.faults.when(
      ({ operation, args }) =>
        operation === "resolve" && JSON.stringify(args).includes("SerialContextProvider"),
      {
        userException: {
          javaClass: "",
          exceptionId: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
          writeMembers: (writer) => {
            writer.ulong(0);
            writer.ulong(0);
          },
        },
      },
    );
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const shop = await orb.stringToObject(
      orb.objectToString(
        await context.lookup("SerialContextProvider").catch(() => rootOf(orb, cluster)),
      ),
    );
    await context.bind("it.self", shop);
    expect(await errorOf(context.bind("it.self", shop))).toMatchObject({
      code: "NAME_ALREADY_BOUND",
    });
    await context.rebind("it.self", shop);
    expect(orb.objectToString(await context.lookup("it.self"))).toBe(orb.objectToString(shop));
    expect(await errorOf(context.bind("limit", 5))).toMatchObject({
      code: "NAMING",
      completed: "no",
    });
    expect(await errorOf(context.rename("it.self", "other"))).toMatchObject({
      code: "NAMING",
      completed: "no",
    });
    await context.unbind("it.self");
    expect(await errorOf(context.unbind("it.self"))).toMatchObject({ code: "NAME_NOT_FOUND" });
    expect(await errorOf(context.bind("no/way", shop))).toMatchObject({ code: "NAME_NOT_FOUND" });
  });
});

async function rootOf(orb: Orb, cluster: MockCluster): Promise<unknown> {
  return await orb.stringToObject(`corbaloc:iiop:1.2@${cluster.endpoints[0]}/NameService`);
}

describe("what is refused before anything is sent", () => {
  test.each([
    ["null", null],
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a lone surrogate", "\ud800"],
    ["a value inside that has no Java class", [() => 1]],
  ])("%s", async (_, value) => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const error = await errorOf(context.bind("a", value));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ code: "ARGUMENT", completed: "no" });
    expect(error.message).toContain('bind of "a"');
    expect(cluster.journal.count({ operation: "bind" })).toBe(0);
  });

  test("names and options", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const ask of [
      () => context.bind("", 1),
      () => context.bind("a//b", 1),
      () => context.bind("/a", 1),
      () => context.rebind("a/", 1),
      () => context.unbind(""),
      () => context.rename("a", ""),
      () => context.bind("a", 1, { idempotent: true } as object),
      () => context.bind("a", 1, { timeoutMs: -1 }),
    ]) {
      const { ok } = await outcomeOf(ask());
      expect(ok).toBe(false);
    }
    for (const operation of ["bind", "unbind", "rename"]) {
      expect(cluster.journal.count({ operation })).toBe(0);
    }
  });
});

describe("one member", () => {
  test("what is bound on one member, the others do not know", async () => {
    await using cluster = await startShop();
    await using orb = orbOf(cluster);
    const here = await contextAt(orb, "i2");
    await here.bind("limit", 5);
    expect(await here.lookup("limit")).toBe(5);
    expect(
      new Set(cluster.journal.select({ operation: "bind" }).map(({ member }) => member)),
    ).toEqual(new Set(["i2"]));
    const there = await contextAt(orb, "i3");
    // Bound anew there: nothing of it was known.
    await there.bind("limit", 6);
    expect([await here.lookup("limit"), await there.lookup("limit")]).toEqual([5, 6]);
    // A restart forgets it.
    await seenClosing(orb, "i2", () => cluster.member("i2").crash());
    await cluster.member("i2").restart();
    await here.bind("limit", 7);
    expect(here.member).toBe("i2");
  });

  test("a member that cannot be reached: nothing was sent, so the context moves and binds there", async () => {
    const { cluster, orb, context } = await start(undefined, "bind");
    await using _cluster = cluster;
    await using _orb = orb;
    await seenClosing(orb, "i2", () => cluster.member("i2").crash());
    await context.bind("limit", 5);
    expect(context.member).not.toBe("i2");
    expect(cluster.journal.select({ operation: "bind" }).map(({ member }) => member)).toEqual([
      context.member,
    ]);
  });
});

describe("never twice", () => {
  const maybe: readonly (readonly [string, Fault])[] = [
    ["the connection ends before the servant", { close: "beforeExecute" }],
    [
      "the connection is reset before the servant",
      { close: "beforeExecute", closeManner: "reset" },
    ],
    ["the connection ends behind the servant", { close: "beforeReply" }],
    ["the member dies before the servant", { crash: "beforeExecute" }],
    ["the member dies behind the servant", { crash: "beforeReply" }],
  ];

  describe.each(maybe)("%s", (_, fault) => {
    test.each(kinds)("%s: not sent again, nobody can know", async (kind) => {
      const { cluster, orb, context } = await start(fault, kind);
      await using _cluster = cluster;
      await using _orb = orb;
      const error = await errorOf(changes[kind](context));
      expect(error).toMatchObject({ completed: "maybe", member: "i2" });
      expect(error.message).toContain("look the name up before you repeat it");
      expect(error.message).not.toContain("idempotent");
      expect(cluster.journal.count({ operation: kind })).toBe(1);
      expect(cluster.journal.executions((entry) => entry.operation === kind)).toBeLessThanOrEqual(
        1,
      );
    });
  });

  test.each(kinds)("%s: no reply in its time", async (kind) => {
    const { cluster, orb, context } = await start({ silence: "beforeReply" }, kind, {
      silenceProbeMs: 50,
    });
    await using _cluster = cluster;
    await using _orb = orb;
    const error = await errorOf(changes[kind](context, { timeoutMs: 300 }));
    expect(error).toMatchObject({ code: "TIMEOUT", completed: "maybe" });
    expect(cluster.journal.count({ operation: kind })).toBe(1);
    expect(cluster.journal.executions((entry) => entry.operation === kind)).toBe(1);
  });

  test.each(kinds)("%s: aborted by the caller", async (kind) => {
    const { cluster, orb, context } = await start({ hold: "beforeReply" }, kind);
    await using _cluster = cluster;
    await using _orb = orb;
    const controller = new AbortController();
    const asked = errorOf(changes[kind](context, { signal: controller.signal }));
    await cluster.journal.waitFor({ operation: kind, state: "finished" });
    controller.abort(new Error("enough"));
    const error = await asked;
    expect(error).toMatchObject({ code: "ABORTED", completed: "maybe" });
    expect(error.cause).toMatchObject({ message: "enough" });
    expect(cluster.journal.count({ operation: kind })).toBe(1);
  });

  test.each(kinds)("%s: trouble inside the server", async (kind) => {
    const { cluster, orb, context } = await start(
      { execute: true, systemException: { name: "UNKNOWN", completed: "maybe" } },
      kind,
    );
    await using _cluster = cluster;
    await using _orb = orb;
    expect(await errorOf(changes[kind](context))).toMatchObject({
      code: "UNKNOWN",
      completed: "maybe",
    });
    expect(cluster.journal.count({ operation: kind })).toBe(1);
  });

  test.each(kinds)("%s: what surely did not run is sent again", async (kind) => {
    const { cluster, orb, context } = await start(
      { close: "beforeExecute", closeManner: "closeConnection" },
      kind,
    );
    await using _cluster = cluster;
    await using _orb = orb;
    await changes[kind](context);
    expect(cluster.journal.count({ operation: kind })).toBe(2);
    expect(cluster.journal.executions((entry) => entry.operation === kind)).toBe(1);
  });

  test("close() while a bind is under way", async () => {
    const { cluster, orb, context } = await start({ hold: "beforeReply" }, "bind");
    await using _cluster = cluster;
    const asked = errorOf(context.bind("limit", 5));
    await cluster.journal.waitFor({ operation: "bind", state: "finished" });
    await orb.close({ drainMs: 0 });
    expect(await asked).toMatchObject({ code: "CLOSED", completed: "maybe" });
  });
});
