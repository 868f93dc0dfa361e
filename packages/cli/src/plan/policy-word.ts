// The policy and its options, as one word of a command line.
import {
  InvalidPolicyError,
  type Policy,
  type PresetName,
  type PresetOptionKind,
  policyNamed,
  presetOptions,
} from "@remora/cluster";
import { isJson, isTable, jsonWord } from "./json-word.ts";
import { splitOutsideBrackets } from "./outside-brackets.ts";
import { noOwnWords, type OwnWords, ownWords } from "./own-words.ts";
import { PlanUsageError } from "./plan-usage-error.ts";

/** A policy, and what it was made of. */
export interface NamedPolicy {
  readonly name: PresetName;
  readonly options: Readonly<Record<string, unknown>>;
  readonly policy: Policy;
  /** What a file in the system's own words says; nothing without one. */
  readonly own: OwnWords;
}

/** Where else options stand. */
export interface MoreOptions {
  /** JSON, or the name of a file with JSON. */
  readonly json?: string | undefined;
  /** Name of a file in the words of the policy's system. */
  readonly config?: string | undefined;
}

/** Options whose entries are objects: `members.i1.maxCount=3`. */
const NESTED = ["members", "sites"];
/** Options whose entries are lists: `hosts.linux1=10.0.0.1 10.0.0.2`. */
const LISTS = ["hosts", "networks"];

function numberOr(text: string): unknown {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function switchOr(text: string): unknown {
  return text === "true" ? true : text === "false" ? false : text;
}

/** A value whose kind is not known: it is what it looks like. */
function guessed(text: string): unknown {
  const value = switchOr(text);
  return typeof value === "boolean" ? value : numberOr(text);
}

/** The value of an option. What does not look right stays a text: the policy refuses it with its name. */
function valueOf(path: string, text: string, kind: PresetOptionKind | undefined): unknown {
  if (kind === "text") return text;
  if (isJson(text)) return jsonWord(path, text);
  if (kind === "number") return numberOr(text);
  if (kind === "switch") return switchOr(text);
  return text;
}

/** Sets a value at a path of names, making the tables on the way. */
function put(tree: Map<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    if (tree.has(name)) {
      throw new PlanUsageError(`--policy: ${JSON.stringify(name)} is there twice; give it once`);
    }
    tree.set(name, value);
    return;
  }
  const inner = tree.get(name);
  const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
  tree.set(name, next);
  put(next, rest, value);
}

function tableOf(tree: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? tableOf(value) : value]),
  );
}

/** Two tables as one: what the second one says counts. */
function merged(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const before = all.get(name);
    all.set(name, isTable(before) && isTable(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(all);
}

/** Path and value of one `key=value`, where a key may have the names of a table behind dots. */
function pairOf(
  text: string,
  kinds: Readonly<Record<string, PresetOptionKind>>,
): { readonly path: readonly string[]; readonly value: unknown } {
  const at = text.indexOf("=");
  if (at <= 0) {
    throw new PlanUsageError(
      `--policy: ${JSON.stringify(text)} is no option; write key=value, with ";" between options`,
    );
  }
  const [key, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const dot = key.indexOf(".");
  const option = dot < 0 ? key : key.slice(0, dot);
  const kind = Object.hasOwn(kinds, option) ? kinds[option] : undefined;
  if (dot < 0 || kind !== "table") {
    return { path: [key], value: valueOf(key, value, kind) };
  }
  const name = key.slice(dot + 1);
  if (!NESTED.includes(option)) {
    const entry = LISTS.includes(option) ? value.split(/\s+/) : guessed(value);
    return { path: [option, name], value: isJson(value) ? jsonWord(key, value) : entry };
  }
  const last = name.lastIndexOf(".");
  if (last <= 0) {
    throw new PlanUsageError(
      `--policy: ${JSON.stringify(text)} says no option of ${name}; write ${option}.NAME.OPTION=VALUE`,
    );
  }
  const inner = isJson(value) ? jsonWord(key, value) : guessed(value);
  return { path: [option, name.slice(0, last), name.slice(last + 1)], value: inner };
}

/**
 * Reads `sgd:method=cpu;affinity=0`. Options are separated by `;`, or by commas where there is no `;`.
 *
 * @param more - more options; where several places say something, the word itself counts, then JSON, then the file
 * @throws PlanUsageError when the word cannot be read
 * @throws InvalidPolicyError when the policy, an option or a value is not known
 */
export function policyWord(word: string, more: MoreOptions = {}): NamedPolicy {
  const colon = word.indexOf(":");
  const name = (colon < 0 ? word : word.slice(0, colon)).trim();
  // A wrong name is told before anything else.
  policyNamed(name);
  const known = name as PresetName;
  const text = colon < 0 ? "" : word.slice(colon + 1);
  const bySemicolon = splitOutsideBrackets(text, ";");
  const pairs = text.includes(";") ? bySemicolon : splitOutsideBrackets(text, ",");
  const tree = new Map<string, unknown>();
  for (const pair of pairs) {
    const { path, value } = pairOf(pair, presetOptions[known]);
    put(tree, path, value);
  }
  const own = more.config === undefined ? noOwnWords : ownWords(known, more.config);
  const given = more.json === undefined ? {} : jsonWord("--options", more.json);
  if (!isTable(given)) {
    throw new PlanUsageError('--options: an object is wanted, such as {"method": "cpu"}');
  }
  const options = merged(merged(own.options, given), tableOf(tree));
  try {
    return { name: known, options, policy: policyNamed(known, options), own };
  } catch (error) {
    const byCommas = pairs.length > 1 && !text.includes(";");
    const isUnknown = error instanceof InvalidPolicyError && error.hint.startsWith("there are");
    if (
      !byCommas ||
      !isUnknown ||
      !pairs.some((pair) => pair.startsWith(`${String(error.value)}=`))
    ) {
      throw error;
    }
    throw new PlanUsageError(
      `${error.message}; where a value has commas, write ";" between the options`,
    );
  }
}
