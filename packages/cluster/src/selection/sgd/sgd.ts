import { best } from "../best-chooser.ts";
import type { Candidate } from "../candidate.ts";
import { checkKeys, checkNumber, checkWord } from "../checked-options.ts";
import { notDrained, notFailed } from "../common-filters.ts";
import { matchesPattern } from "../name-pattern.ts";
import { type PipelineState, pipeline } from "../pipeline.ts";
import type { Policy, SelectionRequest } from "../policy.ts";
import { checkShapes } from "../preset-shapes.ts";
import type { Metric, StageContext, Sticky } from "../stage.ts";
import { strangerWarnings, weightShares, weightWarnings } from "../survivors.ts";
import { twoByWeight } from "../two-by-weight.ts";
import {
  cpuLoad,
  memoryLoad,
  type SgdLoad,
  type SgdLoadSettings,
  type SgdMethod,
  sessionsLoad,
  weightingOf,
} from "./sgd-load.ts";
import { groupsOf, memberPath, type SgdMember } from "./sgd-member.ts";
import {
  affinityTo,
  assignmentFilters,
  contactFilter,
  type SettingsOf,
  sharingGroups,
} from "./sgd-stages.ts";

/** How application servers are chosen, in the words of Secure Global Desktop. */
export interface SgdOptions {
  /** `--launch-loadbalancing-algorithm`. Default `sessions`. */
  readonly method?: SgdMethod;
  /**
   * `--loadbal`, by the name that is asked for: the first pattern that matches counts, `*` stands for
   * anything, `default` for `method`. Default: none.
   */
  readonly byName?: Readonly<Record<string, SgdMethod | "default">>;
  /** `appserveraffinity`: 100 keeps all work of one key on one server, 0 does not. Default 100. */
  readonly affinity?: 0 | 100;
  /** Whether only the server used last is reused, or any where work of the key runs. Default `any`, the last first. */
  readonly affinityTo?: "last" | "any";
  /** What counts more: a server in use, or one that shares a group. Default `affinity`. */
  readonly precedence?: "affinity" | "groups";
  /** Load balancing groups of the caller: its zones. Default: none, so groups do not act. */
  readonly groups?: string | readonly string[];
  /** Settings by name of the member. */
  readonly members?: Readonly<Record<string, SgdMember>>;
  /**
   * The user chooses (dynamic application server): a name among those that passed the filters. `undefined`: the usual
   * way. Groups, affinity, weights and load do not act on what it chooses.
   */
  readonly choose?: (
    candidates: readonly Candidate[],
    request: SelectionRequest,
  ) => string | undefined;
  /** Whose sessions are counted. Default `own`: those of this client. */
  readonly sessions?: "own" | "reported";
  /** `maxmissedsamples * replyfrequency`: figures of this age do not count. Default 600,000 (20 × 30 s). */
  readonly unreliableAfterMs?: number;
  /** `updatelimit * replyfrequency`: a server that has reported and was silent for so long is out of contact. Default: never. */
  readonly outOfContactAfterMs?: number;
  /** Which part of the reported spare capacity a piece of work assigned since then takes, from 0 to 1. Default 0.01. */
  readonly assignmentShare?: number;
  /** `twoRandom`, the better of two drawn by weight, where many clients decide on the same reports. Default `best`, as documented. */
  readonly chooser?: "best" | "twoRandom";
  /** A server out of contact is never chosen, not even as the last one. Default false. */
  readonly strict?: boolean;
}

const OPTIONS = [
  "method",
  "byName",
  "affinity",
  "affinityTo",
  "precedence",
  "groups",
  "members",
  "choose",
  "sessions",
  "unreliableAfterMs",
  "outOfContactAfterMs",
  "assignmentShare",
  "chooser",
  "strict",
];
const MEMBER = ["available", "maxCount", "userAssignment", "groups", "weighting", "bogoMips"];
const METHODS: readonly SgdMethod[] = ["sessions", "cpu", "memory"];

