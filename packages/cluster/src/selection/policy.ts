import type { MemberOrder } from "../member-order.ts";
import type { Random } from "../random.ts";
import type { Candidate } from "./candidate.ts";
import type { Explanation } from "./explanation.ts";
import type { Feedback } from "./feedback.ts";
import type { Stages } from "./stage.ts";

/** What is asked for. Every part may be missing; rules that need it then do not act. */
export interface SelectionRequest {
  /** How many answers are wanted, best first. Default 1. */
  readonly required?: number;
  /** Whose work it is, for affinity: a user or a tenant. */
  readonly key?: string;
  /** What is wanted: a JNDI name, an application, a domain. */
  readonly name?: string;
  /** IP address of whoever asks, in text form. */
  readonly clientAddress?: string;
  /** Facts about whoever asks, for user assignment. */
  readonly tenant?: Readonly<Record<string, unknown>>;
}

/** What a decision takes from the world around it. */
export interface Circumstances {
  /** The time, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** The source of chance. */
  readonly random: Random;
  /** Which of equals comes first: the lower rank. Default: whoever joined first. */
  readonly order?: MemberOrder;
}

/** A soft stage that did not act, because it would have left nobody. */
export interface SkippedStage {
  /** Name of the stage. */
  readonly stage: string;
  /** Why, as a lower-case clause. */
  readonly note: string;
}

/** What a decision came to. */
export interface Selection {
  /** Name of the policy. */
  readonly policy: string;
  /** The answers, best first; none when nobody can be chosen: then `explanation` says why for each. */
  readonly chosen: readonly Candidate[];
  /**
   * Who comes next when the chosen ones fail: the same decision without those before. Made as they are
   * asked for; may draw from the random source of the decision.
   */
  alternates(): Iterable<Candidate>;
  /** Soft stages that were skipped, in order; empty as a rule. Costs nothing: no explanation is made for it. */
  readonly skipped: readonly SkippedStage[];
  /** What each stage did, and what became of each candidate. Made when asked for. */
  readonly explanation: Explanation;
}

/** A decision, and the state after it. */
export interface Selected<S> {
  /** What it came to. */
  readonly selection: Selection;
  /** The state to go on with: the first choice is counted as assigned. */
  readonly state: S;
}

/**
 * A rule that chooses among members. Has no state of its own: it is given one and answers with the
 * next, so a policy can be replaced by another of the same stages while all counters stay.
 */
export interface Policy<S = unknown> {
  /** What it is called in explanations. */
  readonly name: string;
  /** The state before the first decision. */
  initial(members: readonly Candidate[]): S;
  /** Decides once. Throws nothing; nobody to choose is a selection without choice. */
  select(state: S, request: SelectionRequest, circumstances: Circumstances): Selected<S>;
  /** The state after something happened. */
  on(state: S, event: Feedback): S;
  /** The share each member is meant to get in the long run, where the rule says so; the sum is 1. */
  expectedShares?(state: S): ReadonlyMap<string, number> | undefined;
  /** Settings that lead to something surprising, one sentence each. */
  warnings?(state: S): readonly string[];
  /**
   * The same rule after one change in the words of its system, such as `10.0.0.*=5`; the state goes on with it. Only
   * rules whose system has such changes.
   *
   * @throws InvalidPolicyError when the change cannot be read
   */
  changed?(change: string): Policy<S>;
  /** What it is made of, for `extended`; undefined for rules of one's own that have no stages. */
  readonly stages?: Stages;
  /** Set when decisions go by figures that members report: many clients with the same reports may then act alike. */
  readonly herds?: {
    /** What avoids it, as a lower-case clause; `undefined`: it is avoided already. */
    readonly advice: string | undefined;
  };
}

/** Longest text of a value in a message. */
const SHOWN = 80;

/** A value as a message shows it: texts, lists and objects as JSON, shortened. */
function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    // It refers to itself, or holds what JSON has no word for.
    return "an object";
  }
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A policy cannot be made: an option is unknown or has no meaning. */
export class InvalidPolicyError extends Error {
  /** Which option. */
  readonly option: string;
  /** What was given. */
  readonly value: unknown;
  /** What to do about it, as a lower-case clause. */
  readonly hint: string;

  /** @param problem - what is wrong with the value, as a lower-case clause */
  constructor(option: string, value: unknown, problem: string, hint: string) {
    super(`${option}: ${shown(value)} ${problem}; ${hint}`);
    this.name = "InvalidPolicyError";
    this.option = option;
    this.value = value;
    this.hint = hint;
  }
}
