// context.list(): both trees of a server, long lists in parts, and what becomes of them when something goes wrong.
import { type BoundName, type InitialContext, NamingError, type Orb } from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const providerList = "list__CORBA_WStringValue";

async function namesOf(listing: AsyncIterable<BoundName>): Promise<readonly BoundName[]> {
  const names: BoundName[] = [];
  for await (const bound of listing) names.push(bound);
  return names;
}

/** Names in CosNaming alone: the list of the lookup service fails, as with a value that cannot be serialised. */
async function startPlain(count: number, members = ["i1"]): Promise<MockCluster> {
  const cluster = await startShop(members);
  for (const name of members) {
    const member = cluster.member(name);
    const reference = member.reference("java:global/shop/Shop");
    for (let i = 0; i < count; i++) member.bindObject(`plain/name${i}`, reference);
  }
  return cluster;
}

function expected(count: number): readonly BoundName[] {
  return Array.from({ length: count }, (_, i) => ({ name: `name${i}`, kind: "object" }));
}

async function contextAt(orb: Orb, member: string): Promise<InitialContext> {
  for (let tries = 0; tries < 100; tries++) {
    const context = await orb.createInitialContext();
    if (context.member === member) return context;
  }
  throw new Error(`no context on ${member}`);
}

describe("both trees", () => {
  test("the root: contexts, and what is bound beside them", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.member("i1").bindValue("limit", 5);
    await using orb = orbOf(cluster);
    const names = await namesOf((await orb.createInitialContext()).list());
    expect(names).toContainEqual({ name: "java:global", kind: "context" });
    expect(names).toContainEqual({ name: "limit", kind: "value", className: "java.lang.Number" });
    expect(names).toContainEqual({ name: "SerialContextProvider", kind: "object" });
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  test("beans by the names that lookup takes, with their interfaces; a home is its bean", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const name of ["java:global/shop", "java:global/shop/"]) {
      const names = await namesOf(context.list(name));
      expect(names.map((bound) => bound.name).sort()).toEqual([
        "Cart",
        "Cart!remora.mock.Cart",
        "Shop",
        "Shop!shop.Shop",
      ]);
      expect(names).toContainEqual({ name: "Shop", kind: "object", className: "shop.Shop" });
    }
  });

  test("a context that holds values alone is told by its own name only", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.member("i1").bindValue("config/shop/limit", 5);
    cluster.member("i1").bindValue("config/shop/name", "main");
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    expect(await namesOf(context.list("config"))).toEqual([]);
    expect(await namesOf(context.list("config/shop"))).toEqual([
      { name: "limit", kind: "value", className: "java.lang.Number" },
      { name: "name", kind: "value", className: "java.lang.String" },
    ]);
  });

  test("values of all classes, with what can be said of them", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const values = {
      text: ["a", "java.lang.String"],
      flag: [true, "java.lang.Boolean"],
      half: [0.5, "java.lang.Number"],
      long: [2n ** 40n, "java.lang.Number"],
      when: [new Date(0), "java.util.Date"],
      octets: [Uint8Array.of(1), "byte[]"],
      list: [["a", null], "java.util.List"],
      map: [new Map([["a", 1]]), "java.util.Map"],
    } as const;
    for (const [name, [value]] of Object.entries(values)) await context.bind(`all/${name}`, value);
    await context.bind("all/shop", await context.lookup("java:global/shop/Shop"));
    expect(await namesOf(context.list("all"))).toEqual([
      ...Object.entries(values).map(([name, [, className]]) => ({
        name,
        kind: "value",
        className,
      })),
      { name: "shop", kind: "object", className: "shop.Shop" },
    ]);
  });

  test("a list that cannot be read, or made, counts as none: the other tree tells its names", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const fault of [
      { reply: { body: "garbage" } },
      { systemException: { name: "MARSHAL", completed: "yes" } },
      { systemException: { name: "UNKNOWN", completed: "maybe" } },
    ] as const) {
      cluster.faults.next(providerList, fault);
      expect(await namesOf(context.list("java:global/shop"))).toEqual([
        { name: "Shop", kind: "object" },
        { name: "Cart", kind: "object" },
      ]);
    }
    cluster.faults.next("list", { systemException: { name: "NO_PERMISSION", completed: "no" } });
    const names = await namesOf(context.list("java:global/shop"));
    expect(names.map(({ name }) => name)).toContain("Shop!shop.Shop");
  });

  test("nothing there, and no context", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.member("i1").bindValue("limit", 5);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const missing = (await errorOf(namesOf(context.list("java:global/shpo")))) as NamingError;
    expect(missing).toBeInstanceOf(NamingError);
    expect(missing).toMatchObject({
      code: "NAME_NOT_FOUND",
      operation: "list",
      resolved: "java:global",
      available: ["shop"],
    });
    for (const name of ["java:global/shop/Shop", "limit"]) {
      const error = await errorOf(namesOf(context.list(name)));
      expect(error, name).toMatchObject({ code: "NAMING", operation: "list", lookupName: name });
      expect(error.message).toContain("is no context");
    }
  });
});

