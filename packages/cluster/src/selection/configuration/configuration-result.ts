import { InvalidPolicyError } from "../policy.ts";

/** Something in a text of configuration that is wrong, or that acts otherwise than one may expect. */
export interface ConfigurationProblem {
  /** Name of the file, as the caller gave it. */
  readonly file: string;
  /** Its line, from 1. */
  readonly line: number;
  /** What stands there. */
  readonly value: string;
  /** What is wrong with it, as a lower-case clause. */
  readonly problem: string;
  /** What to do about it, as a lower-case clause. */
  readonly hint: string;
}

/** What a text of configuration says, or everything that is wrong with it. */
export type ConfigurationResult<T> =
  | {
      readonly ok: true;
      /** What the text says. */
      readonly value: T;
      /** What was taken nevertheless: keys of others, repetitions, forgiven spellings. */
      readonly warnings: readonly ConfigurationProblem[];
    }
  | {
      readonly ok: false;
      /** In the order of the lines; never empty. */
      readonly problems: readonly ConfigurationProblem[];
    };

/** A problem or a warning as one line: `tier3lb.properties:3: "0" is out of range …; give …`. */
export function formatConfigurationProblem({
  file,
  line,
  value,
  problem,
  hint,
}: ConfigurationProblem): string {
  return `${file}:${line}: ${JSON.stringify(value)} ${problem}; ${hint}`;
}

/**
 * The value of a result, for callers that cannot go on without it. Its warnings are not told.
 *
 * @throws InvalidPolicyError for the first problem; its `option` is file and line
 */
export function configured<T>(result: ConfigurationResult<T>): T {
  if (result.ok) return result.value;
  const [{ file, line, value, problem, hint }] = result.problems as [ConfigurationProblem];
  throw new InvalidPolicyError(`${file}:${line}`, value, problem, hint);
}

/** Collects what is found while a text is read. */
export interface Findings {
  /** Notes something that makes the whole text unusable. */
  problem(line: number, value: string, problem: string, hint: string): undefined;
  /** Notes something that does not. */
  warning(line: number, value: string, problem: string, hint: string): undefined;
  /** Takes over what a part of the text, read on its own, came to; `undefined` when it has problems. */
  valueOf<T>(part: ConfigurationResult<T>): T | undefined;
  /** The result: the value, unless there was a problem. */
  result<T>(value: T): ConfigurationResult<T>;
}

/** Findings of one file, none yet. */
export function newFindings(file: string): Findings {
  const problems: ConfigurationProblem[] = [];
  const warnings: ConfigurationProblem[] = [];
  return {
    problem: (line, value, problem, hint) => {
      problems.push({ file, line, value, problem, hint });
      return undefined;
    },
    warning: (line, value, problem, hint) => {
      warnings.push({ file, line, value, problem, hint });
      return undefined;
    },
    valueOf: (part) => {
      if (part.ok) {
        warnings.push(...part.warnings);
        return part.value;
      }
      problems.push(...part.problems);
      return undefined;
    },
    result: (value) => {
      const inOrder = (all: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] =>
        all.toSorted((a, b) => a.line - b.line);
      return problems.length > 0
        ? { ok: false, problems: inOrder(problems) }
        : { ok: true, value, warnings: inOrder(warnings) };
    },
  };
}

/** A whole number within a range; `undefined`, and a problem, when the text is none. */
export function wholeNumber(
  findings: Findings,
  line: number,
  name: string,
  text: string,
  [from, to]: readonly [number, number],
): number | undefined {
  if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
  const hint = `give a whole number from ${from} to ${to}`;
  return findings.problem(line, text, `is out of range for ${name}`, hint);
}
