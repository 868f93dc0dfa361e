import type { ClusterMember, ClusterView } from "../../cluster-view.ts";
import { GLASSFISH_BOOTSTRAP_WEIGHT } from "../../glassfish-rotation.ts";
import { advancePin, newPin, type Pin } from "../../pin.ts";
import {
  type Availability,
  fullyAvailable,
  initialRotationState,
  type LoadBalancingPolicy,
  nextHead,
  plannedShares,
  prepareRotation,
  type RotationOptions,
  type RotationResult,
  type RotationState,
} from "../../rotation.ts";
import { tailOf } from "../../rotation-tail.ts";
import { type Candidate, candidateWeight } from "../candidate.ts";
import { checkKeys, checkWord } from "../checked-options.ts";
import { hasWeight, notDrained, notFailed } from "../common-filters.ts";
import { emptyTable, entryOf, type FactTable, withEntry } from "../fact-table.ts";
import { type PipelineState, pipeline } from "../pipeline.ts";
import type { Policy } from "../policy.ts";
import { checkShapes } from "../preset-shapes.ts";
import type { Choice, Chooser, StageContext, Sticky } from "../stage.ts";
import { survivors, weightWarnings } from "../survivors.ts";
import { javaShares } from "./java-shares.ts";

/** How contexts, or requests, are spread in GlassFish's way. */
export interface GlassfishOptions {
  /** `com.sun.appserv.iiop.loadbalancingpolicy`. Default `ic-based`. */
  readonly policy?: LoadBalancingPolicy;
  /** Heads by chance, or evenly interleaved from a random start. Default `random`. */
  readonly sequence?: RotationOptions["sequence"];
  /** Whether a head may be the previous one: wanted for single requests. Default false, under `ic-based`. */
  readonly perRequest?: boolean;
  /** `glassfish`: Java's order, bias and all; health and `sequence` do not count. */
  readonly compatibility?: "glassfish";
}

const OPTIONS = ["policy", "sequence", "perRequest", "compatibility"];

/** What the rotation keeps between two choices. */
interface Turning {
  /** The options, the members and the order the rotation was made for. */
  readonly options: RotationOptions | undefined;
  readonly members: readonly Candidate[] | undefined;
  readonly order: StageContext["order"];
  readonly prepared: RotationResult | undefined;
  readonly state: RotationState;
}

/** The members as a view: the rotation looks at names and weights only. */
function viewOf(members: readonly Candidate[]): ClusterView {
  return {
    version: 0,
    members: members.map(
      (candidate): ClusterMember => ({
        name: candidate.name,
        weight: candidateWeight(candidate),
        endpoints: [],
        source: "discovered",
      }),
    ),
    bootstrap: [],
    bootstrapOnly: [],
    discovered: true,
    ownWord: new Set(),
    doubted: new Set(),
    weights: {},
  };
}

/** Who does not take part: nobody in a healthy cluster, without looking at each member. */
function availabilityOf(
  members: readonly Candidate[],
  candidates: readonly Candidate[],
): Availability {
  if (members.length === candidates.length) return fullyAvailable;
  const left = new Set(candidates.map(({ name }) => name));
  const out = members.filter(({ name }) => !left.has(name));
  return new Map(out.map(({ name }) => [name, 0]));
}

/** The rotation of contexts as a chooser. */
function rotationChooser(options: RotationOptions): Chooser<Turning> {
  const preparedFor = ({ own, members, order }: StageContext<Turning>): Turning => {
    const isSame = own.options === options && own.members === members && own.order === order;
    if (own.prepared !== undefined && isSame) return own;
    const prepared = prepareRotation(viewOf(members), {
      ...options,
      ...(order === undefined ? {} : { order }),
    });
    return { options, members, order, prepared, state: own.state };
  };
  const turn = (availability: Availability, context: StageContext<Turning>): Choice<Turning> => {
    const turning = preparedFor(context);
    const { prepared } = turning;
    if (prepared?.ok !== true) return { chosen: [], how: prepared?.problem ?? "" };
    const { members, places, random, required } = context;
    const head = nextHead(prepared.rotation, turning.state, random, availability);
    const found = (name: string): Candidate | undefined =>
      availability.get(name) === 0 ? undefined : members[places.get(name) ?? -1];
    const first = found(head.member.name);
    // Only members of weight 0 are left besides those that do not take part.
    if (first === undefined) return { chosen: [], how: "nobody with a weight is left" };
    const chosen = [first];
    if (required > 1) {
      for (const { name } of tailOf(prepared.rotation, head.member, random, availability)) {
        const next = found(name);
        if (next !== undefined) chosen.push(next);
        if (chosen.length >= required) break;
      }
    }
    const how =
      options.compatibility === "glassfish"
        ? "drawn as Java does"
        : `${options.sequence === "smooth" ? "in turn" : "drawn"} under ${prepared.rotation.policy}`;
    return { chosen, how, own: { ...turning, state: head.state } };
  };
  return {
    name: "rotation",
    initial: () => ({
      options: undefined,
      members: undefined,
      order: undefined,
      prepared: undefined,
      state: initialRotationState,
    }),
    choose: (candidates, _load, context) =>
      turn(availabilityOf(context.members, candidates), context),
    chooseAmong: (removed, context) => {
      const out =
        removed.size === 0 ? fullyAvailable : new Map([...removed].map((name) => [name, 0]));
      return turn(out, context);
    },
    *rest(chosen, candidates, context) {
      const { prepared } = preparedFor(context);
      const [head] = chosen;
      if (prepared?.ok !== true || head === undefined) return;
      const left = new Map(candidates.map((each) => [each.name, each]));
      for (const each of chosen) left.delete(each.name);
      const { rotation } = prepared;
      const member = rotation.members[rotation.places.get(head.name) ?? 0] as ClusterMember;
      const availability = availabilityOf(context.members, candidates);
      for (const { name } of tailOf(rotation, member, context.random, availability)) {
        const next = left.get(name);
        if (next !== undefined) yield next;
      }
    },
  };
}

