// Everything that GlassFish binds, found by its name: each kind once, with what it costs.
import { java, method, NamingError, type RemoteInterface, remoteInterface } from "@remora/client";
import type { MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

interface Teller {
  whoami(options?: object): Promise<string | null>;
}
const Teller: RemoteInterface<Teller> = remoteInterface<Teller>(
  "bank.Teller",
  { whoami: method([], java.string) },
  { kind: "rmi" },
);
interface TellerHome {
  create(options?: object): Promise<Teller>;
}
const TellerHome: RemoteInterface<TellerHome> = remoteInterface<TellerHome>(
  "bank.TellerHome",
  { create: method([], java.remote(Teller)) },
  { kind: "rmi" },
);
const tellerName = "java:global/bank/Teller!bank.TellerHome";

/** A name that is not bound, in the words of CosNaming: a missing node, and no rest of the name. */
const notFound = {
  javaClass: "",
  exceptionId: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
  writeMembers: (writer: { ulong(value: number): void }) => {
    writer.ulong(0);
    writer.ulong(0);
  },
} as const;

function bindTeller(cluster: MockCluster, name = tellerName): void {
  cluster.bind(name, Teller, (member) => ({ whoami: () => member.name }), { kind: "ejb2" });
}

function countOf(cluster: MockCluster, operation: string): number {
  return cluster.journal.count({ operation, kind: "request" });
}

describe("business interfaces", () => {
  test("the internal home is predicted: one lookup and one create", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const name of [shopName, `${shopName}!shop.Shop`]) {
      const shop = await context.lookup(name, Shop);
      expect(await shop.whoami()).toBe("i1");
    }
    expect([countOf(cluster, "lookup"), countOf(cluster, "create")]).toEqual([2, 2]);
  });

  test("where the prediction fails, the Reference under the name tells the home; the next lookup knows", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    cluster.faults.next("lookup", {
      userException: {
        javaClass: "javax.naming.NameNotFoundException",
        exceptionId: "IDL:javax/naming/NamingEx:1.0",
      },
    });
    expect(await (await context.lookup(shopName, Shop)).whoami()).toBe("i1");
    // Predicted and missing, the Reference, the home that it names.
    expect(countOf(cluster, "lookup")).toBe(3);
    expect(await (await context.lookup(shopName, Shop)).whoami()).toBe("i1");
    expect(countOf(cluster, "lookup")).toBe(5);
  });

  test("without an interface: the bean's reference, by what the Reference says", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const reference = await (await orb.createInitialContext()).lookup(shopName);
    const signature = { params: [], result: java.string };
    expect(await orb.invoke(reference, "whoami", signature)).toBe("i1");
  });

  test("mapped names: plain, and with the interface behind #", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.bind("shops/main", Shop, (member) => ({
      run: () => member.name,
      read: () => member.name,
      whoami: () => `main at ${member.name}`,
      echo: (text) => text,
      bulk: (length) => "x".repeat(length),
      note: () => undefined,
    }));
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const name of ["shops/main", "shops/main#shop.Shop"]) {
      expect(await (await context.lookup(name, Shop)).whoami()).toBe("main at i1");
    }
    expect(
      await orb.invoke(await context.lookup("shops/main"), "whoami", {
        params: [],
        result: java.string,
      }),
    ).toBe("main at i1");
  });
});

describe("objects that are bound themselves", () => {
  test("an EJB 2 home: one lookup, nothing predicted, nothing created", async () => {
    await using cluster = await startShop(["i1"]);
    bindTeller(cluster);
    await using orb = orbOf(cluster);
    const home = await (await orb.createInitialContext()).lookup(tellerName, TellerHome);
    expect([countOf(cluster, "lookup"), countOf(cluster, "create")]).toEqual([1, 0]);
    const teller = await home.create();
    expect(await teller.whoami()).toBe("i1");
    expect(countOf(cluster, "create")).toBe(1);
  });

  test("an EJB 2 home under a name of its own, with dots", async () => {
    await using cluster = await startShop(["i1"]);
    bindTeller(cluster, "bank.of.england/Teller.v2");
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const home = await context.lookup("bank.of.england/Teller.v2", TellerHome);
    expect(await (await home.create()).whoami()).toBe("i1");
  });

  test("a plain CORBA object that only CosNaming has, with a kind", async () => {
    await using cluster = await startShop(["i1"]);
    bindTeller(cluster);
    const member = cluster.member("i1");
    member.bindObject("plain/teller.object", member.reference(tellerName));
    await using orb = orbOf(cluster);
    const teller = await (await orb.createInitialContext()).lookup("plain/teller.object", Teller);
    expect(await teller.whoami()).toBe("i1");
  });

  test("a server with CosNaming alone", async () => {
    await using cluster = await startShop(["i1"]);
    bindTeller(cluster);
    cluster.faults.when(
      ({ operation, args }) =>
        operation === "resolve" && JSON.stringify(args).includes("SerialContextProvider"),
      { userException: notFound },
    );
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const home = await context.lookup(tellerName, TellerHome);
    expect(await (await home.create()).whoami()).toBe("i1");
    expect(countOf(cluster, "lookup")).toBe(0);
  });
});

