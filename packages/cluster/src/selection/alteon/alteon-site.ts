import { type Candidate, candidateWeight } from "../candidate.ts";
import type { MemberFacts } from "../member-facts.ts";
import type { StageContext } from "../stage.ts";

/** Settings of one site, in Alteon's words. */
export interface AlteonSite {
  /** The site the client belongs to. Default false: a remote site. */
  readonly local?: boolean;
  /** Availability rank, 1 to 48; the highest that is available serves. Default 1. */
  readonly rank?: number;
  /** Weight of the site. Default: the weight of the member, which is 100. */
  readonly weight?: number;
  /** Region, one of the client's regions. Default: none. */
  readonly region?: string;
  /** How many sessions the site can have, where no report tells it. Default: not known. */
  readonly maxSessions?: number;
}

/** What the metrics and thresholds need to know besides the members. */
export interface AlteonFacts {
  /** Settings of a site. */
  readonly siteOf: (name: string) => AlteonSite;
  /** After so many milliseconds without report a site that has reported is unavailable. */
  readonly expiresAfterMs: number | undefined;
}

/** How full a site is. */
export interface SiteSessions {
  /** Sessions it has, own ones since the last report included. */
  readonly current: number;
  /** In percent of what it can have; `undefined`: not known. 100 for one that is unavailable. */
  readonly utilization: number | undefined;
  /** How many more it can have; `undefined`: not known. 0 for one that is unavailable. */
  readonly available: number | undefined;
}

/** Whether a site is known not to serve: found so, or silent for too long. */
export function isUnavailable(
  { failedAtMs, reportedAtMs }: MemberFacts,
  nowMs: number,
  { expiresAfterMs }: AlteonFacts,
): boolean {
  if (failedAtMs !== undefined) return true;
  if (expiresAfterMs === undefined || reportedAtMs === undefined) return false;
  return nowMs - reportedAtMs > expiresAfterMs;
}

/** How full a site is: by its last report and our own sessions since then; without report by our own. */
export function sessionsAt(name: string, context: StageContext, facts: AlteonFacts): SiteSessions {
  const known = context.facts(name);
  const { figures, running, sinceReport } = known;
  const current = figures["sessions"] === undefined ? running : figures["sessions"] + sinceReport;
  if (isUnavailable(known, context.nowMs, facts))
    return { current, utilization: 100, available: 0 };
  const most = figures["maxSessions"] ?? facts.siteOf(name).maxSessions;
  if (most === undefined || most <= 0) {
    return { current, utilization: figures["utilization"], available: undefined };
  }
  return {
    current,
    utilization: (100 * current) / most,
    available: Math.max(0, most - current),
  };
}

/** Weight of a site; it is no candidate when that is 0. */
export function siteWeight(candidate: Candidate, facts: AlteonFacts): number {
  const { weight } = facts.siteOf(candidate.name);
  return candidateWeight(weight === undefined ? candidate : { name: "", weight });
}
