import { decimal, type Figure, isWithin, type SectionResult } from "./figure.ts";

/** Writes the lines of one section as a table. */
export function sectionTable(title: string, result: SectionResult): string {
  const head = `\n${title}`;
  if (result.skipped !== undefined) return `${head}\n  skipped: ${result.skipped}`;
  if (result.failed !== undefined) return `${head}\n  failed: ${result.failed}`;
  const rows = result.figures.map((figure) => [
    figure.name,
    `${decimal(figure.value)} ${figure.unit}`,
    requirement(figure),
    [figure.noisy === true ? "noisy" : "", figure.note ?? ""].filter(Boolean).join("; "),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length), 0),
  );
  const lines = rows.map(
    ([name = "", value = "", required = "", note = ""]) =>
      `  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${required.padEnd(widths[2] ?? 0)}  ${note}`,
  );
  return [head, ...lines.map((line) => line.trimEnd())].join("\n");
}

function requirement(figure: Figure): string {
  const { limit } = figure;
  if (limit === undefined) return "";
  const text = "atMost" in limit ? `≤ ${shortest(limit.atMost)}` : `≥ ${shortest(limit.atLeast)}`;
  return `${text} ${isWithin(figure) === true ? "yes" : "NO"}`;
}

function shortest(value: number): string {
  return String(value);
}

/** One sentence on all requirements. */
export function summary(results: readonly SectionResult[]): string {
  const judged = results
    .flatMap(({ figures }) => figures)
    .filter((figure) => figure.limit !== undefined);
  const missed = judged.filter((figure) => isWithin(figure) === false);
  const noisy = judged.filter((figure) => figure.noisy === true);
  const parts = [
    `\n${judged.length - missed.length} of ${judged.length} required figures are within their limits`,
    ...missed.map(({ name }) => `  not: ${name}`),
  ];
  if (noisy.length > 0) {
    parts.push(`${noisy.length} of them are noisy: run again on a quiet machine`);
  }
  return parts.join("\n");
}
