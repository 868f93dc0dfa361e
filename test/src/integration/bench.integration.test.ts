// The bench suite runs and reports in its form. What it measures is judged by people: no time is asserted here.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../bench/bench.ts", import.meta.url));

interface Report {
  readonly machine: { readonly node: string; readonly cores: number };
  readonly quick: boolean;
  readonly sections: readonly {
    readonly section: string;
    readonly figures: readonly {
      readonly name: string;
      readonly value: number;
      readonly unit: string;
      readonly limit?: object;
      readonly within?: boolean;
    }[];
  }[];
}

async function bench(...words: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(
    process.execPath,
    [
      ...["--conditions", "@remora/source", "--import", import.meta.resolve("tsx")],
      ...[script, ...words],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, out: code === 0 ? out : out + errors };
}

test("--quick --only raw --json: a table, then one JSON object", async () => {
  const { code, out } = await bench("--quick", "--only", "raw", "--json");
  expect(code, out).toBe(0);
  const lines = out.trimEnd().split("\n");
  const report = JSON.parse(lines.at(-1) ?? "") as Report;
  expect(report.quick).toBe(true);
  expect(report.machine.node).toBe(process.version);
  expect(report.sections.map(({ section }) => section)).toEqual(["raw"]);
  const figures = report.sections[0]?.figures ?? [];
  for (const { name, value, unit } of figures) {
    expect(value, name).toEqual(expect.any(Number));
    expect(unit, name).not.toBe("");
    expect(out, name).toContain(name);
  }
  const required = figures.filter(({ limit }) => limit !== undefined);
  expect(required.map(({ limit }) => limit)).toEqual([{ atMost: 1.15 }, { atMost: 4 }]);
  for (const { name, within } of required) expect(within, name).toEqual(expect.any(Boolean));
});

test("a part that is not there: one line that names those that are", async () => {
  const { code, out } = await bench("--only", "row");
  expect(code).toBe(2);
  expect(out).toContain('bench: --only: "row" is no part; there are raw, in-process');
});