describe("long lists", () => {
  test("come in parts, each name once, and the iterator is given back", async () => {
    await using cluster = await startPlain(11);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    expect(await namesOf(context.list("plain", { batchSize: 4 }))).toEqual(expected(11));
    const { journal } = cluster;
    expect(journal.select({ operation: "list" }).map(({ args }) => args[0])).toEqual([4]);
    expect(journal.select({ operation: "next_n" }).every(({ args }) => args[0] === 4)).toBe(true);
    expect(journal.count({ operation: "destroy" })).toBe(1);
    const iterators = journal.select({ operation: "next_n" }).map(({ objectKey }) => objectKey);
    expect(journal.select({ operation: "destroy" })[0]?.objectKey).toEqual(iterators[0]);
  });

  test("what one reply holds needs no iterator", async () => {
    await using cluster = await startPlain(11);
    await using orb = orbOf(cluster);
    expect(await namesOf((await orb.createInitialContext()).list("plain"))).toEqual(expected(11));
    expect(cluster.journal.count({ operation: "next_n" })).toBe(0);
    expect(cluster.journal.count({ operation: "destroy" })).toBe(0);
  });

  test("leaving the loop gives the iterator back and asks for nothing more", async () => {
    await using cluster = await startPlain(11);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const stopAt of [1, 4, 5]) {
      const seen: string[] = [];
      for await (const { name } of context.list("plain", { batchSize: 4 })) {
        seen.push(name);
        if (seen.length === stopAt) break;
      }
      expect(seen.length).toBe(stopAt);
    }
    expect(cluster.journal.count({ operation: "next_n" })).toBe(1);
    expect(cluster.journal.count({ operation: "destroy" })).toBe(3);
  });

  test("an error in the loop's body gives it back, too", async () => {
    await using cluster = await startPlain(11);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const loop = async (): Promise<void> => {
      for await (const { name } of context.list("plain", { batchSize: 2 })) {
        throw new Error(`no ${name}`);
      }
    };
    await expect(loop()).rejects.toThrow("no name0");
    expect(cluster.journal.count({ operation: "destroy" })).toBe(1);
  });

  test("the rest is asked for at the member that has it, although the context has moved", async () => {
    await using cluster = await startPlain(9, ["i1", "i2", "i3"]);
    await using orb = orbOf(cluster);
    const context = await contextAt(orb, "i2");
    const names: string[] = [];
    for await (const { name } of context.list("plain", { batchSize: 3 })) {
      names.push(name);
      if (names.length === 3) {
        // The member takes no new connection, and loses the old ones: whoever looks something up goes elsewhere.
        await cluster.member("i2").refuse();
        cluster.member("i2").closeConnections();
        await context.lookup("java:global/shop/Shop");
        expect(context.member).not.toBe("i2");
        await cluster.member("i2").accept();
      }
    }
    expect(names.length).toBe(9);
    const members = cluster.journal.select({ operation: "next_n" }).map(({ member }) => member);
    expect(new Set(members)).toEqual(new Set(["i2"]));
    expect(cluster.journal.select({ operation: "destroy" }).map(({ member }) => member)).toEqual([
      "i2",
    ]);
  });

  test("a member that dies between two parts ends the loop; no other one is asked", async () => {
    await using cluster = await startPlain(9, ["i1", "i2", "i3"]);
    await using orb = orbOf(cluster, { connectBudgetMs: 200 });
    const context = await contextAt(orb, "i2");
    const names: string[] = [];
    const loop = async (): Promise<void> => {
      for await (const { name } of context.list("plain", { batchSize: 3 })) {
        names.push(name);
        if (names.length !== 3) continue;
        // The client has heard of it, so nothing more is written there.
        await seenClosing(orb, "i2", () => cluster.member("i2").crash());
      }
    };
    const error = await errorOf(loop());
    expect(error).toMatchObject({ code: "ALL_ENDPOINTS_FAILED", completed: "no" });
    expect(error.message).toContain("list again");
    expect(names).toEqual(["name0", "name1", "name2"]);
    expect(cluster.journal.count({ operation: "next_n" })).toBe(0);
    expect(cluster.journal.count({ operation: "destroy" })).toBe(0);
    // Listing again goes to another member.
    expect(await namesOf(context.list("plain", { batchSize: 3 }))).toEqual(expected(9));
  });

  test("a connection lost while a part is under way: it is not asked for twice", async () => {
    await using cluster = await startPlain(9);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    cluster.faults.next("next_n", { close: "beforeReply" });
    const error = await errorOf(namesOf(context.list("plain", { batchSize: 3 })));
    expect(error).toMatchObject({ completed: "maybe" });
    expect(error.message).toContain("list again");
    expect(error.message).not.toContain("idempotent");
    expect(cluster.journal.count({ operation: "next_n" })).toBe(1);
  });

  test("a member that was restarted between two parts does not know the listing any more", async () => {
    await using cluster = await startPlain(9);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const loop = async (): Promise<void> => {
      for await (const { name } of context.list("plain", { batchSize: 3 })) {
        if (name !== "name2") continue;
        await seenClosing(orb, "i1", () => cluster.member("i1").crash());
        await cluster.member("i1").restart();
      }
    };
    expect(await errorOf(loop())).toMatchObject({ code: "OBJECT_NOT_EXIST" });
  });
});

