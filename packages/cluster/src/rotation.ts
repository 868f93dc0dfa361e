import type { ClusterMember, ClusterView } from "./cluster-view.ts";
import {
  type GlassfishList,
  glassfishHead,
  glassfishList,
  glassfishProblem,
  glassfishShares,
} from "./glassfish-rotation.ts";
import { type MemberOrder, ordered } from "./member-order.ts";
import type { Random } from "./random.ts";
import { nextSmooth, type SmoothSequence, startSmooth } from "./smooth-sequence.ts";
import {
  drawElement,
  type Reduction,
  type WeightLine,
  weightAt,
  weightLine,
} from "./weighted-draw.ts";

/** GlassFish's two policies, `com.sun.appserv.iiop.loadbalancingpolicy`. */
export type LoadBalancingPolicy = "ic-based" | "ic-based-weighted";

/** How heads follow one another: drawn by chance, or evenly interleaved from a random start. */
export type RotationSequence = "random" | "smooth";

/** How new contexts are spread over the members. */
export interface RotationOptions {
  /** Default `ic-based`: all members alike, never the same one twice in a row. */
  readonly policy?: LoadBalancingPolicy;
  /** Default `random`. */
  readonly sequence?: RotationSequence;
  /**
   * Whether a head is never the previous one while two are available. Default true under `ic-based`;
   * does not count elsewhere. Balancing per request wants false: between two members it would
   * alternate strictly, and a caller that does so too sends all calls of one kind to one of them.
   */
  readonly avoidRepeats?: boolean;
  /** The order shuffled once per Orb. Default: the order of the view. */
  readonly order?: MemberOrder;
  /** `glassfish`: exactly Java's order, bias included; `sequence` and availability do not count. */
  readonly compatibility?: "glassfish";
}

/**
 * How much of its weight a member takes part with: 1 is all of it, 0 leaves it out. Members that
 * are not in the map take part wholly, so a healthy cluster costs nothing.
 */
export type Availability = ReadonlyMap<string, number>;

/** A view prepared for drawing. Immutable; keep it as long as view and options stay the same. */
export interface Rotation {
  /** As in the options, or its default. */
  readonly policy: LoadBalancingPolicy;
  /** As in the options, or its default. */
  readonly sequence: RotationSequence;
  /** Whether the previous head is left out of the draw. */
  readonly avoidRepeats: boolean;
  /** Members that can lead, in order. */
  readonly members: readonly ClusterMember[];
  /** Members of weight 0, which lead nothing and stand in no tail. */
  readonly drained: readonly ClusterMember[];
  /** The weights that count, laid on a line: all 1 under `ic-based`. */
  readonly line: WeightLine;
  /** Place of each member by name. */
  readonly places: ReadonlyMap<string, number>;
  /** Java's list, in compatibility mode. */
  readonly glassfish: GlassfishList | undefined;
}

/** Why nobody can lead. */
export interface RotationProblem {
  /** There is no rotation. */
  readonly ok: false;
  /** What is wrong, as a lower-case clause. */
  readonly problem: string;
  /** What to do about it, as a lower-case clause. */
  readonly hint: string;
}

/** A rotation that can be drawn from. */
export interface RotationPrepared {
  /** There is one. */
  readonly ok: true;
  /** The rotation. */
  readonly rotation: Rotation;
}

/** What {@link prepareRotation} answers. */
export type RotationResult = RotationPrepared | RotationProblem;

/** What {@link nextHead} answers. */
export interface Head {
  /** Who serves the next context. */
  readonly member: ClusterMember;
  /** Where the rotation stands now. */
  readonly state: RotationState;
}

/** Where a rotation stands. Immutable; one per Orb and view, not one per stub. */
export interface RotationState {
  /** Name of the previous head. */
  readonly previous?: string;
  /** The rotation `offset` and `smooth` belong to; with another one they start anew. */
  readonly rotation?: Rotation;
  /** Where Java's stored list starts. */
  readonly offset?: number;
  /** The turns to come. */
  readonly smooth?: SmoothSequence;
}

/** The state before the first context. */
export const initialRotationState: RotationState = {};

/** Everyone takes part wholly. */
export const fullyAvailable: Availability = new Map<string, number>();

/**
 * Prepares a view for drawing: O(n), once per view.
 *
 * A member of weight 0 is drained. If all are, `ic-based-weighted` has a problem; under `ic-based`
 * such weights say nothing (a server without weights tells 0) and all members are alike.
 */
export function prepareRotation(view: ClusterView, options: RotationOptions = {}): RotationResult {
  const policy = options.policy ?? "ic-based";
  const sequence = options.sequence ?? "random";
  if (view.members.length === 0) {
    return { ok: false, problem: "there is no member", hint: "configure at least one endpoint" };
  }
  const weighted = policy === "ic-based-weighted";
  const allDrained = view.members.every(({ weight }) => weight === 0);
  const takesPart = ({ weight }: ClusterMember): boolean => weight > 0 || (allDrained && !weighted);
  const members = ordered(view.members, options.order).filter(takesPart);
  const base = {
    policy,
    sequence,
    avoidRepeats: !weighted && options.avoidRepeats !== false,
    members,
    drained: view.members.filter((member) => !takesPart(member)),
    line: weightLine(members.map(({ weight }) => (weighted ? weight : 1))),
    places: new Map(members.map(({ name }, index) => [name, index])),
  };
  if (options.compatibility === "glassfish") {
    const glassfish = glassfishList(view, weighted, options.order);
    const problem = glassfishProblem(glassfish);
    if (problem !== undefined) {
      return {
        ok: false,
        problem,
        hint: 'give larger weights, or leave out compatibility: "glassfish"',
      };
    }
    return { ok: true, rotation: { ...base, glassfish } };
  }
  if (members.length === 0) {
    const problem = `all ${view.members.length} members have weight 0, so none may take a new context`;
    return { ok: false, problem, hint: "give one member a weight, or use the policy ic-based" };
  }
  return { ok: true, rotation: { ...base, glassfish: undefined } };
}

