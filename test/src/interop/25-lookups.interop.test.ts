// Every kind of name on real servers, what lists tell, and names that a client binds.
import {
  type BoundName,
  type InitialContext,
  java,
  method,
  NamingError,
  type Orb,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/outcome.ts";
import { Clock, Greeter, names } from "./support/beans.ts";
import { watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";

needsPeers();

const application = "java:global/shop";
const whoami = { params: [], result: java.string };

interface Classic {
  whoami(options?: object): Promise<string | null>;
}
/** A bean with a mapped name; its methods are asked for without it. */
const Classic: RemoteInterface<Classic> = remoteInterface<Classic>("remora.shop.Classic", {
  whoami: method([], java.string),
});

interface Teller {
  whoami(options?: object): Promise<string | null>;
}
const Teller: RemoteInterface<Teller> = remoteInterface<Teller>(
  "remora.shop.Teller",
  { whoami: method([], java.string) },
  { kind: "rmi" },
);
interface TellerHome {
  create(options?: object): Promise<Teller>;
}
const TellerHome: RemoteInterface<TellerHome> = remoteInterface<TellerHome>(
  "remora.shop.TellerHome",
  { create: method([], java.remote(Teller)) },
  { kind: "rmi" },
);

async function orbOf(instances?: readonly string[]): Promise<Orb> {
  return watchedOrb("lookups", { endpoints: endpointsOf(await glassFish(), instances) });
}

const mostDraws = 400;

async function contextAt(orb: Orb, member: string): Promise<InitialContext> {
  for (let draw = 0; draw < mostDraws; draw++) {
    const context = await orb.createInitialContext();
    if (context.member === member) return context;
  }
  throw new Error(`${mostDraws} contexts, none of them on ${member}`);
}

async function namesOf(listing: AsyncIterable<BoundName>): Promise<readonly BoundName[]> {
  const bound: BoundName[] = [];
  for await (const each of listing) bound.push(each);
  return bound;
}

describe("kinds of names", () => {
  test("a business interface: by its portable name, by the short one, without an interface", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    for (const name of [names.greeter, `${application}/GreeterBean`]) {
      const greeter = await context.lookup(name, Greeter);
      expect(await greeter.whoami(), name).toBe(context.member);
      expect(await orb.invoke(await context.lookup(name), "whoami", whoami), name).toBe(
        context.member,
      );
    }
  });

  test("a mapped name, and the same with the interface behind #", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    for (const name of ["shop/Classic", "shop/Classic#remora.shop.Classic"]) {
      const reference = orb.objectToString(await context.lookup(name, Classic));
      expect(reference, name).toBe(orb.objectToString(await context.lookup(name)));
    }
  });

  test("an EJB 2 home: itself, and a bean from its create", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    for (const name of [names.tellerHome, `${application}/TellerBean`]) {
      const home = await context.lookup(name, TellerHome);
      expect(await (await home.create()).whoami(), name).toBe(context.member);
    }
  });

  test("corbaname: of an EJB 2 home, of an internal home, of a business name", async () => {
    const { host, port } = (await glassFish()).instance("i2");
    await using orb = await orbOf(["i1"]);
    const at = `corbaname:iiop:1.2@${host}:${port}#`;
    const home = await orb.lookup(`${at}${names.tellerHome}`, TellerHome);
    expect(await (await home.create()).whoami()).toBe("i2");
    for (const name of [
      `${application}/ClockBean__3_x_Internal_RemoteBusinessHome__`,
      names.clock,
    ]) {
      expect(await (await orb.lookup(`${at}${name}`, Clock)).whoami(), name).toBe("i2");
    }
  });

  test("a resource of the server, which only the server can use", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    const error = await errorOf(context.lookup("jdbc/__default", Greeter));
    expect(error).toMatchObject({ code: "NAMING" });
    expect(error.message).toContain("resource of the server");
    expect(await context.lookup("jdbc/__default")).toMatchObject({ className: expect.any(String) });
  });

  test("a context, and names that are not bound", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    for (const name of [application, "java:global"]) {
      const error = await errorOf(context.lookup(name));
      expect(error, name).toMatchObject({ code: "NAMING", lookupName: name });
      expect(error.message).toContain(`list(${JSON.stringify(name)})`);
    }
    const missing = (await errorOf(
      context.lookup(`${application}/GreterBean`, Greeter),
    )) as NamingError;
    expect(missing).toBeInstanceOf(NamingError);
    expect(missing).toMatchObject({ code: "NAME_NOT_FOUND", resolved: application });
    expect(missing.available[0]).toBe("GreeterBean");
    const far = (await errorOf(context.lookup("no/such/name"))) as NamingError;
    expect(far).toMatchObject({ code: "NAME_NOT_FOUND", resolved: "" });
    expect(far.available).toContain("java:global");
  });
});

