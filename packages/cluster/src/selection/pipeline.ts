import type { Random } from "../random.ts";
import type { Candidate } from "./candidate.ts";
import { checkKeys } from "./checked-options.ts";
import { Draws } from "./draws.ts";
import { emptyTable, entryOf, type FactTable, tableOf, withEntry } from "./fact-table.ts";
import type { Feedback } from "./feedback.ts";
import { MadeSelection } from "./made-selection.ts";
import { factsAfter, type MemberFacts, unknownMember } from "./member-facts.ts";
import { perMembers } from "./per-members.ts";
import {
  type Circumstances,
  InvalidPolicyError,
  type Policy,
  type Selected,
  type SelectionRequest,
} from "./policy.ts";
import { decideQuickly } from "./quick-decision.ts";
import { type Numbers, type Ranking, rank, rankingAfter } from "./ranking.ts";
import type { RankedBy, Stage, StageContext, Stages } from "./stage.ts";

/** The state of a pipeline. Immutable. */
export interface PipelineState {
  /** All members, in the order in which they joined. */
  readonly members: readonly Candidate[];
  /** The same by name. */
  readonly byName: FactTable<Candidate>;
  /** What is known of them. */
  readonly facts: FactTable<MemberFacts>;
  /** What each stage keeps for itself, by its name. */
  readonly own: Readonly<Record<string, unknown>>;
  /** The members in the orders of a policy, made when they are first needed; one as a rule. */
  readonly rankings: readonly PolicyRanking[];
}

/** A ranking, and the policy it belongs to. */
interface PolicyRanking extends Ranking {
  readonly by: RankedBy;
  readonly stages: Stages;
}

/** Every stage that may keep a state. */
function stagesOf({
  source,
  filters,
  sticky,
  metrics,
  metricsInUse,
  load,
  chooser,
}: Stages): Stage[] {
  return [
    ...(source === undefined ? [] : [source]),
    ...(filters ?? []),
    ...(sticky ?? []),
    ...(typeof metrics === "function" ? (metricsInUse ?? []) : (metrics ?? [])),
    ...(typeof load === "function" ? [] : (load ?? [])),
    ...(chooser === undefined ? [] : [chooser]),
  ];
}

function withMember({ members, byName }: PipelineState, member: Candidate): readonly Candidate[] {
  const known = entryOf(byName, member.name);
  if (known === undefined) return [...members, member];
  return members.map((each) => (each === known ? member : each));
}

function placesOf(members: readonly Candidate[]): ReadonlyMap<string, number> {
  return new Map(members.map(({ name }, place) => [name, place]));
}

/** What the stages may look at; `own` is that of the stage that asks. */
function contextOf(
  stages: Stages,
  state: PipelineState,
  request: SelectionRequest,
  { nowMs, order }: Circumstances,
  random: Random,
  places: ReadonlyMap<string, number>,
): StageContext {
  const base: StageContext = {
    request,
    required: 1,
    nowMs,
    random,
    order,
    members: state.members,
    places,
    facts: (member) => entryOf(state.facts, member) ?? unknownMember,
    own: undefined,
  };
  const required = request.required ?? stages.required?.(base) ?? 1;
  return required === 1 ? base : { ...base, required: required >= 1 ? Math.trunc(required) : 1 };
}

const PARTS = [
  "source",
  "filters",
  "sticky",
  "metrics",
  "metricsInUse",
  "onOverflow",
  "load",
  "chooser",
  "ranked",
  "required",
  "strict",
] as const satisfies readonly (keyof Stages)[];

/** Every stage, once; those that keep a state. */
function keepingStages(stages: Stages): readonly Stage[] {
  // A filter under a misspelt word would silently keep nobody out.
  checkKeys("stages", stages, PARTS);
  const all = stagesOf(stages);
  const names = new Set<string>();
  for (const stage of all) {
    if (names.has(stage.name)) {
      const hint = "give each stage a name of its own, for its state is kept under it";
      throw new InvalidPolicyError("stages", stage.name, "names two stages", hint);
    }
    names.add(stage.name);
  }
  return all.filter((stage) => stage.initial !== undefined || stage.on !== undefined);
}

/** The state of a stage; one that is new to this state begins with its first one. */
function ownOf(state: PipelineState, stage: Stage): unknown {
  return Object.hasOwn(state.own, stage.name)
    ? state.own[stage.name]
    : stage.initial?.(state.members);
}

/** The numbers of a ranking, as things stand. */
function numbersOf(state: PipelineState, by: RankedBy): Numbers {
  const own = by.stage === undefined ? undefined : ownOf(state, by.stage);
  const factsOf = ({ name }: Candidate): MemberFacts => entryOf(state.facts, name) ?? unknownMember;
  return {
    value: (candidate, nowMs) => by.value(candidate, factsOf(candidate), own, nowMs),
    untilMs: (candidate, nowMs) =>
      by.untilMs?.(factsOf(candidate), nowMs) ?? Number.POSITIVE_INFINITY,
    edition: by.edition?.(own),
  };
}

