import type { Candidate } from "./candidate.ts";
import { decideOnce, explained, type Outcome } from "./decide-once.ts";
import type { Selection } from "./policy.ts";
import type { QuickChoice } from "./quick-decision.ts";
import type { Stage, StageContext, Stages } from "./stage.ts";

/** All that a decision was made of. */
export interface Decision {
  /** Name of the policy. */
  readonly policy: string;
  readonly stages: Stages;
  readonly context: StageContext;
  /** The state of a stage. */
  readonly own: (stage: Stage) => unknown;
  /** Runs the stages, with the draws of this decision. */
  readonly run: () => Outcome;
}

/** A decision as its caller sees it, and the state of the chooser after it. */
export interface Decided {
  readonly selection: Selection;
  readonly chooserOwn: unknown;
}

type Head = Pick<QuickChoice, "chosen" | "isPinned" | "chooserOwn" | "rest">;

/** Who comes after the chosen ones. */
function* alternatesOf(
  { stages, context, own }: Decision,
  { chosen, isPinned, chooserOwn, rest }: Head,
  left: () => readonly Candidate[],
): Generator<Candidate, void, undefined> {
  if (chosen.length === 0) return;
  const { chooser } = stages;
  if (chooser?.rest !== undefined && !isPinned) {
    yield* chooser.rest(chosen, left(), { ...context, own: chooserOwn ?? own(chooser) });
    return;
  }
  const before = new Set(chosen.map(({ name }) => name));
  for (const next of rest?.() ?? []) {
    yield next;
    before.add(next.name);
  }
  for (;;) {
    const next = decideOnce(stages, { ...context, required: 1 }, own, before).chosen[0];
    // A chooser of somebody's own may name one that it was not given.
    if (next === undefined || before.has(next.name)) return;
    yield next;
    before.add(next.name);
  }
}

/** Decides by running the stages one after the other. */
export function decideSlowly(decision: Decision): Decided {
  const outcome = decision.run();
  const head = { ...outcome, rest: undefined };
  return {
    selection: {
      policy: decision.policy,
      chosen: outcome.chosen,
      alternates: () => alternatesOf(decision, head, () => outcome.left),
      skipped: outcome.skipped,
      get explanation() {
        return explained(decision.policy, decision.context, outcome);
      },
    },
    chooserOwn: outcome.chooserOwn,
  };
}

/** A decision that was made already. The stages are run only when somebody asks what they did. */
export function decidedQuickly(decision: Decision, quick: QuickChoice): Decided {
  let outcome: Outcome | undefined;
  const account = (): Outcome => {
    outcome ??= decision.run();
    return outcome;
  };
  return {
    selection: {
      policy: decision.policy,
      chosen: quick.chosen,
      alternates: () => alternatesOf(decision, quick, () => account().left),
      // Somebody passed every filter, so none would have left nobody.
      skipped: [],
      get explanation() {
        return explained(decision.policy, decision.context, account());
      },
    },
    chooserOwn: quick.chooserOwn,
  };
}
