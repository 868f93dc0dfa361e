import { notFailed } from "../common-filters.ts";
import { emptyTable, entryOf, type FactTable, withEntry } from "../fact-table.ts";
import type { Feedback } from "../feedback.ts";
import { perMembers } from "../per-members.ts";
import type { Filter } from "../stage.ts";
import { type AlteonFacts, isUnavailable, sessionsAt } from "./alteon-site.ts";

/** Sites beyond a threshold are dropped, whatever the metrics say. One without data is kept. */
export interface AlteonThresholds {
  /** Session utilization in percent above which a site is dropped, 1 to 100. Default: none. */
  readonly sesscap?: number;
  /** Processor utilization in percent above which a site is dropped, 1 to 100. Default: none. */
  readonly cpucap?: number;
  /** Sessions that a site must be able to take, 0 to 65,535. Default: none. */
  readonly mincon?: number;
}

/** The highest processor utilization within so many milliseconds counts. */
const CPU_WINDOW_MS = 64_000;

interface CpuSample {
  readonly percent: number;
  readonly atMs: number;
}
type CpuSamples = FactTable<readonly CpuSample[]>;
const noSamples: CpuSamples = emptyTable();

function samplesAfter(own: CpuSamples, event: Feedback): CpuSamples {
  if (event.type === "left") return withEntry(own, event.member, undefined);
  const percent = event.type === "report" ? event.figures["cpuPercent"] : undefined;
  if (event.type !== "report" || percent === undefined || !(percent >= 0)) return own;
  const kept = (entryOf(own, event.member) ?? []).filter(
    ({ atMs }) => event.atMs - atMs <= CPU_WINDOW_MS,
  );
  return withEntry(own, event.member, [...kept, { percent, atMs: event.atMs }]);
}

/** Health first, then a site without any session left, then the three thresholds. All soft. */
export function alteonFilters(
  facts: AlteonFacts,
  { sesscap, cpucap, mincon }: AlteonThresholds,
): readonly Filter[] {
  const everybody = perMembers((members) => new Set(members.map(({ name }) => name)));
  const health: Filter<ReadonlySet<string>> = {
    ...notFailed,
    name: "health",
    // Where reports do not expire, only those that were found to have failed can be unavailable.
    suspects: ({ own, members }) => (facts.expiresAfterMs === undefined ? own : everybody(members)),
    keep: ({ name }, context) =>
      !isUnavailable(context.facts(name), context.nowMs, facts) || "is unavailable",
  };
  const full: Filter = {
    name: "full",
    soft: true,
    keep: ({ name }, context) => {
      const { available, utilization } = sessionsAt(name, context, facts);
      return (available !== 0 && (utilization ?? 0) < 100) || "has no session left";
    },
  };
  const sessions = (limit: number): Filter => ({
    name: "session utilization",
    soft: true,
    keep: ({ name }, context) => {
      const { utilization } = sessionsAt(name, context, facts);
      return (
        utilization === undefined ||
        utilization <= limit ||
        `uses ${utilization} % of its sessions, above ${limit} %`
      );
    },
  });
  const cpu = (limit: number): Filter<CpuSamples> => ({
    name: "cpu utilization",
    soft: true,
    initial: () => noSamples,
    on: samplesAfter,
    keep: ({ name }, { own, nowMs }) => {
      const samples = (entryOf(own, name) ?? []).filter(
        ({ atMs }) => nowMs - atMs <= CPU_WINDOW_MS,
      );
      const highest = samples.reduce((most, { percent }) => Math.max(most, percent), 0);
      return highest <= limit || `had its processors at ${highest} %, above ${limit} %`;
    },
  });
  const free = (limit: number): Filter => ({
    name: "sessions available",
    soft: true,
    keep: ({ name }, context) => {
      const { available } = sessionsAt(name, context, facts);
      return (
        available === undefined ||
        available >= limit ||
        `has ${available} sessions left, below ${limit}`
      );
    },
  });
  return [
    health,
    full,
    ...(sesscap === undefined ? [] : [sessions(sesscap)]),
    ...(cpucap === undefined ? [] : [cpu(cpucap)]),
    ...(mincon === undefined ? [] : [free(mincon)]),
  ];
}
