import type { MemberOrder } from "../src/member-order.ts";
import { type Random, seededRandom } from "../src/random.ts";
import { alteonGslb } from "../src/selection/alteon/alteon-gslb.ts";
import { best, first, inOrder } from "../src/selection/best-chooser.ts";
import type { Candidate } from "../src/selection/candidate.ts";
import type { Feedback } from "../src/selection/feedback.ts";
import { glassfish } from "../src/selection/glassfish/glassfish.ts";
import { type PipelineState, pipeline } from "../src/selection/pipeline.ts";
import type { Policy, Selection, SelectionRequest } from "../src/selection/policy.ts";
import { byWeight, twoRandom, uniform } from "../src/selection/random-choosers.ts";
import { sapGateway } from "../src/selection/sap-gateway/sap-gateway.ts";
import { type SgdPlacementMethod, sgdPlacement } from "../src/selection/sgd/session-placement.ts";
import { type SgdOptions, sgd } from "../src/selection/sgd/sgd.ts";
import type { SgdMember } from "../src/selection/sgd/sgd-member.ts";
import type { Chooser } from "../src/selection/stage.ts";

/** What a step expects; every part may be missing. */
export interface SelectionExpectation {
  /** The first choices of all decisions of the step; `null`: nobody. */
  readonly chosen?: readonly (string | null)[];
  /** The whole answer of the last decision. */
  readonly answer?: readonly string[];
  /** How often each member was the first choice. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Shares that the counts must meet within four standard deviations. */
  readonly within4Sigma?: Readonly<Record<string, number>>;
  /** The shares that the policy says it gives in the long run. */
  readonly expectedShares?: Readonly<Record<string, number>>;
  /** Loads of the last decision. */
  readonly values?: Readonly<Record<string, number>>;
  /** Reasons of the last decision for those that a stage removed. */
  readonly removed?: Readonly<Record<string, string>>;
  /** Notes of the stages of the last decision. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly how?: string;
  readonly tied?: readonly string[];
  /** Who comes after the answer of the last decision. */
  readonly alternates?: readonly string[];
  readonly text?: readonly string[];
}

/** One step: what happens, or a number of decisions. */
export interface SelectionStep {
  /** Things that happen before. */
  readonly on?: readonly Feedback[];
  readonly select?: SelectionRequest;
  /** How many decisions; default 1. */
  readonly times?: number;
  readonly nowMs?: number;
  /** The draws of all decisions of the step. */
  readonly draws?: readonly number[];
  /** Or the seed of its source of chance. */
  readonly seed?: number;
  /** The policy is replaced by one with these options too; the state stays. */
  readonly change?: Readonly<Record<string, unknown>>;
  readonly expect?: SelectionExpectation;
}

/** A case: a policy, its members, and what happens step by step. */
export interface SelectionCase {
  readonly policy: Readonly<Record<string, unknown>>;
  /** Name to what differs from a candidate of weight 100. */
  readonly members: Readonly<Record<string, Omit<Candidate, "name">>>;
  /** Names in the order of ties. Default: as they joined. */
  readonly order?: readonly string[];
  readonly steps: readonly SelectionStep[];
  /** The policy cannot be made: the whole message. */
  readonly problem?: string;
}

/** What a step came to. */
export interface SelectionStepResult {
  readonly names: readonly (string | null)[];
  readonly last: Selection | undefined;
  readonly shares: ReadonlyMap<string, number> | undefined;
}

/** The files whose cases are decisions of a policy. */
export const selectionFiles: readonly string[] = [
  ...["feedback", "metrics", "stages"].map((file) => `pipeline/${file}`),
  ...["derived", "documented", "own-choice", "published"].map((file) => `alteon-gslb/${file}`),
  ...["derived", "documented", "own-choice", "published"].map((file) => `glassfish/${file}`),
  "pipeline/problems",
  ...["derived", "documented", "own-choice"].map((file) => `sap-gateway/${file}`),
  ...["derived", "documented", "inferred", "own-choice", "published"].map((file) => `sgd/${file}`),
];

type Preset = (options: never) => Policy<PipelineState>;

interface PipelineCase {
  readonly list?: readonly string[];
  readonly filters?: readonly { name: string; soft?: boolean; drop: Record<string, string> }[];
  readonly sticky?: readonly { name: string; mode?: "must" | "prefer"; names: readonly string[] }[];
  readonly metrics?: readonly { name: string; gives: readonly string[] }[];
  readonly onOverflow?: "narrow" | "discard";
  readonly load?: readonly {
    name: string;
    better: "min" | "max";
    values: Readonly<Record<string, number>>;
    running?: boolean;
  }[];
  readonly chooser?: string;
  readonly strict?: boolean;
}

const choosers: Readonly<Record<string, Chooser>> = {
  best,
  first,
  "in order": inOrder,
  uniform,
  "by weight": byWeight,
  "two random": twoRandom,
};

