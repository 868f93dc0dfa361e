// From host:port to an answer, on a real cluster, and every plain thing that can be asked of it.
import {
  java,
  NamingError,
  NotSupportedError,
  Orb,
  type OrbOptions,
  SystemException,
  UserException,
} from "@remora/client";
import { describe, expect, test } from "vitest";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import { Cart, Clock, Greeter, names, Vault } from "./support/beans.ts";
import { watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { countsOf, shownCounts } from "./support/shares.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

async function orbOf(instances?: readonly string[], options: OrbOptions = {}): Promise<Orb> {
  const orb = watchedOrb("first-call", {
    endpoints: endpointsOf(await glassFish(), instances),
    ...options,
  });
  return orb;
}

describe("host:port → naming → home → greet", () => {
  test.each(["i1", "i2", "i3"])("at %s", async (name) => {
    // Without discovery: the member is the endpoint.
    await using orb = await orbOf([name], { discovery: false });
    const began = performance.now();
    const context = await orb.createInitialContext();
    const greeter = await context.lookup(names.greeter, Greeter);
    expect(await greeter.greet("x")).toBe("Hello, x!");
    figure(`first reply at ${name}, from new Orb`, `${Math.round(performance.now() - began)} ms`);
    expect(await greeter.whoami()).toBe(name);
  });

  test("one configured endpoint: the others are found, and the context stands on the one it drew", async () => {
    await using orb = await orbOf(["i2"]);
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const context = await orb.createInitialContext();
      const greeter = await context.lookup(names.greeter, Greeter);
      expect(await greeter.whoami()).toBe(context.member);
      seen.add(context.member);
    }
    expect([...seen].sort()).toEqual(["i1", "i2", "i3"]);
    const members = orb.explain().clusters[0]?.members ?? [];
    expect(members.map(({ name, weight }) => `${name} ${weight}`).sort()).toEqual([
      "i1 100",
      "i2 200",
      "i3 300",
    ]);
  });
});

describe("values", () => {
  test("strings, numbers, null, and replies in many fragments", async () => {
    await using orb = await orbOf();
    const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
    expect(await greeter.add(2_000_000_000, -2_000_000_001)).toBe(-1);
    expect(await greeter.echoLong(-(2n ** 63n))).toBe(-(2n ** 63n));
    for (const text of ["", "Grüße, 世界 😀", "\u0000\ufeff", null]) {
      expect(await greeter.echoString(text)).toBe(text);
    }
    expect(await greeter.greet(null)).toBe("Hello, null!");
    const unit = "aé世😀";
    const text = await greeter.text(5000);
    expect(text).toBe(unit.repeat(1000));
    expect(await greeter.nothing()).toBeUndefined();
  });

  test("requests above what the server takes in one message go in fragments", async () => {
    await using orb = await orbOf();
    const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
    const long = "0123456789".repeat(40_000);
    expect(await greeter.echoString(long)).toBe(long);
  });

  test("64 calls at once on one connection, long and short replies mixed", async () => {
    await using orb = await orbOf();
    const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
    const lengths = Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? 20_000 + i : i));
    const texts = await Promise.all(lengths.map((length) => greeter.text(length)));
    expect(texts.map((text) => text.length)).toEqual(lengths);
  });

  test("a session keeps its items, and ends", async () => {
    await using orb = await orbOf();
    const cart = await (await orb.createInitialContext()).lookup(names.cart, Cart);
    await cart.add("book");
    await cart.add("pen");
    expect(await cart.count()).toBe(2);
    await cart.checkout();
    expect(await errorOf(cart.count())).toMatchObject({ code: "NO_SUCH_EJB" });
  });
});