/** The ranking of a state, made anew when there is none for these stages, this order and this time. */
function rankingFor(
  stages: Stages,
  state: PipelineState,
  context: StageContext,
): PolicyRanking | undefined {
  const by = stages.ranked?.(context);
  if (by === undefined) return undefined;
  const { members } = state;
  const { order, nowMs } = context;
  const kept = state.rankings.find((each) => each.by === by);
  const isSame = kept?.order === order && kept?.members === members;
  if (kept !== undefined && isSame && nowMs >= kept.sinceMs && nowMs < kept.untilMs) return kept;
  const known = kept ?? state.rankings[0];
  return { ...rank(members, order, numbersOf(state, by), nowMs, known), by, stages };
}

function withRanking(state: PipelineState, ranking: PolicyRanking | undefined): PipelineState {
  if (ranking === undefined || state.rankings.includes(ranking)) return state;
  return {
    ...state,
    rankings: [...state.rankings.filter(({ by }) => by !== ranking.by), ranking],
  };
}

/** The rankings after something happened. Those of other stages would not learn of it. */
function rankingsAfter(
  stages: Stages,
  rankings: readonly PolicyRanking[],
  event: Feedback,
  after: PipelineState,
): readonly PolicyRanking[] {
  return rankings.flatMap((ranking) => {
    const { by } = ranking;
    if (ranking.stages !== stages) return [];
    const next = rankingAfter(ranking, event, after.members, numbersOf(after, by));
    return next === undefined ? [] : [{ ...next, by, stages }];
  });
}

/** The state after something happened. */
function stateAfter(
  stages: Stages,
  keeping: readonly Stage[],
  state: PipelineState,
  event: Feedback,
): PipelineState {
  const known =
    event.type === "tick" ||
    event.type === "joined" ||
    entryOf(state.byName, event.member) !== undefined;
  if (!known) return state;
  let { members, facts, byName } = state;
  if (event.type === "joined") {
    members = withMember(state, event.member);
    byName = withEntry(byName, event.member.name, event.member);
  } else if (event.type === "left") {
    members = members.filter((member) => member.name !== event.member);
    byName = withEntry(byName, event.member, undefined);
    facts = withEntry(facts, event.member, undefined);
  } else if (event.type !== "tick") {
    const before = entryOf(facts, event.member) ?? unknownMember;
    facts = withEntry(facts, event.member, factsAfter(before, event));
  }
  let { own } = state;
  for (const stage of keeping) {
    const kept = ownOf(state, stage);
    const next = stage.on === undefined ? kept : stage.on(kept, event, members);
    if (next === own[stage.name] && Object.hasOwn(own, stage.name)) continue;
    own = { ...own, [stage.name]: next };
  }
  const after: PipelineState = { members, byName, facts, own, rankings: [] };
  if (state.rankings.length === 0) return after;
  return { ...after, rankings: rankingsAfter(stages, state.rankings, event, after) };
}

/**
 * Makes a policy of stages.
 *
 * Stages of your own and those of the package combine freely; each is an object with a name and one function.
 *
 * @param name - appears in explanations
 * @throws InvalidPolicyError when two stages have one name
 */
export function pipeline(name: string, stages: Stages): Policy<PipelineState> {
  const keeping = keepingStages(stages);
  const placesIn = perMembers(placesOf);
  const on = (state: PipelineState, event: Feedback): PipelineState =>
    stateAfter(stages, keeping, state, event);

  const select = (
    before: PipelineState,
    request: SelectionRequest,
    circumstances: Circumstances,
  ): Selected<PipelineState> => {
    const draws = new Draws(circumstances.random);
    const places = placesIn(before.members);
    const context = contextOf(stages, before, request, circumstances, draws.random, places);
    const ranking = rankingFor(stages, before, context);
    const state = withRanking(before, ranking);
    const own = (stage: Stage): unknown => ownOf(state, stage);
    const quick = decideQuickly(stages, { context, own, ranking });
    const selection = MadeSelection.of({ policy: name, stages, own, context, draws }, quick);
    draws.end();
    const { chooserOwn } = selection;
    const [head] = selection.chosen;
    if (head === undefined) return { selection, state };
    const { chooser } = stages;
    const advanced =
      chooser === undefined || chooserOwn === undefined
        ? state
        : { ...state, own: { ...state.own, [chooser.name]: chooserOwn } };
    const assigned: Feedback = {
      type: "assigned",
      member: head.name,
      atMs: circumstances.nowMs,
      ...(request.key !== undefined && { key: request.key }),
      ...(request.clientAddress !== undefined && { clientAddress: request.clientAddress }),
    };
    return { selection, state: on(advanced, assigned) };
  };

  return {
    name,
    stages,
    initial: (members) => ({
      members,
      byName: tableOf(members.map((member) => [member.name, member])),
      facts: emptyTable(),
      own: Object.fromEntries(keeping.map((stage) => [stage.name, stage.initial?.(members)])),
      rankings: [],
    }),
    select,
    on,
  };
}
