import { readFileSync } from "node:fs";
import {
  type CommandOptions,
  CommandUsageError,
  commandHelp,
  commandOptions,
  generateHelp,
} from "./command-options.ts";
import { generate } from "./generate.ts";
import { GenerateError } from "./generate-error.ts";
import { planCommand } from "./plan/plan-command.ts";
import { differenceText, reportText } from "./report-text.ts";

/** Where the command writes. */
export interface CommandStreams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command and gives its exit status: 0 done, 1 failed, 2 wrong words. */
export async function runCommand(
  words: readonly string[],
  streams: CommandStreams,
): Promise<number> {
  try {
    return await run(commandOptions(words), streams);
  } catch (error) {
    if (error instanceof CommandUsageError) {
      const help = error.of === "generate" ? generateHelp : commandHelp;
      streams.err(`remora: ${error.message}\n\n${help}\n`);
      return 2;
    }
    // An error of the file system names the path; others are ours, and their stack helps who reports them.
    const isExpected = error instanceof GenerateError || isSystemError(error);
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : undefined;
    streams.err(`remora: ${text ?? String(error)}\n`);
    return 1;
  }
}

async function run(options: CommandOptions, streams: CommandStreams): Promise<number> {
  const { out, err } = streams;
  switch (options.verb) {
    case "help":
      out(`${options.of === "generate" ? generateHelp : commandHelp}\n`);
      return 0;
    case "version":
      out(`${packageVersion()}\n`);
      return 0;
    case "plan":
      return planCommand(options.words, streams);
    case "generate": {
      const { check, dryRun, quiet, overlay, verb: _, ...rest } = options;
      const result = await generate({
        ...rest,
        ...(overlay !== undefined && { overlay }),
        mode: check || dryRun ? "compare" : "write",
        onProgress: (text) => {
          if (!quiet) err(`${text}\n`);
        },
      });
      const { missing, changed, stale } = result.difference;
      if (check && missing.length + changed.length + stale.length > 0) {
        err(`remora: ${differenceText(result, options.out)}\n`);
        return 1;
      }
      if (!quiet) {
        const mode = check ? "checked" : dryRun ? "dry-run" : "written";
        out(`${reportText(result, options.out, mode)}\n`);
      }
      return 0;
    }
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function packageVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return String((JSON.parse(manifest) as { readonly version: string }).version);
}
