// The words of `remora plan`, checked.
import { isIP } from "node:net";
import { parseArgs } from "node:util";
import type { SelectionRequest } from "@remora/cluster";
import { didYouMean } from "../nearest-name.ts";
import { isTable, jsonWord } from "./json-word.ts";
import { membersWord, type PlannedMember, withFigures, withWeights } from "./members-word.ts";
import { PlanUsageError } from "./plan-usage-error.ts";
import { type NamedPolicy, policyWord } from "./policy-word.ts";

/** Text of `remora plan --help`. */
export const planHelp: string = `usage: remora plan --policy POLICY --members MEMBERS [options]

Forecasts what a policy does: the share of each member, what becomes of it when
each single member dies, and what may surprise.

  --policy POLICY    glassfish, sgd, sapGateway or alteonGslb, and its options:
                     "sgd:method=cpu;affinity=0". Options are separated by ";",
                     or by "," where there is no ";". What belongs to a member
                     or a site: "sgd:members.i1.maxCount=3"
  --options JSON     more options, as JSON or the name of a file with JSON
  --config FILE      options in the system's own words: an SAP profile, lines of
                     tarantella, asadmin or an Alteon
  --members MEMBERS  NAME[=WEIGHT][@ADDRESS], separated by ",":
                     "i1=100,i2=200@10.0.0.2,i3"; or a list as JSON, or the name
                     of a .json file: [{"name", "weight", "address", "figures"}]
  --figures FIGURES  what members report: "i1:idlePercent=25,bogoMips=500;i2:…"
  --report-every N   contexts until the same figures come again (default 100)
  --requests JSON    what the contexts ask for, in turn: a list of objects with
                     key, name, clientAddress, tenant, required; or a .json file
  --at H:MM          time of day, for rules that look at it (default 0:00)
  --contexts N       how many contexts, or calls, are simulated (default 10000)
  --seed N           seed of the simulation (default 1)
  --clients N        forecast what N clients on the same reports do together
  --report-ms MS     milliseconds between two reports in that (default 10000)
  --deaths           forecast deaths of more than 20 members, too
  --explain          why the first decision fell as it did
  --json             print data instead of text
  --help             this text

Exit status: 0 done, 2 wrong words.`;

/** What `remora plan` was asked to do. */
export interface PlanWords {
  readonly policy: NamedPolicy;
  readonly members: readonly PlannedMember[];
  readonly requests: readonly SelectionRequest[] | undefined;
  readonly nowMs: number;
  readonly contexts: number;
  readonly seed: number;
  readonly reportEvery: number;
  readonly clients: number;
  readonly reportMs: number | undefined;
  readonly deaths: boolean;
  readonly explain: boolean;
  readonly json: boolean;
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const known = {
  policy: text,
  options: text,
  config: text,
  members: text,
  figures: text,
  "report-every": text,
  requests: text,
  at: text,
  contexts: text,
  seed: text,
  clients: text,
  "report-ms": text,
  deaths: flag,
  explain: flag,
  json: flag,
  help: { ...flag, short: "h" },
} as const;
type Word = keyof typeof known;

/** Deaths of so many members are forecast without being asked for. */
const FEW_MEMBERS = 20;

/** The words by their names; a switch is `true`. */
function wordsOf(args: readonly string[]): ReadonlyMap<Word, string> {
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    strict: false,
    tokens: true,
  });
  const words = new Map<Word, string>();
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      const where = `write --policy ${token.value} or --members ${token.value}`;
      throw new PlanUsageError(`there is no place for ${JSON.stringify(token.value)}; ${where}`);
    }
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).map((each) => `--${each}`);
      const near = didYouMean(rawName, names) || "; --help shows all";
      throw new PlanUsageError(`there is no option ${rawName}${near}`);
    }
    const word = name as Word;
    const isFlag = known[word].type === "boolean";
    if (isFlag && value !== undefined) {
      throw new PlanUsageError(
        `${rawName}: ${JSON.stringify(value)} is not wanted; it is a switch`,
      );
    }
    if (!isFlag && (value === undefined || value === "")) {
      throw new PlanUsageError(`${rawName} needs a value; --help shows which`);
    }
    if (!isFlag && words.has(word)) {
      throw new PlanUsageError(`${rawName} is there twice; give it once`);
    }
    words.set(word, value ?? "true");
  }
  return words;
}

