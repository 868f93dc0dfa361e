import { type MemberOrder, ordered } from "../../member-order.ts";
import { inOrder } from "../best-chooser.ts";
import type { Candidate } from "../candidate.ts";
import { checkKeys, checkNumber, checkWord } from "../checked-options.ts";
import { type ClientNetwork, parseNetwork } from "../client-network.ts";
import { notDrained } from "../common-filters.ts";
import { perMembers } from "../per-members.ts";
import { type PipelineState, pipeline } from "../pipeline.ts";
import { InvalidPolicyError, type Policy } from "../policy.ts";
import { checkShapes } from "../preset-shapes.ts";
import type { Filter, Metric, Source, StageContext } from "../stage.ts";
import { strangerWarnings, weightShares, weightWarnings } from "../survivors.ts";
import { type AlteonMetricSettings, alteonMetrics, NO_METRIC } from "./alteon-metrics.ts";
import { type AlteonRule, ruleFinder } from "./alteon-rule.ts";
import { type AlteonSite, siteWeight } from "./alteon-site.ts";
import { type AlteonThresholds, alteonFilters } from "./alteon-thresholds.ts";

/** How sites are chosen, in the words of Alteon's global server load balancing. */
export interface AlteonGslbOptions {
  /** In order; the first that fits name and time counts. Default: one for everything, with the default metrics. */
  readonly rules?: readonly AlteonRule[];
  /** Settings by name of the site. */
  readonly sites?: Readonly<Record<string, AlteonSite>>;
  /** Which sites clients of which network prefer, the best first. The most specific network counts. Default: none. */
  readonly networks?: Readonly<Record<string, readonly string[]>>;
  /** Region of the clients of a network. Default: none. */
  readonly regions?: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly thresholds?: AlteonThresholds;
  /** An answer larger than wanted is what the next metric sees, or is dropped. Default `narrow`. */
  readonly onOverflow?: "narrow" | "discard";
  /** A backup that took over goes on when a better rank returns. Default false. */
  readonly availabilityPersistence?: boolean;
  /** How long an answer is repeated by the metric `persistence`, in minutes, 1 to 1440. Default 60. */
  readonly timeout?: number;
  /** How many bits of the client's address count for that. Default: all. */
  readonly smask?: number;
  /** Shortest response time, or drawn by 1/time. Default `best`. */
  readonly response?: "best" | "weights";
  /** After so many milliseconds without report a site that has reported is unavailable. Default: never. */
  readonly expiresAfterMs?: number;
  /** What is added to UTC to get the time of day that rules mean, in minutes. Default 0. */
  readonly utcOffsetMinutes?: number;
  /** Thresholds, health and metrics may leave nobody, and without a fitting rule nobody is chosen. Default false. */
  readonly strict?: boolean;
}

const OPTIONS = [
  "rules",
  "sites",
  "networks",
  "regions",
  "thresholds",
  "onOverflow",
  "availabilityPersistence",
  "timeout",
  "smask",
  "response",
  "expiresAfterMs",
  "utcOffsetMinutes",
  "strict",
];
const SITE = ["local", "rank", "weight", "region", "maxSessions"];
const RULE = ["name", "domain", "start", "end", "metrics", "required", "enabled"];

/** Where no rule fits: the documented order of rule 1, as far as it is known, then what always decides. */
const DEFAULT_METRICS = ["network", "availability", "geographical", "leastconns", "roundrobin"];

/** Metrics whose shares are the weights. */
const WEIGHTED: readonly string[] = ["roundrobin", "random"];

/** Metrics that take the best of what sites report. */
const REPORTED: readonly string[] = ["leastconns", "absleastconns", "response", "qos", "bandwidth"];

const HERD_ADVICE = 'let "roundrobin" or "random" decide among sites below the thresholds';

function check(options: AlteonGslbOptions): void {
  checkKeys("alteonGslb", options, OPTIONS);
  checkShapes("alteonGslb", options);
  checkWord("alteonGslb.onOverflow", options.onOverflow ?? "narrow", ["narrow", "discard"]);
  checkWord("alteonGslb.response", options.response ?? "best", ["best", "weights"]);
  checkNumber("alteonGslb.timeout", options.timeout ?? 60, [1, 1_440]);
  checkNumber("alteonGslb.smask", options.smask ?? 128, [0, 128]);
  checkNumber("alteonGslb.utcOffsetMinutes", options.utcOffsetMinutes ?? 0, [-1_440, 1_440]);
  const { sesscap, cpucap, mincon, ...others } = options.thresholds ?? {};
  checkKeys("alteonGslb.thresholds", others, ["sesscap", "cpucap", "mincon"]);
  if (sesscap !== undefined) checkNumber("alteonGslb.thresholds.sesscap", sesscap, [1, 100]);
  if (cpucap !== undefined) checkNumber("alteonGslb.thresholds.cpucap", cpucap, [1, 100]);
  if (mincon !== undefined) checkNumber("alteonGslb.thresholds.mincon", mincon, [0, 65_535]);
  for (const [name, site] of Object.entries(options.sites ?? {})) {
    const path = `alteonGslb.sites["${name}"]`;
    checkKeys(path, site, SITE);
    if (site.rank !== undefined) checkNumber(`${path}.rank`, site.rank, [1, 48]);
    if (site.weight !== undefined) checkNumber(`${path}.weight`, site.weight, [0, 2 ** 31], false);
  }
  for (const [index, rule] of (options.rules ?? []).entries()) {
    checkKeys(`alteonGslb.rules[${index}]`, rule, RULE);
    if ((rule.metrics as readonly string[] | undefined) === undefined) {
      const hint = 'give metrics: ["roundrobin"]';
      throw new InvalidPolicyError(`alteonGslb.rules[${index}]`, rule, "has no metrics", hint);
    }
    if (rule.required !== undefined) {
      checkNumber(`alteonGslb.rules[${index}].required`, rule.required, [1, 10]);
    }
  }
}

