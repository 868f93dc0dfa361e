/** What states of pipelines have in common. */
export interface AnyPipelineState {
  readonly facts: unknown;
  /** What each stage keeps for itself, by its name. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** States of all pipelines are of one form: whoever goes on with one finds facts and counters there. */
export function isPipelineState(state: unknown): state is AnyPipelineState {
  return (
    typeof state === "object" &&
    state !== null &&
    "facts" in state &&
    "own" in state &&
    typeof state.own === "object" &&
    state.own !== null
  );
}

/**
 * The state of a pipeline that takes over from another one: members, facts, and what stages of the same name keep stay.
 * A stage that is new begins with what it was told of the present. What the stages of old keep is dropped: nobody would
 * tell them that work ends, and they would believe in it when they come back.
 *
 * @param fresh - the state of the new pipeline after it was told everything that is known
 */
export function goneOn(before: AnyPipelineState, fresh: AnyPipelineState): unknown {
  const own = Object.entries(fresh.own).map(([stage, told]) => [
    stage,
    Object.hasOwn(before.own, stage) ? before.own[stage] : told,
  ]);
  return { ...before, own: Object.fromEntries(own), ranking: undefined };
}