describe("errors", () => {
  test("a declared exception, an unchecked one", async () => {
    await using orb = await orbOf();
    const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
    const refused = await errorOf(greeter.order(7, "no stock"));
    expect(refused).toBeInstanceOf(UserException);
    expect(refused).toMatchObject({
      code: "USER_EXCEPTION",
      javaClass: "remora.shop.OrderException",
      completed: "yes",
      operation: "order",
    });
    expect(refused.message).toContain("order refused: no stock");
    // The container wraps it, with the cause inside.
    const failed = await errorOf(greeter.fail("broken on purpose"));
    expect(failed).toMatchObject({
      code: "EJB_EXCEPTION",
      javaClass: "jakarta.ejb.EJBException",
      completed: "yes",
      cause: { message: "broken on purpose" },
    });
    // The connection has taken no harm.
    expect(await greeter.greet("again")).toBe("Hello, again!");
  });

  test("a name that is not bound: what is there instead", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    const error = await errorOf(
      context.lookup("java:global/shop/GreterBean!remora.shop.Greeter", Greeter),
    );
    expect(error).toBeInstanceOf(NamingError);
    expect(error).toMatchObject({ code: "NAME_NOT_FOUND" });
    expect((error as NamingError).available.join(" ")).toContain("GreeterBean");
    expect(error.message).toContain("GreeterBean");
  });

  test("an application that is not deployed there: the administration server", async () => {
    const { host, port } = (await glassFish()).adminEndpoint;
    await using orb = watchedOrb("first-call", { endpoints: `${host}:${port}`, discovery: false });
    const context = await orb.createInitialContext();
    const error = await errorOf(context.lookup(names.greeter, Greeter));
    expect(error).toBeInstanceOf(NamingError);
  });

  test("a reference that demands a password: not supported yet, and nothing is sent in its place", async () => {
    await using orb = await orbOf();
    const context = await orb.createInitialContext();
    const outcome = await outcomeOf(
      (async () => (await context.lookup(names.vault, Vault)).open())(),
    );
    if (outcome.ok) throw new Error(`the vault opened for nobody: ${outcome.value}`);
    expect(outcome.error).toBeInstanceOf(NotSupportedError);
    expect(outcome.error.message).toMatch(/password.*not supported yet/);
  });

  test("a time that is too short", async () => {
    await using orb = await orbOf();
    const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
    const error = await errorOf(greeter.slow(2_000, { timeoutMs: 200 }));
    expect(error).toMatchObject({ code: "TIMEOUT", completed: "maybe" });
    expect(error.elapsedMs).toBeLessThan(700);
  });

  test("not GIOP", async () => {
    const { host, adminPort } = (await glassFish()).instance("i1");
    await using orb = watchedOrb("first-call", {
      endpoints: `${host}:${adminPort}`,
      connectBudgetMs: 1_000,
    });
    const outcome = await outcomeOf(orb.createInitialContext());
    expect(outcome.ok).toBe(false);
  });
});

describe("references as text", () => {
  test("IOR:, corbaname: and corbaloc:", async () => {
    const { host, port } = (await glassFish()).instance("i2");
    await using orb = await orbOf(["i1"]);
    const context = await orb.createInitialContext();
    const clock = await context.lookup(names.clock, Clock);
    const text = orb.objectToString(clock);
    expect(text).toMatch(/^IOR:[0-9a-f]+$/i);
    await using other = watchedOrb("first-call", { endpoints: `${host}:${port}` });
    const again = await other.stringToObject(text, Clock);
    expect(await again.now()).toBeGreaterThan(1_700_000_000_000n);

    const home = await other.stringToObject(
      `corbaname:iiop:1.2@${host}:${port}#java:global/shop/GreeterBean__3_x_Internal_RemoteBusinessHome__`,
    );
    expect(other.objectToString(home)).toMatch(/^IOR:/);
    const naming = await other.stringToObject(`corbaloc:iiop:1.2@${host}:${port}/NameService`);
    expect(other.objectToString(naming)).toMatch(/^IOR:/);
  });
});

describe("labels", () => {
  test("after one update per member no further reply carries one", async () => {
    const wire = new WireLog();
    await using orb = await orbOf(undefined, { transport: wire });
    const greeter = await orb.lookup(names.greeter, Greeter, { balance: "request" });
    const calls = 600;
    const seen = new Set<string>();
    for (let i = 0; i < calls; i++) seen.add(await greeter.whoami());
    expect([...seen].sort()).toEqual(["i1", "i2", "i3"]);
    const updates = countsOf(
      wire
        .replies()
        .filter(({ update }) => update)
        .map(({ endpoint }) => endpoint),
    );
    figure("updates per member in 600 calls balanced by request", shownCounts(updates));
    for (const [endpoint, count] of Object.entries(updates)) {
      expect(count, endpoint).toBeLessThanOrEqual(1);
    }
  });
});

test("a system exception tells name, minor code and completion", async () => {
  await using orb = await orbOf();
  const greeter = await (await orb.createInitialContext()).lookup(names.greeter, Greeter);
  const error = await errorOf(
    orb.invoke(greeter, "noSuchOperation", { params: [], result: java.void }),
  );
  expect(error).toBeInstanceOf(SystemException);
  expect(error).toMatchObject({ code: "BAD_OPERATION" });
});
