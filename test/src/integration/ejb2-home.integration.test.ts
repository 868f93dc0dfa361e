// EJB 2 homes and the objects that they make: created, compared, kept as handles, removed.
import {
  type CallOptions,
  type EJBException,
  type EJBHome,
  type EJBObject,
  ejbHomeMethods,
  ejbObjectMethods,
  isSameObject,
  java,
  method,
  objectOfHandle,
  type RemoteInterface,
  referenceOf,
  remoteInterface,
  SystemException,
} from "@remora/client";
import { javaException, MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { collect, seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

interface Account extends EJBObject, AsyncDisposable {
  getOwner(options?: CallOptions): Promise<string | null>;
  setOwner(owner: string | null, options?: CallOptions): Promise<void>;
  deposit(amount: bigint, options?: CallOptions): Promise<bigint>;
  whoami(options?: CallOptions): Promise<string | null>;
}

interface AccountHome extends EJBHome {
  create(options?: CallOptions): Promise<Account | null>;
  create_String(owner: string | null, options?: CallOptions): Promise<Account | null>;
}

const Account: RemoteInterface<Account> = remoteInterface<Account>(
  "demo.anchor.Account",
  {
    ...ejbObjectMethods((): RemoteInterface<AccountHome> => AccountHome),
    getOwner: method([], java.string, { wireName: "_get_owner" }),
    setOwner: method([java.string], java.void, { wireName: "_set_owner" }),
    deposit: method([java.long], java.long, { throws: [{ name: "demo.anchor.OrderException" }] }),
    whoami: method([], java.string),
  },
  { kind: "rmi", bean: "stateful", remove: "remove" },
);

const AccountHome: RemoteInterface<AccountHome> = remoteInterface<AccountHome>(
  "demo.anchor.AccountHome",
  {
    ...ejbHomeMethods(),
    create: method([], java.remote(Account), { wireName: "create__" }),
    create_String: method([java.string], java.remote(Account), {
      wireName: "create__CORBA_WStringValue",
      // A mark that means nothing: each call makes a session.
      idempotent: true,
      throws: [{ name: "jakarta.ejb.CreateException" }],
    }),
  },
  { kind: "rmi" },
);

interface Teller extends EJBObject {
  hello(who: string | null, options?: CallOptions): Promise<string | null>;
}

interface TellerHome extends EJBHome {
  create(options?: CallOptions): Promise<Teller | null>;
}

const Teller: RemoteInterface<Teller> = remoteInterface<Teller>(
  "demo.anchor.Teller",
  { ...ejbObjectMethods(), hello: method([java.string], java.string) },
  { kind: "rmi" },
);

const TellerHome: RemoteInterface<TellerHome> = remoteInterface<TellerHome>(
  "demo.anchor.TellerHome",
  { ...ejbHomeMethods(), create: method([], java.remote(Teller)) },
  { kind: "rmi" },
);

const accountName = "java:global/shop/AccountBean!demo.anchor.AccountHome";
const tellerName = "java:global/shop/TellerBean!demo.anchor.TellerHome";

async function start(members: string[] = ["i1"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  cluster.bind(
    accountName,
    Account,
    (member, [owner]) => {
      if (owner === "nobody")
        throw javaException("jakarta.ejb.CreateException", "nobody owns nothing", {
          runtime: false,
        });
      let name = (owner as string | undefined) ?? "unknown";
      let balance = 0n;
      return {
        getOwner: () => name,
        setOwner: (next: string | null) => {
          name = next ?? "";
        },
        deposit: (amount: bigint) => {
          if (amount < 0n)
            throw javaException("demo.anchor.OrderException", "negative amount", {
              runtime: false,
            });
          if (amount === 13n) throw new Error("the bean went wrong");
          balance += amount;
          return balance;
        },
        whoami: () => member.name,
      };
    },
    { home: AccountHome },
  );
  cluster.bind(
    tellerName,
    Teller,
    (member) => ({ hello: (who: string | null) => `${who} at ${member.name}` }),
    { home: TellerHome },
  );
  return cluster;
}

test("create with and without arguments makes sessions, each with its state, at the home's member", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const home = await context.lookup(accountName, AccountHome);
  const first = await home.create_String("Ada");
  const second = await home.create();
  expect(await first?.getOwner()).toBe("Ada");
  expect(await second?.getOwner()).toBe("unknown");
  await second?.setOwner("Grace");
  expect(await first?.deposit(5n)).toBe(5n);
  expect(await first?.deposit(5n)).toBe(10n);
  expect(await second?.getOwner()).toBe("Grace");
  expect(await first?.whoami()).toBe(context.member);
  expect(orb.explain(first)).toMatchObject({ kind: "session", member: context.member });
  expect(orb.explain(home)).toMatchObject({ kind: "home" });
});

test("identity, home and handle", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const home = await orb.lookup(accountName, AccountHome);
  const account = await home.create_String("Ada");
  const other = await home.create_String("Ada");
  if (account === null || other === null) throw new Error("no accounts");
  expect(await account.isIdentical(account)).toBe(true);
  expect(await account.isIdentical(other)).toBe(false);
  expect(isSameObject(account, other)).toBe(false);
  const ownHome = (await account.getEJBHome()) as AccountHome;
  expect(isSameObject(ownHome, home)).toBe(true);
  expect(await (await ownHome.create_String("Eve"))?.getOwner()).toBe("Eve");
  const handle = await account.getHandle();
  if (handle === null) throw new Error("no handle");
  const again = objectOfHandle(handle, Account);
  expect(await again.getOwner()).toBe("Ada");
  expect(isSameObject(again, account)).toBe(true);
  // One session in one Orb: they share member, order of calls, and end.
  expect(referenceOf(again)).toBe(referenceOf(account));
  const homeHandle = await home.getHomeHandle();
  expect(
    homeHandle === null ? undefined : isSameObject(objectOfHandle(homeHandle, AccountHome), home),
  ).toBe(true);
  expect(await other.getOwner()).toBe("Ada");
  for (const wrong of [undefined, {}, { reference: "account" }]) {
    const error = await errorOf(home.remove_Handle(wrong as never));
    expect(error).toMatchObject({ code: "ARGUMENT", completed: "no" });
    expect(error.message).toBe("remove_Handle argument 1: a handle that a stub gave is accepted");
  }
  await home.remove_Handle(await other.getHandle());
  expect(await errorOf(other.getOwner())).toMatchObject({ code: "NO_SUCH_EJB" });
  expect((await errorOf(home.remove_Object("key"))).completed).toBe("maybe");
  const meta = await home.getEJBMetaData();
  expect(meta).toMatchObject({
    isSession: true,
    isStatelessSession: false,
    remoteInterface: "demo.anchor.Account",
    homeInterface: "demo.anchor.AccountHome",
  });
  expect(await errorOf(account.getPrimaryKey())).toMatchObject({
    code: "UNKNOWN",
    cause: { javaClass: "java.rmi.RemoteException" },
  });
});

test("remove ends the session: here, at the server, and for await using", async () => {
  await using cluster = await start();
  const orb = orbOf(cluster);
  const left = collect(orb, "sessionsLeftOpen");
  const home = await orb.lookup(accountName, AccountHome);
  const account = await home.create_String("Ada");
  await account?.remove();
  expect(cluster.sessionCount).toBe(0);
  const error = await errorOf(account?.getOwner() as Promise<unknown>);
  expect(error).toMatchObject({ code: "NO_SUCH_EJB", completed: "no", attempts: [] });
  {
    await using short = await home.create();
    expect(await short?.getOwner()).toBe("unknown");
  }
  expect(cluster.sessionCount).toBe(0);
  expect(cluster.journal.executions({ operation: "remove" })).toBe(2);
  const open = await home.create_String("Eve");
  expect(orb.explain().sessions).toMatchObject([
    { interface: "RMI:demo.anchor.Account:0000000000000000", member: "i1" },
  ]);
  expect(referenceOf(open)).toBeDefined();
  await orb.close();
  expect(left).toMatchObject([{ count: 1 }]);
});

test("exceptions: declared ones, those of create, and a RemoteException around everything else", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const home = await orb.lookup(accountName, AccountHome);
  expect(await errorOf(home.create_String("nobody"))).toMatchObject({
    code: "USER_EXCEPTION",
    javaClass: "jakarta.ejb.CreateException",
    repositoryId: "IDL:jakarta/ejb/CreateEx:1.0",
  });
  const account = await home.create_String("Ada");
  if (account === null) throw new Error("no account");
  expect(await errorOf(account.deposit(-1n))).toMatchObject({
    code: "USER_EXCEPTION",
    javaClass: "demo.anchor.OrderException",
    message: "negative amount",
  });
  const error = await errorOf(account.deposit(13n));
  expect(error).toBeInstanceOf(SystemException);
  expect(error).toMatchObject({ code: "UNKNOWN", completed: "maybe" });
  const cause = error.cause as EJBException;
  expect(cause.javaClass).toBe("java.rmi.RemoteException");
  expect(cause.cause).toMatchObject({
    javaClass: "jakarta.ejb.EJBException",
    cause: { javaClass: "java.lang.RuntimeException", message: "the bean went wrong" },
  });
  // The container has destroyed the instance.
  expect(await errorOf(account.getOwner())).toMatchObject({ code: "NO_SUCH_EJB" });
});

