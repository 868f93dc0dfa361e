import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Figures } from "../../../examples/src/demo/figures.ts";
import { codeBlocks, root, run, sigmasFromPlan, typeScript, withoutNumbers } from "./running.ts";

const demo = "examples/src/demo.ts";

function figuresIn(out: string): Figures {
  return JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as Figures;
}

describe("npm run demo", () => {
  it("keeps every promise, twice at once, as figures and as a person reads it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "remora-test-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Settings of whoever runs it lead nowhere else.
    const elsewhere = { REMORA_ENDPOINTS: "127.0.0.1:9", REMORA_POLICY: "ic-based" };
    const temporary = { TMPDIR: folder, TEMP: folder };
    const [figuresRun, shown] = await Promise.all([
      run(["npm", "run", "demo", "--", "--json"], { ...elsewhere, ...temporary }),
      run(typeScript(demo, "--seed", "11"), temporary),
    ]);
    expect(figuresRun).toMatchObject({ status: 0 });
    const figures = figuresIn(figuresRun.out);
    expect(Object.keys(figures)).toEqual([
      "contexts",
      "shares",
      "planned",
      "calls",
      "failed",
      "maybe",
      "replayed",
      "executedTwice",
      "longestStallMs",
      "joinedMemberCalls",
    ]);
    expect(figures).toMatchObject({
      contexts: 600,
      planned: { i1: 0.1667, i2: 0.3333, i3: 0.5 },
      calls: 4000,
      failed: 0,
      executedTwice: 0,
    });
    expect(Object.keys(figures.shares)).toEqual(["i1", "i2", "i3"]);
    const { i1 = 0, i2 = 0, i3 = 0 } = figures.shares;
    expect(i1 + i2 + i3).toBe(600);
    expect(sigmasFromPlan(i1, 600, 1 / 6)).toBeLessThan(4);
    expect(sigmasFromPlan(i2, 600, 1 / 3)).toBeLessThan(4);
    expect(sigmasFromPlan(i3, 600, 1 / 2)).toBeLessThan(4);
    // Five orders and six stock calls were held; others may have been on their way.
    expect(figures.maybe).toBeGreaterThanOrEqual(5);
    expect(figures.replayed).toBeGreaterThanOrEqual(6);
    expect(figures.longestStallMs).toBeGreaterThan(0);
    expect(figures.joinedMemberCalls).toBeGreaterThan(0);

    expect(shown).toMatchObject({ status: 0, err: "" });
    expect(shown.out).not.toContain("\u001b");
    for (const line of shown.out.split("\n"))
      expect(line.length).toBeLessThanOrEqual(line.includes("<") ? 90 : 80);
    const readme = codeBlocks(await readFile(join(root, "README.md"), "utf8"));
    const summary = readme.find(({ code }) => code.startsWith("What the servers counted"));
    expect(withoutNumbers(shown.out)).toContain(withoutNumbers(summary?.code ?? "missing"));
    for (const text of [
      /^ {2}400 contexts: i1 \d+, i2 \d+, i3 \d+$/m,
      /^ {2}i3 {2}[█·│]{40} +\d+ +\d+\.\d % {2}plan +50\.0 %$/m,
      /i2 crashes with \d\d calls in flight$/m,
      /i1 begins a planned stop$/m,
      /i4 joins with weight 200$/m,
      /i1 is started again$/m,
      /3 of the 5 had run, which no client can know/,
      /^Every promise was kept\.$/m,
    ]) {
      expect(shown.out).toMatch(text);
    }
    const left = (await readdir(folder)).filter((name) => name.startsWith("remora-demo-"));
    expect(left).toEqual([]);
  });

  it("refuses wrong options and explains the right ones", async () => {
    const help = await run(typeScript(demo, "--help"));
    expect(help).toMatchObject({ status: 0, err: "" });
    for (const key of ["executedTwice", "longestStallMs", "--seed N"]) {
      expect(help.out).toContain(key);
    }
    const unknown = await run(typeScript(demo, "--jsn"));
    expect(unknown.status).toBe(2);
    expect(unknown.err).toMatch(/^demo: Unknown option '--jsn'/);
    const seed = await run(typeScript(demo, "--seed", "x"));
    expect(seed.status).toBe(2);
    expect(seed.err).toMatch(/^demo: --seed is "x"; accepted: a whole number from 0\n/);
  });
});