function wholeNumber(
  words: ReadonlyMap<Word, string>,
  word: Word,
  [from, to]: readonly [number, number],
  missing: number,
): number {
  const given = words.get(word);
  if (given === undefined) return missing;
  const isWhole = /^-?\d+$/.test(given);
  if (isWhole && Number(given) >= from && Number(given) <= to) return Number(given);
  const problem = isWhole ? "is out of range" : "is no whole number";
  throw new PlanUsageError(
    `--${word}: ${JSON.stringify(given)} ${problem}; give a whole number from ${from} to ${to}`,
  );
}

const REQUEST = ["key", "name", "clientAddress", "tenant", "required"];

function requestOf(entry: unknown): SelectionRequest {
  const fail = (value: unknown, problem: string): never => {
    throw new PlanUsageError(`--requests: ${JSON.stringify(value)} ${problem}`);
  };
  if (!isTable(entry)) return fail(entry, 'is no request; write {"key": "alice"}');
  for (const [key, value] of Object.entries(entry)) {
    if (!REQUEST.includes(key)) {
      const near = didYouMean(key, REQUEST) || `; there are ${REQUEST.join(", ")}`;
      fail(key, `is nothing of a request${near}`);
    }
    if (key === "tenant" && !isTable(value)) fail(value, "is no tenant; give an object");
    const isCount = typeof value === "number" && Number.isInteger(value) && value >= 1;
    if (key === "required" && !isCount) fail(value, "is no required; give a number from 1");
    const isText = typeof value === "string";
    if (key !== "tenant" && key !== "required" && !isText) fail(value, `is no ${key}; give a text`);
    if (key === "clientAddress" && isIP(value as string) === 0) {
      fail(value, "is no IP address; write 10.0.0.7 or 2001:db8::7");
    }
  }
  return entry as SelectionRequest;
}

function requestsOf(word: string | undefined): readonly SelectionRequest[] | undefined {
  if (word === undefined) return undefined;
  const list = jsonWord("--requests", word);
  const requests = (Array.isArray(list) ? (list as readonly unknown[]) : [list]).map(requestOf);
  if (requests.length === 0) throw new PlanUsageError("--requests: there is none in the list");
  return requests;
}

function timeOf(word: string | undefined): number {
  if (word === undefined) return 0;
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(word) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) {
    throw new PlanUsageError(
      `--at: ${JSON.stringify(word)} is no time of day; write 8:30 or 17:00`,
    );
  }
  return (Number(hour) * 60 + Number(minute)) * 60_000;
}

/** Options that mean nothing without another one. */
function checkCompany(words: ReadonlyMap<Word, string>, hasFigures: boolean): void {
  if (words.has("report-ms") && !words.has("clients")) {
    throw new PlanUsageError("--report-ms acts with --clients only; add --clients 100");
  }
  if (words.has("report-every") && !hasFigures) {
    throw new PlanUsageError("--report-every acts with figures only; add --figures");
  }
}

/**
 * Reads the words of `remora plan`.
 *
 * @returns `undefined`: help is wanted
 * @throws PlanUsageError and InvalidPolicyError, whose messages are one line
 */
export function planWords(args: readonly string[]): PlanWords | undefined {
  const words = wordsOf(args);
  if (words.has("help")) return undefined;
  const [policy, members] = [words.get("policy"), words.get("members")];
  if (policy === undefined) {
    throw new PlanUsageError(
      "--policy must be given: glassfish, sgd, sapGateway or alteonGslb; --help shows more",
    );
  }
  const named = policyWord(policy, { json: words.get("options"), config: words.get("config") });
  if (members === undefined) {
    throw new PlanUsageError("--members must be given: i1=100,i2=200; --help shows more");
  }
  const figures = words.get("figures");
  const known = withWeights(membersWord(members), named.own.weights);
  const planned = figures === undefined ? known : withFigures(known, figures);
  const hasFigures = planned.some((each) => Object.keys(each.figures).length > 0);
  checkCompany(words, hasFigures);
  return {
    policy: named,
    members: planned,
    requests: requestsOf(words.get("requests")),
    nowMs: timeOf(words.get("at")),
    contexts: wholeNumber(words, "contexts", [1, 1_000_000], 10_000),
    seed: wholeNumber(words, "seed", [0, 4_294_967_295], 1),
    reportEvery: wholeNumber(words, "report-every", [1, 1_000_000], 100),
    clients: wholeNumber(words, "clients", [1, 1_000], 1),
    reportMs: words.has("report-ms")
      ? wholeNumber(words, "report-ms", [1_000, 600_000], 10_000)
      : undefined,
    deaths: words.has("deaths") || planned.length <= FEW_MEMBERS,
    explain: words.has("explain"),
    json: words.has("json"),
  };
}
