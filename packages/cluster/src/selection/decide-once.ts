import { best, first } from "./best-chooser.ts";
import type { Candidate } from "./candidate.ts";
import type { StageKind } from "./explanation.ts";
import type { SkippedStage } from "./policy.ts";
import type { LoadValues, Metric, Stage, StageContext, Stages } from "./stage.ts";

/** One stage of a decision, as it is kept: the texts are made when someone asks. */
export interface Trace {
  readonly kind: StageKind;
  readonly stage: string;
  readonly before: readonly Candidate[];
  readonly after: readonly Candidate[];
  /** Why a candidate of `before` is not in `after`. */
  readonly reason: (name: string) => string;
  readonly note?: string;
  /** It was soft, and would have left nobody. */
  readonly skipped?: true;
}

/** What a decision came to, with all that is needed to explain it. */
export interface Outcome {
  /** Best first. */
  readonly chosen: readonly Candidate[];
  /** Whether a sticky stage named the first one. */
  readonly isPinned: boolean;
  /** Who was left for the chooser. */
  readonly left: readonly Candidate[];
  /** What the stages did. */
  readonly traces: readonly Trace[];
  /** Soft stages that would have left nobody. */
  readonly skipped: readonly SkippedStage[];
  /** The numbers of those in `left`. */
  readonly load: LoadValues | undefined;
  /** How it was chosen. */
  readonly how: string;
  /** Names that were equally good. */
  readonly tied: readonly string[];
  /** The state of the chooser after the choice, when it changed. */
  readonly chooserOwn: unknown;
}

type OwnOf = (stage: Stage) => unknown;

const nothing = (): string => "";
const noneSkipped: readonly SkippedStage[] = [];

/** Everything a decision collects on its way. */
class Course {
  readonly traces: Trace[] = [];
  skipped: readonly SkippedStage[] = noneSkipped;
  readonly context: StageContext;
  readonly #own: OwnOf;
  left: readonly Candidate[];

  constructor(context: StageContext, own: OwnOf, left: readonly Candidate[]) {
    this.context = context;
    this.#own = own;
    this.left = left;
  }

