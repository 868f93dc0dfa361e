import type { Outcome, Trace } from "./decide-once.ts";
import type { CandidateFate, Explanation, StageNote } from "./explanation.ts";
import type { StageContext } from "./stage.ts";

function noteOf({ kind, stage, before, after, reason, note, skipped }: Trace): StageNote {
  const kept = before === after ? undefined : new Set(after);
  const removed =
    kept === undefined
      ? []
      : before
          .filter((each) => !kept.has(each))
          .map(({ name }) => ({ name, reason: reason(name) }));
  const base = { kind, stage, removed, left: after.length };
  return {
    ...base,
    ...(note === undefined ? {} : { note }),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

/** The explanation of a decision: an account of every member. */
export function explained(policy: string, context: StageContext, outcome: Outcome): Explanation {
  const stages = outcome.traces.map(noteOf);
  const removed = new Map(
    stages.flatMap((note) => note.removed.map(({ name, reason }) => [name, reason] as const)),
  );
  const values = new Map(
    outcome.left.map(({ name }, index) => [name, outcome.load?.values[index]]),
  );
  const chosen = outcome.chosen.map(({ name }) => name);
  const places = new Map(chosen.map((name, index) => [name, index]));
  const tied = new Set(outcome.tied);
  const fate = (name: string): CandidateFate => {
    const value = values.get(name);
    const shown = value === undefined ? {} : { value };
    const place = places.get(name);
    if (place !== undefined) {
      const reason = place === 0 ? outcome.how : `answer number ${place + 1}`;
      return { name, outcome: "chosen", reason, ...shown };
    }
    const gone = removed.get(name);
    if (gone !== undefined) return { name, outcome: "removed", reason: gone, ...shown };
    const reason = tied.has(name) ? "equally good, and later in the order of ties" : "not the best";
    return {
      name,
      outcome: "not chosen",
      reason: outcome.isPinned ? outcome.how : reason,
      ...shown,
    };
  };
  return {
    policy,
    request: context.request,
    nowMs: context.nowMs,
    stages,
    candidates: context.members.map(({ name }) => fate(name)),
    chosen,
    how: outcome.how,
    tied: outcome.tied,
  };
}
