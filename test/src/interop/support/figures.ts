// Measured figures, one line each, for the documents.
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const folder = join("test-results", "interop");

/** Prints a figure and adds it to test-results/interop/figures.txt. */
export function figure(what: string, value: string): void {
  const line = `figure: ${what}: ${value}\n`;
  process.stdout.write(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, "figures.txt"), line);
}
