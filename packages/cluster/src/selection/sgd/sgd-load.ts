import { type Candidate, candidateWeight } from "../candidate.ts";
import type { MemberFacts } from "../member-facts.ts";
import type { Load, RankedBy, StageContext } from "../stage.ts";
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

/** When the figures of the last report become too old; before `nowMs` they are, without report there are none. */
function expiryMs(
  { reportedAtMs = Number.NEGATIVE_INFINITY }: MemberFacts,
  { unreliableAfterMs }: SgdLoadSettings,
): number {
  return reportedAtMs + unreliableAfterMs;
}

/** The figures of the last report; `undefined` when there is none or it is too old. */
function freshFigures(
  facts: MemberFacts,
  nowMs: number,
  settings: SgdLoadSettings,
): MemberFacts["figures"] | undefined {
  return nowMs < expiryMs(facts, settings) ? facts.figures : undefined;
}

/** How much work runs there, as the maximum count and the method `sessions` see it. */
export function sessionsOf(
  name: string,
  context: StageContext,
  settings: SgdLoadSettings,
): number | undefined {
  return sessionsIn(context.facts(name), context.nowMs, settings);
}

function sessionsIn(
  facts: MemberFacts,
  nowMs: number,
  settings: SgdLoadSettings,
): number | undefined {
  if (settings.sessions === "own") return facts.running;
  const reported = freshFigures(facts, nowMs, settings)?.["sessions"];
  return reported === undefined ? undefined : reported + facts.sinceReport;
}

/** A load formula: the number of a member from what is known of it. */
type Formula = (candidate: Candidate, facts: MemberFacts, nowMs: number) => number | undefined;

/** A load of the pipeline, and the order it leads to. */
export interface SgdLoad {
  readonly load: Load;
  readonly ranked: RankedBy;
}

function sgdLoad(
  name: string,
  better: "min" | "max",
  formula: Formula,
  settings: SgdLoadSettings | undefined,
): SgdLoad {
  const load: Load = {
    name,
    better,
    value: (candidate, { facts, nowMs }) => formula(candidate, facts(candidate.name), nowMs),
  };
  const value: RankedBy["value"] = (candidate, facts, _own, nowMs) => {
    const number = formula(candidate, facts, nowMs);
    return number === undefined || better === "min" ? number : -number;
  };
  if (settings === undefined) return { load, ranked: { value } };
  const untilMs = (facts: MemberFacts, nowMs: number): number => {
    const expiry = expiryMs(facts, settings);
    return expiry > nowMs ? expiry : Number.POSITIVE_INFINITY;
  };
  return { load, ranked: { value, untilMs } };
}

/** `sessions * 100 / weighting`: the lowest is best. */
export function sessionsLoad(name: string, settings: SgdLoadSettings): SgdLoad {
  const formula: Formula = (candidate, facts, nowMs) => {
    const sessions = sessionsIn(facts, nowMs, settings);
    const weighting = weightingOf(candidate, settings.settingsOf(candidate.name));
    return sessions === undefined || weighting === 0 ? undefined : (sessions * 100) / weighting;
  };
  return sgdLoad(name, "min", formula, settings.sessions === "own" ? undefined : settings);
}

/** A figure of the last report, less what our own work since then is thought to take. */
function spare(
  figure: (figures: MemberFacts["figures"], settings: SgdMember) => number | undefined,
  settings: SgdLoadSettings,
): Formula {
  return (candidate, facts, nowMs) => {
    const figures = freshFigures(facts, nowMs, settings);
    const own = settings.settingsOf(candidate.name);
    const reported = figures === undefined ? undefined : figure(figures, own);
    if (reported === undefined) return undefined;
    const left = Math.max(0, 1 - settings.assignmentShare * facts.sinceReport);
    return (reported * left * weightingOf(candidate, own)) / 100;
  };
}

/** `BogoMips * idlePercent * weighting / 100`: the highest is best. */
export function cpuLoad(settings: SgdLoadSettings): SgdLoad {
  const figure = (figures: MemberFacts["figures"], own: SgdMember): number | undefined => {
    const { idlePercent, bogoMips } = figures;
    return idlePercent === undefined ? undefined : (bogoMips ?? own.bogoMips ?? 1) * idlePercent;
  };
  return sgdLoad("cpu", "max", spare(figure, settings), settings);
}

/** `free memory * weighting / 100`: the highest is best. */
export function memoryLoad(settings: SgdLoadSettings): SgdLoad {
  return sgdLoad(
    "memory",
    "max",
    spare(({ freeMemory }) => freeMemory, settings),
    settings,
  );
}
