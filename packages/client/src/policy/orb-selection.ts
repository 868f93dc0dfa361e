import type { Endpoint, MemberOrder } from "@remora/cluster";
import type { EventHub } from "../events.ts";
import type { OrbOptions } from "../options.ts";
import type { Cluster } from "../resolution/cluster.ts";
import { DrainedMembers } from "../selection/drained-members.ts";
import { LoadFeed } from "../selection/load-feed.ts";
import { MemberCounterBook } from "../selection/member-counters.ts";
import type { SelectionWorld } from "../selection/policy-driver.ts";
import { type SelectionPlan, selectionPlan } from "../selection/selection-options.ts";
import { type SiteClusters, SiteSet } from "./site-set.ts";

/** What the policies of an Orb need of it. */
export interface SelectionSurroundings extends SiteClusters {
  readonly hub: EventHub;
  readonly now: () => number;
  readonly random: () => number;
  /** Draws heads. */
  readonly draws: () => number;
  /** Draws orders of fall-back. */
  readonly tails: () => number;
  readonly order: MemberOrder;
  /** The clusters that are in use. */
  clusters(): Iterable<Cluster>;
}

/** The selection policies of one Orb: what is in force, who is drained, where load figures come from. */
export class OrbSelection {
  /** Members and sites that take no new work, at the caller's word. */
  readonly drained: DrainedMembers = new DrainedMembers();
  /** Kept only while a load source may ask for them. */
  readonly counters: MemberCounterBook | undefined;
  /** Clusters among which one is chosen for each context. */
  readonly sites: SiteSet | undefined;
  /** The policies in force. */
  plan: SelectionPlan;
  /** Weights that the caller has set; they win over what clusters tell. */
  weights: Readonly<Record<string, number>>;
  readonly #around: SelectionSurroundings;
  /** Milliseconds since 1970: some rules know times of day. */
  readonly #wallClock: () => number;
  readonly #feeds = new Map<string, LoadFeed>();
  #stopped = false;

  constructor(
    given: OrbOptions,
    weights: Readonly<Record<string, number>>,
    sites: ReadonlyMap<string, readonly Endpoint[]> | undefined,
    around: SelectionSurroundings,
  ) {
    this.#around = around;
    this.#wallClock = given.now ?? (() => performance.timeOrigin + performance.now());
    this.plan = selectionPlan(given.selectionPolicy, sites !== undefined);
    this.weights = weights;
    this.counters = this.plan.loadSources.length > 0 ? new MemberCounterBook() : undefined;
    this.sites =
      sites === undefined
        ? undefined
        : new SiteSet({
            sites,
            plan: this.plan,
            drained: this.drained,
            world: this.world("sites"),
            clusters: around,
          });
  }

  /** What the policies of a cluster draw with, and whom they tell. */
  world(cluster: string): SelectionWorld {
    const { hub, draws, tails, order } = this.#around;
    return {
      order,
      random: draws,
      tailRandom: tails,
      nowMs: this.#wallClock,
      onSkipped: ({ policy, skipped }) => {
        for (const { stage, note } of skipped) {
          hub.emit("selectionSkipped", { cluster, policy, stage, note });
        }
      },
      onPolicyFailed: (policy, event, error) => {
        const said = error instanceof Error ? error.message : String(error);
        hub.emit("warning", {
          code: "POLICY",
          message: `the policy ${policy} threw when it was told that something was ${event}: ${said}`,
        });
      },
      onOwnerChanged: (key, previous, next) => {
        hub.emit("ownerChanged", { cluster, key, previous, next });
      },
    };
  }

  /** Load sources begin with the first work, not with the Orb. With sites they tell of sites. */
  startLoad(cluster: Cluster | undefined): void {
    const { loadSources } = this.plan;
    if (loadSources.length === 0 || this.#stopped) return;
    const { sites } = this;
    const book = sites ?? cluster;
    if (book === undefined) return;
    const name = sites === undefined ? (cluster?.name ?? "") : "sites";
    if (this.#feeds.has(name)) return;
    const { hub, now, random } = this.#around;
    const counters = this.counters ?? new MemberCounterBook();
    const feed = new LoadFeed({
      now,
      random,
      members: () => book.candidates().map((candidate) => candidate.name),
      counters: (member) => {
        const inFlight = book.inFlight(member);
        return sites === undefined
          ? counters.of(member, inFlight)
          : counters.together(sites.membersOf(member), inFlight);
      },
      onReport: (member, figures, problems, ageMs) => {
        book.policies.report(member, figures, this.#wallClock() - ageMs);
        hub.emit("loadReported", { cluster: name, member, figures, problems });
      },
      onFailed: (source, message, failures) => {
        hub.emit("loadSourceFailed", { cluster: name, source, message, failures });
      },
    });
    this.#feeds.set(name, feed);
    feed.start(loadSources);
  }

  /** Other policies and weights from the next decision on: all of it, or nothing when a part is wrong. */
  apply(plan: SelectionPlan, weights: Readonly<Record<string, number>>): void {
    const clusters = [...this.#around.clusters()];
    for (const cluster of clusters) cluster.checkWeights(weights);
    // Whatever of a policy of somebody's own throws throws here, before anything has changed.
    const changes = [this.sites, ...clusters].map((book) => book?.policies.prepare(plan));
    this.plan = plan;
    for (const change of changes) change?.();
    if (Object.keys(weights).length === 0) return;
    this.weights = { ...this.weights, ...weights };
    for (const cluster of clusters) cluster.changeWeights(weights);
  }

  /** The sources end. */
  stop(): void {
    this.#stopped = true;
    for (const feed of this.#feeds.values()) feed.stop();
  }
}
