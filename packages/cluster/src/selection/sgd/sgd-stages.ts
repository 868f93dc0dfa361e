import type { Candidate } from "../candidate.ts";
import { perMembers } from "../per-members.ts";
import type { Filter, Sticky } from "../stage.ts";
import { membersInUse, noUses, type Uses, usesAfter } from "./affinity.ts";
import { type SgdLoadSettings, sessionsOf, weightingOf } from "./sgd-load.ts";
import { groupsOf, memberPath, type SgdMember, userAssignmentOf } from "./sgd-member.ts";

/** Settings of a member by its name. */
export type SettingsOf = SgdLoadSettings["settingsOf"];

/** `--available`, weighting 0, `--userassign` and `--maxcount`: hard, for they are somebody's word. */
export function assignmentFilters(
  settingsOf: SettingsOf,
  loads: SgdLoadSettings,
  members: ReadonlyMap<string, SgdMember>,
): readonly Filter[] {
  // Whoever has no such setting need not be asked at each decision.
  const having = (setting: keyof SgdMember): ReadonlySet<string> =>
    new Set([...members].filter(([, own]) => own[setting] !== undefined).map(([name]) => name));
  const counted = having("maxCount");
  const assignments = new Map(
    [...members].flatMap(([name, own]) => {
      const allows = userAssignmentOf(memberPath(name), own);
      return allows === undefined ? [] : [[name, allows] as const];
    }),
  );
  const assigned = new Set(assignments.keys());
  const whyNot = (candidate: Candidate): string | undefined => {
    const settings = settingsOf(candidate.name);
    if (settings.available === false) return "is not available";
    return weightingOf(candidate, settings) > 0 ? undefined : "has weighting 0";
  };
  const unavailable = perMembers(
    (all) => new Set(all.filter((each) => whyNot(each) !== undefined).map(({ name }) => name)),
  );
  const available: Filter = {
    name: "available",
    suspects: (context) => unavailable(context.members),
    keep: (candidate) => whyNot(candidate) ?? true,
  };
  const userAssignment: Filter = {
    name: "user assignment",
    suspects: () => assigned,
    keep: ({ name }, { request }) => {
      const allows = assignments.get(name);
      return allows === undefined || allows(request.tenant ?? {}) || "is not for this user";
    },
  };
  const maxCount: Filter = {
    name: "maximum count",
    suspects: () => counted,
    keep: ({ name }, context) => {
      const { maxCount: most } = settingsOf(name);
      // Without a report what we know ourselves has to do.
      const running = sessionsOf(name, context, loads) ?? context.facts(name).running;
      return most === undefined || running < most || `runs ${running} of at most ${most}`;
    },
  };
  return [available, userAssignment, maxCount];
}

/** Out of contact: silent for so long after a report. */
export function contactFilter(outOfContactAfterMs: number): Filter {
  return {
    name: "out of contact",
    soft: true,
    keep: ({ name }, { facts, nowMs }) => {
      const { reportedAtMs } = facts(name);
      const silent = reportedAtMs === undefined ? 0 : nowMs - reportedAtMs;
      return silent < outOfContactAfterMs || `has not reported for ${silent} ms`;
    },
  };
}

/** Those that share a group with the caller. */
export function sharingGroups(
  candidates: readonly Candidate[],
  wanted: ReadonlySet<string>,
  settingsOf: SettingsOf,
): readonly Candidate[] {
  return candidates.filter(({ name }) =>
    groupsOf(settingsOf(name).groups).some((group) => wanted.has(group)),
  );
}

/** @param preferred - who is preferred to a server in use; `undefined`: nobody is */
export function affinityTo(
  scope: "last" | "any",
  preferred: ((candidates: readonly Candidate[]) => readonly Candidate[]) | undefined,
): Sticky<Uses> {
  return {
    name: "affinity",
    byNameOnly: preferred === undefined,
    initial: () => noUses,
    on: usesAfter,
    pinned: (candidates, { request, own }) => {
      if (request.key === undefined) return [];
      const used = membersInUse(own, request.key);
      const names = scope === "last" ? used.slice(0, 1) : used;
      if (preferred === undefined || names.length === 0) return names;
      const allowed = new Set(preferred(candidates).map(({ name }) => name));
      const kept = names.filter((name) => allowed.has(name));
      // Names that were filtered are still told, so that the explanation has them.
      return kept.length > 0
        ? kept
        : names.filter((name) => !candidates.some((c) => c.name === name));
    },
  };
}