describe("lists", () => {
  test("the application's beans with their interfaces, homes among them", async () => {
    await using orb = await orbOf();
    const listed = await namesOf((await orb.createInitialContext()).list(application));
    figure(`names in ${application}`, `${listed.length}`);
    for (const [name, className] of [
      ["GreeterBean", "remora.shop.Greeter"],
      ["GreeterBean!remora.shop.Greeter", "remora.shop.Greeter"],
      ["CartBean", "remora.shop.Cart"],
    ] as const) {
      expect(listed).toContainEqual({ name, kind: "object", className });
    }
    expect(listed).toContainEqual({ name: "TellerBean!remora.shop.TellerHome", kind: "object" });
    const shown = listed.map(({ name }) => name);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((name) => name.includes("__3_x_Internal"))).toEqual([]);
  });

  test.each([1, 3, 100])(
    "the root, %i names at a time: what every server has",
    async (batchSize) => {
      await using orb = await orbOf();
      const context = await orb.createInitialContext();
      const listed = await namesOf(context.list("", { batchSize }));
      expect(listed).toContainEqual({ name: "java:global", kind: "context" });
      expect(listed).toContainEqual({ name: "SerialContextProvider", kind: "object" });
      expect(listed.map(({ name }) => name)).toContain("INITIAL_GIS");
    },
  );

  test("a loop that is left early, and names that are no contexts", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    for await (const { name } of context.list("", { batchSize: 1 })) {
      expect(name).not.toBe("");
      break;
    }
    for (const [name, code] of [
      [`${application}/GreeterBean`, "NAMING"],
      ["no/such/context", "NAME_NOT_FOUND"],
    ] as const) {
      expect(await errorOf(namesOf(context.list(name))), name).toMatchObject({ code });
    }
  });
});

describe("names that a client binds", () => {
  test("values come back as they went, and are listed", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    const values = {
      text: "Grüße, 世界 😀",
      flag: true,
      whole: 42,
      half: 0.5,
      long: 2n ** 40n,
      when: new Date(1_700_000_000_000),
      octets: Uint8Array.of(0, 1, 255),
      list: ["a", 1, null],
      map: new Map<string, unknown>([["a", 1]]),
    };
    const folder = "remora-test/values";
    try {
      for (const [name, value] of Object.entries(values)) {
        await context.rebind(`${folder}/${name}`, value);
        expect(await context.lookup(`${folder}/${name}`), name).toEqual(value);
      }
      const listed = await namesOf(context.list(folder));
      expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(values).sort());
      expect(listed.every(({ kind }) => kind === "value")).toBe(true);
      expect(listed).toContainEqual({ name: "text", kind: "value", className: "java.lang.String" });
    } finally {
      for (const name of Object.keys(values)) await context.unbind(`${folder}/${name}`);
    }
    expect(await namesOf(context.list(folder))).toEqual([]);
  });

  test("a stub is bound as its object", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    const home = await context.lookup(names.tellerHome, TellerHome);
    try {
      await context.rebind("remora-test/teller", home);
      const found = await context.lookup("remora-test/teller", TellerHome);
      expect(await (await found.create()).whoami()).toBe(context.member);
    } finally {
      await context.unbind("remora-test/teller");
    }
  });

  test("bound already, renamed, taken away, gone", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    try {
      await context.bind("remora-test-a", "first");
      const error = await errorOf(context.bind("remora-test-a", "second"));
      expect(error).toMatchObject({ code: "NAME_ALREADY_BOUND", completed: "yes" });
      expect(await context.lookup("remora-test-a")).toBe("first");
      await context.rename("remora-test-a", "remora-test-b");
      expect(await context.lookup("remora-test-b")).toBe("first");
      expect(await errorOf(context.lookup("remora-test-a"))).toMatchObject({
        code: "NAME_NOT_FOUND",
      });
      // The server renames names of its root only; this one it would lose.
      expect(await errorOf(context.rename("remora-test-b", "remora-test/c"))).toMatchObject({
        code: "NAMING",
        completed: "no",
      });
      expect(await context.lookup("remora-test-b")).toBe("first");
    } finally {
      for (const name of ["remora-test-a", "remora-test-b"]) {
        await context.unbind(name).catch(() => undefined);
      }
    }
    expect(await errorOf(context.lookup("remora-test-b"))).toMatchObject({
      code: "NAME_NOT_FOUND",
    });
  });

  test("what one member has bound, the others do not know", async () => {
    await using orb = await orbOf();
    const here = await contextAt(orb, "i1");
    const there = await contextAt(orb, "i2");
    try {
      await here.bind("remora-test-place", "i1");
      // Nothing stands in the way there.
      await there.bind("remora-test-place", "i2");
      expect([
        await here.lookup("remora-test-place"),
        await there.lookup("remora-test-place"),
      ]).toEqual(["i1", "i2"]);
    } finally {
      for (const context of [here, there]) await context.unbind("remora-test-place");
    }
  });
});
