import { didYouMean } from "../nearest-word.ts";
import type { SgdPlacementMethod } from "../sgd/session-placement.ts";
import type { SgdOptions } from "../sgd/sgd.ts";
import type { SgdMethod } from "../sgd/sgd-load.ts";
import type { SgdMember } from "../sgd/sgd-member.ts";
import {
  type ConfigurationResult,
  type Findings,
  newFindings,
  wholeNumber,
} from "./configuration-result.ts";
import { sgdObjectName } from "./sgd-object-name.ts";
import { splitShellWords } from "./shell-words.ts";
import { textLines } from "./text-lines.ts";
import { parseUserAssignment } from "./user-assignment.ts";

/** Settings of one application server that a command can state. */
export interface SgdCommandMember extends Pick<SgdMember, "available" | "maxCount"> {
  /** The text of `--userassign`. */
  readonly userAssignment?: string;
}

/** What command lines of `tarantella` say, ready for `sgd(options)` and `sgdPlacement(placement)`. */
export interface SgdCommands {
  readonly options: Pick<SgdOptions, "method" | "affinity" | "byName"> & {
    readonly members?: Readonly<Record<string, SgdCommandMember>>;
  };
  /** `--sessions-loadbalancing-algorithm`; `undefined` when no line has it. */
  readonly placement: SgdPlacementMethod | undefined;
}

/** The commands while they are read. */
interface Draft {
  method?: SgdMethod;
  affinity?: 0 | 100;
  placement?: SgdPlacementMethod;
  readonly byName: Map<string, SgdMethod | "default">;
  readonly members: Map<string, SgdCommandMember>;
}

/** An option as it stands in a line. */
interface Given {
  readonly option: string;
  /** The word after it; empty when there is none. */
  readonly value: string;
  readonly values: readonly string[];
  readonly line: number;
}

const METHODS: readonly SgdMethod[] = ["cpu", "memory", "sessions"];
const BEAN = ".../_beans/com.sco.tta.server.loadbalancing.tier2.";
const PLACEMENTS: Readonly<Record<string, SgdPlacementMethod>> = {
  [`${BEAN}LocalLoadBalancingPolicy`]: "Local",
  [`${BEAN}CpuLoadBalancingPolicy`]: "Cpu",
  [`${BEAN}SessionLoadBalancingPolicy`]: "Session",
};

/** One of some words; `undefined`, and a problem, when it is none of them. */
function wordOf<T extends string>(
  findings: Findings,
  { option, value, line }: Given,
  words: readonly T[],
): T | undefined {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  // A wrong number is no slip of the finger.
  const hint = /^\d+$/.test(value) ? `there are ${words.join(", ")}` : didYouMean(value, words);
  return findings.problem(line, value, `is no value of ${option}`, hint);
}

type Reader = (findings: Findings, given: Given, draft: Draft, name: string) => void;

function changeMember(draft: Draft, name: string, change: SgdCommandMember): void {
  draft.members.set(name, { ...draft.members.get(name), ...change });
}

/** The settings of the array: `tarantella config edit`. */
const ARRAY: Readonly<Record<string, Reader>> = {
  "--launch-loadbalancing-algorithm": (findings, given, draft) => {
    const method = wordOf(findings, given, METHODS);
    if (method !== undefined) draft.method = method;
  },
  "--tarantella-config-applaunch-appserveraffinity": (findings, given, draft) => {
    const affinity = wordOf(findings, given, ["0", "100"]);
    if (affinity !== undefined) draft.affinity = affinity === "0" ? 0 : 100;
  },
  "--sessions-loadbalancing-algorithm": (findings, given, draft) => {
    const bean = wordOf(findings, given, Object.keys(PLACEMENTS));
    const placement = bean === undefined ? undefined : PLACEMENTS[bean];
    if (placement !== undefined) draft.placement = placement;
  },
};

/** One filter as it can stand among others: what has blanks and is no filter in parentheses needs its quotes. */
function assignmentText(word: string): string {
  const isWhole = !/\s/.test(word) || parseUserAssignment(word).ok;
  return isWhole ? word : `"${word.replaceAll('"', '\\"')}"`;
}

/** The settings of one object: `tarantella object edit --name …`. */
const OBJECT: Readonly<Record<string, Reader>> = {
  "--loadbal": (findings, given, draft, name) => {
    const method = wordOf(findings, given, ["default", ...METHODS]);
    if (method !== undefined) draft.byName.set(name, method);
  },
  "--available": (findings, given, draft, name) => {
    const available = wordOf(findings, given, ["true", "false"]);
    if (available !== undefined) {
      changeMember(draft, name, { available: available === "true" });
    }
  },
  "--maxcount": (findings, { option, value, line }, draft, name) => {
    const maxCount = wholeNumber(findings, line, option, value, [0, 2 ** 31]);
    if (maxCount !== undefined) changeMember(draft, name, { maxCount });
  },
  "--userassign": (findings, { values, line }, draft, name) => {
    const userAssignment = values.map(assignmentText).join(" ");
    const parsed = parseUserAssignment(userAssignment);
    if (parsed.ok) changeMember(draft, name, { userAssignment });
    else findings.problem(line, parsed.value, parsed.problem, parsed.hint);
  },
};

/** The options of a line, each with the words up to the next one. */
function optionsOf(words: readonly string[], line: number): readonly Given[] {
  const all: Given[] = [];
  for (const word of words) {
    const last = all.at(-1);
    if (word.startsWith("--") || last === undefined) {
      all.push({ option: word, value: "", values: [], line });
    } else {
      const values = [...last.values, word];
      all[all.length - 1] = { ...last, values, value: values.join(" ") };
    }
  }
  return all;
}