  contextFor(stage: Stage): StageContext {
    return { ...this.context, own: this.#own(stage) };
  }

  /** Goes on with other candidates. */
  go(
    kind: StageKind,
    stage: string,
    after: readonly Candidate[],
    reason: (name: string) => string,
    note?: string,
  ): void {
    const before = this.left;
    const trace = { kind, stage, before, after, reason };
    this.traces.push(note === undefined ? trace : { ...trace, note });
    this.left = after;
  }

  /** Leaves the candidates as they are, though a soft stage would have taken them all. */
  skip(kind: StageKind, stage: string, note: string): void {
    const { left } = this;
    this.traces.push({
      kind,
      stage,
      before: left,
      after: left,
      reason: nothing,
      note,
      skipped: true,
    });
    this.skipped = [...this.skipped, { stage, note }];
  }
}

/**
 * What a stage gave, each once, without strangers to the list it was given. Told by places and flags: sets of many
 * candidates cost more than all the rest.
 */
function among(
  given: readonly Candidate[],
  list: readonly Candidate[],
  { members, places }: StageContext,
): readonly Candidate[] {
  if (given === list) return list;
  let at = 0;
  const isNextOf = (each: Candidate): boolean => {
    while (at < list.length && list[at] !== each) at += 1;
    at += 1;
    return at <= list.length;
  };
  // As a rule it is the same list without some.
  if (given.every(isNextOf)) return given;
  const open = new Uint8Array(members.length);
  const placeOf = (each: Candidate): number => {
    const place = places.get(each.name) ?? -1;
    return members[place] === each ? place : -1;
  };
  for (const each of list) open[placeOf(each)] = 1;
  return given.filter((each) => {
    const place = placeOf(each);
    if (open[place] !== 1) return false;
    open[place] = 0;
    return true;
  });
}

function applySource(course: Course, { source }: Stages): void {
  if (source === undefined) return;
  const context = course.contextFor(source);
  const given = source.list(context);
  const isWhole = source.membersOnce === true && course.left === context.members;
  const listed = isWhole ? given : among(given, course.left, context);
  const reason = (): string => `not listed by ${source.name}`;
  course.go("source", source.name, listed, reason, source.note?.(context));
}

function applyFilters(course: Course, { filters = [], strict = false }: Stages): void {
  for (const filter of filters) {
    const context = course.contextFor(filter);
    const reasons = new Map<string, string>();
    const suspects = filter.suspects?.(context);
    if (suspects?.size === 0) continue;
    for (const candidate of course.left) {
      if (suspects !== undefined && !suspects.has(candidate.name)) continue;
      const kept = filter.keep(candidate, context);
      if (kept !== true) reasons.set(candidate.name, kept);
    }
    if (reasons.size === 0) continue;
    if (filter.soft === true && !strict && reasons.size === course.left.length) {
      const [reason = ""] = reasons.values();
      course.skip("filter", filter.name, `skipped, for it would leave nobody (${reason})`);
      continue;
    }
    const after = course.left.filter(({ name }) => !reasons.has(name));
    course.go("filter", filter.name, after, (name) => reasons.get(name) ?? "");
  }
}

/** The pinned candidate, or whether the decision ends because it is gone. */
function applySticky(
  course: Course,
  { sticky = [] }: Stages,
): { readonly pinned: Candidate | undefined; readonly how: string } {
  for (const stage of sticky) {
    const wanted = stage.pinned(course.left, course.contextFor(stage));
    if (wanted.length === 0) continue;
    const byName = new Map(course.left.map((each) => [each.name, each]));
    const found = wanted.map((name) => byName.get(name)).find((each) => each !== undefined);
    if (found !== undefined) {
      const note = `names ${found.name}`;
      course.go("sticky", stage.name, course.left, nothing, note);
      return { pinned: found, how: `named by ${stage.name}` };
    }
    const shown = wanted.join(", ");
    if (stage.mode === "must") {
      const reason = `${stage.name} allows only ${shown}`;
      course.go("sticky", stage.name, [], () => reason, `${shown} cannot be chosen`);
      return { pinned: undefined, how: reason };
    }
    course.go("sticky", stage.name, course.left, nothing, `${shown} cannot be chosen`);
  }
  return { pinned: undefined, how: "" };
}

function applyMetrics(course: Course, stages: Stages): void {
  const { required } = course.context;
  const metrics: readonly Metric[] =
    typeof stages.metrics === "function" ? stages.metrics(course.context) : (stages.metrics ?? []);
  for (const [index, metric] of metrics.entries()) {
    if (course.left.length === 0) return;
    const last = index === metrics.length - 1;
    const given = metric.select(course.left, course.contextFor(metric));
    const after = among(given, course.left, course.context);
    const reason = (): string => `not preferred by ${metric.name}`;
    if (after.length === 0) {
      if (metric.soft === true) {
        course.skip("metric", metric.name, "skipped, for it would leave nobody");
      } else if (last && stages.strict === true) {
        course.go("metric", metric.name, [], () => `${metric.name} gave nobody`);
      } else {
        course.go(
          "metric",
          metric.name,
          course.left,
          nothing,
          "gives nobody, so it does not count",
        );
      }
    } else if (after.length <= required) {
      course.go("metric", metric.name, after, reason, "decides");
      return;
    } else if (stages.onOverflow === "discard" && !last) {
      const note = `gives ${after.length}, more than ${required}, so its answer is dropped`;
      course.go("metric", metric.name, course.left, nothing, note);
    } else {
      course.go("metric", metric.name, after, reason);
    }
  }
}

function applyLoad(course: Course, stages: Stages): LoadValues | undefined {
  const { load = [] } = stages;
  const loads = typeof load === "function" ? load(course.context) : load;
  for (const each of loads) {
    const context = course.contextFor(each);
    let known = 0;
    const values = course.left.map((candidate) => {
      const value = each.value(candidate, context);
      if (value === undefined || !Number.isFinite(value)) return undefined;
      known += 1;
      return value;
    });
    if (known === 0) {
      course.go("load", each.name, course.left, nothing, "known of nobody, so it does not count");
      continue;
    }
    const missing = values.length - known;
    const note = missing === 0 ? undefined : `not known of ${missing}, who come last`;
    course.go("load", each.name, course.left, nothing, note);
    return { name: each.name, better: each.better, values };
  }
  return undefined;
}

/**
 * Runs the stages once.
 *
 * @param own - the state of a stage
 * @param without - names that do not take part: those chosen before, when alternates are asked for
 */
export function decideOnce(
  stages: Stages,
  context: StageContext,
  own: OwnOf,
  without: ReadonlySet<string>,
): Outcome {
  const everybody =
    without.size === 0 ? context.members : context.members.filter(({ name }) => !without.has(name));
  const course = new Course(context, own, everybody);
  applySource(course, stages);
  applyFilters(course, stages);
  const { pinned, how: pinnedHow } = applySticky(course, stages);
  const outcome = (part: Partial<Outcome>): Outcome => ({
    chosen: [],
    isPinned: pinned !== undefined,
    left: course.left,
    traces: course.traces,
    skipped: course.skipped,
    load: undefined,
    how: "nobody is left",
    tied: [],
    chooserOwn: undefined,
    ...part,
  });
  if (pinned !== undefined) {
    const others = course.left.filter((each) => each !== pinned);
    if (context.required === 1 || others.length === 0) {
      return outcome({ chosen: [pinned], how: pinnedHow });
    }
    const without1 = new Set([...without, pinned.name]);
    const more = { ...context, required: context.required - 1 };
    const { chosen } = decideOnce({ ...stages, sticky: [] }, more, own, without1);
    return outcome({ chosen: [pinned, ...chosen], how: `${pinnedHow}, then by the other stages` });
  }
  applyMetrics(course, stages);
  if (course.left.length === 0) return outcome(pinnedHow === "" ? {} : { how: pinnedHow });
  const load = applyLoad(course, stages);
  const chooser = stages.chooser ?? (load === undefined ? first : best);
  const choice = chooser.choose(course.left, load, course.contextFor(chooser));
  return outcome({
    chosen: choice.chosen,
    load,
    how: choice.how,
    tied: choice.tied ?? [],
    chooserOwn: choice.own,
  });
}
