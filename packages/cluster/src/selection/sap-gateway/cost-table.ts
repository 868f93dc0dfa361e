import type { Candidate } from "../candidate.ts";

/** One entry of `gw/reg_lb_ip`: what an assignment to a matching address costs. */
export interface CostEntry {
  /** As written: an address, the beginning of one with `*`, or a host name. */
  readonly key: string;
  /** Cost of one assignment, 1 or more; larger means weaker. */
  readonly cost: number;
}

/** The entries in their order; the first that matches counts. */
export type CostTable = readonly CostEntry[];

/** A cost table, or what is wrong with its text. */
export type CostTableResult =
  | { readonly ok: true; readonly table: CostTable }
  | {
      readonly ok: false;
      /** The entry that is wrong, as written. */
      readonly value: string;
      /** Its number, from 0. */
      readonly index: number;
      /** What is wrong, as a lower-case clause. */
      readonly problem: string;
      /** What to do about it, as a lower-case clause. */
      readonly hint: string;
    };

/** A change of one entry, or what is wrong with it. */
type EntryResult =
  | { readonly ok: true; readonly key: string; readonly cost: number }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

const MAX_COST = 2_147_483_647;

/** Why a text is no key, if so. */
function keyProblem(key: string): string | undefined {
  if (!/^[\w.:*-]+$/.test(key)) return "is no address and no host name";
  const parts = key.split(".");
  const isAddress = /^[\d.*]+$/.test(key);
  if (!isAddress) return key.includes("*") ? "has a * in a host name" : undefined;
  const star = parts.indexOf("*");
  const given = star < 0 ? parts : parts.slice(0, star);
  if (star >= 0 && parts.slice(star).some((part) => part !== "*")) {
    return "has a * before other numbers";
  }
  if (parts.length !== 4) return "does not have four numbers";
  const isOctet = (part: string): boolean => /^\d{1,3}$/.test(part) && Number(part) <= 255;
  return given.every(isOctet) ? undefined : "has a part that is no number from 0 to 255";
}

function parseEntry(text: string, minimum: number): EntryResult {
  const [key = "", cost, more] = text.split("=");
  if (cost === undefined || more !== undefined) {
    return { ok: false, problem: 'is not of the form "key=cost"', hint: "write 10.0.0.*=2" };
  }
  const problem = keyProblem(key);
  if (problem !== undefined) {
    const hint = "write a host name, 10.0.0.7 or 10.0.0.*, with * at the end only";
    return { ok: false, problem, hint };
  }
  if (!/^\d+$/.test(cost) || Number(cost) < minimum || Number(cost) > MAX_COST) {
    const hint =
      minimum > 0
        ? `give a whole number from 1, for the strongest, to ${MAX_COST}`
        : `give a whole number: 0 deletes, 1 is the strongest, the largest is ${MAX_COST}`;
    return { ok: false, problem: "has a cost that cannot be", hint };
  }
  return { ok: true, key, cost: Number(cost) };
}

/**
 * Reads the value of `gw/reg_lb_ip`: entries `key=cost`, parted by blanks or commas.
 *
 * @param text - may be empty: then every address has the default cost
 */
export function parseCostTable(text: string): CostTableResult {
  const table: CostEntry[] = [];
  for (const [index, value] of text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .entries()) {
    const entry = parseEntry(value, 1);
    if (!entry.ok) return { ...entry, value, index };
    table.push({ key: entry.key, cost: entry.cost });
  }
  return { ok: true, table };
}

/** Keys are the same whatever their case: the profile says `server1` where a change says `Server1`. */
function isKey(entry: CostEntry, key: string): boolean {
  return entry.key.toLowerCase() === key.toLowerCase();
}

/**
 * Changes one entry while running, as the gateway's `gw/reg_lb_ip` is changed: a key that is there gets the
 * new cost in its place, a cost of 0 deletes it, a new key comes last.
 *
 * @param change - one entry, `key=cost`; deleting a key that is not there changes nothing
 */
export function changeCostTable(table: CostTable, change: string): CostTableResult {
  const value = change.trim();
  const entry = parseEntry(value, 0);
  if (!entry.ok) return { ...entry, value, index: 0 };
  const { key, cost } = entry;
  if (cost === 0) return { ok: true, table: table.filter((each) => !isKey(each, key)) };
  if (!table.some((each) => isKey(each, key)))
    return { ok: true, table: [...table, { key, cost }] };
  return {
    ok: true,
    table: table.map((each) => (isKey(each, key) ? { key: each.key, cost } : each)),
  };
}

/** The table as one line, as it stands in a profile. */
export function formatCostTable(table: CostTable): string {
  return table.map(({ key, cost }) => `${key}=${cost}`).join(" ");
}

/** What is known of host names: the addresses each stands for. */
export type HostAddresses = Readonly<Record<string, readonly string[]>>;

function matches(key: string, candidate: Candidate, hosts: HostAddresses): boolean {
  const lower = key.toLowerCase();
  const address = candidate.address?.toLowerCase();
  if (lower === address || lower === candidate.name.toLowerCase()) return true;
  if (address === undefined) return false;
  if (lower.includes("*")) return address.startsWith(lower.slice(0, lower.indexOf("*")));
  return Object.hasOwn(hosts, key) && (hosts[key] ?? []).includes(address);
}

/**
 * What an assignment to a candidate costs: the first matching entry.
 *
 * @param hosts - addresses of host names in the table, resolved by the caller; without them a host name
 *   matches the candidate's name or its address as written
 */
export function costOf(
  table: CostTable,
  candidate: Candidate,
  defaultCost: number,
  hosts: HostAddresses = {},
): number {
  return table.find(({ key }) => matches(key, candidate, hosts))?.cost ?? defaultCost;
}
