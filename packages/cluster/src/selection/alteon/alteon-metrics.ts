import { ordered, shuffledOrder } from "../../member-order.ts";
import { drawWithoutReplacement } from "../../weighted-draw.ts";
import type { Candidate } from "../candidate.ts";
import { type ClientNetwork, isInNetwork } from "../client-network.ts";
import type { Metric, StageContext } from "../stage.ts";
import { type AlteonFacts, sessionsAt, siteWeight } from "./alteon-site.ts";
import { availabilityMetric } from "./availability-metric.ts";
import { persistenceMetric } from "./persistence-metric.ts";
import { roundRobinMetric } from "./round-robin-metric.ts";

/** Sites that clients of a network should use. */
export interface NetworkPreference {
  /** The client's network. */
  readonly network: ClientNetwork;
  /** Names of the sites, the preferred one first. */
  readonly sites: readonly string[];
}

/** What the metrics need to know besides the members. */
export interface AlteonMetricSettings extends AlteonFacts {
  /** Which sites clients of which network prefer. */
  readonly networks: readonly NetworkPreference[];
  /** Which region clients of which network belong to. */
  readonly regions: readonly { readonly network: ClientNetwork; readonly region: string }[];
  /** After a better site has returned, the backup goes on. */
  readonly availabilityPersistence: boolean;
  /** How long, in milliseconds, an answer is repeated to a client. */
  readonly persistenceMs: number;
  /** How many bits of the client's address count for that. */
  readonly persistenceBits: number;
  /** Whether response times choose the shortest, or are drawn by 1/time. */
  readonly response: "best" | "weights";
}

/** One number for all texts: equal on every machine. */
const hash = shuffledOrder(0);

/** All sites that share the lowest known number; none when it is known of nobody. */
function lowest(
  name: string,
  value: (candidate: Candidate, context: StageContext) => number | undefined,
): Metric {
  return {
    name,
    select: (candidates, context) => {
      let [best, sites]: [number, Candidate[]] = [Number.POSITIVE_INFINITY, []];
      for (const candidate of candidates) {
        const own = value(candidate, context);
        if (own === undefined || !Number.isFinite(own) || own > best) continue;
        if (own < best) sites = [];
        sites.push(candidate);
        best = own;
      }
      return sites;
    },
  };
}

/** The entry of the most specific network that holds the client. */
function mostSpecific<T extends { readonly network: ClientNetwork }>(
  entries: readonly T[],
  address: string | undefined,
): T | undefined {
  return entries
    .filter(({ network }) => isInNetwork(address, network))
    .reduce<T | undefined>(
      (best, each) => (best === undefined || each.network.bits > best.network.bits ? each : best),
      undefined,
    );
}

/** As many sites as wanted, drawn by weight without replacement. */
function drawnByWeight(
  name: string,
  weight: (candidate: Candidate, context: StageContext) => number,
): Metric {
  return {
    name,
    select: (candidates, context) => {
      const weights = candidates.map((candidate) => weight(candidate, context));
      const sites: Candidate[] = [];
      for (const place of drawWithoutReplacement(weights, context.random)) {
        sites.push(candidates[place] as Candidate);
        if (sites.length >= context.required) break;
      }
      return sites;
    },
  };
}

/** So many sites from a place on, around the list. */
function around(
  candidates: readonly Candidate[],
  place: number,
  count: number,
): readonly Candidate[] {
  const size = Math.min(count, candidates.length);
  return Array.from(
    { length: size },
    (_, step) => candidates[(place + step) % candidates.length] as Candidate,
  );
}

/** The three metrics that map a client to a site by arithmetic alone. */
function hashMetrics(): readonly Metric[] {
  const minmisses: Metric = {
    name: "minmisses",
    select: (candidates, { request: { clientAddress }, required }) => {
      if (clientAddress === undefined) return [];
      return candidates
        .map((site) => ({ site, score: hash(`${clientAddress} ${site.name}`) }))
        .sort((a, b) => b.score - a.score || (a.site.name < b.site.name ? -1 : 1))
        .slice(0, required)
        .map(({ site }) => site);
    },
  };
  const overAvailable: Metric = {
    name: "hash",
    select: (candidates, { request: { clientAddress }, required }) =>
      clientAddress === undefined
        ? []
        : around(candidates, hash(clientAddress) % candidates.length, required),
  };
  const persistent: Metric = {
    name: "phash",
    select: (candidates, { request: { clientAddress }, required, members, order }) => {
      if (clientAddress === undefined) return [];
      const wanted = ordered(members, order)[hash(clientAddress) % members.length];
      const place = wanted === undefined ? -1 : candidates.indexOf(wanted);
      // Only the clients of a site that is down are hashed again, over those that are left.
      const from = place >= 0 ? place : hash(`${clientAddress} again`) % candidates.length;
      return around(candidates, from, required);
    },
  };
  return [minmisses, overAvailable, persistent];
}

