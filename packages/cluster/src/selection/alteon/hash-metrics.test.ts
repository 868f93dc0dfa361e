import { describe, expect, test } from "vitest";
import { seededRandom } from "../../random.ts";
import { alteonGslb } from "./alteon-gslb.ts";

const sites = ["a", "b", "c", "d", "e"].map((name) => ({ name }));
/** 20,000 clients of many networks. */
const clients = Array.from(
  { length: 20_000 },
  (_, index) => `10.${index >> 12}.${(index >> 4) & 255}.${1 + (index & 15)}`,
);

/** Which site each client is sent to. */
function sent(metric: string, down: readonly string[] = []): readonly (string | undefined)[] {
  const policy = alteonGslb({ rules: [{ metrics: [metric] }] });
  const state = down.reduce(
    (kept, member) => policy.on(kept, { type: "failed", member, atMs: 0 }),
    policy.initial(sites),
  );
  const circumstances = { nowMs: 0, random: seededRandom(1) };
  return clients.map(
    (clientAddress) =>
      policy.select(state, { clientAddress }, circumstances).selection.chosen[0]?.name,
  );
}

function expectShares(names: readonly unknown[], share: number): void {
  const sigma = Math.sqrt(names.length * share * (1 - share));
  const counts = new Map<unknown, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(counts.size).toBe(Math.round(1 / share));
  for (const [name, count] of counts) {
    expect(Math.abs(count - names.length * share), String(name)).toBeLessThan(4 * sigma);
  }
}

describe.each(["hash", "phash", "minmisses"])("%s", (metric) => {
  const before = sent(metric);

  test("a fifth of the clients for each of five sites", () => {
    expectShares(before, 1 / 5);
  });

  test("the same client, the same site", () => {
    expect(sent(metric)).toEqual(before);
  });

  test("a site is down: its clients are spread over the others, a quarter each", () => {
    const after = sent(metric, ["c"]);
    const moved = after.filter((_, index) => before[index] === "c");
    expectShares(moved, 1 / 4);
    expect(after).not.toContain("c");
  });
});

test.each(["phash", "minmisses"])("%s: nobody else moves", (metric) => {
  const [before, after] = [sent(metric), sent(metric, ["c"])];
  const others = before.map((site, index) => site === "c" || site === after[index]);
  expect(others).not.toContain(false);
});

test("hash: over those available, so that others move too, 16 of 20 clients in all", () => {
  const [before, after] = [sent("hash"), sent("hash", ["c"])];
  // A number modulo 20 decides both: modulo 5 over a, b, c, d, e and modulo 4 over a, b, d, e.
  const [five, four] = ["abcde", "abde"];
  const staying = Array.from({ length: 20 }, (_, n) => five[n % 5] === four[n % 4]).filter(Boolean);
  const share = staying.length / 20;
  const stayed = before.filter((site, index) => site === after[index]).length;
  const sigma = Math.sqrt(clients.length * share * (1 - share));
  expect(Math.abs(stayed - clients.length * share)).toBeLessThan(4 * sigma);
});
