import type { MemberOrder } from "../member-order.ts";
import type { Random } from "../random.ts";
import type { Candidate } from "./candidate.ts";
import type { Feedback } from "./feedback.ts";
import type { MemberFacts } from "./member-facts.ts";
import type { SelectionRequest } from "./policy.ts";

/** What a stage may look at. `S` is the state it keeps for itself. */
export interface StageContext<S = unknown> {
  /** What is asked for. */
  readonly request: SelectionRequest;
  /** How many answers are wanted. */
  readonly required: number;
  /** The time, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** The source of chance. */
  readonly random: Random;
  /** Which of equals comes first; `undefined`: the one that joined first. */
  readonly order: MemberOrder | undefined;
  /** All members, in the order in which they joined. */
  readonly members: readonly Candidate[];
  /** Place of each member in that list, by name. */
  readonly places: ReadonlyMap<string, number>;
  /** What is known of a member. */
  readonly facts: (member: string) => MemberFacts;
  /** What the stage keeps for itself. */
  readonly own: S;
}

/**
 * What all stages have in common: a name, and perhaps a state of their own. The state is kept under
 * the name, so names are unique within a policy.
 */
export interface Stage<S = unknown> {
  /** Appears in explanations. */
  readonly name: string;
  /** The state before the first decision. */
  initial?(members: readonly Candidate[]): S;
  /** The state after something happened. `members` are those after it. */
  on?(own: S, event: Feedback, members: readonly Candidate[]): S;
}

/** Stage 1: who is asked at all. Default: all members. */
export interface Source<S = unknown> extends Stage<S> {
  /** Set when `list` gives members only, and none twice: it is then not checked again. Default false. */
  readonly membersOnce?: boolean;
  /** The candidates, in order. Members that are left out count as removed by this stage. */
  list(context: StageContext<S>): readonly Candidate[];
  /** What else the explanation should say of it. */
  note?(context: StageContext<S>): string | undefined;
}

/** Stage 2: removes candidates, each with a reason. */
export interface Filter<S = unknown> extends Stage<S> {
  /** A soft filter that would leave nobody is skipped, and the explanation says so. Default false. */
  readonly soft?: boolean;
  /**
   * Names that may have to go: all others are kept without being asked, so that a healthy cluster costs
   * nothing. Default: everybody is asked.
   */
  suspects?(context: StageContext<S>): ReadonlySet<string>;
  /** True, or why this candidate goes, as a lower-case clause. */
  keep(candidate: Candidate, context: StageContext<S>): true | string;
}

/** Stage 3: who served before serves again. */
export interface Sticky<S = unknown> extends Stage<S> {
  /** `must`: nobody is chosen when all pinned ones are gone. Default `prefer`: then the stages go on. */
  readonly mode?: "must" | "prefer";
  /** Set when `pinned` does not look at the candidates: a decision can then do without their list. Default false. */
  readonly byNameOnly?: boolean;
  /** Names that are wanted, best first; none when nothing is pinned. */
  pinned(candidates: readonly Candidate[], context: StageContext<S>): readonly string[];
}

/** Stage 4: narrows the candidates down. */
export interface Metric<S = unknown> extends Stage<S> {
  /** A metric that prefers nobody was skipped, and the explanation says so; `strict` changes nothing. Default false. */
  readonly soft?: boolean;
  /** Which of the candidates this metric prefers, best first. None: it has nothing to say. */
  select(candidates: readonly Candidate[], context: StageContext<S>): readonly Candidate[];
}

/** Stage 5: a number for each candidate. */
export interface Load<S = unknown> extends Stage<S> {
  /** Which end is good. */
  readonly better: "min" | "max";
  /** The number; `undefined` or NaN: not known, which comes after all that are known. */
  value(candidate: Candidate, context: StageContext<S>): number | undefined;
}

/** The numbers of the candidates. */
export interface LoadValues {
  /** Name of the load. */
  readonly name: string;
  /** Which end is good. */
  readonly better: "min" | "max";
  /** One for each candidate, in their order; `undefined`: not known. */
  readonly values: readonly (number | undefined)[];
}

