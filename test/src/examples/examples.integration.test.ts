import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocks, root, run, sigmasFromPlan, typeScript, withoutNumbers } from "./running.ts";

const document = await readFile(join(root, "examples/README.md"), "utf8");
const promised = new Map(
  codeBlocks(document)
    .filter(({ language }) => language === "text")
    .map(({ heading, code }) => [heading, code]),
);

async function example(...words: string[]) {
  return await run(typeScript("examples/src/run.ts", ...words));
}

/** The numbers behind member names in a text such as `{"i1":84,"i2":206}`. */
function counts(line: string): readonly number[] {
  return [...line.matchAll(/"i\d":(\d+)/g)].map(([, count]) => Number(count));
}

describe("npm run example", () => {
  it("lists the examples, each of which the document describes", async () => {
    const { status, out } = await example();
    expect(status).toBe(0);
    const names = [...out.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([...promised.keys()].sort());
    const wrong = await example("failovr");
    expect(wrong.status).toBe(2);
    expect(wrong.err).toMatch(/^there is no example "failovr"\n/);
  });

  it.each([...promised])("%s prints what the document promises, and ends", async (name, text) => {
    const { status, out, err } = await example(name);
    expect(err).toBe("");
    expect(status).toBe(0);
    expect(withoutNumbers(out)).toBe(withoutNumbers(text));
    const shares = [1 / 6, 1 / 3, 1 / 2];
    if (name === "weights") {
      const made = [...out.matchAll(/contexts (\d+)/g)].map(([, count]) => Number(count));
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(600);
      shares.forEach((share, index) => {
        expect(sigmasFromPlan(made[index] ?? 0, 600, share)).toBeLessThan(4);
      });
    }
    if (name === "per-request") {
      const [all = "", two = ""] = out.split("\n");
      shares.forEach((share, index) => {
        expect(sigmasFromPlan(counts(all)[index] ?? 0, 600, share)).toBeLessThan(4);
      });
      expect(sigmasFromPlan(counts(two)[0] ?? 0, 300, 1 / 3)).toBeLessThan(4);
    }
    if (name === "cluster-grows" || name === "two-clusters") expect(out).toBe(text);
  });
});
