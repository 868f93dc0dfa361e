import { describe, expect, test } from "vitest";
import { alteonGslb } from "./alteon/alteon-gslb.ts";
import { type HerdForecast, type HerdOptions, herdForecast } from "./herd.ts";
import type { PipelineState } from "./pipeline.ts";
import { plan } from "./plan.ts";
import type { Policy } from "./policy.ts";
import { type SgdOptions, sgd } from "./sgd/sgd.ts";

// 100 clients, a report every 10 s, one simulated hour or two. What is meant by a share "in any interval": the work that a
// member holds at any second of it, as a multiple of its fair share of all work held then. New work of one interval is
// another figure, and has another bound: while a report stands, the member it shows lowest wins whenever it is one
// of the two drawn. That is two times in n, twice its fair share, before any scatter.
const ten = Array.from({ length: 10 }, (_, index) => ({ name: `m${index}` }));
const HOUR_MS = 3_600_000;
const hours: HerdOptions = { clients: 100, seed: 20, durationMs: 2 * HOUR_MS };

/** 20 pieces of work a second, 60 s each: 1,200 are held, 200 are given in an interval. */
const [heldFairly, givenInInterval] = [120, 200];

/** Seconds that are looked at times members: at 5 sigma fewer than one in 100 such runs strays further by chance. */
const sigmas = 5;

function reported(options: SgdOptions): Policy<PipelineState> {
  return sgd({ sessions: "reported", affinity: 0, ...options });
}

function printed(name: string, forecast: HerdForecast): HerdForecast {
  const { worstOfFair: held, worstIntervalOfFair: given } = forecast;
  process.stdout.write(
    `100 clients, ${name}: held up to ${held.toFixed(2)}, given up to ${given.toFixed(2)} times the fair share\n`,
  );
  return forecast;
}

describe("two random, for hours", () => {
  test.each([
    ["sessions", reported({ chooser: "twoRandom" })],
    ["cpu", reported({ method: "cpu", chooser: "twoRandom" })],
    ["memory", reported({ method: "memory", chooser: "twoRandom" })],
  ])("%s: no member holds more than 1.5 times its fair share in any interval", (name, policy) => {
    const durationMs = name === "sessions" ? 2 * HOUR_MS : HOUR_MS;
    const forecast = printed(
      `two random by ${name}`,
      herdForecast(policy, ten, { ...hours, durationMs }),
    );
    expect(forecast.worstOfFair).toBeLessThan(1.5);
    // The closed form: one with x = 10 s / 60 s comes to 2 - exp(-x) at the end of an interval of twice its share.
    const closed = 2 - Math.exp(-10 / 60);
    expect(forecast.worstOfFair).toBeLessThan(closed + sigmas / Math.sqrt(heldFairly));
    const drawn = 2 / ten.length;
    const sigma = Math.sqrt(givenInInterval * drawn * (1 - drawn)) / (givenInInterval / ten.length);
    expect(forecast.worstIntervalOfFair).toBeLessThan(2 + sigmas * sigma);
    // And not far below: the lowest one does get twice its share.
    expect(forecast.worstIntervalOfFair).toBeGreaterThan(2);
  });

  test("weights 100, 200, 300: the share of each is by its weight", () => {
    const members = ten.map((each, index) => ({ ...each, weight: 100 * (1 + (index % 3)) }));
    const policy = reported({ chooser: "twoRandom" });
    const forecast = printed(
      "weights 100 to 300",
      herdForecast(policy, members, { ...hours, durationMs: HOUR_MS }),
    );
    expect(forecast.worstOfFair).toBeLessThan(1.5);
  });
});

describe("the documented rules", () => {
  test.each([
    ["sgd by sessions", reported({})],
    ["sgd by cpu", reported({ method: "cpu" })],
    ["alteonGslb by leastconns", alteonGslb({ rules: [{ metrics: ["leastconns"] }] })],
  ])(
    "%s: one member is given everything between two reports, and plan warns of it",
    (name, policy) => {
      const forecast = printed(
        name,
        herdForecast(policy, ten, { ...hours, durationMs: 1_200_000 }),
      );
      // Everything, but for what a client that chose once already sends elsewhere.
      expect(forecast.worstIntervalOfFair).toBeGreaterThan(5);
      expect(forecast.worstOfFair).toBeGreaterThan(1.5);
      const { warnings } = plan({ policy, members: ten, contexts: 10, clients: 100 });
      expect(
        warnings.filter((each) => each.startsWith("100 clients that take the best")),
      ).toHaveLength(1);
    },
  );
});

test("the better of two: the lowest of ten is given two times in ten, exactly", () => {
  const policy = reported({ chooser: "twoRandom" });
  const before = ten.map(({ name: member }, index) => ({
    type: "report" as const,
    member,
    figures: { sessions: index },
    atMs: 0,
  }));
  const state = before.reduce((kept, event) => policy.on(kept, event), policy.initial(ten));
  const counts = ten.map(() => 0);
  // All 90 pairs of draws, each once.
  for (let one = 0; one < 10; one += 1) {
    for (let other = 0; other < 9; other += 1) {
      const draws = [(one + 0.5) / 10, (other + 0.5) / 9];
      const random = (): number => draws.shift() ?? 0;
      const { selection } = policy.select(state, {}, { nowMs: 0, random });
      const place = ten.findIndex(({ name }) => name === selection.chosen[0]?.name);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  // The k-th of n wins against the n - k behind it: 2 (n - k) of n (n - 1).
  expect(counts).toEqual([18, 16, 14, 12, 10, 8, 6, 4, 2, 0]);
});

test("equal seeds give equal forecasts", () => {
  const policy = reported({ chooser: "twoRandom" });
  const options = { clients: 5, durationMs: 400_000 };
  expect(herdForecast(policy, ten, options)).toEqual(herdForecast(policy, ten, options));
});
