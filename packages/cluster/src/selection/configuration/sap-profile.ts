import { didYouMean } from "../nearest-word.ts";
import {
  type CostTable,
  type CostTableResult,
  changeCostTable,
  formatCostTable,
  parseCostTable,
} from "../sap-gateway/cost-table.ts";
import type { SapGatewayOptions } from "../sap-gateway/sap-gateway.ts";
import {
  type ConfigurationResult,
  type Findings,
  newFindings,
  wholeNumber,
} from "./configuration-result.ts";
import { textLines } from "./text-lines.ts";

/** What a profile of the gateway says about balancing, ready for `sapGateway(options)`. */
export interface SapProfile extends Pick<SapGatewayOptions, "level" | "defaultCost"> {
  /** `gw/reg_lb_ip`. */
  readonly costs?: CostTable;
}

type Draft = { -readonly [Key in keyof SapProfile]: SapProfile[Key] };

const LEVEL = "gw/reg_lb_level";
const DEFAULT = "gw/reg_lb_default";
const TABLE = "gw/reg_lb_ip";
const KNOWN: readonly string[] = [LEVEL, DEFAULT, TABLE];

/** A table of costs, or its problem with the line. */
function tableOf(findings: Findings, line: number, result: CostTableResult): CostTable | undefined {
  return result.ok
    ? result.table
    : findings.problem(line, result.value, result.problem, result.hint);
}

/** A word for every entry that an earlier one keeps from ever being looked at. */
function warnOfShadows(findings: Findings, line: number, table: CostTable): void {
  for (const [index, { key, cost }] of table.entries()) {
    const own = key.toLowerCase();
    const before = table.slice(0, index).find((earlier) => {
      const wide = earlier.key.toLowerCase();
      return (
        wide === own || (wide.includes("*") && own.startsWith(wide.slice(0, wide.indexOf("*"))))
      );
    });
    if (before !== undefined) {
      const problem = `never counts: ${before.key}=${before.cost} before it matches first`;
      findings.warning(line, `${key}=${cost}`, problem, "write the narrower entry first");
    }
  }
}

/** Sets one parameter; whether the name is one of balancing. */
function setParameter(
  findings: Findings,
  line: number,
  name: string,
  value: string,
  draft: Draft,
): boolean {
  switch (name) {
    case LEVEL: {
      const level = wholeNumber(findings, line, LEVEL, value, [0, 2]);
      if (level !== undefined) draft.level = level as 0 | 1 | 2;
      return true;
    }
    case DEFAULT: {
      const cost = wholeNumber(findings, line, DEFAULT, value, [1, 2_147_483_647]);
      if (cost !== undefined) draft.defaultCost = cost;
      return true;
    }
    case TABLE: {
      const table = tableOf(findings, line, parseCostTable(value));
      if (table === undefined) return true;
      warnOfShadows(findings, line, table);
      draft.costs = table;
      return true;
    }
    default:
      return false;
  }
}

/** A parameter that is near to one of balancing is a slip; all others belong to other parts. */
function refuseNearMiss(findings: Findings, line: number, name: string): void {
  const hint = didYouMean(name, KNOWN);
  if (name.startsWith("gw/reg_lb") || hint.startsWith("did")) {
    findings.problem(line, name, "is no parameter", hint);
  }
}

/**
 * Reads the lines `gw/reg_lb_level`, `gw/reg_lb_default` and `gw/reg_lb_ip` of a profile, each as `name = value`.
 *
 * Other parameters are passed over, but a name that is nearly one of the three is a problem. Of a repeated parameter the
 * last one counts, with a warning. Comments begin with `#`.
 *
 * @param file - appears in problems
 */
export function parseSapProfile(text: string, file = "profile"): ConfigurationResult<SapProfile> {
  const findings = newFindings(file);
  const draft: Draft = {};
  const seen = new Map<string, number>();
  for (const { content, line } of textLines(text)) {
    const [, name, value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(content) ?? [];
    if (name === undefined || value === undefined) {
      findings.problem(line, content, "is no parameter", "write name = value");
      continue;
    }
    const earlier = seen.get(name);
    if (earlier !== undefined && KNOWN.includes(name)) {
      findings.warning(line, name, `is given on line ${earlier} too`, "the last one counts");
    }
    seen.set(name, line);
    if (!setParameter(findings, line, name, value, draft)) refuseNearMiss(findings, line, name);
  }
  return findings.result(draft);
}

/**
 * Changes parameters while the gateway runs: a line `key=cost` changes, adds or (cost 0) deletes one entry of the table; the
 * three parameters may be changed as well, `gw/reg_lb_ip` by one entry.
 *
 * @param profile - what holds until then
 * @param file - appears in problems
 */
export function changeSapProfile(
  profile: SapProfile,
  text: string,
  file = "changes",
): ConfigurationResult<SapProfile> {
  const findings = newFindings(file);
  const draft: Draft = { ...profile };
  for (const { content, line } of textLines(text)) {
    const [, name = "", value = ""] = /^(gw\/[^=\s]*)\s*=\s*(.*)$/.exec(content) ?? [];
    if (name !== "" && name !== TABLE) {
      if (!setParameter(findings, line, name, value, draft)) {
        findings.problem(line, name, "is no parameter", didYouMean(name, KNOWN));
      }
      continue;
    }
    const change = name === TABLE ? value : content;
    const before = draft.costs ?? [];
    const table = tableOf(findings, line, changeCostTable(before, change));
    if (table === undefined) continue;
    draft.costs = table;
    if (change.trim().endsWith("=0") && table.length === before.length) {
      findings.warning(line, change, "deletes an entry that is not there", "nothing is changed");
    }
    if (table.length > before.length) warnOfShadows(findings, line, table);
  }
  return findings.result(draft);
}

/** A profile's lines about balancing, as `parseSapProfile` reads them again. */
export function formatSapProfile({ level, defaultCost, costs }: SapProfile): string {
  return [
    ...(level === undefined ? [] : [`${LEVEL} = ${level}`]),
    ...(defaultCost === undefined ? [] : [`${DEFAULT} = ${defaultCost}`]),
    ...(costs === undefined ? [] : [`${TABLE} = ${formatCostTable(costs)}`]),
  ].join("\n");
}