test("create and remove are never repeated, whatever their mark", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const home = await orb.lookup(accountName, AccountHome);
  const account = await home.create_String("Ada");
  if (account === null) throw new Error("no account");
  cluster.faults.when(
    ({ operation }) => operation.startsWith("create__") || operation === "remove",
    {
      close: "beforeReply",
    },
  );
  const created = await errorOf(home.create_String("Eve", { idempotent: true }));
  expect(created.completed).toBe("maybe");
  expect(cluster.journal.executions({ operation: "create__CORBA_WStringValue" })).toBe(2);
  const removed = await errorOf(account.remove({ idempotent: true }));
  expect(removed.completed).toBe("maybe");
  expect(cluster.journal.executions({ operation: "remove" })).toBe(1);
});

test("objects of a stateless bean have no identity: they move with their context", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const home = await context.lookup(tellerName, TellerHome);
  const teller = await home.create();
  if (teller === null) throw new Error("no teller");
  const first = context.member;
  expect(await teller.hello("Ada")).toBe(`Ada at ${first}`);
  expect(orb.explain(teller)).toMatchObject({ kind: "stateless", routing: "context" });
  await seenClosing(orb, first, () => cluster.member(first).crash());
  expect(await teller.hello("Ada")).not.toBe(`Ada at ${first}`);
  expect(context.member).not.toBe(first);
});
