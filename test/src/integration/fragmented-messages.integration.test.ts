import { describe, expect, test } from "vitest";
import { collect } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

describe("135. Problems with fragmented GIOP messages", () => {
  test.each([1_048_576, 4_096, 40])("8 MB in fragments of %i octets", async (fragmentBytes) => {
    await using cluster = await startShop(["i1"], { fragmentBytes: 1_073_741_824 });
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const length = fragmentBytes < 100 ? 1_048_576 : 8_388_608;
    cluster.faults.next("bulk", { reply: { fragmentBytes } });
    const text = await shop.bulk(length);
    expect(text.length).toBe(length);
    expect(text === "x".repeat(length)).toBe(true);
  });

  test("fragments of several calls in turns", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    cluster.faults.when(({ operation }) => operation === "echo", {
      reply: { fragmentBytes: 32, interleave: 8 },
    });
    const texts = Array.from({ length: 8 }, (_, n) => `${n} ${"äöü€".repeat(n * 100)}`);
    expect(await Promise.all(texts.map((text) => shop.echo(text)))).toEqual(texts);
  });

  test("a request of 4 MB in fragments that a server of 256,000 octets takes", async () => {
    await using cluster = await startShop(["i1"]);
    await using orb = orbOf(cluster);
    const { shop } = await shopIn(orb);
    const text = "y".repeat(4_194_304);
    expect((await shop.echo(text)) === text).toBe(true);
  });

  test("a reply beyond maxMessageBytes ends its connection, not the client", async () => {
    await using cluster = await startShop(["i1"], { fragmentBytes: 1_073_741_824 });
    await using orb = orbOf(cluster, { maxMessageBytes: 65_536 });
    const { shop } = await shopIn(orb);
    const error = await errorOf(shop.bulk(100_000, { idempotent: false }));
    expect(error).toMatchObject({ code: "FRAMING_LOST", completed: "maybe" });
    expect(await shop.bulk(1_000)).toHaveLength(1_000);
  });
});

test("139. ACE/TAO Wide Strings on Linux", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  for (const text of ["😀", "a😀b👩‍👩‍👧‍👦c", "\u0000", "", "𝒳 ü € \uFFFD", "\uFEFFbom"])
    expect(await shop.echo(text)).toBe(text);
  expect(await shop.echo(null)).toBeNull();
});

test("59. [EJBCLIENT-162] client marks a connection as broken if it cannot read a message", async () => {
  await using cluster = await startShop(["i1"]);
  await using orb = orbOf(cluster);
  const { shop } = await shopIn(orb);
  const closed = collect(orb, "connectionClosed");
  cluster.faults.next("echo", { reply: { body: "garbage" } });
  const others = [shop.whoami(), shop.run("a")];
  const error = await errorOf(shop.echo("text"));
  expect(error).toMatchObject({ code: "UNREADABLE_REPLY", completed: "yes" });
  expect(await Promise.all(others)).toEqual(["i1", "i1"]);
  expect(await shop.echo("again")).toBe("again");
  expect(closed).toEqual([]);
});
