import { Cart, MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { bindShop, cartName, orbOf, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("each lookup is a new session, and all of its calls go to the member that made it", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster);
  const context = await orb.createInitialContext();
  const first = await context.lookup(cartName, Cart);
  const second = await context.lookup(cartName, Cart);
  await first.add("book");
  await second.add("pen");
  expect(await first.items()).toBe("book");
  expect(await second.items()).toBe("pen");
  expect(await first.whoami()).toBe(context.member);
});

test("calls on one session run one after another", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const cart = await orb.lookup(cartName, Cart);
  const articles = Array.from({ length: 50 }, (_, n) => `${n}`);
  const counts = await Promise.all(articles.map((article) => cart.add(article)));
  expect(counts).toEqual(articles.map((_, n) => n + 1));
  expect(await cart.items()).toBe(articles.join(","));
});

test("a session whose member died is unavailable, and the next call asks that member again", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { connectBudgetMs: 500 });
  const cart = await orb.lookup(cartName, Cart);
  await cart.add("book");
  const member = (await cart.whoami()) ?? "";
  await seenClosing(orb, member, () => cluster.member(member).crash());
  expect(await errorOf(cart.add("pen"))).toMatchObject({ code: "SESSION_UNAVAILABLE" });
  await cluster.member(member).start();
  // The process is new, so the session is gone, and the member that had it says so.
  expect(await errorOf(cart.add("pen"))).toMatchObject({ code: "NO_SUCH_EJB" });
});

test("a replicated session moves once to another member, with its state", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2", "i3"] });
  cluster.bind(
    cartName,
    Cart,
    () => {
      return { add: () => 1, items: () => "", whoami: () => "" };
    },
    { kind: "session", replicated: true },
  );
  await using orb = orbOf(cluster);
  const cart = await orb.lookup(cartName, Cart);
  await cart.add("book");
  const [made] = cluster.journal.select({ operation: "add" });
  const member = made?.member ?? "";
  await seenClosing(orb, member, () => cluster.member(member).crash());
  await cart.add("pen");
  const next = cluster.journal.select({ operation: "add" }).at(-1)?.member;
  expect(next).not.toBe(member);
  await cluster.member(member).start();
  // Never failed back.
  for (let n = 0; n < 5; n++) await cart.add(`${n}`);
  expect(cluster.journal.select({ operation: "add" }).at(-1)?.member).toBe(next);
});

test("creating a session is not repeated once it was sent", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2"] });
  bindShop(cluster);
  await using orb = orbOf(cluster);
  cluster.faults.when(({ operation }) => operation === "create", { close: "beforeReply" });
  const error = await errorOf(orb.lookup(cartName, Cart));
  expect(error.completed).toBe("maybe");
  expect(cluster.journal.count({ operation: "create" })).toBe(1);
});
