import { didYouMean } from "@remora/client";
import {
  isJvmOption,
  jvmOptionTakesValue,
  optionRules,
  type SwitchOption,
  type ValueOption,
} from "./options.ts";

/** A command line in parts. */
export interface RunnerArguments {
  /** Values of the options that were given. */
  readonly values: Readonly<Partial<Record<ValueOption, string>>>;
  /** Switches that were given. */
  readonly switches: ReadonlySet<SwitchOption>;
  /** `-Dname=value` in order. */
  readonly definitions: readonly { readonly name: string; readonly value: string }[];
  /** Arguments of the client. */
  readonly programArguments: readonly string[];
  /** What was accepted without effect, and why. */
  readonly notes: readonly string[];
  /** A word of the client that looks like an option of the runner: often put in the wrong place. */
  readonly slip?: string;
}

/** A command line understood, or the one thing that is wrong with it. */
export type ParsedArguments =
  | { readonly ok: true; readonly arguments: RunnerArguments }
  | { readonly ok: false; readonly problem: string };

/** What stops the reading of a command line; never leaves this file. */
interface Stop {
  readonly problem: string;
}

/**
 * Reads the words of the Java command `appclient`, with one dash or two. Options end at the first word
 * without a dash (or at `--`): it is the client unless `-client` named one, and the rest is the client's.
 */
export function parseArguments(words: readonly string[]): ParsedArguments {
  const reader = new ArgumentReader(words);
  const stop = reader.read();
  return stop === undefined
    ? { ok: true, arguments: reader.result() }
    : { ok: false, problem: stop.problem };
}

class ArgumentReader {
  readonly #words: readonly string[];
  #index = 0;
  readonly #values: Partial<Record<ValueOption, string>> = {};
  readonly #switches = new Set<SwitchOption>();
  readonly #definitions: { name: string; value: string }[] = [];
  #programArguments: readonly string[] = [];
  readonly #notes: string[] = [];
  #slip: string | undefined;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  result(): RunnerArguments {
    return {
      values: this.#values,
      switches: this.#switches,
      definitions: this.#definitions,
      programArguments: this.#programArguments,
      notes: this.#notes,
      ...(this.#slip === undefined ? {} : { slip: this.#slip }),
    };
  }

  read(): Stop | undefined {
    while (this.#index < this.#words.length) {
      const word = this.#words[this.#index] ?? "";
      if (word === "--") {
        this.#takeRest(this.#index + 1);
        return this.#conflict();
      }
      if (!word.startsWith("-") || word === "-") {
        this.#takeRest(this.#index);
        return this.#conflict();
      }
      this.#index++;
      const stop = this.#option(word);
      if (stop !== undefined) return stop;
    }
    return this.#conflict();
  }

  #takeRest(from: number): void {
    const rest = this.#words.slice(from);
    const hasClient = this.#values.client !== undefined;
    const [first] = rest;
    if (!hasClient && first !== undefined) this.#values.client = first;
    this.#programArguments = hasClient ? rest : rest.slice(1);
    this.#slip = this.#programArguments.find((word) => optionOf(word)?.rule !== undefined);
  }

  #conflict(): Stop | undefined {
    if (!this.#switches.has("local") || this.#values.targetServers === undefined) return undefined;
    return { problem: "-local and -targetserver exclude each other" };
  }

  #option(word: string): Stop | undefined {
    const definition = /^--?D([^=]+)(?:=(.*))?$/s.exec(word);
    if (definition !== null) {
      this.#definitions.push({ name: definition[1] ?? "", value: definition[2] ?? "" });
      return undefined;
    }
    if (/^--?D(?:=|$)/.test(word)) return { problem: `${word} has no name; write -Dname=value` };
    if (isJvmOption(word)) {
      this.#notes.push(`${word} is for a Java virtual machine and has no effect`);
      if (jvmOptionTakesValue(word)) this.#index++;
      return undefined;
    }
    const { name, rule, inline } = optionOf(word) ?? { name: word, rule: undefined };
    if (rule === undefined) return { problem: unknownOption(word, name) };
    switch (rule.kind) {
      case "refused":
        return { problem: `-${name} is not supported: ${rule.reason}` };
      case "ignored":
        if (rule.takesValue && inline === undefined) this.#index++;
        this.#notes.push(`-${name} has no effect: ${rule.note}`);
        return undefined;
      case "switch":
        if (inline !== undefined) return { problem: `-${name} takes no value, found "${inline}"` };
        this.#switches.add(rule.as);
        return undefined;
      case "value":
        return this.#value(name, rule.as, rule.form, inline);
    }
  }

  #value(
    name: string,
    as: ValueOption,
    form: string,
    inline: string | undefined,
  ): Stop | undefined {
    let value = inline;
    if (value === undefined) {
      value = this.#words[this.#index];
      this.#index++;
      // "-xml -verbose" is a forgotten file, not a file called "-verbose".
      const isOption = value !== undefined && optionOf(value)?.rule !== undefined;
      if (value === undefined || isOption) {
        const found = value === undefined ? "" : `, found the option ${value}`;
        return { problem: `-${name} needs a value${found}; write ${form}` };
      }
    }
    // The value of a password is not repeated in messages.
    if (value === "") return { problem: `the value of -${name} is empty; write ${form}` };
    if (this.#values[as] !== undefined) return { problem: `-${name} is given twice` };
    this.#values[as] = value;
    if (as === "password") {
      this.#notes.push(
        "-password shows the password to every user of this machine; use -passwordfile",
      );
    }
    // As in Java, -jar FILE is the last option: all other words are the client's.
    if (name === "jar") {
      this.#programArguments = this.#words.slice(this.#index);
      this.#index = this.#words.length;
    }
    return undefined;
  }
}

interface FoundOption {
  readonly name: string;
  readonly rule: (typeof optionRules)[string] | undefined;
  /** What stands behind `=`. */
  readonly inline: string | undefined;
}

function optionOf(word: string): FoundOption | undefined {
  const match = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word);
  if (match === null) return undefined;
  const name = match[1] ?? "";
  const rule = Object.hasOwn(optionRules, name) ? optionRules[name] : undefined;
  return { name, rule, inline: match[2] };
}

function unknownOption(word: string, name: string): string {
  const dashes = word.startsWith("--") ? "--" : "-";
  const names = Object.keys(optionRules).map((option) => `${dashes}${option}`);
  const near = didYouMean(`${dashes}${name.replace(/^-+/, "")}`, names);
  const shown = word.includes("=") ? word.slice(0, word.indexOf("=")) : word;
  return `unknown option ${shown}${near}; -help lists the options`;
}
