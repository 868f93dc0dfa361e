// The words of the command `remora-mock-cluster`, checked.
import { parseArgs } from "node:util";
import type { MemberOptions } from "./mock-member.ts";

/** What the command was asked to do. */
export interface CommandOptions {
  readonly members: readonly MemberOptions[];
  readonly host: string;
  readonly advertisedHost: string | undefined;
  readonly fragmentBytes: number | undefined;
  readonly journalLimit: number | undefined;
  /** Write a `sun-acc.xml` text instead of JSON. */
  readonly xml: boolean;
  readonly policy: string | undefined;
  /** End when standard input ends: for a parent process that may die. */
  readonly watchStdin: boolean;
}

/** Text of `--help`. */
export const commandHelp = `usage: remora-mock-cluster [options]

  --members N            how many members to start (default 3), named i1, i2, …
  --weights W1,W2,…      lb-weight of each member (default 100 each)
  --host ADDRESS         loopback address to listen on (default 127.0.0.1)
  --advertised-host NAME host that references name (default the address)
  --fragment-bytes N     largest message of a reply in one piece (default 1024)
  --journal-limit N      journal entries to keep, 0 for none (default 100000)
  --xml                  print a sun-acc.xml instead of JSON
  --policy NAME          load balancing policy to put into the sun-acc.xml
  --watch-stdin          end when standard input ends
  --help                 this text

Prints the endpoints and the names of its beans, then serves until SIGINT or SIGTERM.`;

/** Wrong words: the message names the word and the accepted form. */
export class CommandUsageError extends Error {
  override readonly name: string = "CommandUsageError";
}

function wholeNumber(word: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value) && value >= least) return value;
  throw new CommandUsageError(
    `${word}: a whole number of at least ${least} is accepted, not "${text}"`,
  );
}

function parse(args: readonly string[]): Record<string, string | boolean | undefined> {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      options: {
        members: { type: "string" },
        weights: { type: "string" },
        host: { type: "string" },
        "advertised-host": { type: "string" },
        "fragment-bytes": { type: "string" },
        "journal-limit": { type: "string" },
        policy: { type: "string" },
        xml: { type: "boolean" },
        "watch-stdin": { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new CommandUsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the command's words; undefined when only help was wanted. Throws CommandUsageError. */
export function commandOptions(args: readonly string[]): CommandOptions | undefined {
  const values = parse(args);
  if (values["help"] === true) return undefined;
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const number = (name: string, least: number): number | undefined => {
    const value = text(name);
    return value === undefined ? undefined : wholeNumber(`--${name}`, value, least);
  };
  const weights = text("weights")
    ?.split(",")
    .map((weight) => wholeNumber("--weights", weight, 0));
  const count = number("members", 1) ?? weights?.length ?? 3;
  if (weights !== undefined && weights.length !== count) {
    throw new CommandUsageError(`--weights: ${weights.length} weights for ${count} members`);
  }
  const members = Array.from({ length: count }, (_, index) => ({
    name: `i${index + 1}`,
    weight: weights?.[index] ?? 100,
  }));
  return {
    members,
    host: text("host") ?? "127.0.0.1",
    advertisedHost: text("advertised-host"),
    fragmentBytes: number("fragment-bytes", 32),
    journalLimit: number("journal-limit", 0),
    xml: values["xml"] === true,
    policy: text("policy"),
    watchStdin: values["watch-stdin"] === true,
  };
}
