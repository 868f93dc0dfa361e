import { java } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { JournalTimeoutError } from "./journal.ts";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { RawClient } from "./testing/raw-client.ts";

test("waits for what has come, for what comes, and for how far it comes", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  expect((await cluster.journal.waitFor({ operation: "create" })).length).toBe(1);
  const hold = cluster.faults.when((call) => call.operation === "greet", { hold: "beforeExecute" });
  const waiting = cluster.journal.waitFor({ operation: "greet", state: "replied", count: 2 });
  const replies = [greet(client, key, "a"), greet(client, key, "b")];
  await cluster.journal.waitFor({ operation: "greet", count: 2 });
  expect(cluster.journal.executions({ operation: "greet" })).toBe(0);
  hold.release();
  expect((await waiting).map((entry) => entry.args)).toEqual([["a"], ["b"]]);
  await Promise.all(replies);
});

test("a wait that ends in vain shows what did arrive", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  await greet(client, await greeterKey(client), "Ada");
  const error = await cluster.journal
    .waitFor({ operation: "greet", count: 2, limitMs: 1 })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(JournalTimeoutError);
  expect(String(error)).toContain('1 ms passed while waiting for 2 of {"operation":"greet"');
  expect(String(error)).toContain('greet("Ada") replied, reply sent (ok)');
});

test("a wait ends with the caller's signal, and with the cluster", async () => {
  const cluster = await greeterCluster();
  const abort = new AbortController();
  const aborted = cluster.journal.waitFor({ operation: "greet", signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  const ended = cluster.journal.waitFor({ operation: "greet" });
  const rejected = expect(ended).rejects.toThrow("the cluster was closed");
  await cluster.close();
  await rejected;
});

test("counts per member, per connection, and forgets the oldest beyond its limit", async () => {
  await using cluster = await greeterCluster({ journalLimit: 6 });
  const clients = [];
  for (const member of cluster.members) clients.push(await RawClient.connect(member.port));
  const key = await greeterKey(clients[0] as RawClient);
  for (const client of clients) {
    expect(java.string.read((await greet(client, key, "x")).body)).toContain("Hello x");
  }
  expect(cluster.journal.perMember({ operation: "greet" })).toEqual({ i1: 1, i2: 1 });
  for (const member of cluster.members) expect(member.counts.connectionsAccepted).toBe(1);
  expect(cluster.journal.dropped).toBe(0);
  await greet(clients[0] as RawClient, key, "y");
  await greet(clients[0] as RawClient, key, "z");
  expect(cluster.journal.dropped).toBe(2);
  expect(cluster.journal.entries.at(-1)?.args).toEqual(["z"]);
  expect(cluster.member("i1").counts.requests).toBe(7);
  for (const client of clients) client.close();
});
