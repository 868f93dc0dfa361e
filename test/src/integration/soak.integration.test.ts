import { expect, test } from "vitest";
import { runChild } from "../support/child.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { startShop } from "../support/shop.ts";

assertNothingIsLeft();

const mebi = 1_048_576;

test("10,000 contexts and 100,000 calls: the heap of the second half is that of the first, and nothing is left", async () => {
  await using cluster = await startShop(["i1", "i2", "i3"], { journalLimit: 0 });
  const { status, stdout, stderr } = await runChild(new URL("soak-child.ts", import.meta.url), {
    nodeOptions: ["--expose-gc"],
    args: [cluster.endpoints.join(","), "10000", "100000"],
    limitMs: 280_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { first, second, active } = JSON.parse(stdout) as {
    first: number;
    second: number;
    active: string[];
  };
  process.stdout.write(
    `soak: heap ${(first / mebi).toFixed(2)} MiB, then ${(second / mebi).toFixed(2)} MiB\n`,
  );
  expect(second).toBeLessThanOrEqual(first + mebi);
  expect(active).toEqual([]);
}, 300_000);
