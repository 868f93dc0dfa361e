// The words of the command `remora`, checked.
import { delimiter } from "node:path";
import { parseArgs } from "node:util";
import { didYouMean } from "./nearest-name.ts";

/** What the command was asked to do. */
export type CommandOptions =
  | { readonly verb: "help"; readonly of: "remora" | "generate" }
  | { readonly verb: "version" }
  | { readonly verb: "plan"; readonly words: readonly string[] }
  | {
      readonly verb: "generate";
      readonly inputs: readonly string[];
      readonly out: string;
      readonly classPath: readonly string[];
      readonly include: readonly string[];
      readonly exclude: readonly string[];
      readonly overlay: string | undefined;
      readonly extension: "js" | "ts";
      readonly check: boolean;
      readonly dryRun: boolean;
      readonly quiet: boolean;
    };

/** Text of `remora --help`. */
export const commandHelp: string = `usage: remora <command> [options]

commands:
  generate   write TypeScript for the remote interfaces in a Java client jar
  plan       forecast what a selection policy does

  --help     this text; \`remora generate --help\`, \`remora plan --help\` tell more
  --version  the version of this package`;

/** Text of `remora generate --help`. */
export const generateHelp: string = `usage: remora generate <jar | folder | .class file>… --out DIR [options]

Writes TypeScript interfaces and descriptors for all remote interfaces and for every class that they lead to.

  --out DIR          folder for the files; what an earlier run left there is replaced
  --classpath JAR    where to look for classes that the inputs only name (repeat it, or separate by "${delimiter}")
  --include GLOB     generate for these remote interfaces only: "com.acme.**" (repeat it)
  --exclude GLOB     leave out these classes and interfaces (repeat it)
  --overlay FILE     JSON with names, marks and other words that no class file has
  --extension EXT    how imports end: js (default) or ts
  --check            write nothing; fail when a file differs (for CI)
  --dry-run          write nothing; tell what would change
  --quiet            print errors only
  --help             this text

Exit status: 0 done, 1 input that cannot be used or --check with differences, 2 wrong words.`;

/** Wrong words: the message names the word and the accepted form. */
export class CommandUsageError extends Error {
  override readonly name: string = "CommandUsageError";
  /** The command whose help belongs to it. */
  readonly of: "remora" | "generate";

  constructor(message: string, of: "remora" | "generate") {
    super(message);
    this.of = of;
  }
}

const verbs = ["generate", "plan"];
const generateWords = {
  out: { type: "string" },
  classpath: { type: "string", multiple: true },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  overlay: { type: "string" },
  extension: { type: "string" },
  check: { type: "boolean" },
  "dry-run": { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Reads the command's words. Throws {@link CommandUsageError}. */
export function commandOptions(args: readonly string[]): CommandOptions {
  const [verb, ...rest] = args;
  if (verb === undefined || verb === "--help" || verb === "-h" || verb === "help") {
    return { verb: "help", of: "remora" };
  }
  if (verb === "--version") return { verb: "version" };
  if (verb === "plan") return { verb, words: rest };
  if (verb !== "generate") {
    const what = verb.startsWith("-") ? "option" : "command";
    throw new CommandUsageError(
      `there is no ${what} "${verb}"${didYouMean(verb, [...verbs, "--help", "--version"])}`,
      "remora",
    );
  }
  return generateOptions(rest);
}

function generateOptions(args: readonly string[]): CommandOptions {
  const { values, positionals } = parse(args);
  if (values.help === true) return { verb: "help", of: "generate" };
  if (values.version === true) return { verb: "version" };
  if (positionals.length === 0) {
    throw new CommandUsageError(
      "a jar, a folder of classes or .class files must be given",
      "generate",
    );
  }
  if (values.out === undefined) {
    throw new CommandUsageError("--out must be given: the folder for the files", "generate");
  }
  const { extension = "js" } = values;
  if (extension !== "js" && extension !== "ts") {
    throw new CommandUsageError(
      `--extension: js or ts is accepted, not "${extension}"`,
      "generate",
    );
  }
  if (values.check === true && values["dry-run"] === true) {
    throw new CommandUsageError("--check and --dry-run exclude each other", "generate");
  }
  return {
    verb: "generate",
    inputs: positionals,
    out: values.out,
    classPath: (values.classpath ?? []).flatMap((list) =>
      list.split(delimiter).filter((path) => path !== ""),
    ),
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    overlay: values.overlay,
    extension,
    check: values.check === true,
    dryRun: values["dry-run"] === true,
    quiet: values.quiet === true,
  };
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof generateWords; allowPositionals: true }>> {
  for (const word of args) {
    if (word === "--") break;
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name !== undefined && !(name in generateWords)) {
      throw new CommandUsageError(
        `there is no option --${name}${didYouMean(
          `--${name}`,
          Object.keys(generateWords).map((one) => `--${one}`),
        )}`,
        "generate",
      );
    }
  }
  try {
    return parseArgs({ args: [...args], options: generateWords, allowPositionals: true });
  } catch (error) {
    throw new CommandUsageError(error instanceof Error ? error.message : String(error), "generate");
  }
}
