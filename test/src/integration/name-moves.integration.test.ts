// A server is known by a number and by a name; then the name is given to another server.
import { expect, test } from "vitest";
import { until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const name = "app.test";
// Addresses for documentation (RFC 5737).
const [before, after] = ["192.0.2.1", "192.0.2.2"] as const;

test("a number is dialled as it is, and the name leads to where it has moved", async () => {
  await using old = await startShop(["i1"], { advertisedHost: before });
  await using successor = await startShop(["i9"]);
  const { port } = old.member("i1");
  let address: string = before;
  const transport = new ScriptedTransport({
    resolve: (host) => [host === name ? address : host],
    route: (to) => ({
      address: "127.0.0.1",
      port: to.address === after ? successor.member("i9").port : to.port,
    }),
  });
  await using orb = orbOf(old, { endpoints: `${name}:${port}`, transport });
  const { shop } = await shopIn(orb);
  // The reference tells the number, discovery too: both texts are one listener now.
  expect(await shop.run("a")).toBe("i1");
  expect(new Set(transport.dialled)).toEqual(new Set([`${before}:${port}`]));
  address = after;
  old.member("i1").closeConnections();
  await until(() => transport.open === 0, "the connections are closed");
  transport.dialled.length = 0;
  expect(await shop.run("b")).toBe("i1");
  expect(transport.dialled).not.toContain(`${after}:${port}`);
  await orb.ping(`${name}:${port}`);
  expect(transport.dialled).toContain(`${after}:${port}`);
  expect(old.journal.executions({ operation: "run" })).toBe(2);
});
