import { didYouMean } from "../nearest-word.ts";
import type { Findings } from "./configuration-result.ts";
import { splitShellWords } from "./shell-words.ts";
import { textLines } from "./text-lines.ts";

/** Where a command stands: a menu, and the numbers or names on the way to it. */
export interface AlteonMenu {
  readonly name: "gslb" | "rule" | "metric" | "network" | "virt" | "real";
  /** What the menu is of: number of the rule, then of the metric; number or name of a network or a server. */
  readonly ids: readonly string[];
}

/** A command in its menu. */
export interface AlteonCommand {
  readonly menu: AlteonMenu;
  readonly word: string;
  readonly values: readonly string[];
  readonly line: number;
}

type Place = AlteonMenu["name"] | "top" | "cfg" | "slb" | "others";

/** Where a reader stands. */
interface Position {
  readonly place: Place;
  readonly ids: readonly string[];
}

const TOP: Position = { place: "top", ids: [] };
const OTHERS: Position = { place: "others", ids: [] };

/** The menus inside each menu that have to do with sites. */
const SUBMENUS: Readonly<Record<Place, Readonly<Record<string, Place>>>> = {
  top: { cfg: "cfg", c: "cfg" },
  cfg: { slb: "slb" },
  slb: { gslb: "gslb", virt: "virt", real: "real" },
  gslb: { rule: "rule", network: "network" },
  rule: { metric: "metric" },
  real: { adv: "real" },
  virt: {},
  metric: {},
  network: {},
  others: {},
};

/** Menus that are of something: a number or a name follows their word. */
const WITH_ID: readonly Place[] = ["rule", "metric", "network", "virt", "real"];

/** Commands of a session that set nothing. */
const SESSION = ["script", "apply", "save", "diff", "exit", "cur"];

/** Menus of other parts inside of ours. */
const OTHER_MENUS = [
  ...["site", "inbound", "clntprox", "dnsresvip", "dnssec", "dnsproxy", "dnssoa", "dnscaa"],
  ...["nsgroup", "service"],
];

/** What a word at a place may have been meant to be. Menus above and servers have too many words that are near to ours. */
function nearAt(place: Place, words: AlteonWords): readonly string[] {
  switch (place) {
    case "slb":
      return ["gslb"];
    case "virt":
    case "real":
    case "others":
      return [];
    case "top":
    case "cfg":
      return Object.keys(SUBMENUS[place]).filter((word) => word.length > 1);
    default:
      return [...words[place], ...Object.keys(SUBMENUS[place])];
  }
}

/** The position after a word that names a menu; `undefined` when it names none. */
function entered(
  findings: Findings,
  { place, ids }: Position,
  [word = "", ...values]: readonly string[],
  line: number,
): Position | undefined {
  const menus = SUBMENUS[place];
  const next = Object.hasOwn(menus, word) ? menus[word] : undefined;
  if (next === undefined) return undefined;
  if (!WITH_ID.includes(next) || word === "adv") return { place: next, ids };
  const [id] = values;
  if (id !== undefined && values.length === 1) return { place: next, ids: [...ids, id] };
  findings.problem(line, [word, ...values].join(" "), "is no menu", `write ${word} and its number`);
  return OTHERS;
}

/** The menus around a position, itself first. */
function around({ place, ids }: Position): readonly Position[] {
  const inside = place === "metric" ? [{ place: "rule" as const, ids: ids.slice(0, 1) }] : [];
  return [{ place, ids }, ...inside, { place: "gslb", ids: [] }];
}

/** Where a line begins: at the top with a slash, else here, or in the menu around that has its first word. */
function beginning(content: string, word: string, current: Position): Position {
  if (content.startsWith("/")) return TOP;
  const isInside = ["rule", "metric", "network", "gslb"].includes(current.place);
  const found = around(current).find(({ place }) => Object.hasOwn(SUBMENUS[place], word));
  return isInside && found !== undefined ? found : current;
}

/** The parts of a line between slashes, each as words; a slash in quotes parts nothing. */
function segmentsOf(
  findings: Findings,
  content: string,
  line: number,
): readonly (readonly string[])[] {
  const segments: (readonly string[])[] = [];
  for (const [part] of content.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^"/])+/g)) {
    const split = splitShellWords(part);
    if (split.ok && split.words.length > 0) segments.push(split.words);
    if (!split.ok) findings.problem(line, content, "cannot be split into words", split.problem);
  }
  return segments;
}

function isMenu(place: Place): place is AlteonMenu["name"] {
  return place === "gslb" || WITH_ID.includes(place);
}

/** Reads one line from a position; answers with where it ends. */
function readLine(
  findings: Findings,
  content: string,
  line: number,
  current: Position,
  words: AlteonWords,
): { readonly position: Position; readonly command: AlteonCommand | undefined } {
  const segments = segmentsOf(findings, content, line);
  const isPath = content.startsWith("/");
  let position = beginning(content, segments[0]?.[0] ?? "", current);
  for (const segment of segments) {
    const next = entered(findings, position, segment, line);
    if (next !== undefined) {
      position = next;
      continue;
    }
    const [word = "", ...values] = segment;
    const { place, ids } = position;
    if (place === "others" || SESSION.includes(word)) break;
    if (OTHER_MENUS.includes(word)) return { position: OTHERS, command: undefined };
    const menu = isMenu(place) ? { name: place, ids } : undefined;
    if (menu !== undefined && words[menu.name].includes(word)) {
      return { position, command: { menu, word, values, line } };
    }
    const near = didYouMean(word, nearAt(place, words));
    if (near.startsWith("did")) {
      findings.problem(line, word, "is no command here", near);
    } else if (!isPath && menu === undefined) {
      findings.problem(line, content, "stands in no menu", "begin with /cfg/slb/gslb");
    } else if (menu !== undefined && place !== "virt" && place !== "real") {
      findings.warning(line, word, "is not about choosing a site", "it has no effect here");
    }
    // A path may lead into a menu of another part.
    return { position: isPath ? OTHERS : position, command: undefined };
  }
  return { position, command: undefined };
}

/** The commands that are known in each menu. */
export type AlteonWords = Readonly<Record<AlteonMenu["name"], readonly string[]>>;

/**
 * The commands of a configuration in their menus. A line that begins with a slash begins at the top: `/cfg/slb/gslb/rule 1`
 * enters a menu for the lines after it, and may end with a command. Menus of other parts are passed over.
 */
export function alteonCommands(
  findings: Findings,
  text: string,
  words: AlteonWords,
): readonly AlteonCommand[] {
  const commands: AlteonCommand[] = [];
  let current = TOP;
  for (const { content: whole, line } of textLines(text)) {
    // What a session shows before each command, and the notes of a dump.
    const content = whole.replace(/^>>[^#]*#\s*/, "");
    if (content === "" || content.startsWith("/*")) continue;
    const { position, command } = readLine(findings, content, line, current, words);
    current = position;
    if (command !== undefined) commands.push(command);
  }
  return commands;
}
