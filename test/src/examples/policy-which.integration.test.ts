// The page that helps to choose a policy: its expressions can be made, its figures are those of the simulation.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { planCommand } from "@remora/cli/internal";
import {
  alteonGslb,
  glassfish,
  herdForecast,
  type Policy,
  plan,
  presetNames,
  sapGateway,
  sgd,
} from "@remora/cluster";
import { describe, expect, it } from "vitest";
import { root } from "./running.ts";

const page = await readFile(join(root, "docs/policies/which-policy.md"), "utf8");

/** The cells of the table below a heading, without the two head lines. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return tableRows(section.split("\n## ")[0] ?? "");
}

function tableRows(text: string): readonly (readonly string[])[] {
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
  return rows.slice(2);
}

interface Data {
  readonly shares: readonly { readonly expected: number | null; readonly simulated: number }[];
  readonly features: { readonly reference: readonly string[] };
}

function planned(policy: string, members: string): Data {
  let [out, err] = ["", ""];
  const status = planCommand(["--policy", policy, "--members", members, "--json"], {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  expect([status, err]).toEqual([0, ""]);
  return JSON.parse(out) as Data;
}

const ten = Array.from({ length: 10 }, (_, index) => ({ name: `m${index}` }));

/** The most work of a member in half an hour, as the page shows it. */
function worst(policy: Policy, clients: number, reportMs = 10_000): string {
  const options = { clients, reportMs, durationMs: 1_800_000 };
  return herdForecast(policy, ten, options).worstOfFair.toFixed(2);
}

const policies = presetNames.join("|");
const expressions = [
  ...page.matchAll(new RegExp(`\`(?:requests: )?((?:${policies})\\(.*?\\))\``, "g")),
].map(([, expression = ""]) => expression);

describe("docs/policies/which-policy.md", () => {
  it.each(expressions)("%s can be made", (expression) => {
    const known = { glassfish, sgd, sapGateway, alteonGslb };
    const make = new Function(...Object.keys(known), `return ${expression};`);
    const policy = make(...Object.values(known)) as Policy;
    const members = ["i1", "i2", "paris", "london"].map((name) => ({ name }));
    const { shares, nobody } = plan({ policy, members, contexts: 100 });
    expect(nobody + shares.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(nobody).toBe(0);
  });

  it("every policy is on it, with more than one of its options", () => {
    for (const name of presetNames) {
      const own = new Set(expressions.filter((each) => each.startsWith(`${name}(`)));
      expect(own.size).toBeGreaterThan(2);
    }
  });

  const shares = rowsBelow("What it comes to").map(
    ([policy = "", members = "", text = ""]) =>
      [policy.replaceAll("`", ""), members.replaceAll("`", ""), text] as const,
  );
  it.each(shares)("%s of %s", (policy, members, text) => {
    const found = planned(policy, members).shares.map(
      ({ expected, simulated }) => `${(100 * (expected ?? simulated)).toFixed(1)} %`,
    );
    expect(found.join(", ")).toBe(text);
  });

  const herds = rowsBelow("Many clients").map(
    ([clients, every = "", ratio, best, two]) =>
      [Number(clients), 1_000 * Number.parseFloat(every), ratio, best, two] as const,
  );
  it.each(herds)("%i clients, a report every %i ms", (clients, reportMs, ratio, best, two) => {
    expect(((reportMs * ten.length) / 60_000).toFixed(2)).toBe(ratio);
    const options = { sessions: "reported", affinity: 0 } as const;
    expect(worst(sgd(options), clients, reportMs)).toBe(best);
    expect(worst(sgd({ ...options, chooser: "twoRandom" }), clients, reportMs)).toBe(two);
  });

  it("rules without reports, and another one with them", () => {
    const by = (metric: string): Policy => alteonGslb({ rules: [{ metrics: [metric] }] });
    const [own, turn, least] = [sgd({ affinity: 0 }), by("roundrobin"), by("leastconns")];
    expect(page).toContain(
      `by own sessions comes to ${worst(own, 100)}, \`roundrobin\` of \`alteonGslb\` to ${worst(turn, 100)}.`,
    );
    expect(page).toContain(`reports like the first column: ${worst(least, 100)}.`);
  });

  it("new work between two reports: ten fair shares, or two and what chance adds", () => {
    const options = { sessions: "reported", affinity: 0 } as const;
    const given = (policy: Policy): number =>
      herdForecast(policy, ten, { clients: 100 }).worstIntervalOfFair;
    expect(given(sgd(options))).toBeCloseTo(ten.length, 5);
    // About 200 pieces an interval, 0.2 of them to the best: 40, and 4 sigma of 5.7 are more than half of a share.
    const two = given(sgd({ ...options, chooser: "twoRandom" }));
    expect(two).toBeGreaterThan(2);
    expect(two).toBeLessThan(2 + (4 * Math.sqrt(200 * 0.2 * 0.8)) / 20);
  });

  it("the page on plan has the figure of the same herd", async () => {
    const text = await readFile(join(root, "docs/plan.md"), "utf8");
    const policy = sgd({ sessions: "reported", affinity: 0, chooser: "twoRandom" });
    const { worstOfFair } = herdForecast(policy, ten, { clients: 100 });
    expect(text).toContain(`a member has at most ${worstOfFair.toFixed(2)} times its fair share`);
  });

  it.each(rowsBelow("Live or reference"))("the reference features of %s", (name, text) => {
    const { features } = planned((name ?? "").replaceAll("`", ""), "i1,i2");
    const named = [...(text ?? "").matchAll(/`(\w+)`/g)].map(([, word]) => word);
    const isModel = (each: string): boolean => each.startsWith("model ");
    const options = features.reference.filter((each) => !isModel(each));
    expect(named.sort()).toEqual(options.map((each) => each.replace("metric ", "")).sort());
    const models = features.reference.filter(isModel).map((each) => each.replace("model ", ""));
    for (const model of models) expect(text).toContain(model);
    expect(text?.includes("functions of their own") ?? false).toBe(models.length > 0);
  });
});
