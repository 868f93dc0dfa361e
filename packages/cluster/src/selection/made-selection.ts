import type { Candidate } from "./candidate.ts";
import { decideOnce, type Outcome } from "./decide-once.ts";
import type { Draws } from "./draws.ts";
import { explained } from "./explained.ts";
import type { Explanation } from "./explanation.ts";
import type { Selection, SkippedStage } from "./policy.ts";
import type { QuickChoice } from "./quick-decision.ts";
import type { Stage, StageContext, Stages } from "./stage.ts";

/** All that a decision was made of. */
export interface Decision {
  /** Name of the policy. */
  readonly policy: string;
  readonly stages: Stages;
  readonly context: StageContext;
  readonly draws: Draws;
  /** The state of a stage. */
  readonly own: (stage: Stage) => unknown;
}

/** Runs the stages, with the draws of this decision. */
function accountOf({ stages, context, draws, own }: Decision): Outcome {
  return decideOnce(stages, { ...context, random: draws.again() }, own, new Set());
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

const none: readonly SkippedStage[] = [];

/** A decision as its caller sees it. The stages are run for it at the latest when somebody asks what they did. */
export class MadeSelection implements Selection {
  readonly policy: string;
  readonly chosen: readonly Candidate[];
  readonly skipped: readonly SkippedStage[];
  readonly #decision: Decision;
  readonly #head: Head;
  #outcome: Outcome | undefined;

  private constructor(decision: Decision, head: Head, outcome: Outcome | undefined) {
    this.#decision = decision;
    this.#head = head;
    this.#outcome = outcome;
    this.policy = decision.policy;
    this.chosen = head.chosen;
    // Somebody passed every filter of a quick decision, so none would have left nobody.
    this.skipped = outcome?.skipped ?? none;
  }

  /** A decision that was made without looking at every member; without one, all stages are run. */
  static of(decision: Decision, quick: QuickChoice | undefined): MadeSelection {
    if (quick !== undefined) return new MadeSelection(decision, quick, undefined);
    const outcome = accountOf(decision);
    return new MadeSelection(decision, { ...outcome, rest: undefined }, outcome);
  }

  /** The state of the chooser after it, when it changed. */
  get chooserOwn(): unknown {
    return this.#head.chooserOwn;
  }

  #account(): Outcome {
    this.#outcome ??= accountOf(this.#decision);
    return this.#outcome;
  }

  alternates(): Iterable<Candidate> {
    return alternatesOf(this.#decision, this.#head, () => this.#account().left);
  }

  get explanation(): Explanation {
    const { policy, context } = this.#decision;
    return explained(policy, context, this.#account());
  }
}
