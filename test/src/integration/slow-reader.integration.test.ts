// Back-pressure: a member that reads slowly or not at all must cost neither calls nor memory.
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { allowedLateMs, outcomeOf, watched } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const big = "x".repeat(100_000);

test("nothing is lost while a member reads in bursts", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { maxQueuedBytes: 262_144 });
  const { shop } = await shopIn(orb);
  const member = cluster.member("i1");
  member.pauseReading();
  const calls = Array.from({ length: 300 }, (_, n) => shop.echo(`${n} ${big}`));
  for (let burst = 0; burst < 20; burst++) {
    member.resumeReading();
    await new Promise((resolve) => setImmediate(resolve));
    member.pauseReading();
    await new Promise((resolve) => setImmediate(resolve));
  }
  member.resumeReading();
  const replies = await Promise.all(calls);
  expect(replies.every((reply, n) => reply === `${n} ${big}`)).toBe(true);
  expect(cluster.journal.executions({ operation: "echo" })).toBe(300);
});

test("what waits for the socket is not encoded: memory stays bounded", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { maxQueuedBytes: 1_048_576 });
  const { shop } = await shopIn(orb);
  await shop.whoami();
  cluster.member("i1").pauseReading();
  const before = process.memoryUsage().arrayBuffers;
  const calls = Array.from({ length: 500 }, () => outcomeOf(shop.echo(big)));
  await new Promise((resolve) => setImmediate(resolve));
  // 50 MB would be encoded at once; one queue and what the socket holds is all there may be.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1_048_576);
  cluster.member("i1").resumeReading();
  const outcomes = await Promise.all(calls);
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
});

test("the deadline holds while calls wait for the socket: what was not written did not run", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  await shop.whoami();
  cluster.member("i1").pauseReading();
  const filling = Array.from({ length: 200 }, (_, n) =>
    watched(400, () => shop.run(`${n} ${big}`, { timeoutMs: 400 })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = Array.from({ length: 64 }, (_, n) =>
    watched(200, () => shop.run(`waiting ${n}`, { timeoutMs: 200 })),
  );
  for (const { outcome, lateMs } of await Promise.all(waiting)) {
    expect(outcome).toMatchObject({ ok: false, error: { code: "TIMEOUT", completed: "no" } });
    expect(lateMs).toBeLessThanOrEqual(allowedLateMs);
  }
  const told = await Promise.all(filling);
  cluster.member("i1").resumeReading();
  expect(await shop.echo("after")).toBe("after");
  const ran = new Set(
    cluster.journal.select({ operation: "run" }).map(({ args }) => String(args[0]).slice(0, 10)),
  );
  for (const [n, { outcome }] of told.entries()) {
    if (!outcome.ok && outcome.error.completed === "no")
      expect(ran.has(`${n} ${big}`.slice(0, 10))).toBe(false);
  }
  expect([...ran].some((id) => id.startsWith("waiting"))).toBe(false);
});

test("more connections are opened at back-pressure only, and no more than are allowed", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster, { maxConnectionsPerEndpoint: 3 });
  const { shop } = await shopIn(orb);
  await Promise.all(Array.from({ length: 64 }, () => shop.whoami()));
  expect(cluster.member("i1").counts.connectionsAccepted).toBe(1);
  cluster.member("i1").pauseReading();
  const calls: Promise<string | null>[] = [];
  for (let n = 0; n < 40; n++) {
    calls.push(shop.echo(big.repeat(4)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  cluster.member("i1").resumeReading();
  await Promise.all(calls);
  expect(cluster.member("i1").counts.connectionsAccepted).toBeGreaterThan(1);
  expect(cluster.member("i1").counts.connectionsAccepted).toBeLessThanOrEqual(3);
});