const noSettings: SgdMember = {};

function check(options: SgdOptions): void {
  checkKeys("sgd", options, OPTIONS);
  checkShapes("sgd", options);
  checkWord("sgd.method", options.method ?? "sessions", METHODS);
  for (const [pattern, method] of Object.entries(options.byName ?? {})) {
    checkWord(`sgd.byName["${pattern}"]`, method, [...METHODS, "default"]);
  }
  checkWord("sgd.affinity", options.affinity ?? 100, [0, 100]);
  checkWord("sgd.affinityTo", options.affinityTo ?? "any", ["last", "any"]);
  checkWord("sgd.precedence", options.precedence ?? "affinity", ["affinity", "groups"]);
  checkWord("sgd.sessions", options.sessions ?? "own", ["own", "reported"]);
  checkWord("sgd.chooser", options.chooser ?? "best", ["best", "twoRandom"]);
  checkNumber("sgd.assignmentShare", options.assignmentShare ?? 0, [0, 1], false);
  for (const option of ["unreliableAfterMs", "outOfContactAfterMs"] as const) {
    const value = options[option];
    if (value !== undefined) checkNumber(`sgd.${option}`, value, [0, Number.MAX_SAFE_INTEGER]);
  }
  for (const [name, member] of Object.entries(options.members ?? {})) {
    const path = memberPath(name);
    checkKeys(path, member, MEMBER);
    const { maxCount, weighting, bogoMips } = member;
    if (maxCount !== undefined) checkNumber(`${path}.maxCount`, maxCount, [0, 2 ** 31]);
    if (weighting !== undefined) checkNumber(`${path}.weighting`, weighting, [0, 2 ** 31], false);
    if (bogoMips !== undefined) checkNumber(`${path}.bogoMips`, bogoMips, [0, 2 ** 31], false);
  }
}

function loadsFor(
  { method = "sessions", byName = {} }: SgdOptions,
  settings: SgdLoadSettings,
): (context: StageContext) => readonly SgdLoad[] {
  const sessions = sessionsLoad("sessions", settings);
  const ownSessions = sessionsLoad("own sessions", { ...settings, sessions: "own" });
  const fallback = settings.sessions === "own" ? [sessions] : [sessions, ownSessions];
  const lists: Readonly<Record<SgdMethod, readonly SgdLoad[]>> = {
    sessions: fallback,
    cpu: [cpuLoad(settings), ...fallback],
    memory: [memoryLoad(settings), ...fallback],
  };
  const patterns = Object.entries(byName);
  return ({ request: { name } }) => {
    const found =
      name === undefined ? undefined : patterns.find(([pattern]) => matchesPattern(pattern, name));
    const own = found?.[1] ?? "default";
    return lists[own === "default" ? method : own];
  };
}

/**
 * Chooses as Secure Global Desktop chooses application servers.
 *
 * Filters (available, user assignment, maximum count), then a server where work of the same key runs, then
 * those that share a group, then the least load: sessions × 100 / weighting, or the most idle processor or free
 * memory. Without figures the method is `sessions`; servers whose figures are missing come last.
 *
 * @throws InvalidPolicyError when an option is unknown or has no meaning
 */
