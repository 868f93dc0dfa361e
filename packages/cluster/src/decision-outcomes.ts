import {
  canDropForward,
  type DecisionCase,
  exceptionOf,
  hasReconnected,
  isAdapterGone,
  isServerTrouble,
  isUnreachable,
  servedLastHere,
} from "./decision-case.ts";
import type { Completion, DecisionAction, DecisionEffects, DecisionError } from "./failure.ts";

/** What an outcome proposes; the row adds its own effects and completion. */
export interface Proposal {
  readonly action: DecisionAction;
  readonly reason: string;
  readonly delay?: "none" | "backoff";
  readonly effects?: DecisionEffects;
  readonly error?: DecisionError;
  /** Overrides the row's completion. */
  readonly completed?: Completion;
}

/** The closed set of things that can follow a failure. */
export type Outcome =
  | "give-up"
  | "next"
  | "next-this-round"
  | "reconnect"
  | "replay"
  | "one-other"
  | "try-later"
  | "move"
  | "look-up"
  | "session-gone"
  | "follow"
  | "original"
  | "re-address";

function giveUp(reason: string, error: DecisionError = "throw"): Proposal {
  return { action: "give-up", reason, error };
}

/** The whole list again after a pause, as often as rounds are allowed. */
function newRound({ facts }: DecisionCase, action: DecisionAction): Proposal {
  if (facts.round + 1 >= facts.maxRounds) {
    return giveUp(`no endpoint is left to try, and ${facts.maxRounds} round(s) are the limit`);
  }
  const reason = "every endpoint was tried, so the next round begins after a pause";
  return { action, reason, delay: "backoff", effects: { newRound: true } };
}

/** A further round of a request that was sent: it draws from the budget. */
function paidRound(situation: DecisionCase, action: DecisionAction): Proposal {
  if (!situation.facts.budgetLeft) return giveUp("it did not run, but the retry budget is used up");
  const proposal = newRound(situation, action);
  if (proposal.action === "give-up") return proposal;
  return { ...proposal, effects: { ...proposal.effects, drawsBudget: true } };
}

function next(situation: DecisionCase): Proposal {
  const { failure, facts, now } = situation;
  if (isUnreachable(failure) && now >= facts.deadlineMs) {
    return giveUp("the time for connecting is used up");
  }
  if (situation.facts.untried === 0) return newRound(situation, "next-endpoint");
  return { action: "next-endpoint", reason: "another endpoint has not been tried" };
}

/** Trouble that waiting does not cure: the others, but no second round. */
function nextThisRound({ facts }: DecisionCase): Proposal {
  if (facts.untried === 0) return giveUp("no endpoint is left to try, and waiting would not help");
  return { action: "next-endpoint", reason: "another endpoint has not been tried" };
}

function reconnect(situation: DecisionCase): Proposal {
  if (hasReconnected(situation)) return next(situation);
  return { action: "same-endpoint", reason: "a new connection to it has not been tried" };
}

/** The operation may have run, and may run again. */
function replay({ facts }: DecisionCase): Proposal {
  if (facts.replaysUsed >= facts.maxReplays) {
    return giveUp(`it may have run, and ${facts.maxReplays} replay(s) are the limit`);
  }
  if (!facts.budgetLeft) return giveUp("it may be repeated, but the retry budget is used up");
  const effects: DecisionEffects = { drawsBudget: true, replay: true };
  // A session moves when its member cannot be reached; that is for the next attempt to find out.
  if (facts.kind === "session") {
    const reason = "it may be repeated, and a session stays with its member";
    return { action: "same-endpoint", reason, effects };
  }
  if (facts.untried > 0) {
    const reason = "it may be repeated, and another endpoint has not been tried";
    return { action: "next-endpoint", reason, effects };
  }
  const reason = "it may be repeated, and there is no other endpoint";
  return { action: "same-endpoint", reason, delay: "backoff", effects };
}

/** Trouble inside a server: one other member may do better, a third would only be hammered. */
function oneOther({ facts, earlier }: DecisionCase): Proposal {
  const again = earlier.some(
    ({ failure }) => isServerTrouble(failure) || exceptionOf(failure, "UNKNOWN") !== undefined,
  );
  if (again) return giveUp("another member had such trouble too, and one is the limit");
  if (facts.kind === "session") return giveUp("no other member has the session");
  if (facts.untried === 0) return giveUp("there is no other member to try");
  if (facts.replaysUsed >= facts.maxReplays) {
    return giveUp(`it may have run, and ${facts.maxReplays} replay(s) are the limit`);
  }
  if (!facts.budgetLeft) return giveUp("it may be repeated, but the retry budget is used up");
  const reason = "it may be repeated, and one other member is tried";
  return { action: "next-endpoint", reason, effects: { drawsBudget: true, replay: true } };
}

