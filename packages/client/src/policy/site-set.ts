import type { Candidate, Endpoint, SelectionRequest } from "@remora/cluster";
import type { Cluster } from "../resolution/cluster.ts";
import { ClusterPolicies } from "../selection/cluster-policies.ts";
import type { CandidateBook, Drawn, SelectionWorld } from "../selection/policy-driver.ts";
import type { SelectionPlan } from "../selection/selection-options.ts";

/** Where the clusters behind sites come from. */
export interface SiteClusters {
  /** The cluster of a site, made when first needed. */
  cluster(endpoints: readonly Endpoint[]): Cluster;
}

/** What the sites need of their Orb. */
export interface SiteSettings {
  readonly sites: ReadonlyMap<string, readonly Endpoint[]>;
  readonly plan: SelectionPlan;
  readonly world: SelectionWorld;
  readonly clusters: SiteClusters;
  readonly drained: {
    readonly version: number;
    has(text: string): boolean;
  };
}

const nobody: ReadonlySet<string> = new Set();

/** Sites: clusters of their own, one of which is chosen for each context. Inside it the rotation goes on. */
export class SiteSet implements CandidateBook {
  readonly policies: ClusterPolicies;
  readonly #settings: SiteSettings;
  readonly #candidates: readonly Candidate[];
  readonly #known = new Map<string, Cluster>();
  #drained: ReadonlySet<string> = nobody;
  #drainedSeen = 0;

  constructor(settings: SiteSettings) {
    this.#settings = settings;
    this.#candidates = [...settings.sites.keys()].map((name) => ({ name }));
    this.policies = new ClusterPolicies(settings.plan, ["contexts"], this, settings.world);
  }

  candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  /** Sites are called as they are configured. */
  nameNow(site: string): string {
    return site;
  }

  /** Sites of which no endpoint may be used now. One that nobody has asked yet counts as sound. */
  failed(): ReadonlySet<string> {
    const failed = [...this.#known]
      .filter(([, cluster]) => !cluster.isReachable())
      .map(([name]) => name);
    return failed.length === 0 ? nobody : new Set(failed);
  }

  drained(): ReadonlySet<string> {
    const { drained, sites } = this.#settings;
    if (this.#drainedSeen !== drained.version) {
      this.#drainedSeen = drained.version;
      this.#drained = new Set([...sites.keys()].filter((name) => drained.has(name)));
    }
    return this.#drained;
  }

  /** The cluster of a site. */
  cluster(site: string): Cluster {
    const known = this.#known.get(site);
    if (known !== undefined) return known;
    const { clusters, sites } = this.#settings;
    const made = clusters.cluster(sites.get(site) ?? []);
    this.#known.set(site, made);
    return made;
  }

  /** Names of the members of a site, as far as they are known. */
  membersOf(site: string): readonly string[] {
    return this.#known.get(site)?.view.members.map(({ name }) => name) ?? [];
  }

  /** Calls that a site has not answered yet. */
  inFlight(site: string): number {
    return this.#known.get(site)?.inFlight() ?? 0;
  }

  /** The clusters that were used already, by name of the site. */
  get known(): ReadonlyMap<string, Cluster> {
    return this.#known;
  }

  /** The site of a new context; without a policy the first that is sound. Throws NoCandidateError. */
  draw(request: SelectionRequest): Drawn {
    const driver = this.policies.driver("contexts", request);
    if (driver !== undefined) return driver.draw(request);
    const [first] = this.#order();
    return { member: first ?? "" };
  }

  /** Who comes after a site that could not be reached, as the policy would choose now. */
  alternates(request: SelectionRequest): Iterable<string> {
    const driver = this.policies.driver("contexts", request);
    return driver === undefined ? this.#order() : driver.order(request);
  }

  /** Without a policy: in the order given, sound ones first. */
  #order(): readonly string[] {
    const [failed, drained] = [this.failed(), this.drained()];
    const names = this.#candidates.map(({ name }) => name).filter((name) => !drained.has(name));
    return [
      ...names.filter((name) => !failed.has(name)),
      ...names.filter((name) => failed.has(name)),
    ];
  }
}