describe("limits", () => {
  test("the signal ends the loop between two parts, and the iterator is given back", async () => {
    await using cluster = await startPlain(9);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const controller = new AbortController();
    const loop = async (): Promise<void> => {
      for await (const { name } of context.list("plain", {
        batchSize: 3,
        signal: controller.signal,
      })) {
        if (name === "name2") controller.abort(new Error("enough"));
      }
    };
    const error = await errorOf(loop());
    expect(error).toMatchObject({ code: "ABORTED", completed: "no" });
    expect(error.cause).toMatchObject({ message: "enough" });
    await cluster.journal.waitFor({ operation: "destroy" });
    expect(cluster.journal.count({ operation: "next_n" })).toBe(0);
  });

  test("a signal that fired before: nothing is asked", async () => {
    await using cluster = await startPlain(1);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const error = await errorOf(namesOf(context.list("plain", { signal: AbortSignal.abort() })));
    expect(error).toMatchObject({ code: "ABORTED" });
    expect(cluster.journal.count({ operation: "list" })).toBe(0);
  });

  test("timeoutMs counts for each part alone", async () => {
    await using cluster = await startPlain(9);
    await using orb = orbOf(cluster, { silenceProbeMs: 5_000 });
    const context = await orb.createInitialContext();
    cluster.faults.when(({ operation }) => operation === "next_n", { silence: "beforeReply" });
    const names: string[] = [];
    const loop = async (): Promise<void> => {
      for await (const { name } of context.list("plain", { batchSize: 3, timeoutMs: 100 })) {
        names.push(name);
      }
    };
    expect(await errorOf(loop())).toMatchObject({ code: "TIMEOUT", completed: "maybe" });
    expect(names.length).toBe(3);
  });

  test("wrong options", async () => {
    await using cluster = await startPlain(1);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const options of [
      { batchSize: 0 },
      { batchSize: 1.5 },
      { batchSize: 10_001 },
      { batch: 3 } as object,
    ]) {
      const error = await errorOf(namesOf(context.list("plain", options)));
      expect(error).toMatchObject({ code: "ARGUMENT", completed: "no" });
    }
    expect(cluster.journal.count({ operation: "list" })).toBe(0);
  });
});
