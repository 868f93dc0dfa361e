import {
  type Feedback,
  matchesPattern,
  type Policy,
  type Selection,
  type SelectionRequest,
} from "@remora/cluster";
import { type CandidateBook, PolicyDriver, type SelectionWorld } from "./policy-driver.ts";
import type { SelectionPlan } from "./selection-options.ts";

/** What a policy decides on. */
export type SelectionUse = "contexts" | "requests";

/** What a policy decided last. */
export interface LatestSelection {
  readonly use: SelectionUse;
  /** The name pattern that the policy is for; undefined: for all other work. */
  readonly pattern: string | undefined;
  readonly selection: Selection;
}

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
    this.#uses = new Set(uses);
    this.#plan = this.#own(plan);
    this.#book = book;
    this.#world = world;
  }

  /** Who decides; undefined: the rotation does. */
  driver(use: SelectionUse, request: SelectionRequest): PolicyDriver | undefined {
    const plan = this.#plan;
    if (!this.#uses.has(use)) return undefined;
    const { name } = request;
    const own =
      name === undefined || plan.byName.length === 0
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

  /**
   * Gets other policies ready; what was counted stays with each of them. They decide once the function that is given
   * back was called. A policy that is taken away is kept while work of it is open, for it may come back.
   */
  prepare(given: SelectionPlan): () => void {
    const plan = this.#own(given);
    const changes: (() => void)[] = [];
    for (const [slot, { use, driver }] of this.#drivers) {
      const policy = policyAt(plan, slot, use);
      if (policy !== undefined && policy !== driver.policy) changes.push(driver.prepare(policy));
      if (policy === undefined && driver.isIdle) changes.push(() => this.#drivers.delete(slot));
    }
    return () => {
      this.#plan = plan;
      for (const change of changes) change();
    };
  }

  /** Figures of one member, for all policies, also for those that are made later. */
  report(member: string, figures: Readonly<Record<string, unknown>>, atMs: number): void {
    const report = {
      type: "report",
      member,
      figures: figures as Record<string, number>,
      atMs,
    } as const;
    this.#keep(report);
    for (const { driver } of this.#drivers.values()) driver.report(report);
  }

  /** Inside a site names decide nothing: they have chosen the site. */
  #own(plan: SelectionPlan): SelectionPlan {
    return this.#uses.has("contexts") ? plan : { ...plan, byName: [] };
  }

  /** The latest report of each member that is there; strangers and those that have left are not kept. */
  #keep(report: Extract<Feedback, { type: "report" }>): void {
    const before = this.#reports.get(report.member);
    const isNews = before === undefined || before.atMs <= report.atMs;
    if (!isNews) return;
    this.#reports.set(report.member, report);
    const candidates = this.#book.candidates();
    if (before !== undefined && this.#reports.size <= candidates.length) return;
    const there = new Set(candidates.map(({ name }) => name));
    for (const name of this.#reports.keys()) if (!there.has(name)) this.#reports.delete(name);
  }

  /** The latest decision of each policy that is in force and has decided already. */
  latest(): readonly LatestSelection[] {
    return this.#inForce().flatMap(({ use, pattern, driver }) =>
      driver.last === undefined ? [] : [{ use, pattern, selection: driver.last }],
    );
  }

  /** What may surprise about the policies at work, in sentences. */
  warnings(): readonly string[] {
    return [...new Set(this.#inForce().flatMap(({ driver }) => driver.warnings()))];
  }

  /** The drivers of work without a pattern first, then those of each pattern. */
  #inForce(): readonly {
    readonly use: SelectionUse;
    readonly pattern: string | undefined;
    readonly driver: PolicyDriver;
  }[] {
    const patterns = [undefined, ...this.#plan.byName.map(([pattern]) => pattern)];
    return patterns.flatMap((pattern) =>
      (["contexts", "requests"] as const).flatMap((use) => {
        const slot = slotOf(use, pattern);
        const driver = this.#drivers.get(slot)?.driver;
        const isUsed = policyAt(this.#plan, slot, use) !== undefined;
        return driver !== undefined && isUsed ? [{ use, pattern, driver }] : [];
      }),
    );
  }
}

function slotOf(use: SelectionUse, pattern: string | undefined): string {
  return pattern === undefined ? use : `${use} ${pattern}`;
}

function policyAt(plan: SelectionPlan, slot: string, use: SelectionUse): Policy | undefined {
  if (slot === use) return plan[use];
  return plan.byName.find(([pattern]) => slotOf(use, pattern) === slot)?.[1];
}
