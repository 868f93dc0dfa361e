import { Orb } from "@remora/client";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

test("a first context that was aborted before it began leaves no rejection behind, though nobody answers", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await using orb = new Orb({ endpoints: "127.0.0.1:1", connectBudgetMs: 50 });
    const failed = new Promise((resolve) => orb.events.on("endpointFailed", resolve));
    const error = await errorOf(orb.createInitialContext({ signal: AbortSignal.abort("no") }));
    expect(error).toMatchObject({ code: "ABORTED", completed: "no" });
    await failed;
    // The shared discovery has failed by the time that a second caller is told so.
    expect(await errorOf(orb.createInitialContext())).toMatchObject({
      code: "ALL_ENDPOINTS_FAILED",
    });
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(unhandled).toEqual([]);
});

test("a once-listener is called once, and can be taken off before that", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const calls: string[] = [];
  const gone = (): void => void calls.push("gone");
  orb.events.once("rotationAdvanced", () => calls.push("once"));
  orb.events.once("rotationAdvanced", gone);
  orb.events.off("rotationAdvanced", gone);
  orb.events.on("rotationAdvanced", () => calls.push("each time"));
  await orb.createInitialContext();
  await orb.createInitialContext();
  expect(calls.sort()).toEqual(["each time", "each time", "once"]);
  expect(orb.events.listenerCount("rotationAdvanced")).toBe(1);
});

test("an address map sees advertised addresses only, and one that throws harms no call", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  const seen = new Set<string>();
  const warnings: string[] = [];
  const ports = new Map(cluster.members.map(({ port }) => [port + 1, port]));
  // Bootstrap at ports that nobody has: each address must pass the map exactly once.
  await using orb = new Orb({
    endpoints: [...ports.keys()].map((port) => `127.0.0.1:${port}`),
    addressMap: ({ host, port }) => {
      seen.add(`${host}:${port}`);
      const mapped = ports.get(port);
      if (mapped !== undefined) return { host, port: mapped };
      throw new Error(`nothing known of ${port}`);
    },
  });
  orb.events.on("warning", ({ code }) => warnings.push(code));
  const { shop } = await shopIn(orb);
  expect(["i1", "i2"]).toContain(await shop.run("a"));
  const [cl] = orb.explain().clusters;
  expect(cl?.members.map(({ name }) => name).sort()).toEqual(["i1", "i2"]);
  expect(cl?.bootstrapOnly).toEqual([]);
  expect(new Set(warnings)).toEqual(new Set(["ADDRESS_MAP"]));
});