/** What of which member is taken away, by ascending place. */
export function reductionsFor(rotation: Rotation, availability: Availability): Reduction[] {
  const reductions: Reduction[] = [];
  for (const [name, share] of availability) {
    const index = rotation.places.get(name);
    if (index === undefined || share >= 1) continue;
    reductions.push({ index, taken: weightAt(rotation.line, index) * (1 - Math.max(0, share)) });
  }
  return reductions.sort((a, b) => a.index - b.index);
}

/** The reductions with one member left out entirely. */
export function without(
  rotation: Rotation,
  reductions: readonly Reduction[],
  index: number,
): Reduction[] {
  const others = reductions.filter((reduction) => reduction.index !== index);
  const all = [...others, { index, taken: weightAt(rotation.line, index) }];
  return all.sort((a, b) => a.index - b.index);
}

/**
 * Whether another member can stand in for the previous head: one that has at least half of its
 * availability. A member at the beginning of its slow start is none, or two members would alternate
 * as if nothing had happened.
 */
function hasStandIn(rotation: Rotation, reductions: readonly Reduction[], last: number): boolean {
  const kept = ({ index, taken }: Reduction): number => 1 - taken / weightAt(rotation.line, index);
  const own = reductions.find(({ index }) => index === last);
  const others = reductions.filter(({ index }) => index !== last);
  if (others.length < rotation.members.length - 1) return true;
  const needed = (own === undefined ? 1 : kept(own)) / 2;
  return others.some((other) => kept(other) > 0 && kept(other) >= needed);
}

/** Draws a head by chance. */
function randomHead(
  rotation: Rotation,
  previous: string | undefined,
  random: Random,
  availability: Availability,
): number {
  const reductions = availability.size === 0 ? [] : reductionsFor(rotation, availability);
  const last = previous === undefined ? undefined : rotation.places.get(previous);
  // "A different IIOP endpoint": the previous head stands out, unless it is the only one left.
  const drawn =
    rotation.avoidRepeats && last !== undefined && hasStandIn(rotation, reductions, last)
      ? drawElement(rotation.line, without(rotation, reductions, last), random)
      : drawElement(rotation.line, reductions, random);
  // Nobody is available: a dead member is tried rather than none.
  return drawn >= 0 ? drawn : drawElement(rotation.line, [], random);
}

/** Takes turns until one is available. */
function smoothHead(
  rotation: Rotation,
  start: SmoothSequence,
  random: Random,
  availability: Availability,
): { index: number; sequence: SmoothSequence } {
  let next = nextSmooth(start);
  if (availability.size === 0) return next;
  const share = (index: number): number =>
    availability.get(rotation.members[index]?.name ?? "") ?? 1;
  if (rotation.members.every((_, index) => share(index) <= 0)) return next;
  // A skipped turn is spent, so nobody gets the turns of the one left out on top of its own.
  for (let skipped = 0; skipped < 100 * rotation.members.length; skipped += 1) {
    const own = share(next.index);
    if (own >= 1 || (own > 0 && random() < own)) return next;
    next = nextSmooth(next.sequence);
  }
  return next;
}

/**
 * The member of the next context, and the state to keep.
 *
 * `ic-based` never gives the previous head while two members are available (a member at the
 * beginning of its slow start does not count as one), and is uniform otherwise; `ic-based-weighted` draws by weight. One binary search while all are healthy.
 *
 * @param random - one number is drawn (smooth: at the start, and for members in slow start)
 * @param availability - who is left out or weighs less; if nobody is available it does not count.
 *   Default: all take part.
 */
export function nextHead(
  rotation: Rotation,
  state: RotationState,
  random: Random,
  availability: Availability = fullyAvailable,
): Head {
  const kept = state.rotation === rotation ? state : undefined;
  if (rotation.glassfish !== undefined) {
    const offset = glassfishHead(rotation.glassfish, kept?.offset ?? 0, random);
    const member = rotation.glassfish.members[offset] as ClusterMember;
    return { member, state: { previous: member.name, rotation, offset } };
  }
  if (rotation.sequence === "smooth") {
    const start =
      kept?.smooth ??
      startSmooth(
        rotation.members.map((_, index) => weightAt(rotation.line, index)),
        random,
      );
    const { index, sequence } = smoothHead(rotation, start, random, availability);
    const member = rotation.members[index] as ClusterMember;
    return { member, state: { previous: member.name, rotation, smooth: sequence } };
  }
  const index = randomHead(rotation, state.previous, random, availability);
  const member = rotation.members[index] as ClusterMember;
  return { member, state: { previous: member.name } };
}

/**
 * The share of new contexts each member is meant to get, drained ones included with 0. The sum is 1.
 *
 * In compatibility mode: the shares of the first draw.
 */
export function plannedShares(rotation: Rotation): Map<string, number> {
  if (rotation.glassfish !== undefined) return glassfishShares(rotation.glassfish);
  const { members, line, drained } = rotation;
  const shares = new Map(
    members.map(({ name }, index) => [name, weightAt(line, index) / line.total]),
  );
  for (const { name } of drained) shares.set(name, 0);
  return shares;
}
