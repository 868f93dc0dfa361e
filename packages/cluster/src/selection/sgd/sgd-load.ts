import { type Candidate, candidateWeight } from "../candidate.ts";
import type { MemberFacts } from "../member-facts.ts";
import type { Load, StageContext } from "../stage.ts";
import type { SgdMember } from "./sgd-member.ts";

/** How load is measured: work that runs there, idle processors, free memory. */
export type SgdMethod = "sessions" | "cpu" | "memory";

/** What the load formulas need to know besides the members. */
export interface SgdLoadSettings {
  /** Settings of a member. */
  readonly settingsOf: (name: string) => SgdMember;
  /** After so many milliseconds without report the figures do not count. */
  readonly unreliableAfterMs: number;
  /** Which part of the reported figure a piece of work assigned since then takes. */
  readonly assignmentShare: number;
  /** Whose sessions are counted: our own, or those that the member reports. */
  readonly sessions: "own" | "reported";
}

/** Relative power in percent. */
export function weightingOf(candidate: Candidate, settings: SgdMember): number {
  return candidateWeight(
    settings.weighting === undefined ? candidate : { name: "", weight: settings.weighting },
  );
}

/** The figures of the last report; `undefined` when there is none or it is too old. */
function freshFigures(
  facts: MemberFacts,
  { nowMs }: StageContext,
  { unreliableAfterMs }: SgdLoadSettings,
): MemberFacts["figures"] | undefined {
  const { reportedAtMs, figures } = facts;
  if (reportedAtMs === undefined || nowMs - reportedAtMs >= unreliableAfterMs) return undefined;
  return figures;
}

/** How much work runs there, as the maximum count and the method `sessions` see it. */
export function sessionsOf(
  name: string,
  context: StageContext,
  settings: SgdLoadSettings,
): number | undefined {
  const facts = context.facts(name);
  if (settings.sessions === "own") return facts.running;
  const reported = freshFigures(facts, context, settings)?.["sessions"];
  return reported === undefined ? undefined : reported + facts.sinceReport;
}

/** `sessions * 100 / weighting`; `undefined` for a weighting of 0. */
export function sessionsPerPower(
  sessions: number,
  candidate: Candidate,
  { settingsOf }: SgdLoadSettings,
): number | undefined {
  const weighting = weightingOf(candidate, settingsOf(candidate.name));
  return weighting === 0 ? undefined : (sessions * 100) / weighting;
}

/** `sessions * 100 / weighting`: the lowest is best. */
export function sessionsLoad(settings: SgdLoadSettings): Load {
  return {
    name: "sessions",
    better: "min",
    value: (candidate, context) => {
      const sessions = sessionsOf(candidate.name, context, settings);
      return sessions === undefined ? undefined : sessionsPerPower(sessions, candidate, settings);
    },
  };
}

/** A figure of the last report, less what our own work since then is thought to take. */
function spare(
  figure: (figures: MemberFacts["figures"], settings: SgdMember) => number | undefined,
  settings: SgdLoadSettings,
): Load["value"] {
  return (candidate, context) => {
    const facts = context.facts(candidate.name);
    const figures = freshFigures(facts, context, settings);
    const own = settings.settingsOf(candidate.name);
    const reported = figures === undefined ? undefined : figure(figures, own);
    if (reported === undefined) return undefined;
    const left = Math.max(0, 1 - settings.assignmentShare * facts.sinceReport);
    return (reported * left * weightingOf(candidate, own)) / 100;
  };
}

/** `BogoMips * idlePercent * weighting / 100`: the highest is best. */
export function cpuLoad(settings: SgdLoadSettings): Load {
  const figure = (figures: MemberFacts["figures"], own: SgdMember): number | undefined => {
    const { idlePercent, bogoMips } = figures;
    return idlePercent === undefined ? undefined : (bogoMips ?? own.bogoMips ?? 1) * idlePercent;
  };
  return { name: "cpu", better: "max", value: spare(figure, settings) };
}

/** `free memory * weighting / 100`: the highest is best. */
export function memoryLoad(settings: SgdLoadSettings): Load {
  return {
    name: "memory",
    better: "max",
    value: spare(({ freeMemory }) => freeMemory, settings),
  };
}