/** The words after the command itself, and which options it takes; `undefined`, and a problem, when there is none. */
function commandOf(
  findings: Findings,
  words: readonly string[],
  line: number,
):
  | { readonly words: readonly string[]; readonly known: Readonly<Record<string, Reader>> }
  | undefined {
  const [first = "", second = "", third = ""] = words;
  if (first.startsWith("--")) {
    return { words, known: { ...ARRAY, ...OBJECT } };
  }
  const command = [first, second, third].join(" ");
  const rest = words.slice(3);
  if (command === "tarantella config edit") return { words: rest, known: ARRAY };
  if (/^tarantella object (?:edit|new_\w+)$/.test(command)) return { words: rest, known: OBJECT };
  const hint = "write tarantella config edit --…, or tarantella object edit --name … --…";
  return findings.problem(line, command.trim(), "is no command that sets anything", hint);
}

function readOption(
  findings: Findings,
  given: Given,
  known: Readonly<Record<string, Reader>>,
  name: string | undefined,
  draft: Draft,
): void {
  const { option, values, line } = given;
  const read = Object.hasOwn(known, option) ? known[option] : undefined;
  const elsewhere = Object.hasOwn(OBJECT, option) ? "object edit --name …" : "config edit";
  if (read === undefined && (Object.hasOwn(OBJECT, option) || Object.hasOwn(ARRAY, option))) {
    const hint = `write tarantella ${elsewhere} ${option}`;
    findings.problem(line, option, "is an option of another command", hint);
    return;
  }
  if (read === undefined) {
    const near = didYouMean(option, Object.keys(known));
    if (near.startsWith("did")) findings.problem(line, option, "is no option", near);
    else findings.warning(line, option, "is not about balancing", "it has no effect here");
    return;
  }
  if (Object.hasOwn(OBJECT, option) && name === undefined) {
    findings.problem(line, option, "is about no object", "write --name and the name of the object");
  } else if (values.length === 0 || (values.length > 1 && option !== "--userassign")) {
    findings.problem(
      line,
      given.value,
      `is no value of ${option}`,
      "write one word, or quotes around it",
    );
  } else {
    read(findings, given, draft, name ?? "");
  }
}

function readLine(findings: Findings, content: string, line: number, draft: Draft): void {
  const split = splitShellWords(content.replace(/^\$\s+/, ""));
  if (!split.ok) {
    findings.problem(line, content, "cannot be split into words", split.problem);
    return;
  }
  const command = commandOf(findings, split.words, line);
  if (command === undefined) return;
  const all = optionsOf(command.words, line);
  const named = all.find(({ option }) => option === "--name")?.value;
  const name = named === undefined || named === "" ? undefined : sgdObjectName(named);
  for (const given of all) {
    if (given.option !== "--name") readOption(findings, given, command.known, name, draft);
  }
}

/**
 * Reads command lines of `tarantella`: `config edit` with `--launch-loadbalancing-algorithm`,
 * `--tarantella-config-applaunch-appserveraffinity`, `--sessions-loadbalancing-algorithm`, and `object edit --name …`
 * with `--loadbal` (of an application), `--available`, `--maxcount`, `--userassign` (of an application server). Without the
 * command the options are enough. Comments begin with `#`; a backslash at the end continues a line.
 *
 * An object is known by the last part of its name: `.../_ens/o=Example/cn=paris` is `paris`. Of repeated settings the last
 * one counts.
 *
 * @param file - appears in problems
 */
export function parseSgdCommands(
  text: string,
  file = "commands",
): ConfigurationResult<SgdCommands> {
  const findings = newFindings(file);
  const draft: Draft = { byName: new Map(), members: new Map() };
  for (const { content, line } of textLines(text, true)) readLine(findings, content, line, draft);
  const { method, affinity, byName, members, placement } = draft;
  return findings.result({
    options: {
      ...(method === undefined ? {} : { method }),
      ...(affinity === undefined ? {} : { affinity }),
      ...(byName.size === 0 ? {} : { byName: Object.fromEntries(byName) }),
      ...(members.size === 0 ? {} : { members: Object.fromEntries(members) }),
    },
    placement,
  });
}

function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}

/** Settings as command lines that `parseSgdCommands` reads again. */
export function formatSgdCommands({ options, placement }: SgdCommands): string {
  const { method, affinity, byName = {}, members = {} } = options;
  const bean = Object.keys(PLACEMENTS).find((each) => PLACEMENTS[each] === placement);
  const array = [
    ...(method === undefined ? [] : ["--launch-loadbalancing-algorithm", method]),
    ...(affinity === undefined
      ? []
      : ["--tarantella-config-applaunch-appserveraffinity", String(affinity)]),
    ...(bean === undefined ? [] : ["--sessions-loadbalancing-algorithm", bean]),
  ];
  const object = (name: string, settings: readonly string[]): string =>
    `tarantella object edit --name ${quoted(name)} ${settings.map(quoted).join(" ")}`;
  return [
    ...(array.length === 0 ? [] : [`tarantella config edit ${array.join(" ")}`]),
    ...Object.entries(byName).map(([name, own]) => object(name, ["--loadbal", own])),
    ...Object.entries(members).map(([name, { available, maxCount, userAssignment }]) =>
      object(name, [
        ...(available === undefined ? [] : ["--available", String(available)]),
        ...(maxCount === undefined ? [] : ["--maxcount", String(maxCount)]),
        ...(userAssignment === undefined ? [] : ["--userassign", userAssignment]),
      ]),
    ),
  ].join("\n");
}