describe("corbaname:", () => {
  test("a home, a bean by its internal home, a bean by its business name: of any server", async () => {
    await using cluster = await startShop(["i1"]);
    await using other = await startShop(["o1"]);
    bindTeller(other);
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const at = `corbaname:iiop:1.2@${other.endpoints[0]}#`;
    const home = await context.lookup(`${at}${tellerName}`, TellerHome);
    expect(await (await home.create()).whoami()).toBe("o1");
    for (const name of [
      `${shopName}__3_x_Internal_RemoteBusinessHome__`,
      `${shopName}!shop.Shop`,
    ]) {
      expect(await (await context.lookup(`${at}${name}`, Shop)).whoami()).toBe("o1");
      expect(await (await orb.lookup(`${at}${name}`, Shop)).whoami()).toBe("o1");
      expect(await (await orb.stringToObject(`${at}${name}`, Shop)).whoami()).toBe("o1");
    }
  });

  test("a name that is not bound there", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const url = `corbaname:iiop:1.2@${cluster.endpoints[0]}#no/such`;
    const context = await orb.createInitialContext();
    for (const ask of [() => context.lookup(url, Shop), () => orb.stringToObject(url)]) {
      const error = await errorOf(ask());
      expect(error).toBeInstanceOf(NamingError);
      expect(error).toMatchObject({ code: "NAME_NOT_FOUND", lookupName: url, completed: "yes" });
      expect(error.message).toContain('"no/such"');
    }
  });
});

describe("values", () => {
  const values = {
    text: "Grüße, 世界",
    empty: "",
    whole: 42,
    half: 0.5,
    flag: false,
    large: 2n ** 40n,
    when: new Date(1_000_000_000_000),
    octets: Uint8Array.of(0, 255),
    many: ["a", 1, null],
  };

  test("strings, numbers, and whatever can be read come as they are", async () => {
    await using cluster = await startShop(["i1"]);
    for (const [name, value] of Object.entries(values)) {
      cluster.member("i1").bindValue(`config/${name}`, value);
    }
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    for (const [name, value] of Object.entries(values)) {
      expect(await context.lookup(`config/${name}`), name).toEqual(value);
      expect(await orb.lookup(`config/${name}`), name).toEqual(value);
    }
  });

  test("with an interface: what stands there", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.member("i1").bindValue("config/text", "secret");
    await using orb = orbOf(cluster);
    const error = await errorOf((await orb.createInitialContext()).lookup("config/text", Shop));
    expect(error).toBeInstanceOf(NamingError);
    expect(error).toMatchObject({
      code: "NAMING",
      lookupName: "config/text",
      completed: "yes",
      member: "i1",
      operation: "lookup",
    });
    expect(error.message).toMatch(
      /"config\/text" is bound to a value \(java\.lang\.String\).*without an interface/,
    );
    // Values may be passwords.
    expect(error.message).not.toContain("secret");
  });

  test("a name beside them that is not bound", async () => {
    await using cluster = await startShop(["i1"]);
    cluster.member("i1").bindValue("config/limit", 3);
    cluster.member("i1").bindValue("config/colour", "red");
    await using orb = orbOf(cluster);
    const context = await orb.createInitialContext();
    const error = (await errorOf(context.lookup("config/limti"))) as unknown as NamingError;
    expect(error).toMatchObject({ code: "NAME_NOT_FOUND", resolved: "config" });
    expect(error.available).toEqual(["limit", "colour"]);
    // Nothing can be below a value.
    const below = (await errorOf(context.lookup("config/limit/of"))) as unknown as NamingError;
    expect(below).toMatchObject({ code: "NAME_NOT_FOUND", resolved: "config" });
    expect(below.available[0]).toBe("limit");
  });
});

test("a context is no object: the error says how its names can be had", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  for (const ask of [
    () => context.lookup("java:global/shop"),
    () => context.lookup("java:global/shop", Shop),
  ]) {
    const error = await errorOf(ask());
    expect(error).toMatchObject({ code: "NAMING", lookupName: "java:global/shop" });
    expect(error.message).toContain('list("java:global/shop")');
  }
});

test("a context that arrives with classes that cannot be read is told by its list; a value is not", async () => {
  await using cluster = await startShop(["i1"]);
  cluster.member("i1").bindValue("limit", 5);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  cluster.faults.next("lookup", { reply: { body: "garbage" } });
  expect(await errorOf(context.lookup("java:global/shop"))).toMatchObject({ code: "NAMING" });
  // Nor can the list be read: that there is one is enough.
  cluster.faults.next("lookup", { reply: { body: "garbage" } });
  cluster.faults.next("list__CORBA_WStringValue", { reply: { body: "garbage" } });
  expect(await errorOf(context.lookup("java:global/shop"))).toMatchObject({ code: "NAMING" });
  cluster.faults.next("lookup", { reply: { body: "garbage" } });
  expect(await errorOf(context.lookup("limit"))).toMatchObject({
    code: "UNREADABLE_REPLY",
    completed: "yes",
  });
});

test("a name of a plain CORBA context and of a bean, not found: both trees tell what is there", async () => {
  await using cluster = await startShop(["i1"]);
  const member = cluster.member("i1");
  bindTeller(cluster);
  member.bindObject("plain/teller.object", member.reference(tellerName));
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const error = (await errorOf(context.lookup("plain/teler.object"))) as unknown as NamingError;
  expect(error).toMatchObject({ resolved: "plain", available: ["teller.object"] });
  const bank = (await errorOf(context.lookup("java:global/bank/Tellr"))) as unknown as NamingError;
  expect(bank.resolved).toBe("java:global/bank");
  expect(bank.available).toContain("Teller!bank.TellerHome");
});

test("names and options that cannot be right are refused before anything is sent", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const before = cluster.journal.entries.length;
  for (const ask of [
    () => context.lookup(""),
    () => context.lookup(undefined as unknown as string),
    () => context.lookup("a", { timeout: 5 } as object),
  ]) {
    expect(await errorOf(ask())).toMatchObject({ code: "ARGUMENT", completed: "no" });
  }
  expect(cluster.journal.entries.length).toBe(before);
});
