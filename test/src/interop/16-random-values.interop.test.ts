// Random values of random types, the same comparisons as for the chosen ones.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printedSeed } from "../support/seed.ts";
import { figure } from "./support/figures.ts";
import { describeValue } from "./support/judge-description.ts";
import { needsPeers } from "./support/peers.ts";
import { randomCase } from "./support/random-values.ts";
import { declaredTypes } from "./support/shop-types-operations.ts";
import { onEachServer, problemsOf } from "./support/value-servers.ts";

needsPeers();

const runs = 2_000;

onEachServer((server, label) => {
  test(`${runs} random values`, async () => {
    const seed = printedSeed(`${label}: random values`);
    const began = performance.now();
    let checked = 0;
    let described = 0;
    await fc.assert(
      fc.asyncProperty(randomCase(), async (one) => {
        const description = describeValue(declaredTypes[one.declared], one.value);
        expect(await problemsOf(server(), { ...one, description })).toEqual([]);
        checked++;
        described += JSON.stringify(description).length;
      }),
      { numRuns: runs, seed },
    );
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    figure(
      `${label}: random values judged, echoed and built`,
      `${checked} in ${seconds} s, described by ${Math.round(described / checked)} characters each`,
    );
  });
});
