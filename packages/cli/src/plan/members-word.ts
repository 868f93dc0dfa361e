// Who the members are, and what they report, as words of a command line.
import { isIP } from "node:net";
import type { Candidate, Feedback } from "@remora/cluster";
import { didYouMean } from "../nearest-name.ts";
import { isJson, isTable, jsonWord } from "./json-word.ts";
import { PlanUsageError } from "./plan-usage-error.ts";

/** A member, and what it reports of itself. */
export interface PlannedMember {
  readonly candidate: Candidate;
  /** By the names that the policies know. */
  readonly figures: Readonly<Record<string, number>>;
}

/** The largest weight that the policies are specified for. */
const HEAVIEST = 2 ** 31;

const KEYS = ["name", "weight", "address", "figures"];
const FIGURES = [
  "sessions",
  "bogoMips",
  "idlePercent",
  "freeMemory",
  "maxSessions",
  "utilization",
  "cpuPercent",
  "responseMs",
  "roundTripMs",
  "octets",
];

function fail(option: string, value: unknown, problem: string): never {
  throw new PlanUsageError(`${option}: ${JSON.stringify(value)} ${problem}`);
}

function checkedFigures(
  option: string,
  member: string,
  figures: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  for (const [figure, value] of Object.entries(figures)) {
    if (!FIGURES.includes(figure)) {
      const near = didYouMean(figure, FIGURES);
      fail(
        option,
        figure,
        `is no figure of ${member}${near || `; there are ${FIGURES.join(", ")}`}`,
      );
    }
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
      fail(option, value, `is no ${figure} of ${member}; give a number from 0`);
    }
  }
  return figures as Readonly<Record<string, number>>;
}

function checkedMember(entry: Readonly<Record<string, unknown>>): PlannedMember {
  const { name, weight, address, figures = {} } = entry;
  for (const key of Object.keys(entry)) {
    if (!KEYS.includes(key)) {
      const near = didYouMean(key, KEYS);
      fail("--members", key, `is nothing of a member${near || `; there are ${KEYS.join(", ")}`}`);
    }
  }
  if (typeof name !== "string" || name === "") {
    fail("--members", name ?? null, "is no name of a member; give a text");
  }
  if (weight !== undefined && !(typeof weight === "number" && weight >= 0 && weight <= HEAVIEST)) {
    const hint = `give a number from 0 to ${HEAVIEST}, 100 is the usual one`;
    fail("--members", weight, `is no weight of ${name}; ${hint}`);
  }
  if (address !== undefined && (typeof address !== "string" || isIP(address) === 0)) {
    fail("--members", address, `is no IP address of ${name}; write 10.0.0.2 or 2001:db8::2`);
  }
  if (!isTable(figures)) {
    fail("--members", figures, `are no figures of ${name}; write {"idlePercent": 25}`);
  }
  const candidate: Candidate = {
    name,
    ...(weight === undefined ? {} : { weight }),
    ...(address === undefined ? {} : { address }),
  };
  return { candidate, figures: checkedFigures("--members", name, figures) };
}

/** One `name=weight@address`; weight and address may be missing. */
function memberOf(text: string): Readonly<Record<string, unknown>> {
  const [, name = "", weight, address] = /^([^=@]*)(?:=([^@]*))?(?:@(.*))?$/.exec(text) ?? [];
  if (name.trim() === "") fail("--members", text, "has no name; write i1=100@10.0.0.1");
  const isNumber = weight !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(weight);
  return {
    name: name.trim(),
    ...(weight === undefined ? {} : { weight: isNumber ? Number(weight) : weight }),
    ...(address === undefined ? {} : { address: address.trim() }),
  };
}

/** The members of a list with commas; one at its end does no harm, one too many elsewhere hides a member. */
function memberList(word: string): readonly Readonly<Record<string, unknown>>[] {
  const entries = word.replace(/,\s*$/, "").split(",");
  if (entries.length > 1 && entries.some((each) => each.trim() === "")) {
    fail("--members", word, "has an empty place; write i1=100,i2=200");
  }
  return entries
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map(memberOf);
}

/**
 * Reads `i1=100,i2=200@10.0.0.2,i3`, or a list of members as JSON or the name of a `.json` file.
 *
 * @throws PlanUsageError when it cannot be read
 */
export function membersWord(word: string): readonly PlannedMember[] {
  const isFile = isJson(word) || /\.json$/i.test(word);
  const list = isFile ? jsonWord("--members", word) : memberList(word);
  if (!Array.isArray(list)) {
    throw new PlanUsageError('--members: a list is wanted, such as [{"name": "i1"}]');
  }
  const members = list.map((entry: unknown) => {
    if (typeof entry === "string") return checkedMember({ name: entry });
    return isTable(entry)
      ? checkedMember(entry)
      : fail("--members", entry, 'is no member; write {"name": "i1", "weight": 100}');
  });
  if (members.length === 0) fail("--members", word, "names nobody; write i1=100,i2=200");
  const names = members.map(({ candidate: { name } }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    fail("--members", twice, "is there twice; every member has its own name");
  return members;
}

/** Members with the weights of a file, where they have none of their own. */
export function withWeights(
  members: readonly PlannedMember[],
  weights: Readonly<Record<string, number>>,
): readonly PlannedMember[] {
  const known = new Map(Object.entries(weights));
  return members.map((member) => {
    const weight = member.candidate.weight ?? known.get(member.candidate.name);
    if (weight === undefined) return member;
    return { ...member, candidate: { ...member.candidate, weight } };
  });
}

/** Members with the figures of `--figures` as well: `i1:idlePercent=25,bogoMips=500;i2:idlePercent=50`. */
export function withFigures(
  members: readonly PlannedMember[],
  word: string,
): readonly PlannedMember[] {
  const names = members.map(({ candidate }) => candidate.name);
  const added = new Map<string, Readonly<Record<string, number>>>();
  for (const part of word.split(";").filter((each) => each.trim() !== "")) {
    const [name = "", rest = ""] = part.split(/:(.*)/s).map((each) => each.trim());
    if (!names.includes(name)) {
      const near = didYouMean(name, names);
      fail("--figures", name, `is no member${near || `; there are ${names.join(", ")}`}`);
    }
    const pairs = rest.split(/[\s,]+/).filter((each) => each !== "");
    if (pairs.length === 0) fail("--figures", part, "has no figure; write i1:idlePercent=25");
    const figures = pairs.map((pair): [string, unknown] => {
      const [figure = "", value = ""] = pair.split(/=(.*)/s);
      return [figure, /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value];
    });
    added.set(name, checkedFigures("--figures", name, Object.fromEntries(figures)));
  }
  return members.map(({ candidate, figures }) => ({
    candidate,
    figures: { ...figures, ...added.get(candidate.name) },
  }));
}

/** What the members with figures report. */
export function reportsOf(members: readonly PlannedMember[], atMs: number): readonly Feedback[] {
  return members
    .filter(({ figures }) => Object.keys(figures).length > 0)
    .map(({ candidate: { name }, figures }) => ({ type: "report", member: name, figures, atMs }));
}
