// Nobody answers: one error inside the connect budget that tells every endpoint, its cause and its time.
import { type CallError, Orb, type OrbOptions } from "@remora/client";
import type { MockCluster } from "@remora/mock-cluster";
import { describe, expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { orbOf, Shop, shopIn, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const connectBudgetMs = 1_500;
const allowanceMs = 500;

interface Deadness {
  readonly name: string;
  readonly code: RegExp;
  kill(cluster: MockCluster): Promise<OrbOptions>;
}

const kinds: readonly Deadness[] = [
  {
    name: "refused",
    code: /ECONNREFUSED/,
    async kill(cluster) {
      for (const member of cluster.members) await member.crash();
      return {};
    },
  },
  {
    name: "black-holed",
    code: /SLOW_CONNECT|CONNECT_TIMEOUT/,
    async kill() {
      return { transport: new ScriptedTransport({ isBlackHole: () => true }) };
    },
  },
  {
    name: "frozen",
    code: /SILENT_PEER/,
    async kill(cluster) {
      for (const member of cluster.members) member.freeze();
      return { silenceProbeMs: 300 };
    },
  },
];

function expectTheWholeStory(error: CallError, cluster: MockCluster, code: RegExp): void {
  expect(error.code).toBe("ALL_ENDPOINTS_FAILED");
  for (const endpoint of cluster.endpoints) {
    const row = error.attempts.find((attempt) => attempt.endpoint === endpoint);
    expect(row?.code).toMatch(code);
    expect(row?.tookMs).toBeGreaterThanOrEqual(0);
    expect(error.message).toMatch(
      new RegExp(`${endpoint.replaceAll(".", "\\.")}: [A-Z_]+, .+ \\(\\d+ ms`),
    );
  }
}

describe.each(kinds)("all $name", ({ kill, code, name }) => {
  const title =
    name === "refused"
      ? "3. NullPointerException in new InitialContext() if IIOP endpoints are unreachable"
      : "a context";
  test(title, async () => {
    await using cluster = await startShop();
    const options = await kill(cluster);
    await using orb = orbOf(cluster, { ...options, connectBudgetMs });
    const started = performance.now();
    const error = await errorOf(orb.createInitialContext());
    expect(performance.now() - started).toBeLessThan(connectBudgetMs + allowanceMs);
    expectTheWholeStory(error, cluster, code);
  });

  test("a lookup balanced by request", async () => {
    await using cluster = await startShop();
    const options = await kill(cluster);
    await using orb = orbOf(cluster, { ...options, connectBudgetMs });
    const started = performance.now();
    const error = await errorOf(orb.lookup(shopName, Shop, { balance: "request" }));
    expect(performance.now() - started).toBeLessThan(connectBudgetMs + allowanceMs);
    expectTheWholeStory(error, cluster, code);
  });
});

test("all frozen: a marked call on an old reference", async () => {
  await using cluster = await startShop();
  await using orb = orbOf(cluster, { connectBudgetMs, silenceProbeMs: 200 });
  const { shop } = await shopIn(orb);
  for (const member of cluster.members) member.freeze();
  const started = performance.now();
  const error = await errorOf(shop.read("a"));
  expect(performance.now() - started).toBeLessThan(connectBudgetMs + allowanceMs);
  // It was sent to the first one: nobody can know.
  expect(error.completed).toBe("maybe");
  for (const member of cluster.members) member.thaw();
  expect(await shop.read("b")).toMatch(/^i[123]$/);
});

test("6. Can't create new InitialContext with different host", async () => {
  await using cluster = await startShop(["i1"]);
  await using other = await startShop(["dead"]);
  await using orb = new Orb({ endpoints: cluster.endpoints, connectBudgetMs: 300 });
  const dead = other.member("dead");
  await dead.crash();
  await shopIn(orb);
  const error = await errorOf(orb.createInitialContext({ endpoints: dead.endpoint }));
  expect(error.code).toBe("ALL_ENDPOINTS_FAILED");
  expect(error.message).toContain(dead.endpoint);
  expect(error.message).not.toContain(cluster.member("i1").endpoint);
});
