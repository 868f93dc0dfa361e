// The scenarios of beans that the application server's own Java client runs, run by ours as well, and every outcome
// compared; then what only our client promises of sessions and asynchronous results.
import {
  AsyncResultLostError,
  isSameObject,
  narrow,
  type Orb,
  type OrbOptions,
  objectOfHandle,
} from "@remora/client";
import { afterAll, describe, expect, test } from "vitest";
import { errorOf, outcomeOf } from "../support/outcome.ts";
import type { GlassFishCluster } from "../support/peers/glassfish-cluster.ts";
import { type JavaStep, runJavaClient } from "../support/peers/glassfish-java-client.ts";
import { Greeter, Ledger, names } from "./support/beans.ts";
import { outcomeOfJava, outcomeOfOurs, Steps } from "./support/differential.ts";
import {
  Account,
  AccountHome,
  Cart,
  Classic,
  CreationLedger,
  Echo,
  Errands,
  Posting,
  Teller,
  TellerHome,
  Turnstile,
} from "./support/differential-beans.ts";
import { watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { endpointsOf, glassFish, needsPeers } from "./support/peers.ts";
import { ResetProxy } from "./support/reset-proxy.ts";

needsPeers();

async function orbOf(label: string, options: OrbOptions = {}): Promise<Orb> {
  return watchedOrb(label, { endpoints: endpointsOf(await glassFish()), ...options });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const emptyWide = {
  z: false,
  b: 0,
  c: "\0",
  s: 0,
  i: 0,
  j: 0n,
  f: 0,
  d: 0,
  ...{ boxedZ: null, boxedB: null, boxedC: null, boxedS: null, boxedI: null, boxedJ: null },
  ...{ boxedF: null, boxedD: null, arrayZ: null, arrayB: null, arrayC: null, arrayS: null },
  ...{ arrayI: null, arrayJ: null, arrayF: null, arrayD: null, words: null, objects: null },
  ...{ matrix: null, persons: null, text: null, any: null, ser: null, number: null, inner: null },
  ...{ same: null, ref: null, mark: null, type: null, hidden: 0, ofPackage: 0, fixed: 0 },
};

type Scenario = (s: Steps) => Promise<void>;

const scenarios: Readonly<Record<string, Scenario>> = {
  async cart(s) {
    const cart = await s.find("CartBean", Cart);
    await s.step("add book", () => cart.add("book"));
    await s.step("add pen", () => cart.add("pen"));
    await s.step("add null", () => cart.add(null));
    await s.step("items", () => cart.items());
    await s.step("count", () => cart.count());
    await s.step("one member", async () => (await cart.whoami()) === (await cart.whoami()));
    await s.step("another cart is empty", async () => (await s.find("CartBean", Cart)).items());
    await s.step("refuse", () => cart.refuse("no credit"));
    await s.step("count after refuse", () => cart.count());
    await s.step("order that is refused", () => cart.order(5));
    await s.step("count after a refused order", () => cart.count());
    await s.step("order", () => cart.order(0));
    await s.step("count after order", () => cart.count());
    const second = await s.find("CartBean", Cart);
    await s.step("add to the second", () => second.add("ink"));
    await s.step("checkout", () => second.checkout());
    await s.step("count after checkout", () => second.count());
    await s.step("checkout again", () => second.checkout());
    const third = await s.find("CartBean", Cart);
    await s.step("explode", () => third.explode("on purpose"));
    await s.step("count after explode", () => third.count());
  },

  async cartBusy(s) {
    for (const bean of ["CartBean", "ImpatientCartBean"]) {
      const cart = await s.find(bean, Cart, "unordered");
      await cart.add("item");
      const slow = cart.slow(1_000);
      await pause(300);
      await s.step(`${bean}: count while another call runs`, () => cart.count());
      await s.step(`${bean}: the other call`, () => slow);
      await s.step(`${bean}: count after it`, () => cart.count());
    }
  },

  async account(s) {
    const home = await s.find("AccountBean", AccountHome);
    const account = await home.create_String("Ann");
    await s.step("owner", () => account.getOwner());
    await s.step("set owner", () => account.setOwner("Bob"));
    await s.step("owner after set", () => account.getOwner());
    await s.step("open", () => account.isOpen());
    await s.step("deposit 5", () => account.deposit(5));
    await s.step("deposit -1", () => account.deposit(-1));
    await s.step("deposit 7", () => account.deposit(7));
    await s.step("open after deposits", () => account.isOpen());
    await s.step("create for an empty owner", async () =>
      (await home.create_String("")).getOwner(),
    );
    await s.step("create for null", async () => (await home.create_String(null)).getOwner());
    await s.step("create for nobody", async () => (await home.create()).getOwner());
    const other = await home.create_String("Eve");
    await s.step("is identical to itself", () => account.isIdentical(account));
    await s.step("is identical to another", () => account.isIdentical(other));
    await s.step("home of the account", async () => {
      const own = (await account.getEJBHome()) as AccountHome;
      return (await own.create_String("Zoe")).getOwner();
    });
    await s.step("primary key", () => account.getPrimaryKey());
    await s.step("handle", async () => {
      const handle = await account.getHandle();
      return handle === null ? "no handle" : objectOfHandle(handle, Account).getOwner();
    });
    await s.step("session", async () => (await home.getEJBMetaData())?.isStatelessSession);
    await s.step("remove by the handle", async () => home.remove_Handle(await other.getHandle()));
    await s.step("owner after remove by the handle", () => other.getOwner());
    await s.step("remove by key", () => home.remove_Object("key"));
    await s.step("fail", () => account.fail("on purpose"));
    await s.step("owner after fail", () => account.getOwner());
    const last = await home.create_String("Last");
    await s.step("remove", () => last.remove());
    await s.step("owner after remove", () => last.getOwner());
    await s.step("remove again", () => last.remove());
  },

  async teller(s) {
    const home = await s.find("TellerBean", TellerHome);
    const teller = await home.create();
    await s.step("add", () => teller.add(2, 40));
    await s.step("mandatory transaction", () => teller.mandatory());
    await s.step("fail", () => teller.fail("on purpose"));
    await s.step("add after fail", () => teller.add(1, 1));
    await s.step("is identical to another", async () => teller.isIdentical(await home.create()));
    await s.step("home", async () => isSameObject(await teller.getEJBHome(), home));
    await s.step("home is a home", () => true);
    await s.step("handle", async () => {
      const handle = await teller.getHandle();
      return handle === null ? "no handle" : objectOfHandle(handle, Teller).add(3, 4);
    });
    await s.step("is an EJBObject", () => true);
    await s.step("remove", () => teller.remove());
    await s.step("add after remove", () => teller.add(5, 6));
  },

  async classic(s) {
    const classic = await s.find("ClassicBean", Classic);
    await s.step("label", () => classic.getLabel());
    await s.step("refuse", () => classic.refuse(4));
    await s.step("fail", () => classic.fail("on purpose"));
    await s.step("itself", async () => (await classic.itself(classic))?.getLabel());
    await s.step("itself null", async () => (await classic.itself(null)) === null);
    await s.step("by the mapped name", async () =>
      (await s.context.lookup("shop/Classic", Classic)).getLabel(),
    );
  },

  async async(s) {
    const echo = await s.find("EchoBean", Echo);
    const errands = await s.find("ErrandsBean", Errands);
    await s.step("later", () => echo.later("done", 100));
    await s.step("later null", () => echo.later(null, 0));
    await s.step("later with enough time", () => echo.later("in time", 200, { timeoutMs: 10_000 }));
    await s.step("later with too little time", () => echo.later("late", 2_000, { timeoutMs: 200 }));
    await s.step("result", () => echo.later("again", 10));
    await s.step("fails checked", () => echo.laterFails(7));
    await s.step("fails unchecked", () => echo.laterFails(0));
    await s.step("fails by policy", () => errands.policy("against the rules"));
    await s.step("person", async () => (await errands.person("Ann"))?.name);
    await s.step("bytes", async () => (await errands.bytes(5_000))?.length);
    await s.step("nothing", () => errands.nothing());
    const controller = new AbortController();
    const running = outcomeOf(echo.laterCancellable(5_000, { signal: controller.signal }));
    await pause(300);
    controller.abort();
    await s.step("result after cancel", async () => {
      const outcome = await running;
      if (outcome.ok) return outcome.value;
      throw outcome.error;
    });
    const id = `differential-ours-${Date.now()}`;
    await s.step("no result", () => errands.post(id, 0));
    await pause(1_000);
    const ledger = await s.find("LedgerBean", Ledger);
    await s.step("executions", () => ledger.executions(id));
  },

  async overloads(s) {
    const echo = await s.find("EchoBean", Echo);
    await s.step("over()", () => echo.over());
    await s.step("over(int)", () => echo.over_int(1));
    await s.step("over(String)", () => echo.over_String("a"));
    await s.step("over(int, String)", () => echo.over_int_String(1, "a"));
    await s.step("over(Object)", () => echo.over_Object(1n));
    await s.step("over(List)", () => echo.over_List(["a"]));
    await s.step("over(int[])", () => echo.over_ints(Int32Array.of(1)));
    await s.step("over(Person)", () =>
      echo.over_Person({ name: "Ann", age: 41, height: 20.5, member: true, friend: null }),
    );
    await s.step("over(Color)", () => echo.over_Color("GREEN"));
    await s.step("over(null String)", () => echo.over_String(null));
    await s.step("join()", () => echo.join([]));
    await s.step("join(a)", () => echo.join(["a"]));
    await s.step("join(a, b, null)", () => echo.join(["a", "b", null]));
    await s.step("join(null)", () => echo.join(null));
    await s.step("in", () => echo.in("x"));
    await s.step("_odd", () => echo._odd("x"));
    await s.step("fold", () => echo.fold("x"));
    await s.step("Fold", () => echo.Fold("x"));
    await s.step("setTitle", () => echo.setTitle("Differential"));
    await s.step("getTitle", () => echo.getTitle());
    await s.step("isReady", () => echo.isReady());
    await s.step("mixed", () => echo.mixed(true, -1, "a", 2, 3, 4, 5.5, 6.5, "abc"));
    await s.step("size", () => echo.size(new Uint8Array(5_000)));
    await s.step("bulk", async () => (await echo.bulk(5_000)).length);
  },

  async references(s) {
    const echo = await s.find("EchoBean", Echo);
    const greeter = await s.find("GreeterBean", Greeter);
    const greet = (stub: unknown): Promise<string | null> =>
      // A reference that came where any value may stand has no interface yet.
      echoGreeter(stub).greet("you");
    await s.step("reference back", async () => (await echo.echoReference(greeter))?.add(1, 2));
    await s.step("null back", async () => (await echo.echoReference(null)) === null);
    await s.step("asked at the server", () => echo.ask(greeter, "you"));
    await s.step("null asked at the server", () => echo.ask(null, "you"));
    await s.step("reference of the server", async () => (await echo.reference()).greet("you"));
    await s.step("reference as Object", async () => greet(await echo.referenceAsObject()));
    await s.step("references in a list", async () => greet((await echo.referencesInList())[3]));
    await s.step("neighbours of references", async () => (await echo.referencesInList())[2]);
    await s.step("sent as Object", () => echo.isGreeter(greeter));
    await s.step("sent back as Object", async () => greet(await echo.echoObject(greeter)));
    await s.step("sent in a list", async () => greet((await echo.echoList([1, greeter, 2]))[1]));
    await s.step("sent in an array", async () => greet((await echo.echoObjects([greeter]))[0]));
    await s.step("in a field", async () =>
      (await echo.echoWide({ ...emptyWide, ref: greeter })).ref?.greet("you"),
    );
    await s.step("in a field of any type", async () =>
      greet((await echo.echoWide({ ...emptyWide, ref: greeter, any: greeter })).any),
    );
    await s.step("not a reference", () => echo.isGreeter("text"));
  },

  async exceptions(s) {
    const echo = await s.find("EchoBean", Echo);
    const posting = await s.find("PostingBean", Posting);
    const turnstile = await s.find("TurnstileBean", Turnstile);
    await s.step("checked", () => echo.failChecked(7, "no stock"));
    await s.step("checked with null", () => echo.failChecked(0, null));
    await s.step("subclass", () => echo.failSubclass());
    await s.step("either: order", () => echo.failEither(true));
    await s.step("either: io", () => echo.failEither(false));
    await s.step("application runtime", () => echo.failApplicationRuntime());
    await s.step("runtime", () => echo.failRuntime("on purpose"));
    await s.step("runtime without a message", () => echo.failRuntime(null));
    await s.step("error", () => echo.failError("on purpose"));
    await s.step("nested", () => echo.failNested());
    await s.step("not serializable", () => echo.returnNotSerializable());
    await s.step("transaction required", () => posting.required("x"));
    await s.step("transaction mandatory", () => posting.mandatory("x"));
    await s.step("transaction never", () => posting.never("x"));
    await s.step("rolled back", () => posting.rolledBack("x"));
    const hold = turnstile.hold(1_500);
    await pause(300);
    await s.step("locked", () => turnstile.pass());
    await s.step("lock released", async () => (await hold) !== "");
    await s.step("unlocked", async () => {
      await turnstile.pass();
    });
    await s.step("still there", () => echo.echoInt(1));
  },
};

/** A stub for a reference that came without an interface. */
function echoGreeter(stub: unknown): Greeter {
  return narrow(stub, Greeter);
}

/** Steps of the Java client without a counterpart: a promise has no `isDone`, `get` twice, `isCancelled`; records are no values. */
const onlyJava: Readonly<Record<string, readonly string[]>> = {
  async: [
    "result again",
    "done",
    "cancelled",
    "cancel when done",
    "done while it runs",
    "cancel",
    "cancelled after cancel",
  ],
  references: ["one value under two interfaces", "another bean's reference"],
  exceptions: ["record", "record as Object", "lone surrogate"],
};

/** Outcomes that differ on purpose, with the reason. */
const intended: Readonly<Record<string, string>> = {
  "classic: itself":
    "wrappers of such interfaces cannot travel: the Java client fails before it sends, the server when it answers ours",
  "async: result after cancel":
    "a signal rejects at once; what the bean answers when it sees the cancel is for nobody",
  "cartLost: items of cart 0":
    "the Java client writes into a connection that has ended, and cannot know; ours has seen its end",
  "cartReplicated: items of cart 0":
    "the Java client writes into a connection that has ended, and cannot know; ours has seen its end",
};

/** The same for the call after that one, where the Java client had two connections. */
function isLateReset(scenario: string, outcomeInJava: string): boolean {
  const ends = scenario === "cartLost" || scenario === "cartReplicated";
  return ends && /SocketException|COMM_FAILURE/.test(outcomeInJava);
}

function expectSame(scenario: string, java: readonly JavaStep[], ours: Steps): void {
  const skipped = new Set(onlyJava[scenario]);
  const wanted = java.filter((each) => each.scenario === scenario && !skipped.has(each.step));
  expect(ours.done.map(({ step }) => step)).toEqual(wanted.map(({ step }) => step));
  const differences = wanted.flatMap((step, at) => {
    const mine = ours.done[at];
    const [theirs, our] = [outcomeOfJava(step), mine === undefined ? "" : outcomeOfOurs(mine)];
    const isIntended = intended[`${scenario}: ${step.step}`] !== undefined;
    if (theirs === our || isIntended || isLateReset(scenario, theirs)) return [];
    return [{ step: step.step, java: theirs, ours: our, shown: JSON.stringify(step.thrown) }];
  });
  expect(differences).toEqual([]);
  figure(`${scenario}: steps with the same outcome as the Java client's`, `${wanted.length}`);
}

describe("the same outcome as the Java client", () => {
  test.each(Object.keys(scenarios))("%s", async (name) => {
    const cluster = await glassFish();
    const java = await runJavaClient(cluster, ["differential", name]);
    await using orb = await orbOf(name);
    const ours = new Steps(await orb.createInitialContext());
    await (scenarios[name] as Scenario)(ours);
    expectSame(name, java.steps ?? [], ours);
  });

  const endings = [
    ["cartLost", "CartBean", "kill"],
    ["cartLost", "CartBean", "stopInstance"],
    ["cartReplicated", "ReplicatedCartBean", "kill"],
    ["cartReplicated", "ReplicatedCartBean", "stopInstance"],
  ] as const;
  test.each(endings)("%s: three of %s at one member, after %s", async (name, bean, end) => {
    const cluster = await glassFish();
    await cluster.settled();
    const java = await runJavaClient(cluster, ["differential", name], {
      onPause: async ({ about }) => {
        await cluster[end](String(about));
      },
    });
    for (const { name: instance } of cluster.instances) {
      if ((await cluster.pid(instance)) === undefined) await cluster.startInstance(instance);
    }
    await cluster.settled();
    await using orb = await orbOf(`${name}-${end}`);
    const ours = new Steps(await orb.createInitialContext());
    const carts: Cart[] = [];
    const members: string[] = [];
    for (let i = 0; i < 3; i++) {
      const cart = await ours.find(bean, Cart);
      await cart.add(`item ${i}`);
      await cart.add(`other ${i}`);
      carts.push(cart);
      members.push(await cart.whoami());
    }
    await ours.step("all at one member", () => new Set(members).size === 1);
    const [member = ""] = members;
    await cluster[end](member);
    // What was on its way is judged elsewhere: here every connection is known to be closed.
    await pause(500);
    try {
      for (const [i, cart] of carts.entries()) {
        await ours.step(`items of cart ${i}`, () => cart.items());
        await ours.step(`add to cart ${i}`, () => cart.add("more"));
        await ours.step(`count of cart ${i}`, () => cart.count());
      }
      await ours.step("moved", async () => {
        const now = await Promise.all(carts.map((cart) => cart.whoami()));
        return now.every((each) => each !== member);
      });
    } finally {
      await cluster.startInstance(member);
      await cluster.settled();
    }
    expectSame(name, java.steps ?? [], ours);
  });
});

describe("what only our client promises", () => {
  let frozen: { readonly cluster: GlassFishCluster; readonly member: string } | undefined;
  afterAll(async () => {
    if (frozen === undefined) return;
    // The group may have given up a member that was frozen: it comes back as a new process.
    await frozen.cluster.kill(frozen.member);
    await frozen.cluster.startInstance(frozen.member);
    await frozen.cluster.settled();
  });

  test("a cart whose member is frozen for five seconds and thawed still answers", async () => {
    const cluster = await glassFish();
    await using orb = await orbOf("frozen");
    const context = await orb.createInitialContext();
    const cart = await context.lookup("java:global/shop/CartBean!remora.shop.Cart", Cart);
    await cart.add("book");
    const member = await cart.whoami();
    frozen = { cluster, member };
    await cluster.freeze(member);
    const during = cart.add("pen");
    await pause(2_500);
    const later = cart.count();
    await pause(2_500);
    await cluster.thaw(member);
    await during;
    expect(await later).toBe(2);
    expect(await cart.items()).toEqual(["book", "pen"]);
    expect(await cart.whoami()).toBe(member);
  });

  test("idle connections that a firewall resets lose no session", async () => {
    const cluster = await glassFish();
    const proxies = new Map<number, ResetProxy>();
    for (const { port } of cluster.instances) proxies.set(port, await ResetProxy.before(port));
    try {
      await using orb = await orbOf("firewall", {
        addressMap: ({ port }) => ({ host: "127.0.0.1", port: proxies.get(port)?.port ?? port }),
      });
      const cart = await orb.lookup("java:global/shop/CartBean!remora.shop.Cart", Cart);
      await cart.add("book");
      for (const item of ["pen", "ink", "cup"]) {
        // All of them: a call that meets one which is about to end is another story.
        let open = [...proxies.values()].reduce((sum, proxy) => sum + proxy.open, 0);
        const closed = new Promise<void>((resolve) => {
          const count = (): void => {
            open -= 1;
            if (open > 0) return;
            orb.events.off("connectionClosed", count);
            resolve();
          };
          orb.events.on("connectionClosed", count);
        });
        for (const proxy of proxies.values()) proxy.reset();
        await closed;
        await cart.add(item);
      }
      expect(await cart.items()).toEqual(["book", "pen", "ink", "cup"]);
      await cart.checkout();
    } finally {
      for (const proxy of proxies.values()) await proxy[Symbol.asyncDispose]();
    }
  });

  test.each(["sleep", "halt"] as const)(
    "a session is made once when its maker goes to %s before it answers",
    async (what) => {
      const cluster = await glassFish();
      await cluster.settled();
      await using orb = await orbOf(`create-${what}`);
      const context = await orb.createInitialContext();
      const ledger = await context.lookup(names.ledger, CreationLedger);
      const event = "create CartBean";
      const before = await ledger.executions(event);
      const member = await ledger.arm(event, what, what === "sleep" ? 3_000 : 100);
      expect(member).toBe(context.member);
      try {
        const options = what === "sleep" ? { timeoutMs: 1_000 } : {};
        const error = await errorOf(
          context.lookup("java:global/shop/CartBean!remora.shop.Cart", Cart, options),
        );
        expect(error.completed).toBe("maybe");
        await pause(3_500);
        await using asking = await orbOf(`count-${what}`);
        const counter = await asking.lookup(names.ledger, CreationLedger);
        expect(await counter.executions(event)).toBe(before + 1);
      } finally {
        if ((await cluster.pid(member)) === undefined) await cluster.startInstance(member);
        await cluster.settled();
      }
    },
  );

  test("two clients with equal numbers of tasks at two members, one of which is killed", async () => {
    const cluster = await glassFish();
    await using one = await orbOf("task-one");
    await using two = await orbOf("task-two");
    const first = await one.createInitialContext();
    let second = await two.createInitialContext();
    while (second.member === first.member) second = await two.createInitialContext();
    const name = "java:global/shop/ErrandsBean!remora.shop.Errands";
    const dying = await first.lookup(name, Errands);
    const living = await second.lookup(name, Errands);
    const id = `tasks-${Date.now()}`;
    const lost = errorOf(dying.record(`${id}-one`, 6_000));
    const kept = living.record(`${id}-two`, 6_000);
    await pause(1_000);
    await cluster.kill(first.member);
    try {
      expect(await lost).toBeInstanceOf(AsyncResultLostError);
      expect(await kept).toBe(second.member);
    } finally {
      await cluster.startInstance(first.member);
      await cluster.settled();
    }
    await using asking = await orbOf("task-count");
    const ledger = await asking.lookup(names.ledger, Ledger);
    // Whoever waits for a lost result asks the application.
    expect(await ledger.executions(`${id}-one`)).toBe(1);
    expect(await ledger.executions(`${id}-two`)).toBe(1);
  });
});