/**
 * An InitialContext stays where it is: everything of it goes to one member, and after a failure to one other.
 * Its key is released with the context, not with each call.
 */
const pins: Sticky<FactTable<Pin>> = {
  name: "pin",
  byNameOnly: true,
  initial: () => emptyTable(),
  on: (own, event) => {
    if ((event.type !== "assigned" && event.type !== "released") || event.key === undefined) {
      return own;
    }
    if (event.type === "released") return withEntry(own, event.key, undefined);
    const pin = entryOf(own, event.key);
    const next =
      pin === undefined ? newPin(event.member) : advancePin(pin, pin.version, event.member);
    return withEntry(own, event.key, next);
  },
  pinned: (_candidates, { request: { key }, own }) => {
    const pin = key === undefined ? undefined : entryOf(own, key);
    return pin === undefined ? [] : [pin.member];
  },
};

/**
 * Spreads new contexts as GlassFish's client does: the rotation of this package as a policy.
 *
 * A request with a `key` is one of a context: it stays with the member of that context while it serves.
 *
 * @throws InvalidPolicyError when an option is unknown or has no meaning
 */
export function glassfish(options: GlassfishOptions = {}): Policy<PipelineState> {
  checkKeys("glassfish", options, OPTIONS);
  checkShapes("glassfish", options);
  const { policy = "ic-based", sequence = "random", perRequest = false, compatibility } = options;
  checkWord("glassfish.policy", policy, ["ic-based", "ic-based-weighted"]);
  checkWord("glassfish.sequence", sequence, ["random", "smooth"]);
  if (compatibility !== undefined) {
    checkWord("glassfish.compatibility", compatibility, ["glassfish"]);
  }
  const isJava = compatibility !== undefined;
  const weighted = policy === "ic-based-weighted";
  const rotation: RotationOptions = {
    policy,
    sequence,
    avoidRepeats: !perRequest,
    ...(compatibility === undefined ? {} : { compatibility }),
  };
  const base = pipeline("glassfish", {
    // Java knows neither weights of 0 nor health when it draws.
    filters: isJava
      ? [notDrained]
      : [notDrained, weighted ? hasWeight : { ...hasWeight, soft: true }, notFailed],
    sticky: [pins],
    chooser: rotationChooser(rotation),
  });
  const expectedShares = (state: PipelineState): ReadonlyMap<string, number> | undefined => {
    const { members } = state;
    const prepared = prepareRotation(viewOf(isJava ? members : survivors(state)), rotation);
    if (!prepared.ok) return undefined;
    if (!isJava) {
      const shares = plannedShares(prepared.rotation);
      return new Map(members.map(({ name }) => [name, shares.get(name) ?? 0]));
    }
    const weights = members.map((each) =>
      weighted ? Math.trunc(candidateWeight(each)) : GLASSFISH_BOOTSTRAP_WEIGHT,
    );
    const shares = javaShares(weights);
    return new Map(members.map(({ name }, index) => [name, shares[index] ?? 0]));
  };
  const warnings = (state: PipelineState): readonly string[] => [
    ...(isJava ? javaWarnings(state.members, expectedShares(state), weighted) : []),
    ...(isJava || !weighted ? [] : weightWarnings(state.members)),
  ];
  return { ...base, expectedShares, warnings };
}

/** Sentences about members that Java's exclusive bound takes more than one hundredth from, or gives it to. */
function javaWarnings(
  members: readonly Candidate[],
  shares: ReadonlyMap<string, number> | undefined,
  weighted: boolean,
): readonly string[] {
  const weightOf = (each: Candidate): number => (weighted ? candidateWeight(each) : 1);
  const total = members.reduce((sum, each) => sum + weightOf(each), 0);
  const percent = (share: number): string => (100 * share).toFixed(1);
  return members.flatMap((each) => {
    const [meant, given] = [weightOf(each) / total, shares?.get(each.name)];
    if (given === undefined || Math.abs(meant - given) < 0.01) return [];
    const rule = "the bound of Java's draw is exclusive: give larger weights";
    return [
      `${each.name} gets ${percent(given)} %, not the ${percent(meant)} % of its weight: ${rule}`,
    ];
  });
}
