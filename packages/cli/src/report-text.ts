import type { GenerateResult } from "./generate.ts";
import type { ReportLine } from "./generation-report.ts";

/** How the folder was changed, or would be. */
export type ReportMode = "written" | "checked" | "dry-run";

/** What the command prints after a run: sums, then what was left out and what needs a word. */
export function reportText(result: GenerateResult, out: string, mode: ReportMode): string {
  const { files, difference } = result;
  const { missing, changed, stale } = difference;
  const lines = [
    `${count(result.interfaces, "remote interface")}, ${count(result.classes, "class", "classes")}: ${count(files.size, "file")} in ${out}`,
  ];
  const counts = [
    [missing.length, "new"],
    [changed.length, "changed"],
    [stale.length, "removed"],
  ] as const;
  const changes = counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`);
  if (mode === "dry-run") {
    for (const [paths, what] of [
      [missing, "new"],
      [changed, "changed"],
      [stale, "removed"],
    ] as const) {
      for (const path of paths) lines.push(`  would be ${what}: ${path}`);
    }
    if (changes.length === 0) lines.push("nothing would change");
  } else lines.push(changes.length === 0 ? "nothing changed" : changes.join(", "));
  lines.push(...section("left out", result.leftOut), ...section("to know", result.notes));
  return lines.join("\n");
}

/** What `--check` prints when it fails. */
export function differenceText(result: GenerateResult, out: string): string {
  const { missing, changed, stale } = result.difference;
  return [
    `${out} is not what the classes say; run the same command without --check and commit the files:`,
    ...missing.map((path) => `  missing: ${path}`),
    ...changed.map((path) => `  differs: ${path}`),
    ...stale.map((path) => `  stale:   ${path}`),
  ].join("\n");
}

function section(title: string, reported: readonly ReportLine[]): readonly string[] {
  if (reported.length === 0) return [];
  return ["", `${title}:`, ...reported.map(({ subject, reason }) => `  ${subject}: ${reason}`)];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
