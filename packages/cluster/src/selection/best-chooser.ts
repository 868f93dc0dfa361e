import type { Candidate } from "./candidate.ts";
import type { Choice, Chooser, LoadValues, StageContext } from "./stage.ts";

/** Whether `a` is better than `b`; a value that is not known is worse than every known one. */
export function isBetter(
  a: number | undefined,
  b: number | undefined,
  better: LoadValues["better"],
): boolean {
  if (a === undefined) return false;
  if (b === undefined) return true;
  return better === "min" ? a < b : a > b;
}

/** Sorts places by value, equals by the order of the decision. */
function ranked(
  candidates: readonly Candidate[],
  load: LoadValues | undefined,
  { order }: Pick<StageContext, "order">,
): number[] {
  const rank = (place: number): number => order?.(candidates[place]?.name ?? "") ?? 0;
  return candidates
    .map((_, place) => place)
    .sort((a, b) => {
      if (load !== undefined) {
        if (isBetter(load.values[a], load.values[b], load.better)) return -1;
        if (isBetter(load.values[b], load.values[a], load.better)) return 1;
      }
      return rank(a) - rank(b) || a - b;
    });
}

/** All that are as good as the best one. */
function bestPlaces(candidates: readonly Candidate[], load: LoadValues | undefined): number[] {
  if (load === undefined) return candidates.map((_, place) => place);
  let places = [0];
  let best = load.values[0];
  for (let place = 1; place < candidates.length; place += 1) {
    const value = load.values[place];
    if (isBetter(value, best, load.better)) {
      places = [place];
      best = value;
    } else if (!isBetter(best, value, load.better)) {
      places.push(place);
    }
  }
  return places;
}

function choice(
  candidates: readonly Candidate[],
  load: LoadValues | undefined,
  context: StageContext,
): Choice {
  const best = bestPlaces(candidates, load);
  const rank = (place: number): number => context.order?.(candidates[place]?.name ?? "") ?? 0;
  let first = best[0] ?? 0;
  // With an order every tie asks for ranks; without one the first of them is already there.
  if (context.order !== undefined) {
    for (const place of best) if (rank(place) < rank(first)) first = place;
  }
  const chosen =
    context.required === 1
      ? [candidates[first] as Candidate]
      : ranked(candidates, load, context)
          .slice(0, context.required)
          .map((place) => candidates[place] as Candidate);
  const value = load?.values[first];
  const extreme = load?.better === "min" ? "lowest" : "highest";
  const by = context.order === undefined ? "the first of them" : "first in the order of ties";
  const how =
    load === undefined
      ? context.order === undefined
        ? "the first"
        : "first in the order of ties"
      : `${extreme} ${load.name} (${value})${best.length > 1 ? `, ${by}` : ""}`;
  const tied =
    load === undefined || best.length === 1
      ? []
      : best.map((place) => candidates[place]?.name ?? "");
  return { chosen, how, tied };
}

/** Takes the candidate of the best load; of equals the first in the order of the decision. */
export const best: Chooser = { name: "best", choose: choice };

/** Takes the first candidate in the order of the decision, whatever the load. */
export const first: Chooser = {
  name: "first",
  choose: (candidates, _load, context) => choice(candidates, undefined, context),
};

/** Takes the candidates in the order in which the stages before have put them. */
export const inOrder: Chooser = {
  name: "in order",
  choose: (candidates, _load, { required }) => ({
    chosen: candidates.slice(0, required),
    how: "the first of those left",
  }),
};
