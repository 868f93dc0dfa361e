import { checkKeys, checkNumber } from "../checked-options.ts";
import type { Feedback, Figures } from "../feedback.ts";

/**
 * What one site tells the others of itself: the content of Alteon's remote site updates, in a format of our own, for
 * theirs is not documented. A model, for simulation.
 */
export interface SiteUpdate {
  /** 1: health and response time; from 2 on also how full and how busy it is. */
  readonly version: 1 | 2;
  /** Name of the site. */
  readonly site: string;
  /** Whether it serves. */
  readonly healthy: boolean;
  /** Figures by their names: `responseMs`; from version 2 on `sessions`, `maxSessions`, `cpuPercent`. */
  readonly figures: Figures;
}

/** How sites update each other. */
export interface SiteUpdateOptions {
  /** `sinter`: seconds between two updates, 10 to 7,200. Default 45. */
  readonly interval?: number;
  /** So many updates missed, and a site counts as unavailable. Default 3: our own choice. */
  readonly missed?: number;
  /** The version that is sent. Default 2. */
  readonly version?: 1 | 2;
}

/** What a site knows of the updates, its own and those of its peers. Immutable. */
export interface SiteUpdates {
  readonly intervalMs: number;
  readonly missed: number;
  readonly version: 1 | 2;
  /** The last one of each peer: when it came, and whether it has expired since. */
  readonly peers: ReadonlyMap<
    string,
    { readonly atMs: number; readonly isSilent: boolean; readonly healthy: boolean }
  >;
  /** The last one that was sent. */
  readonly sent: { readonly atMs: number; readonly healthy: boolean } | undefined;
}

const FIGURES: Readonly<Record<1 | 2, readonly string[]>> = {
  1: ["responseMs"],
  2: ["responseMs", "sessions", "maxSessions", "cpuPercent"],
};

/**
 * Nothing was sent or received yet.
 *
 * @throws InvalidPolicyError when an option is unknown or out of range
 */
export function newSiteUpdates(options: SiteUpdateOptions = {}): SiteUpdates {
  checkKeys("siteUpdates", options, ["interval", "missed", "version"]);
  const { interval = 45, missed = 3, version = 2 } = options;
  checkNumber("siteUpdates.interval", interval, [10, 7_200]);
  checkNumber("siteUpdates.missed", missed, [1, 1_000]);
  checkNumber("siteUpdates.version", version, [1, 2]);
  return { intervalMs: interval * 1_000, missed, version, peers: new Map(), sent: undefined };
}

/**
 * The update a site sends now: when the interval is over, and at once when its health has changed.
 *
 * @returns `undefined` when nothing is due
 */
export function dueUpdate(
  updates: SiteUpdates,
  site: string,
  healthy: boolean,
  figures: Figures,
  nowMs: number,
): { readonly update: SiteUpdate; readonly updates: SiteUpdates } | undefined {
  const { sent, version, intervalMs } = updates;
  const isDue = sent === undefined || sent.healthy !== healthy || nowMs - sent.atMs >= intervalMs;
  if (!isDue) return undefined;
  const told = Object.entries(figures).filter(([name]) => FIGURES[version].includes(name));
  return {
    update: { version, site, healthy, figures: Object.fromEntries(told) },
    updates: { ...updates, sent: { atMs: nowMs, healthy } },
  };
}

/** What became of updates, and what a policy has to be told of it. */
export interface SiteNews {
  readonly updates: SiteUpdates;
  readonly feedback: readonly Feedback[];
}

/** An update of a peer has come. */
export function updateReceived(updates: SiteUpdates, update: SiteUpdate, nowMs: number): SiteNews {
  const { site: member, healthy, figures } = update;
  const known = updates.peers.get(member);
  const wasUp = known === undefined || (known.healthy && !known.isSilent);
  const peers = new Map(updates.peers).set(member, { atMs: nowMs, isSilent: false, healthy });
  const health: readonly Feedback[] =
    healthy === wasUp
      ? []
      : [healthy ? { type: "recovered", member } : { type: "failed", member, atMs: nowMs }];
  const report: Feedback = { type: "report", member, figures, atMs: nowMs };
  return { updates: { ...updates, peers }, feedback: [report, ...health] };
}

/** Time has gone by: peers that missed too many updates are unavailable until the next one comes. */
export function updatesExpired(updates: SiteUpdates, nowMs: number): SiteNews {
  const peers = new Map(updates.peers);
  const feedback: Feedback[] = [];
  for (const [member, peer] of updates.peers) {
    if (peer.isSilent || nowMs - peer.atMs <= updates.missed * updates.intervalMs) continue;
    peers.set(member, { ...peer, isSilent: true });
    if (peer.healthy) feedback.push({ type: "failed", member, atMs: nowMs });
  }
  return { updates: { ...updates, peers }, feedback };
}
