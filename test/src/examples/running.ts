// Runs programs of this repository as a person does, and reads what documents promise of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The root of the repository. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** What a program printed, and its exit status. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The words that run a TypeScript file on the workspace's sources. */
export function typeScript(file: string, ...words: string[]): string[] {
  return [process.execPath, "--conditions", "@remora/source", "--import", tsx, file, ...words];
}

/** Runs a program to its end, in the root of the repository or another folder. */
export async function run(
  [command = "", ...words]: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  folder: string = root,
): Promise<Ended> {
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status: status as number | null, out, err };
}

/** A code block of a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  /** The heading above it. */
  readonly heading: string;
  readonly code: string;
  readonly line: number;
}

/** All fenced code blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = "";
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open === undefined) {
      if (line.startsWith("#")) heading = line.replace(/^#+ */, "");
      if (line.startsWith("```")) open = { language: line.slice(3), line: index + 1, lines: [] };
    } else if (line === "```") {
      const { language, lines } = open;
      blocks.push({ language, heading, code: `${lines.join("\n")}\n`, line: open.line });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  return blocks;
}

/** A text in which members and numbers are alike: what remains must be equal from run to run. */
export function withoutNumbers(output: string): string {
  return output
    .replaceAll(/\bi\d\b/g, "iN")
    .replaceAll(/\d+(?:\.\d+)*/g, "#")
    .trimEnd();
}

/** Whether a count is within so many standard deviations of what a share of all plans. */
export function sigmasFromPlan(count: number, total: number, share: number): number {
  return Math.abs(count - total * share) / Math.sqrt(total * share * (1 - share));
}
