import { best, first } from "../best-chooser.ts";
import type { Candidate } from "../candidate.ts";
import { checkKeys, checkNumber, checkWord } from "../checked-options.ts";
import { hasWeight, notDrained, notFailed } from "../common-filters.ts";
import { entriesOf, entryOf } from "../fact-table.ts";
import { type PipelineState, pipeline } from "../pipeline.ts";
import { InvalidPolicyError, type Policy } from "../policy.ts";
import { checkShapes } from "../preset-shapes.ts";
import type { Filter, Load, RankedBy } from "../stage.ts";
import { weightWarnings } from "../survivors.ts";
import {
  type CostTable,
  changeCostTable,
  costOf,
  formatCostTable,
  type HostAddresses,
  parseCostTable,
} from "./cost-table.ts";
import { firstRegistrations, type Registrations, registrationsAfter } from "./registrations.ts";

/** How registered programs are balanced, in the words of the gateway's profile. */
export interface SapGatewayOptions {
  /**
   * `gw/reg_lb_level`. 0: the first program with no call of ours; 1: the one that was chosen least often;
   * 2: the one of the lowest summed cost. Default 1.
   */
  readonly level?: 0 | 1 | 2;
  /** `gw/reg_lb_default`: cost of an address that no entry matches. Default 20. */
  readonly defaultCost?: number;
  /** `gw/reg_lb_ip`: the value as written, or a table. Default: empty. */
  readonly costs?: string | CostTable;
  /**
   * Whether a changed table acts on programs that are registered already. Default true; false is the
   * letter of the document, where the cost is looked up at the logon.
   */
  readonly reapply?: boolean;
  /**
   * What a call of ours in flight does to a program. `skip`: it is passed over while another one is free; `refuse`:
   * it is never chosen; `ignore`: nothing. Default: `skip` for level 0, `ignore` for the others.
   */
  readonly busy?: "skip" | "refuse" | "ignore";
  /** Addresses of the host names in `costs`, resolved by the caller. */
  readonly hosts?: HostAddresses;
}

const OPTIONS = ["level", "defaultCost", "costs", "reapply", "busy", "hosts"];
const STATE = "registrations";

function tableOfCosts(costs: string | CostTable): CostTable {
  // What is given as a table is held to the same rules as its text.
  const result = parseCostTable(typeof costs === "string" ? costs : formatCostTable(costs));
  if (result.ok) return result.table;
  throw new InvalidPolicyError("sapGateway.costs", result.value, result.problem, result.hint);
}

/** The number a level compares, from what each registration was given. */
function loadOf(
  level: 0 | 1 | 2,
  reapply: boolean,
  cost: (candidate: Candidate) => number,
): Load<Registrations> {
  return {
    name: STATE,
    better: "min",
    initial: (members) => firstRegistrations(members, cost),
    on: (own, event, members) => registrationsAfter(own, event, members, cost, reapply),
    value: ({ name }, { own }) => figureOf(level, own, name),
  };
}

function figureOf(level: 0 | 1 | 2, { byName }: Registrations, name: string): number | undefined {
  const registration = entryOf(byName, name);
  return level === 2 ? registration?.load : registration?.count;
}

/** Level 0 takes whoever is free, by the order of ties alone; the others go by what each was given. */
function rankedBy(
  level: 0 | 1 | 2,
  load: Load<Registrations>,
  busyCounts: boolean,
): RankedBy<Registrations> {
  return {
    stage: load,
    edition: ({ renormalizations }) => renormalizations,
    value: ({ name }, { running }, own) => {
      if (level > 0) return figureOf(level, own, name);
      return busyCounts && running > 0 ? undefined : 0;
    },
  };
}

/**
 * Balances as SAP's gateway balances registered programs: per request, by cost.
 *
 * Every assignment adds the cost of the program's address to its load, and the lowest load is next: in the
 * long run the shares are as 1/cost. To change costs while running, make the policy again with another table and go
 * on with the same state.
 *
 * @throws InvalidPolicyError when an option is unknown or has no meaning
 */
export function sapGateway(options: SapGatewayOptions = {}): Policy<PipelineState> {
  checkKeys("sapGateway", options, OPTIONS);
  checkShapes("sapGateway", options);
  const { level = 1, defaultCost = 20, reapply = true, hosts = {} } = options;
  checkNumber("sapGateway.level", level, [0, 2]);
  checkNumber("sapGateway.defaultCost", defaultCost, [1, 2_147_483_647]);
  const busy = options.busy ?? (level === 0 ? "skip" : "ignore");
  checkWord("sapGateway.busy", busy, ["skip", "refuse", "ignore"]);
  const table = tableOfCosts(options.costs ?? "");
  const cost = (candidate: Candidate): number => costOf(table, candidate, defaultCost, hosts);
  const notBusy: Filter = {
    name: "busy",
    soft: busy === "skip",
    keep: ({ name }, { facts }) => {
      const { running } = facts(name);
      return running === 0 || `has ${running} ${running === 1 ? "call" : "calls"} in flight`;
    },
  };
  const load = loadOf(level, reapply, cost);
  const ranked = rankedBy(level, load, busy !== "ignore");
  const policy = pipeline("sapGateway", {
    filters: [notDrained, hasWeight, notFailed, ...(busy === "ignore" ? [] : [notBusy])],
    load: [load],
    chooser: level === 0 ? first : best,
    ranked: () => ranked,
  });
  return {
    ...policy,
    expectedShares: (state) => sharesOf(level, state, reapply, cost),
    warnings: ({ members }) => [
      ...weightWarnings(members),
      ...(level !== 2 && table.length > 0
        ? [`costs do not act at level ${level}: give level: 2`]
        : []),
    ],
    changed: (entry) => {
      const next = changeCostTable(table, entry);
      if (next.ok) return sapGateway({ ...options, costs: next.table });
      throw new InvalidPolicyError("sapGateway.costs", next.value, next.problem, next.hint);
    },
  };
}

/** The shares of the long run: alike for level 1, as 1/cost for level 2; level 0 depends on how long calls take. */
function sharesOf(
  level: 0 | 1 | 2,
  state: PipelineState,
  reapply: boolean,
  cost: (candidate: Candidate) => number,
): ReadonlyMap<string, number> | undefined {
  if (level === 0) return undefined;
  const all = entriesOf((state.own[STATE] as Registrations).byName);
  const part = (name: string): number => {
    const registration = all.get(name);
    if (registration === undefined) return 0;
    if (level === 1) return 1;
    return 1 / (reapply ? cost(registration.candidate) : registration.cost);
  };
  const total = state.members.reduce((sum, { name }) => sum + part(name), 0);
  if (total === 0) return undefined;
  return new Map(state.members.map(({ name }) => [name, part(name) / total]));
}
