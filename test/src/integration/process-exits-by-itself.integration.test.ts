import { describe, expect, test } from "vitest";
import { runChild } from "../support/child.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

function script(body: string): string {
  return `
    import { Orb } from "@remora/client";
    import { Shop } from "./support/shop.ts";
    const orb = new Orb({ endpoints: process.argv[1] });
    const started = performance.now();
    process.once("exit", () => console.log("exit after", Math.round(performance.now() - done)));
    let done = started;
    ${body}
    done = performance.now();
    console.log("done");
  `;
}

function idleMs(stdout: string): number {
  return Number(/exit after (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
}

describe("122. Client with gf-client.jar hangs up forever", () => {
  test("after close the process exits at once", async () => {
    await using cluster = await startShop(["i1"]);
    const { status, stdout, stderr } = await runChild(
      script(`
        const shop = await orb.lookup(${JSON.stringify(shopName)}, Shop);
        console.log(await shop.run("a"));
        await orb.close();
      `),
      { args: cluster.endpoints },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("i1");
    expect(idleMs(stdout)).toBeLessThan(500);
  });

  test("without close too, although its connections are open", async () => {
    await using cluster = await startShop(["i1", "i2", "i3"]);
    const { status, stdout, stderr } = await runChild(
      script(`
        const context = await orb.createInitialContext();
        const shop = await context.lookup(${JSON.stringify(shopName)}, Shop);
        const balanced = await orb.lookup(${JSON.stringify(shopName)}, Shop, { balance: "request" });
        for (let n = 0; n < 20; n++) await balanced.run("a");
        console.log(await shop.run("a"));
      `),
      { args: [cluster.endpoints.join(",")] },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(idleMs(stdout)).toBeLessThan(500);
  });

  test("with a dead member that is being probed", async () => {
    await using cluster = await startShop(["i1", "i2"]);
    await cluster.member("i2").crash();
    const { status, stdout } = await runChild(
      script(`
        const balanced = await orb.lookup(${JSON.stringify(shopName)}, Shop, { balance: "request" });
        for (let n = 0; n < 20; n++) await balanced.read("a");
      `),
      { args: [cluster.endpoints.join(",")] },
    );
    expect(status).toBe(0);
    expect(idleMs(stdout)).toBeLessThan(500);
  });
});

test("a call, a lookup, a ping keep the process until they settle", async () => {
  await using cluster = await startShop(["i1"]);
  cluster.faults.next("run", { delayMs: 400 });
  const { status, stdout, stderr } = await runChild(
    script(`
      console.log("ping", (await orb.ping(process.argv[1])).alive);
      const shop = await orb.lookup(${JSON.stringify(shopName)}, Shop);
      console.log(await shop.run("slow"));
    `),
    { args: cluster.endpoints },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("ping true");
  expect(stdout).toContain("done");
});

test("a ping of a frozen server keeps the process until it is answered", async () => {
  await using cluster = await startShop(["i1"]);
  cluster.member("i1").freeze();
  const { status, stdout } = await runChild(
    script(`console.log("ping", (await orb.ping(process.argv[1], { timeoutMs: 200 })).alive);`),
    { args: cluster.endpoints },
  );
  expect(status).toBe(0);
  expect(stdout).toContain("ping false");
});