/** The numbers of candidates, one at a time. */
export interface LoadOf {
  /** Which end is good. */
  readonly better: "min" | "max";
  /** The number of a candidate; `undefined`: not known. */
  value(candidate: Candidate): number | undefined;
}

/**
 * The order in which a policy takes members that pass all filters: by a number that depends on what happened to the
 * member itself, and perhaps on how long ago that was. It is kept from decision to decision, so that none has to look at every member.
 */
export interface RankedBy<S = unknown> {
  /** The stage whose state the number comes from. Default: none. */
  readonly stage?: Stage<S>;
  /** The number, the lowest is taken first; `undefined`: only the stages can say. */
  value(candidate: Candidate, facts: MemberFacts, own: S, nowMs: number): number | undefined;
  /** When the number becomes another one by itself, later than `nowMs`. Default: never. */
  untilMs?(facts: MemberFacts, nowMs: number): number;
  /** Another value than before when the numbers of several members changed at once. Default: they never do. */
  edition?(own: S): unknown;
}

/** What a chooser came to. */
export interface Choice<S = unknown> {
  /** Up to as many as required, best first. */
  readonly chosen: readonly Candidate[];
  /** Names that were as good as the first, itself included, when there were several. */
  readonly tied?: readonly string[];
  /** How it was chosen, as a lower-case clause. */
  readonly how: string;
  /** The state of the chooser after this choice. Default: as it was. */
  readonly own?: S;
}

/** Stage 6: chooses among those that are left. */
export interface Chooser<S = unknown> extends Stage<S> {
  /**
   * Chooses.
   *
   * @param candidates - at least one
   * @param load - their numbers; `undefined`: there is no load, or it is known of nobody
   */
  choose(
    candidates: readonly Candidate[],
    load: LoadValues | undefined,
    context: StageContext<S>,
  ): Choice<S>;
  /**
   * The same choice without a list of the candidates, so that it need not grow with their number. Draws and answers
   * as `choose` does; `undefined`: the list is needed after all. Default: it always is.
   *
   * @param removed - names of members that are no candidates; all others are
   * @param load - numbers, each made when asked for; `undefined`: there is no load
   */
  chooseAmong?(
    removed: ReadonlySet<string>,
    context: StageContext<S>,
    load: LoadOf | undefined,
  ): Choice<S> | undefined;
  /** Who comes after the chosen ones. Default: the decision is made again without those before. */
  rest?(
    chosen: readonly Candidate[],
    candidates: readonly Candidate[],
    context: StageContext<S>,
  ): Iterable<Candidate>;
}

/** The stages of a policy. Every one may be missing. */
export interface Stages {
  /** Default: all members. */
  readonly source?: Source;
  /** In order; default none. */
  readonly filters?: readonly Filter[];
  /** In order; default none. */
  readonly sticky?: readonly Sticky[];
  /** In order; default none. A function may give another list for each request. */
  readonly metrics?: readonly Metric[] | ((context: StageContext) => readonly Metric[]);
  /** All metrics that such a function may give: those with a state must be here. */
  readonly metricsInUse?: readonly Metric[];
  /** What a metric's answer of more than the required number means for the next metric. Default `narrow`. */
  readonly onOverflow?: "narrow" | "discard";
  /** In order: a later one is asked when an earlier one has a value for nobody. */
  readonly load?: readonly Load[] | ((context: StageContext) => readonly Load[]);
  /** Default: the best load; without load, the first. */
  readonly chooser?: Chooser;
  /**
   * The order of members that loads and chooser come to for this request: a promise that makes decisions among many
   * members fast. `undefined`, the default: every decision looks at every member. The object has to be the same each time.
   */
  ranked?(context: StageContext): RankedBy | undefined;
  /** How many answers are wanted when the request does not say. Default 1. */
  required?(context: StageContext): number;
  /** Soft filters count as hard, and metrics may leave nobody: the documented systems to the letter. Default false. */
  readonly strict?: boolean;
}