function networkOf(option: string, text: string): ClientNetwork {
  const network = parseNetwork(text);
  if (network !== undefined) return network;
  const hint = "write 10.0.0.0/8, 2001:db8::/32 or an address";
  throw new InvalidPolicyError(option, text, "is no network", hint);
}

function settingsOf(options: AlteonGslbOptions): AlteonMetricSettings {
  const sites = new Map(Object.entries(options.sites ?? {}));
  return {
    siteOf: (name) => sites.get(name) ?? {},
    expiresAfterMs: options.expiresAfterMs,
    networks: Object.entries(options.networks ?? {}).map(([text, names]) => ({
      network: networkOf("alteonGslb.networks", text),
      sites: names,
    })),
    regions: Object.entries(options.regions ?? {}).map(([text, region]) => ({
      network: networkOf("alteonGslb.regions", text),
      region,
    })),
    availabilityPersistence: options.availabilityPersistence ?? false,
    persistenceMs: (options.timeout ?? 60) * 60_000,
    persistenceBits: options.smask ?? 128,
    response: options.response ?? "best",
  };
}

/** The metrics of each rule, checked. */
function metricLists(
  rules: readonly AlteonRule[],
  known: ReadonlyMap<string, Metric>,
): ReadonlyMap<AlteonRule, readonly Metric[]> {
  return new Map(
    rules.map((rule, index) => {
      const names = rule.metrics.filter((name) => name !== NO_METRIC);
      for (const name of names) {
        const option = `alteonGslb.rules[${index}].metrics`;
        checkWord(option, name, [...known.keys(), NO_METRIC]);
      }
      return [rule, names.flatMap((name) => known.get(name) ?? [])] as const;
    }),
  );
}

/**
 * Chooses sites as Alteon's global server load balancing does.
 *
 * Sites that are down, full or beyond a threshold are dropped; then the metrics of the first rule that fits are asked
 * in turn, until one gives an answer that is not empty and not larger than wanted.
 *
 * @throws InvalidPolicyError when an option, a metric, a network or a time is unknown or has no meaning
 */
export function alteonGslb(options: AlteonGslbOptions = {}): Policy<PipelineState> {
  check(options);
  const { rules = [], strict = false } = options;
  const settings = settingsOf(options);
  const known = alteonMetrics(settings);
  const fallback: AlteonRule = { name: "default", metrics: DEFAULT_METRICS };
  const lists = metricLists([...rules, fallback], known);
  const find = ruleFinder(rules, options.utcOffsetMinutes ?? 0);
  const found = ({ request, nowMs }: StageContext): AlteonRule =>
    find(request, nowMs)?.rule ?? fallback;
  // Sites in the order of ties, so that "first" means one thing to all metrics.
  const inOrderOf = orderedPerMembers();
  const source: Source = {
    name: "rule",
    membersOnce: true,
    list: ({ request, nowMs, members, order }) => {
      if (strict && rules.length > 0 && find(request, nowMs) === undefined) return [];
      return inOrderOf(members, order);
    },
    note: ({ request, nowMs }) => {
      const match = find(request, nowMs);
      return `rule ${match?.rule.name ?? match?.number ?? fallback.name}`;
    },
  };
  const weightless = perMembers(
    (all) =>
      new Set(all.filter((each) => siteWeight(each, settings) === 0).map(({ name }) => name)),
  );
  const weight: Filter = {
    name: "weight",
    suspects: ({ members }) => weightless(members),
    keep: (candidate) => siteWeight(candidate, settings) > 0 || "has weight 0",
  };
  const policy = pipeline("alteonGslb", {
    source,
    filters: [notDrained, weight, ...alteonFilters(settings, options.thresholds ?? {})],
    metrics: (context) => lists.get(found(context)) ?? [],
    metricsInUse: [...known.values()],
    required: (context) => found(context).required ?? 1,
    onOverflow: options.onOverflow ?? "narrow",
    chooser: inOrder,
    strict,
  });
  const only = rules.length === 1 ? lists.get(rules[0] as AlteonRule) : undefined;
  const byWeight = only?.length === 1 && WEIGHTED.includes(only[0]?.name ?? "");
  const used = (rules.length === 0 ? [fallback] : rules).flatMap(({ metrics }) => metrics);
  const weightOf = (candidate: Candidate): number => siteWeight(candidate, settings);
  return {
    ...policy,
    // Only a single metric that goes by weight says its shares; all else depends on what happens.
    expectedShares: (state) => (byWeight ? weightShares(state, weightOf) : undefined),
    warnings: (state) => [
      ...weightWarnings(state.members, weightOf),
      ...strangerWarnings(state.members, [
        ...Object.keys(options.sites ?? {}),
        ...Object.values(options.networks ?? {}).flat(),
      ]),
    ],
    ...(used.some((name) => REPORTED.includes(name)) ? { herds: { advice: HERD_ADVICE } } : {}),
  };
}

/** The members in an order of ties, sorted once as long as both are the same. */
function orderedPerMembers(): (
  members: readonly Candidate[],
  order: MemberOrder | undefined,
) => readonly Candidate[] {
  const sorted = perMembers((members) => {
    let last: { order: MemberOrder | undefined; list: readonly Candidate[] } | undefined;
    return (order: MemberOrder | undefined): readonly Candidate[] => {
      if (last?.order !== order || last === undefined)
        last = { order, list: ordered(members, order) };
      return last.list;
    };
  });
  return (members, order) => (order === undefined ? members : sorted(members)(order));
}
