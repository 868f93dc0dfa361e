// Random values of random types, the same comparisons as for the chosen ones.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printedSeed } from "../support/seed.ts";
import { figure } from "./support/figures.ts";
import { needsPeers } from "./support/peers.ts";
import { randomCase } from "./support/random-values.ts";
import { onEachServer, problemsOf } from "./support/value-servers.ts";

needsPeers();

const runs = 2_000;

onEachServer((server, label) => {
  test(`${runs} random values`, async () => {
    const seed = printedSeed(`${label}: random values`);
    const began = performance.now();
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(randomCase(), async (value) => {
        expect(await problemsOf(server(), value)).toEqual([]);
        checked++;
      }),
      { numRuns: runs, seed },
    );
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    figure(`${label}: random values judged, echoed and built`, `${checked} in ${seconds} s`);
  });
});
