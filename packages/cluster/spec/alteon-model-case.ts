import { expect } from "vitest";
import { seededRandom } from "../src/random.ts";
import {
  newProximity,
  type ProximityOptions,
  proximityAsked,
  proximityMeasured,
} from "../src/selection/alteon/client-proximity.ts";
import { type AlteonDnsOptions, alteonDnsAnswer } from "../src/selection/alteon/dns-answer.ts";
import {
  type AlteonArrival,
  type AlteonRedirectOptions,
  alteonHandling,
} from "../src/selection/alteon/http-redirect.ts";
import {
  dueUpdate,
  newSiteUpdates,
  type SiteUpdate,
  type SiteUpdateOptions,
  updateReceived,
  updatesExpired,
} from "../src/selection/alteon/site-updates.ts";
import type { Candidate } from "../src/selection/candidate.ts";
import type { Feedback, Figures } from "../src/selection/feedback.ts";
import {
  InvalidPolicyError,
  type Selection,
  type SelectionRequest,
} from "../src/selection/policy.ts";
import { policyOf } from "./selection-case.ts";

/** What a site answers: a policy of sites, what has happened, and a question or an arrival. */
export interface AnswerCase {
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly members: Readonly<Record<string, Omit<Candidate, "name">>>;
  readonly on?: readonly Feedback[];
  readonly ask?: { readonly name: string; readonly request?: SelectionRequest };
  readonly dns?: AlteonDnsOptions;
  readonly arrives?: AlteonArrival;
  readonly canServe?: boolean;
  readonly redirect?: AlteonRedirectOptions;
  readonly expect?: Readonly<Record<string, unknown>>;
  /** The options are refused: the whole message. */
  readonly problem?: string;
}

function foundOf(each: AnswerCase): unknown {
  const policy = policyOf({ preset: "alteonGslb", ...each.policy });
  const members = Object.entries(each.members).map(([name, rest]) => ({ name, ...rest }));
  const state = (each.on ?? []).reduce(
    (kept, event) => policy.on(kept, event),
    policy.initial(members),
  );
  const select = (request: SelectionRequest): Selection =>
    policy.select(state, request, { nowMs: 0, random: seededRandom(1) }).selection;
  if (each.arrives !== undefined) {
    return alteonHandling(
      each.arrives,
      each.canServe ?? false,
      () => select({ required: 1 }),
      each.redirect,
    );
  }
  const { name = "", request } = each.ask ?? {};
  const decide = (required: number): Selection => select({ ...request, name, required });
  return alteonDnsAnswer(name, decide, members, each.dns);
}

/** Runs a case and compares. */
export function expectAnswer(each: AnswerCase): void {
  if (each.problem === undefined) {
    expect(foundOf(each)).toEqual(each.expect);
    return;
  }
  let found: unknown;
  try {
    found = foundOf(each);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidPolicyError);
    found = (error as Error).message;
  }
  expect(found).toBe(each.problem);
}

/** Distances to clients: each step asks a site, or measures. */
export interface ProximityCase {
  readonly options?: ProximityOptions;
  readonly sites: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly atMs: number;
    readonly client: string;
    readonly asks?: string;
    /** Round trips by site. */
    readonly measured?: Readonly<Record<string, number>>;
    readonly expect?: { readonly nearest: readonly string[]; readonly links: readonly string[] };
  }[];
}

/** Runs a case and compares. */
export function expectProximity({ options, sites, steps }: ProximityCase): void {
  let state = newProximity(options);
  for (const { atMs, client, asks, measured, expect: expected } of steps) {
    for (const [site, ms] of Object.entries(measured ?? {})) {
      state = proximityMeasured(state, client, site, ms, atMs);
    }
    if (asks === undefined) continue;
    const answer = proximityAsked(state, client, asks, new Map(Object.entries(sites)), atMs);
    state = answer.proximity;
    expect({ nearest: answer.nearest, links: answer.links }, `${atMs} ms`).toEqual(expected);
  }
}

/** Updates between sites: each step sends, receives, or lets time go by. */
export interface SiteUpdateCase {
  readonly options?: SiteUpdateOptions;
  readonly steps: readonly {
    readonly atMs: number;
    /** What the site is now; the update that is sent, `null` for none. */
    readonly own?: { readonly healthy: boolean; readonly figures: Figures };
    readonly sent?: SiteUpdate | null;
    readonly received?: SiteUpdate;
    readonly feedback?: readonly Feedback[];
  }[];
}

/** Runs a case and compares. */
export function expectSiteUpdates({ options, steps }: SiteUpdateCase): void {
  let state = newSiteUpdates(options);
  for (const { atMs, own, sent, received, feedback } of steps) {
    if (own !== undefined) {
      const due = dueUpdate(state, "here", own.healthy, own.figures, atMs);
      state = due?.updates ?? state;
      expect(due?.update ?? null, `${atMs} ms`).toEqual(sent);
    }
    const news =
      received === undefined ? updatesExpired(state, atMs) : updateReceived(state, received, atMs);
    state = news.updates;
    if (feedback !== undefined) expect(news.feedback, `${atMs} ms`).toEqual(feedback);
  }
}
