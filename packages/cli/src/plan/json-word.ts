import { readFileSync } from "node:fs";
import { PlanUsageError } from "./plan-usage-error.ts";

/** What the codes of the file system mean. */
const FILE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "is a folder, and no file"],
  ["EACCES", "may not be read"],
]);

/** The first line of what a parser or the file system says; both quote more than fits one line. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n")[0] ?? "";
}

function parsed(option: string, text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new PlanUsageError(`${option}: ${place} is no JSON: ${firstLine(error)}`);
  }
}

/** Whether a word is JSON itself and not the name of a file. */
export function isJson(word: string): boolean {
  return /^\s*[[{]/.test(word);
}

/**
 * The text of a file.
 *
 * @throws PlanUsageError when it cannot be read
 */
export function fileText(option: string, name: string): string {
  try {
    return readFileSync(name, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = FILE_PROBLEMS.get(code ?? "") ?? firstLine(error);
    throw new PlanUsageError(`${option}: ${JSON.stringify(name)}: ${problem}`);
  }
}

/**
 * What a word says that is JSON, or the name of a file with JSON.
 *
 * @throws PlanUsageError when it cannot be read
 */
export function jsonWord(option: string, word: string): unknown {
  if (isJson(word)) return parsed(option, word, "the value");
  return parsed(option, fileText(option, word), JSON.stringify(word));
}

/** Whether a value is an object with names, not a list. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