/** The metrics that go by what a site reported or what is measured of it. */
function measuredMetrics(settings: AlteonMetricSettings): readonly Metric[] {
  const weight = (candidate: Candidate): number => siteWeight(candidate, settings);
  const figure = (name: string, { facts }: StageContext, of: string): number | undefined =>
    facts(name).figures[of];
  const used = ({ name }: Candidate, context: StageContext): number | undefined => {
    const { utilization } = sessionsAt(name, context, settings);
    // Up to 1 % makes no difference.
    return utilization === undefined ? undefined : Math.max(1, utilization);
  };
  const byWeight = (value: number | undefined, candidate: Candidate): number | undefined =>
    value === undefined ? undefined : value / weight(candidate);
  const responseMs = ({ name }: Candidate, context: StageContext): number | undefined =>
    figure(name, context, "responseMs");
  const response: Metric =
    settings.response === "best"
      ? lowest("response", (site, context) => byWeight(responseMs(site, context), site))
      : drawnByWeight("response", (site, context) => {
          const time = responseMs(site, context);
          return time === undefined ? 0 : weight(site) / Math.max(1, time);
        });
  return [
    lowest("leastconns", (site, context) => byWeight(used(site, context), site)),
    lowest("absleastconns", ({ name }, context) => sessionsAt(name, context, settings).current),
    response,
    lowest("qos", (site, context) => {
      const [load, time] = [used(site, context), responseMs(site, context)];
      return load === undefined || time === undefined ? undefined : byWeight(load * time, site);
    }),
    lowest("proximity", ({ name }, context) => figure(name, context, "roundTripMs")),
    lowest("bandwidth", (site, context) => byWeight(figure(site.name, context, "octets"), site)),
  ];
}

/** The metrics that go by where client and site are. */
function placeMetrics(settings: AlteonMetricSettings): readonly Metric[] {
  const isLocal = ({ name }: Candidate): boolean => settings.siteOf(name).local === true;
  const network: Metric = {
    name: "network",
    select: (candidates, { request: { clientAddress } }) => {
      const sites = mostSpecific(settings.networks, clientAddress)?.sites ?? [];
      return sites.flatMap((name) => candidates.filter((each) => each.name === name));
    },
  };
  const geographical: Metric = {
    name: "geographical",
    select: (candidates, { request: { clientAddress } }) => {
      const region = mostSpecific(settings.regions, clientAddress)?.region;
      if (region === undefined) return [];
      return candidates.filter(({ name }) => settings.siteOf(name).region === region);
    },
  };
  return [
    network,
    geographical,
    { name: "local", select: (candidates) => candidates.filter(isLocal) },
    { name: "always", select: (candidates) => candidates.filter(isLocal) },
    { name: "remote", select: (candidates) => candidates.filter((each) => !isLocal(each)) },
  ];
}

/** Every metric, by its name. */
export function alteonMetrics(settings: AlteonMetricSettings): ReadonlyMap<string, Metric> {
  const weight = (candidate: Candidate): number => siteWeight(candidate, settings);
  const all: readonly Metric[] = [
    ...measuredMetrics(settings),
    ...placeMetrics(settings),
    ...hashMetrics(),
    roundRobinMetric(weight),
    drawnByWeight("random", weight),
    availabilityMetric(
      ({ name }) => settings.siteOf(name).rank ?? 1,
      settings.availabilityPersistence,
    ),
    persistenceMetric(settings.persistenceMs, settings.persistenceBits),
  ];
  return new Map(all.map((metric) => [metric.name, metric]));
}

/** An empty slot of a rule. */
export const NO_METRIC = "none";
