// Asynchronous methods: a promise for what a task of one member comes to, and what becomes of it when that member goes.
import {
  AsyncResultLostError,
  type CallOptions,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { javaException, MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { seenClosing } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

interface Mill {
  /** Asynchronous: the grain as flour, once the test lets the mill run. */
  grind(grain: string | null, options?: CallOptions): Promise<string | null>;
  /** Asynchronous: the weight of so many sacks. */
  weigh(sacks: number, options?: CallOptions): Promise<bigint>;
  /** Asynchronous: does not work. */
  jam(how: string | null, options?: CallOptions): Promise<void>;
}

const Mill: RemoteInterface<Mill> = remoteInterface<Mill>("shop.Mill", {
  grind: method([java.string], java.future(java.string)),
  weigh: method([java.int], java.future(java.long)),
  jam: method([java.string], java.future(java.string), {
    throws: [{ name: "shop.JammedException" }],
  }),
});

const millName = "java:global/shop/Mill";

/** Grinding goes on when the test says so, by grain. */
class Gates {
  readonly #open = new Map<string, () => void>();

  wait(grain: string): Promise<void> {
    return new Promise((resolve) => this.#open.set(grain, resolve));
  }

  open(grain: string): void {
    this.#open.get(grain)?.();
  }
}

async function start(members: string[] = ["i1"]): Promise<{ cluster: MockCluster; gates: Gates }> {
  const cluster = await MockCluster.start({ members });
  const gates = new Gates();
  cluster.bind(millName, Mill, (member) => ({
    grind: async (grain) => {
      await gates.wait(grain ?? "");
      return `${grain} flour from ${member.name}`;
    },
    weigh: (sacks) => BigInt(sacks) * 50n,
    jam: async (how) => {
      if (how === "runtime") throw javaException("java.lang.IllegalStateException", "stone");
      throw javaException("shop.JammedException", "the grain is wet", { runtime: false });
    },
  }));
  return { cluster, gates };
}

test("the promise resolves with the result of the task, whenever it ends", async () => {
  const { cluster, gates } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const result = mill.grind("rye");
  await cluster.journal.waitFor({ operation: "getWithTimeout", state: "executing" });
  expect(cluster.journal.select({ operation: "grind" })[0]?.answer).toBe("ok");
  gates.open("rye");
  expect(await result).toBe("rye flour from i1");
  expect(await mill.weigh(3)).toBe(150n);
});

test("waits are cut into slices, and the same member is asked again", async () => {
  const { cluster, gates } = await start(["i1", "i2"]);
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const result = mill.grind("rye");
  await cluster.journal.waitFor({ operation: "getWithTimeout", count: 2 });
  gates.open("rye");
  const member = cluster.journal.select({ operation: "grind" })[0]?.member ?? "";
  expect(await result).toBe(`rye flour from ${member}`);
  expect(Object.keys(cluster.journal.perMember({ operation: "getWithTimeout" }))).toEqual([member]);
});

test("many tasks at once, each with its own result", async () => {
  const { cluster, gates } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const grains = Array.from({ length: 20 }, (_each, n) => `grain ${n}`);
  const results = grains.map((grain) => mill.grind(grain));
  await cluster.journal.waitFor({ operation: "getWithTimeout", state: "executing", count: 20 });
  for (const grain of [...grains].reverse()) gates.open(grain);
  expect(await Promise.all(results)).toEqual(grains.map((grain) => `${grain} flour from i1`));
});

test("a task that fails rejects with its exception, as a call does", async () => {
  const { cluster } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  expect(await errorOf(mill.jam("checked"))).toMatchObject({
    name: "UserException",
    code: "USER_EXCEPTION",
    javaClass: "shop.JammedException",
    message: "the grain is wet",
    completed: "yes",
  });
  expect(await errorOf(mill.jam("runtime"))).toMatchObject({
    name: "EJBException",
    code: "EJB_EXCEPTION",
    cause: { javaClass: "java.lang.IllegalStateException", message: "stone" },
  });
});

test("one deadline covers the call and the wait", async () => {
  const { cluster, gates } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const error = await errorOf(mill.grind("rye", { timeoutMs: 150 }));
  expect(error).toMatchObject({ code: "TIMEOUT", completed: "maybe", operation: "grind" });
  expect(error.elapsedMs).toBeLessThan(1_000);
  gates.open("rye");
});

test("aborting cancels the task at its member", async () => {
  const { cluster } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const controller = new AbortController();
  const result = errorOf(mill.grind("rye", { signal: controller.signal }));
  await cluster.journal.waitFor({ operation: "getWithTimeout", state: "executing" });
  controller.abort(new Error("no bread today"));
  const error = await result;
  expect(error).toMatchObject({ name: "AbortError", code: "ABORTED", completed: "maybe" });
  expect((error.cause as Error).message).toBe("no bread today");
  const [cancel] = await cluster.journal.waitFor({
    operation: "cancel",
    kind: "request",
    state: "replied",
  });
  expect(cancel?.args).toEqual([1n]);
});

test("two clients with equal numbers of tasks at two members: one member dies, the other result is its own", async () => {
  const { cluster, gates } = await start(["i1", "i2"]);
  await using _ = cluster;
  await using one = orbOf(cluster);
  await using two = orbOf(cluster, { seed: 2 });
  const contexts = await Promise.all([one, two].map((orb) => orb.createInitialContext()));
  // Each on a member of its own.
  if (contexts[0]?.member === contexts[1]?.member) contexts[1] = await two.createInitialContext();
  const [first, second] = await Promise.all(
    contexts.map(async (context) => await context.lookup(millName, Mill)),
  );
  if (first === undefined || second === undefined) throw new Error("no mills");
  const lost = errorOf(first.grind("rye"));
  const kept = second.grind("oats");
  await cluster.journal.waitFor({ operation: "getWithTimeout", state: "executing", count: 2 });
  const ids = cluster.journal.select({ operation: "getWithTimeout" }).map(({ args }) => args[0]);
  expect(ids).toEqual([1n, 1n]);
  const dying = contexts[0]?.member ?? "";
  await seenClosing(one, dying, () => cluster.member(dying).crash());
  expect(await lost).toBeInstanceOf(AsyncResultLostError);
  expect(await lost).toMatchObject({
    code: "ASYNC_RESULT_LOST",
    completed: "maybe",
    member: dying,
  });
  gates.open("oats");
  expect(await kept).toBe(`oats flour from ${contexts[1]?.member}`);
  // The new process counts its tasks from 1 again: nobody gets another one's result.
  await cluster.member(dying).start();
  expect(cluster.journal.count({ operation: "getWithTimeout", member: dying })).toBe(1);
});

test("a member that stops while the task runs, and one that does not know the task", async () => {
  const { cluster } = await start(["i1", "i2"]);
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  cluster.faults.next("getWithTimeout", { systemException: { name: "UNKNOWN" } });
  expect(await errorOf(mill.grind("rye"))).toMatchObject({ code: "ASYNC_RESULT_LOST" });
  const result = errorOf(mill.grind("oats"));
  const [, poll] = await cluster.journal.waitFor({
    operation: "getWithTimeout",
    state: "executing",
    where: ({ args }) => args.length > 0,
    count: 2,
  });
  const member = poll?.member ?? "";
  await seenClosing(orb, member, () => cluster.member(member).closeConnections("reset"));
  expect(await result).toMatchObject({ code: "ASYNC_RESULT_LOST", completed: "maybe" });
  expect(cluster.journal.perMember({ operation: "getWithTimeout" })).toEqual({ [member]: 2 });
});

test("a result that cannot be read is not lost: it was handed out", async () => {
  const { cluster } = await start();
  await using _ = cluster;
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  cluster.faults.next("getWithTimeout", { execute: true, reply: { body: "garbage" } });
  expect(await errorOf(mill.weigh(1))).toMatchObject({
    code: "UNREADABLE_REPLY",
    completed: "yes",
    operation: "weigh",
  });
});

test("closing the Orb ends the wait", async () => {
  const { cluster } = await start();
  await using _ = cluster;
  const orb = orbOf(cluster);
  const mill = await orb.lookup(millName, Mill);
  const result = errorOf(mill.grind("rye"));
  await cluster.journal.waitFor({ operation: "getWithTimeout", state: "executing" });
  await orb.close({ drainMs: 0 });
  expect(await result).toMatchObject({ code: "CLOSED", completed: "maybe" });
});

test("an answer that is no task, of a server with another version, is an error that says so", async () => {
  const { cluster } = await start();
  await using _ = cluster;
  interface OldMill {
    grind(grain: string | null): Promise<string | null>;
  }
  const OldMill = remoteInterface<OldMill>("shop.Mill", {
    grind: method([java.string], java.string),
  });
  const oldName = "java:global/shop/OldMill";
  cluster.bind(oldName, OldMill, () => ({ grind: (grain) => grain }));
  await using orb = orbOf(cluster);
  const mill = await orb.lookup(oldName, Mill);
  const error = await errorOf(mill.grind("rye"));
  expect(error).toMatchObject({ code: "UNREADABLE_REPLY", completed: "yes" });
  expect(error.message).toContain("Future is declared");
});
