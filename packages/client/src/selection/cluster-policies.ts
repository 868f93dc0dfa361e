import { type Feedback, matchesPattern, type Policy, type SelectionRequest } from "@remora/cluster";
import { type CandidateBook, PolicyDriver, type SelectionWorld } from "./policy-driver.ts";
import type { SelectionPlan } from "./selection-options.ts";

/** What a policy decides on. */
export type SelectionUse = "contexts" | "requests";

/**
 * The policies of one cluster, or of the sites: one driver for each use and each name pattern, made when first needed.
 * All see the same members and the same reports; each counts its own work.
 */
export class ClusterPolicies {
  readonly #uses: ReadonlySet<SelectionUse>;
  readonly #book: CandidateBook;
  readonly #world: SelectionWorld;
  readonly #drivers = new Map<
    string,
    { readonly use: SelectionUse; readonly driver: PolicyDriver }
  >();
  readonly #reports = new Map<string, Extract<Feedback, { type: "report" }>>();
  #plan: SelectionPlan;

  constructor(
    plan: SelectionPlan,
    uses: readonly SelectionUse[],
    book: CandidateBook,
    world: SelectionWorld,
  ) {
    this.#plan = plan;
    this.#uses = new Set(uses);
    this.#book = book;
    this.#world = world;
  }

  /** Who decides; undefined: the rotation does. */
  driver(use: SelectionUse, request: SelectionRequest): PolicyDriver | undefined {
    const plan = this.#plan;
    if ((plan[use] === undefined && plan.byName.length === 0) || !this.#uses.has(use)) {
      return undefined;
    }
    const { name } = request;
    const own =
      name === undefined
        ? undefined
        : plan.byName.find(([pattern]) => matchesPattern(pattern, name));
    const policy = own?.[1] ?? plan[use];
    if (policy === undefined) return undefined;
    const slot = slotOf(use, own?.[0]);
    const known = this.#drivers.get(slot);
    if (known !== undefined) return known.driver;
    const driver = new PolicyDriver(policy, this.#book, this.#world, this.#reports);
    this.#drivers.set(slot, { use, driver });
    return driver;
  }

  /** Other policies from the next decision on; what was counted stays with each of them. */
  apply(plan: SelectionPlan): void {
    this.#plan = plan;
    for (const [slot, { use, driver }] of this.#drivers) {
      const policy = policyAt(plan, slot, use);
      if (policy === undefined) this.#drivers.delete(slot);
      else if (policy !== driver.policy) driver.replace(policy);
    }
  }

  /** Figures of one member, for all policies, also for those that are made later. */
  report(member: string, figures: Readonly<Record<string, unknown>>, atMs: number): void {
    const report = {
      type: "report",
      member,
      figures: figures as Record<string, number>,
      atMs,
    } as const;
    const before = this.#reports.get(member);
    if (before === undefined || before.atMs <= atMs) this.#reports.set(member, report);
    for (const { driver } of this.#drivers.values()) driver.report(report);
  }

  /** The driver of all work without a pattern of its own, if it has decided already. */
  main(use: SelectionUse): PolicyDriver | undefined {
    return this.#drivers.get(slotOf(use, undefined))?.driver;
  }

  /** What may surprise about the policies at work, in sentences. */
  warnings(): readonly string[] {
    return [...new Set([...this.#drivers.values()].flatMap(({ driver }) => driver.warnings()))];
  }
}

function slotOf(use: SelectionUse, pattern: string | undefined): string {
  return pattern === undefined ? use : `${use} ${pattern}`;
}

function policyAt(plan: SelectionPlan, slot: string, use: SelectionUse): Policy | undefined {
  if (slot === use) return plan[use];
  return plan.byName.find(([pattern]) => slotOf(use, pattern) === slot)?.[1];
}