/** A pipeline of stages that are given as data. */
function pipelineOf(options: PipelineCase): Policy<PipelineState> {
  const byNames = (members: readonly Candidate[], names: readonly string[]): Candidate[] =>
    names.flatMap((name) => members.filter((each) => each.name === name));
  const { list, onOverflow, strict } = options;
  return pipeline("test", {
    ...(list === undefined
      ? {}
      : { source: { name: "list", list: ({ members }) => byNames(members, list) } }),
    filters: (options.filters ?? []).map(({ name, soft, drop }) => ({
      name,
      ...(soft === undefined ? {} : { soft }),
      keep: (candidate) => drop[candidate.name] ?? true,
    })),
    sticky: (options.sticky ?? []).map(({ name, mode, names }) => ({
      name,
      ...(mode === undefined ? {} : { mode }),
      pinned: () => names,
    })),
    metrics: (options.metrics ?? []).map(({ name, gives }) => ({
      name,
      select: (candidates) => byNames(candidates, gives),
    })),
    load: (options.load ?? []).map(({ name, better, values, running }) => ({
      name,
      better,
      value: (candidate, { facts }) =>
        running === true ? facts(candidate.name).running : values[candidate.name],
    })),
    ...(options.chooser === undefined ? {} : { chooser: choosers[options.chooser] as Chooser }),
    ...(onOverflow === undefined ? {} : { onOverflow }),
    ...(strict === undefined ? {} : { strict }),
  });
}

/** A case says a user assignment as its text or as the facts that a tenant must have, and a choice as the name. */
interface SgdCase extends Omit<SgdOptions, "members" | "choose"> {
  readonly members?: Readonly<
    Record<
      string,
      Omit<SgdMember, "userAssignment"> & {
        userAssignment?: string | Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly choose?: string;
}

function sgdOf({ members, choose, ...options }: SgdCase): Policy<PipelineState> {
  const settings = Object.entries(members ?? {}).map(([name, member]): [string, SgdMember] => {
    const { userAssignment: facts, ...rest } = member;
    if (facts === undefined) return [name, rest];
    if (typeof facts === "string") return [name, { ...rest, userAssignment: facts }];
    const userAssignment = (tenant: Readonly<Record<string, unknown>>): boolean =>
      Object.entries(facts).every(([fact, value]) => tenant[fact] === value);
    return [name, { ...rest, userAssignment }];
  });
  return sgd({
    ...options,
    members: Object.fromEntries(settings),
    ...(choose === undefined ? {} : { choose: () => choose }),
  });
}

/** The presets by name; each folder of cases has its own. */
export const presets: Readonly<Record<string, Preset>> = {
  alteonGslb,
  glassfish,
  pipeline: pipelineOf,
  sapGateway,
  sgd: sgdOf,
  sgdPlacement: ({ method }: { method?: SgdPlacementMethod }) => sgdPlacement(method),
};

/** The policy of a case. */
export function policyOf(options: Readonly<Record<string, unknown>>): Policy<PipelineState> {
  const { preset, ...rest } = options;
  const make = presets[String(preset)];
  if (make === undefined) throw new Error(`there is no preset "${String(preset)}"`);
  return make(rest as never);
}

function randomOf({ draws, seed }: SelectionStep): Random {
  if (seed !== undefined) return seededRandom(seed);
  let next = 0;
  return () => {
    const draw = draws?.[next];
    if (draw === undefined) throw new Error("the step has no further draw");
    next += 1;
    return draw;
  };
}

/** Runs a case; answers with what each step came to. */
export function runSelection(each: SelectionCase): SelectionStepResult[] {
  let options = each.policy;
  let policy = policyOf(options);
  const members = Object.entries(each.members).map(([name, rest]) => ({ name, ...rest }));
  const { order: names } = each;
  const order: MemberOrder | undefined =
    names === undefined ? undefined : (name) => names.indexOf(name);
  let state = policy.initial(members);
  return each.steps.map((step) => {
    if (step.change !== undefined) {
      options = { ...options, ...step.change };
      policy = policyOf(options);
    }
    for (const event of step.on ?? []) state = policy.on(state, event);
    if (step.select === undefined) {
      return { names: [], last: undefined, shares: policy.expectedShares?.(state) };
    }
    const random = randomOf(step);
    const circumstances = { nowMs: step.nowMs ?? 0, random, ...(order && { order }) };
    const chosen: (string | null)[] = [];
    let last: Selection | undefined;
    for (let count = 0; count < (step.times ?? 1); count += 1) {
      const selected = policy.select(state, step.select, circumstances);
      ({ state, selection: last } = selected);
      chosen.push(last.chosen[0]?.name ?? null);
    }
    return { names: chosen, last, shares: policy.expectedShares?.(state) };
  });
}
