import type { Candidate } from "./candidate.ts";
import { decideOnce, explained, type Outcome } from "./decide-once.ts";
import { emptyTable, entryOf, type FactTable, withEntry } from "./fact-table.ts";
import type { Feedback } from "./feedback.ts";
import { factsAfter, type MemberFacts, unknownMember } from "./member-facts.ts";
import {
  type Circumstances,
  InvalidPolicyError,
  type Policy,
  type Selected,
  type Selection,
  type SelectionRequest,
} from "./policy.ts";
import type { Stage, StageContext, Stages } from "./stage.ts";

/** The state of a pipeline. Immutable. */
export interface PipelineState {
  /** All members, in the order in which they joined. */
  readonly members: readonly Candidate[];
  /** Their names. */
  readonly names: ReadonlySet<string>;
  /** What is known of them. */
  readonly facts: FactTable<MemberFacts>;
  /** What each stage keeps for itself, by its name. */
  readonly own: Readonly<Record<string, unknown>>;
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

function withMember(members: readonly Candidate[], member: Candidate): readonly Candidate[] {
  return members.some(({ name }) => name === member.name)
    ? members.map((each) => (each.name === member.name ? member : each))
    : [...members, member];
}

/** What the stages may look at; `own` is that of the stage that asks. */
function contextOf(
  stages: Stages,
  state: PipelineState,
  request: SelectionRequest,
  { nowMs, random, order }: Circumstances,
): StageContext {
  const base: StageContext = {
    request,
    required: 1,
    nowMs,
    random,
    order,
    members: state.members,
    facts: (member) => entryOf(state.facts, member) ?? unknownMember,
    own: undefined,
  };
  const required = request.required ?? stages.required?.(base) ?? 1;
  return { ...base, required: required >= 1 ? Math.trunc(required) : 1 };
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
  const all = stagesOf(stages);
  const names = new Set<string>();
  for (const stage of all) {
    if (names.has(stage.name)) {
      const hint = "give each stage a name of its own, for its state is kept under it";
      throw new InvalidPolicyError("stages", stage.name, "names two stages", hint);
    }
    names.add(stage.name);
  }
  const keeping = all.filter((stage) => stage.initial !== undefined || stage.on !== undefined);

  /** The states of the stages; a stage that is new to this state begins with its first one. */
  const ownOf = (state: PipelineState, stage: Stage): unknown =>
    Object.hasOwn(state.own, stage.name) ? state.own[stage.name] : stage.initial?.(state.members);

  const on = (state: PipelineState, event: Feedback): PipelineState => {
    const known = event.type === "tick" || event.type === "joined" || state.names.has(event.member);
    if (!known) return state;
    let { members, facts, names: memberNames } = state;
    if (event.type === "joined") {
      members = withMember(members, event.member);
      memberNames = new Set(members.map((member) => member.name));
    } else if (event.type === "left") {
      members = members.filter((member) => member.name !== event.member);
      memberNames = new Set(members.map((member) => member.name));
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
    return { members, names: memberNames, facts, own };
  };

  const select = (
    state: PipelineState,
    request: SelectionRequest,
    circumstances: Circumstances,
  ): Selected<PipelineState> => {
    const context = contextOf(stages, state, request, circumstances);
    const own = (stage: Stage): unknown => ownOf(state, stage);
    const outcome = decideOnce(stages, context, own, new Set());
    const selection = selectionOf(name, stages, context, own, outcome);
    const [head] = outcome.chosen;
    if (head === undefined) return { selection, state };
    const chooser = stages.chooser;
    const advanced =
      chooser === undefined || outcome.chooserOwn === undefined
        ? state
        : { ...state, own: { ...state.own, [chooser.name]: outcome.chooserOwn } };
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
    initial: (members) => ({
      members,
      names: new Set(members.map((member) => member.name)),
      facts: emptyTable(),
      own: Object.fromEntries(keeping.map((stage) => [stage.name, stage.initial?.(members)])),
    }),
    select,
    on,
  };
}

/** The decision as its caller sees it: what costs time is made when asked for. */
function selectionOf(
  policy: string,
  stages: Stages,
  context: StageContext,
  own: (stage: Stage) => unknown,
  outcome: Outcome,
): Selection {
  const { chooser } = stages;
  function* alternates(): Generator<Candidate, void, undefined> {
    if (outcome.chosen.length === 0) return;
    if (chooser?.rest !== undefined && !outcome.isPinned) {
      yield* chooser.rest(outcome.chosen, outcome.left, {
        ...context,
        own: outcome.chooserOwn ?? own(chooser),
      });
      return;
    }
    const before = new Set(outcome.chosen.map(({ name }) => name));
    for (;;) {
      const next = decideOnce(stages, { ...context, required: 1 }, own, before).chosen[0];
      // A chooser of somebody's own may name one that it was not given.
      if (next === undefined || before.has(next.name)) return;
      yield next;
      before.add(next.name);
    }
  }
  return {
    policy,
    chosen: outcome.chosen,
    alternates,
    skipped: outcome.skipped,
    get explanation() {
      return explained(policy, context, outcome);
    },
  };
}
