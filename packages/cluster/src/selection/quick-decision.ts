import type { Candidate } from "./candidate.ts";
import { lowestPlace, withNumber } from "./min-tree.ts";
import type { Ranking } from "./ranking.ts";
import type { Filter, Load, LoadOf, Stage, StageContext, Stages } from "./stage.ts";

/** So many candidates may be refused by filters before every member is looked at instead. */
const MOST_REFUSED = 64;

/** What a decision came to that did not look at every member. */
export interface QuickChoice {
  /** Best first. */
  readonly chosen: readonly Candidate[];
  /** Whether a sticky stage named the first one. */
  readonly isPinned: boolean;
  /** The state of the chooser after the choice, when it changed. */
  readonly chooserOwn: unknown;
  /** Who comes next, as far as that can be told without looking at every member. */
  readonly rest: (() => Iterable<Candidate>) | undefined;
}

/** What a quick decision may use. */
export interface QuickMeans {
  readonly context: StageContext;
  /** The state of a stage. */
  readonly own: (stage: Stage) => unknown;
  /** The members in the order of the chooser, where it is known. */
  readonly ranking: Ranking | undefined;
}

/** A filter and what it sees. */
interface Sieve {
  readonly filter: Filter;
  readonly context: StageContext;
  readonly suspects: ReadonlySet<string> | undefined;
}

function sievesOf(filters: readonly Filter[], { context, own }: QuickMeans): readonly Sieve[] {
  const sieves: Sieve[] = [];
  // One object to ask all filters whom they suspect: as a rule nobody, and that is all that is asked.
  const asked: { -readonly [Key in keyof StageContext]: StageContext[Key] } = { ...context };
  for (const filter of filters) {
    asked.own = own(filter);
    const suspects = filter.suspects?.(asked);
    if (suspects?.size === 0) continue;
    sieves.push({ filter, context: { ...asked }, suspects });
  }
  return sieves;
}

function passes(candidate: Candidate, sieves: readonly Sieve[]): boolean {
  for (const { filter, context, suspects } of sieves) {
    if (suspects !== undefined && !suspects.has(candidate.name)) continue;
    if (filter.keep(candidate, context) !== true) return false;
  }
  return true;
}

/** Whoever passes all filters, in the order of the ranking; ends where that order says nothing more. */
function* inRankedOrder(
  ranking: Ranking,
  isAllowed: (candidate: Candidate) => boolean,
): Generator<Candidate, void, undefined> {
  let { numbers } = ranking;
  let refused = 0;
  for (;;) {
    const place = lowestPlace(numbers);
    const candidate = ranking.standing[place];
    if (candidate === undefined) return;
    if (isAllowed(candidate)) yield candidate;
    else {
      refused += 1;
      if (refused >= MOST_REFUSED) return;
    }
    numbers = withNumber(numbers, place, Number.POSITIVE_INFINITY);
  }
}

/** Names that some filter removes; `undefined`: that would take a look at too many. */
function removedNames(
  sieves: readonly Sieve[],
  { context }: QuickMeans,
): ReadonlySet<string> | undefined {
  let asked = 0;
  for (const { suspects } of sieves) asked += suspects?.size ?? Number.POSITIVE_INFINITY;
  if (asked > MOST_REFUSED) return undefined;
  const removed = new Set<string>();
  for (const { filter, context: seen, suspects } of sieves) {
    for (const name of suspects ?? []) {
      const candidate = context.members[context.places.get(name) ?? -1];
      if (candidate !== undefined && filter.keep(candidate, seen) !== true) removed.add(name);
    }
  }
  // When nobody is left, soft filters are skipped: that is for all stages together to say.
  return removed.size < context.members.length ? removed : undefined;
}

/** The first of the pinned members that passes all filters. */
function pinnedMember(
  stages: Stages,
  sieves: readonly Sieve[],
  means: QuickMeans,
): Candidate | "nobody" | "unknown" {
  for (const stage of stages.sticky ?? []) {
    if (stage.byNameOnly !== true) return "unknown";
    const wanted = stage.pinned([], { ...means.context, own: means.own(stage) });
    for (const name of wanted) {
      const candidate = means.context.members[means.context.places.get(name) ?? -1];
      if (candidate !== undefined && passes(candidate, sieves)) return candidate;
    }
    if (wanted.length > 0 && stage.mode === "must") return "unknown";
  }
  return "nobody";
}

/**
 * Decides without looking at every member; `undefined`: the stages have to be run one after the other.
 *
 * Whoever passes every filter shows that no soft filter would have left nobody, so none was skipped; the best of those that
 * pass is then the answer of the stages too.
 */
export function decideQuickly(stages: Stages, means: QuickMeans): QuickChoice | undefined {
  const { context, ranking } = means;
  const { chooser, metrics, filters = [] } = stages;
  if (stages.source !== undefined || typeof metrics === "function") return undefined;
  if (metrics !== undefined && metrics.length > 0) return undefined;
  if (ranking === undefined && chooser?.chooseAmong === undefined) return undefined;
  const sieves = sievesOf(filters, means);
  const pinned = pinnedMember(stages, sieves, means);
  if (pinned === "unknown") return undefined;
  if (pinned !== "nobody") {
    if (context.required > 1) return undefined;
    return { chosen: [pinned], isPinned: true, chooserOwn: undefined, rest: undefined };
  }
  if (ranking !== undefined) {
    const chosen: Candidate[] = [];
    for (const candidate of inRankedOrder(ranking, (each) => passes(each, sieves))) {
      chosen.push(candidate);
      if (chosen.length < context.required) continue;
      const rest = (): Iterable<Candidate> =>
        inRankedOrder(ranking, (each) => !chosen.includes(each) && passes(each, sieves));
      return { chosen, isPinned: false, chooserOwn: undefined, rest };
    }
    return undefined;
  }
  const removed = removedNames(sieves, means);
  if (removed === undefined || chooser?.chooseAmong === undefined) return undefined;
  const [load] = typeof stages.load === "function" ? stages.load(context) : (stages.load ?? []);
  const seen = { ...context, own: means.own(chooser) };
  const choice = chooser.chooseAmong(removed, seen, valuesOf(load, means));
  if (choice === undefined || choice.chosen.length === 0) return undefined;
  return { chosen: choice.chosen, isPinned: false, chooserOwn: choice.own, rest: undefined };
}

function valuesOf(load: Load | undefined, { context, own }: QuickMeans): LoadOf | undefined {
  if (load === undefined) return undefined;
  const seen = { ...context, own: own(load) };
  return { better: load.better, value: (candidate) => load.value(candidate, seen) };
}