export function sgd(options: SgdOptions = {}): Policy<PipelineState> {
  check(options);
  const { affinity = 100, precedence = "affinity", choose, outOfContactAfterMs } = options;
  const members = new Map(Object.entries(options.members ?? {}));
  const settingsOf: SettingsOf = (name) => members.get(name) ?? noSettings;
  const loads: SgdLoadSettings = {
    settingsOf,
    unreliableAfterMs: options.unreliableAfterMs ?? 600_000,
    assignmentShare: options.assignmentShare ?? 0.01,
    sessions: options.sessions ?? "own",
  };
  const wanted = new Set(groupsOf(options.groups));
  const chosenByUser: Sticky = {
    name: "choice of the user",
    pinned: (candidates, { request }) => {
      const name = candidates.length === 0 ? undefined : choose?.(candidates, request);
      return name === undefined ? [] : [name];
    },
  };
  const inGroups = (candidates: readonly Candidate[]): readonly Candidate[] => {
    const sharing = sharingGroups(candidates, wanted, settingsOf);
    return sharing.length === 0 ? candidates : sharing;
  };
  const groupsFirst = precedence === "groups" && wanted.size > 0;
  const groups: Metric = {
    name: "groups",
    soft: true,
    select: (candidates) => sharingGroups(candidates, wanted, settingsOf),
  };
  const loadsOf = loadsFor(options, loads);
  // Where the least load decides among all who pass the filters, its order is kept.
  const isRanked = options.chooser !== "twoRandom" && wanted.size === 0 && choose === undefined;
  const weightOf = (candidate: Candidate): number =>
    settingsOf(candidate.name).available === false
      ? 0
      : weightingOf(candidate, settingsOf(candidate.name));
  const policy = pipeline("sgd", {
    filters: [
      notDrained,
      ...assignmentFilters(settingsOf, loads, members),
      notFailed,
      ...(outOfContactAfterMs === undefined ? [] : [contactFilter(outOfContactAfterMs)]),
    ],
    sticky: [
      ...(choose === undefined ? [] : [chosenByUser]),
      ...(affinity === 0
        ? []
        : [affinityTo(options.affinityTo ?? "any", groupsFirst ? inGroups : undefined)]),
    ],
    metrics: wanted.size === 0 ? [] : [groups],
    load: (context) => loadsOf(context).map(({ load }) => load),
    chooser: options.chooser === "twoRandom" ? twoByWeight(weightOf) : best,
    ...(isRanked ? { ranked: (context) => loadsOf(context)[0]?.ranked } : {}),
    strict: options.strict ?? false,
  });
  const depends =
    wanted.size > 0 ||
    choose !== undefined ||
    options.chooser === "twoRandom" ||
    [options.method ?? "sessions", ...Object.values(options.byName ?? {})].some(
      (method) => method !== "sessions" && method !== "default",
    ) ||
    [...members.values()].some((each) => each.maxCount !== undefined || each.userAssignment);
  const byReports = loads.sessions === "reported" || (options.method ?? "sessions") !== "sessions";
  return {
    ...policy,
    // By sessions alone the weightings are the shares; all else depends on what happens.
    expectedShares: (state) => (depends ? undefined : weightShares(state, weightOf)),
    warnings: (state) => [
      ...weightWarnings(state.members, weightOf),
      ...strangerWarnings(state.members, members.keys()),
      ...groupWarnings(
        state.members,
        wanted,
        settingsOf,
        affinity !== 0 && precedence === "affinity",
      ),
    ],
    ...(byReports
      ? {
          herds: {
            advice: options.chooser === "twoRandom" ? undefined : 'give chooser: "twoRandom"',
          },
        }
      : {}),
  };
}

/** Sentences about groups that do not do what one may expect. */
function groupWarnings(
  members: readonly Candidate[],
  wanted: ReadonlySet<string>,
  settingsOf: SettingsOf,
  affinityFirst: boolean,
): readonly string[] {
  if (wanted.size === 0) return [];
  const shares = ({ name }: Candidate): boolean =>
    groupsOf(settingsOf(name).groups).some((group) => wanted.has(group));
  const sharing = members.filter(shares);
  const groups = [...wanted].join(", ");
  if (sharing.length === 0) return [`no member is in the groups ${groups}: they do not act`];
  return [
    ...(sharing.length === 1
      ? [`only ${sharing[0]?.name} is in the groups ${groups}: it gets everything while it lives`]
      : []),
    ...(affinityFirst && sharing.length < members.length
      ? [
          'affinity comes before groups: work of a key stays outside the groups once it runs there; precedence: "groups" turns that round',
        ]
      : []),
  ];
}
