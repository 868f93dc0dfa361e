import { didYouMean } from "./nearest-word.ts";
import { InvalidPolicyError } from "./policy.ts";

/** Refuses what is no object with names: a program without types may give anything. */
function checkTable(option: string, value: unknown): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new InvalidPolicyError(option, value, "is no object", 'give one: {"name": …}');
}

/** Refuses options that nobody knows: a misspelt one would silently not act. */
export function checkKeys(policy: string, options: object, known: readonly string[]): void {
  checkTable(policy, options);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw new InvalidPolicyError(policy, key, "is no option", didYouMean(key, known));
    }
  }
}

/** Refuses a word that is none of the known ones. */
export function checkWord(option: string, word: unknown, known: readonly unknown[]): void {
  if (!known.includes(word)) {
    const hint =
      typeof word === "string"
        ? didYouMean(word, known.map(String))
        : `there are ${known.join(", ")}`;
    throw new InvalidPolicyError(option, word, "is not known", hint);
  }
}

/** Refuses a number outside its range. */
export function checkNumber(
  option: string,
  value: unknown,
  [from, to]: readonly [number, number],
  whole = true,
): void {
  const sound = typeof value === "number" && value >= from && value <= to;
  if (!sound || (whole && !Number.isInteger(value))) {
    const kind = whole ? "whole number" : "number";
    const hint = `give a ${kind} from ${from} to ${to}`;
    const problem = typeof value === "number" ? "is out of range" : "is no number";
    throw new InvalidPolicyError(option, value, problem, hint);
  }
}
