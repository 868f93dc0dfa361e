import { type DecisionCase, isDeadlineOver } from "./decision-case.ts";
import { outcomes, type Proposal } from "./decision-outcomes.ts";
import { type DecisionRow, decisionRows } from "./decision-rows.ts";
import type {
  Attempt,
  CallFacts,
  Completion,
  Decision,
  DecisionEffects,
  Failure,
} from "./failure.ts";

/** The worst first: what one attempt may have done, the call may have done. */
const severity: Readonly<Record<Completion, number>> = { no: 0, maybe: 1, yes: 2 };

/** How far the operation got in one attempt. */
function completionOf(row: DecisionRow, { failure }: DecisionCase): Completion {
  const said = failure.exception?.completed ?? "maybe";
  switch (row.completed) {
    case "by-sent":
      return failure.sent === "none" ? "no" : "maybe";
    case "as-said":
      return said;
    case "untrusted":
      return said === "no" ? "maybe" : said;
    default:
      return row.completed;
  }
}

/** The row and the proposal for one attempt. */
function judge(
  rows: readonly DecisionRow[],
  situation: DecisionCase,
): { row: DecisionRow; proposal: Proposal; completed: Completion } {
  const row = rows.find(({ matches }) => matches(situation)) ?? (rows.at(-1) as DecisionRow);
  const outcome = situation.facts.idempotent ? row.withMark : row.withoutMark;
  const proposal = outcomes[outcome](situation);
  return { row, proposal, completed: proposal.completed ?? completionOf(row, situation) };
}

/** Fields of the effects that concern the next attempt, not the last one. */
function withoutNextAttempt(effects: DecisionEffects | undefined): DecisionEffects {
  const { drawsBudget: _draws, replay: _replay, newRound: _round, ...rest } = effects ?? {};
  return rest;
}

/**
 * Decides by a given table: what {@link decide} does with its own. For tests that change a row.
 *
 * @param rows - in order of precedence; the last one must match everything
 */
export function decideBy(
  rows: readonly DecisionRow[],
  history: readonly Attempt[],
  failure: Failure,
  facts: CallFacts,
  now: number,
): Decision {
  const current = history.at(-1) ?? { endpoint: "", failure, atMs: now };
  const earlier = history.slice(0, -1);
  const situation: DecisionCase = { failure, facts, earlier, current, now };
  const { row, proposal, completed: own } = judge(rows, situation);
  let completed = own;
  for (const [index, attempt] of earlier.entries()) {
    const before = judge(rows, {
      failure: attempt.failure,
      facts,
      earlier: earlier.slice(0, index),
      current: attempt,
      now: attempt.atMs,
    });
    if (severity[before.completed] > severity[completed]) completed = before.completed;
  }
  const { cancelRequest, ...effects } = row.effects;
  // There is nothing to cancel before the write.
  const cancel = cancelRequest === true && failure.sent === "some" ? { cancelRequest } : {};
  if (proposal.action !== "give-up" && isDeadlineOver(situation)) {
    return {
      action: "give-up",
      rule: row.id,
      reason: `${row.what}; ${proposal.reason}, but the deadline is over`,
      delay: "none",
      completed,
      effects: { ...effects, ...cancel, ...withoutNextAttempt(proposal.effects) },
      error: "throw",
    };
  }
  return {
    action: proposal.action,
    rule: row.id,
    reason: `${row.what}; ${proposal.reason}`,
    delay: proposal.delay ?? "none",
    completed,
    effects: { ...effects, ...cancel, ...proposal.effects },
    ...(proposal.error === undefined ? {} : { error: proposal.error }),
  };
}

/**
 * Answers "again?" after an attempt gave no result: the only place that does.
 *
 * Called only on failure. Pure: equal arguments give an equal decision.
 *
 * @param history - the attempts of this call so far, oldest first; the last one is the attempt that
 *   failed with `failure`
 * @param failure - why it failed
 * @param facts - what is known of the call and its target
 * @param now - milliseconds, same origin as `facts.deadlineMs`
 */
export function decide(
  history: readonly Attempt[],
  failure: Failure,
  facts: CallFacts,
  now: number,
): Decision {
  return decideBy(decisionRows, history, failure, facts, now);
}