/** The adapter refused and says that nothing ran. */
function tryLater(situation: DecisionCase): Proposal {
  const { facts, failure } = situation;
  if (!facts.trustCompletedNo) {
    // A servant that runs and then throws this looks the same; the caller has said so.
    const untrusted = facts.idempotent
      ? replay(situation)
      : giveUp("COMPLETED_NO is not trusted, and the operation is not marked idempotent");
    return { ...untrusted, completed: "maybe" };
  }
  const stays =
    facts.kind === "session" &&
    servedLastHere(situation) &&
    exceptionOf(failure, "TRANSIENT") !== undefined;
  // A member that is only busy keeps its sessions.
  if (stays) return paidRound(situation, "same-endpoint");
  if (facts.untried === 0) return paidRound(situation, "next-endpoint");
  if (!facts.budgetLeft) return giveUp("it did not run, but the retry budget is used up");
  return { ...next(situation), effects: { drawsBudget: true } };
}

/** Whether a lookup of the name gives the same object: sessions and unknown objects have an identity. */
function canLookUp({ facts }: DecisionCase): boolean {
  return facts.kind !== "session" && facts.kind !== "unknown" && facts.reLookup === "possible";
}

/** The application left this member: move on, within the round. */
function move(situation: DecisionCase): Proposal {
  const { facts, earlier } = situation;
  // The first move is free: all calls in flight at a planned stop have to make it.
  const firstMove = earlier.every(({ failure }) => failure.sent === "none");
  if (!facts.budgetLeft && !firstMove) {
    // One lookup serves all waiting calls. Without it a redeployment never ends for a busy client: each of its calls
    // would need more moves than the budget ever has again.
    if (canLookUp(situation)) {
      const reason = "the retry budget is used up, and the name can be looked up again";
      return { action: "lookup-again", reason };
    }
    return giveUp("it did not run, but the retry budget is used up");
  }
  const reason = "the application is gone from this member, and another has not been tried";
  return { action: "next-endpoint", reason, effects: { drawsBudget: true } };
}

/** The application left every member that could be asked. */
function lookUp(situation: DecisionCase): Proposal {
  const { facts, earlier } = situation;
  if (canLookUp(situation)) {
    const reason = "the key is gone everywhere, and the name can be looked up again";
    return { action: "lookup-again", reason };
  }
  const latest = new Map(earlier.map((attempt) => [attempt.endpoint, attempt.failure]));
  latest.delete(situation.current.endpoint);
  if (![...latest.values()].every(isAdapterGone)) {
    // Whoever could not be reached may still have it.
    return paidRound(situation, "next-endpoint");
  }
  if (facts.kind === "session" || (facts.kind === "unknown" && facts.clustered)) {
    return giveUp("no member knows the object any more", "session-lost");
  }
  return giveUp("no member knows the object any more, and it cannot be looked up again");
}

/** The container is there, the session is not. */
function sessionGone(situation: DecisionCase): Proposal {
  const { kind } = situation.facts;
  if (kind !== "session" && kind !== "unknown")
    return giveUp("the server does not know the object");
  return servedLastHere(situation)
    ? giveUp("the member that had the session no longer has it", "no-such-ejb")
    : giveUp(
        "this member does not have the session; the next call asks the old one again",
        "session-unavailable",
      );
}

function follow(situation: DecisionCase): Proposal {
  const { failure, facts } = situation;
  const { forward } = failure;
  if (forward === undefined) return giveUp("there is no target to follow to");
  if (forward.toClear) return giveUp("the forward leads from TLS to clear text, which is refused");
  if (forward.incompatible === true) {
    const proposal = nextThisRound(situation);
    return { ...proposal, reason: `the forward leads to another type; ${proposal.reason}` };
  }
  if (forward.repeated === true) return giveUp("the forward leads back to where it came from");
  if (forward.hops > facts.forwardHops) {
    return giveUp(`${facts.forwardHops} forwards are the limit`);
  }
  return { action: "follow-forward", reason: "the server named another target" };
}

function original(situation: DecisionCase): Proposal {
  if (!canDropForward(situation)) return giveUp("the original target was tried as well");
  const reason = "the forward leads nowhere, so the original target is tried once";
  return { action: "original-target", reason };
}

function reAddress({ failure, earlier, current }: DecisionCase): Proposal {
  const asked = earlier.some(
    (attempt) =>
      attempt.endpoint === current.endpoint && attempt.failure.addressing === failure.addressing,
  );
  if (asked) return giveUp("the server asks again for an addressing it was given");
  return { action: "same-endpoint", reason: "the server wants the target addressed differently" };
}

/** What each outcome proposes. */
export const outcomes: Readonly<Record<Outcome, (situation: DecisionCase) => Proposal>> = {
  "give-up": () => giveUp("it must not be repeated"),
  next,
  "next-this-round": nextThisRound,
  reconnect,
  replay,
  "one-other": oneOther,
  "try-later": tryLater,
  move,
  "look-up": lookUp,
  "session-gone": sessionGone,
  follow,
  original,
  "re-address": reAddress,
};
