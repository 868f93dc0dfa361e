import type {
  Candidate,
  Feedback,
  MemberOrder,
  Policy,
  Selection,
  SelectionRequest,
} from "@remora/cluster";
import { NoCandidateError } from "../errors.ts";
import { Assignment, type WorkCounter } from "./assignment.ts";

/** The candidates of a policy, as they are now. */
export interface CandidateBook {
  /** Everybody; the same list as long as nothing has changed. */
  candidates(): readonly Candidate[];
  /** Names of those that are left out for their health. */
  failed(): ReadonlySet<string>;
  /** Names of those that take no new work, on purpose; the same set as long as nothing has changed. */
  drained(): ReadonlySet<string>;
}

/** What drives the policies of one cluster, or of the sites. */
export interface SelectionWorld {
  readonly order: MemberOrder;
  readonly random: () => number;
  /** For orders of fall-back: they must not change what the next decision draws. */
  readonly tailRandom: () => number;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** A soft stage would have left nobody. */
  onSkipped(selection: Selection): void;
  /** Work of one key runs on another member than before. */
  onOwnerChanged(key: string, previous: string, next: string): void;
}

/** What a policy drew. */
export interface Drawn {
  /** Who serves. */
  readonly member: string;
  /** The decision, where a policy made it. */
  readonly selection?: Selection;
  /** The work as the policy counts it, where there is one. */
  readonly assignment?: Assignment;
}

/** The last report of each member. */
export type Reports = ReadonlyMap<string, Extract<Feedback, { type: "report" }>>;

const nobody: ReadonlySet<string> = new Set();

/**
 * One policy at work: keeps its state, feeds it with what really happens, and asks it. What health and membership say
 * is taken in right before each decision, so no decision is made on older news than the Orb has.
 */
export class PolicyDriver implements WorkCounter {
  /** The latest decision. */
  last: Selection | undefined;
  #policy: Policy;
  #state: unknown;
  readonly #book: CandidateBook;
  readonly #world: SelectionWorld;
  #candidates: readonly Candidate[];
  #failed: ReadonlySet<string> = nobody;
  #drained: ReadonlySet<string> = nobody;
  /** Who owns a key now, and how much of its work is open. */
  readonly #owners = new Map<string, { readonly member: string; readonly open: number }>();

  constructor(policy: Policy, book: CandidateBook, world: SelectionWorld, reports: Reports) {
    this.#policy = policy;
    this.#book = book;
    this.#world = world;
    this.#candidates = book.candidates();
    this.#state = policy.initial(this.#candidates);
    for (const report of reports.values()) this.feed(report);
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** Another policy, or the same with other options, goes on with what was counted. */
  replace(policy: Policy): void {
    const isSameKind =
      policy.name === this.#policy.name || (isPipelineState(this.#state) && isPipelineOf(policy));
    this.#policy = policy;
    if (!isSameKind) this.#state = policy.initial(this.#candidates);
    // Stages that are new know nothing yet: who has failed and who is drained is told again.
    this.#failed = nobody;
    this.#drained = nobody;
  }

  /** Something happened to a member. */
  feed(event: Feedback): void {
    this.#state = this.#policy.on(this.#state, event);
  }

  /** Figures of a member. Who has just joined is taken in first, or the policy would not know whose they are. */
  report(report: Extract<Feedback, { type: "report" }>): void {
    this.#follow();
    this.feed(report);
  }

  /**
   * Decides, and counts the choice.
   *
   * @throws NoCandidateError when nobody can be chosen; it lists every candidate with its reason
   */
  draw(request: SelectionRequest): Drawn {
    this.#follow();
    const { random, order, nowMs } = this.#world;
    const circumstances = { nowMs: nowMs(), random, order };
    const { selection, state } = this.#policy.select(this.#state, request, circumstances);
    this.last = selection;
    const head = selection.chosen[0];
    if (head === undefined) throw nobodyLeft(selection);
    this.#state = state;
    if (selection.skipped.length > 0) this.#world.onSkipped(selection);
    const assignment = new Assignment(this, head.name, request.key);
    if (request.key !== undefined) this.#owned(request.key, head.name, 1);
    return { member: head.name, selection, assignment };
  }

  /** Names in the order in which they would be chosen now; nothing is counted. */
  *order(request: SelectionRequest): Generator<string> {
    this.#follow();
    const { tailRandom, order, nowMs } = this.#world;
    const circumstances = { nowMs: nowMs(), random: tailRandom, order };
    const { selection } = this.#policy.select(this.#state, request, circumstances);
    for (const { name } of selection.chosen) yield name;
    for (const { name } of selection.alternates()) yield name;
  }

  /** The share each member is meant to get, where the rule says it. */
  shares(): ReadonlyMap<string, number> | undefined {
    this.#follow();
    return this.#policy.expectedShares?.(this.#state);
  }

  /** What may surprise, in sentences. */
  warnings(): readonly string[] {
    this.#follow();
    return this.#policy.warnings?.(this.#state) ?? [];
  }

  moved(work: Assignment, previous: string, next: string): void {
    this.feed({ type: "released", member: previous, ...keyOf(work) });
    this.feed({ type: "assigned", member: next, ...keyOf(work), atMs: this.#world.nowMs() });
    if (work.key !== undefined) this.#owned(work.key, next, 0);
  }

  ended(work: Assignment): void {
    this.feed({ type: "released", member: work.member, ...keyOf(work) });
    const owner = work.key === undefined ? undefined : this.#owners.get(work.key);
    if (work.key === undefined || owner === undefined) return;
    if (owner.open <= 1) this.#owners.delete(work.key);
    else this.#owners.set(work.key, { ...owner, open: owner.open - 1 });
  }

  /** The owner is told once its state is right: a listener may decide anew. */
  #owned(key: string, member: string, more: number): void {
    const known = this.#owners.get(key);
    this.#owners.set(key, { member, open: (known?.open ?? 0) + more });
    if (known !== undefined && known.member !== member) {
      this.#world.onOwnerChanged(key, known.member, member);
    }
  }

  /** Who joined, left, failed, came back, was drained since the last decision. */
  #follow(): void {
    const book = this.#book;
    const candidates = book.candidates();
    if (candidates !== this.#candidates) this.#followMembers(candidates);
    const failed = book.failed();
    if (failed.size > 0 || this.#failed.size > 0) {
      const atMs = this.#world.nowMs();
      this.#followNames(
        this.#failed,
        failed,
        (member) => this.feed({ type: "failed", member, atMs }),
        (member) => this.feed({ type: "recovered", member }),
      );
      this.#failed = failed;
    }
    const drained = book.drained();
    if (drained !== this.#drained) {
      this.#followNames(
        this.#drained,
        drained,
        (member) => this.feed({ type: "drained", member }),
        (member) => this.feed({ type: "undrained", member }),
      );
      this.#drained = drained;
    }
  }

  #followMembers(candidates: readonly Candidate[]): void {
    const before = new Map(this.#candidates.map((each) => [each.name, each]));
    const after = new Set(candidates.map(({ name }) => name));
    this.#candidates = candidates;
    for (const name of before.keys()) {
      if (!after.has(name)) this.feed({ type: "left", member: name });
    }
    for (const candidate of candidates) {
      const known = before.get(candidate.name);
      if (known !== undefined && isSame(known, candidate)) continue;
      this.feed({ type: "joined", member: candidate });
      // Who comes back under an old name may be ill or drained still: that is told anew.
      if (known === undefined) {
        this.#failed = without(this.#failed, candidate.name);
        this.#drained = without(this.#drained, candidate.name);
      }
    }
  }

  #followNames(
    before: ReadonlySet<string>,
    after: ReadonlySet<string>,
    begin: (name: string) => void,
    end: (name: string) => void,
  ): void {
    for (const name of before) if (!after.has(name)) end(name);
    for (const name of after) if (!before.has(name)) begin(name);
  }
}

/** Every candidate with what took it away. */
function nobodyLeft({ policy, explanation }: Selection): NoCandidateError {
  const rows = explanation.candidates.map(({ name, reason }) => ({ name, reason }));
  return new NoCandidateError(policy, rows, explanation);
}

function keyOf({ key }: Assignment): { readonly key?: string } {
  return key === undefined ? {} : { key };
}

function isSame(a: Candidate, b: Candidate): boolean {
  return a.weight === b.weight && a.address === b.address;
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? new Set([...names].filter((each) => each !== name)) : names;
}

/** States of all pipelines are of one form: whoever goes on with one finds facts and counters there. */
function isPipelineState(state: unknown): boolean {
  return typeof state === "object" && state !== null && "facts" in state && "own" in state;
}

function isPipelineOf(policy: Policy): boolean {
  return isPipelineState(policy.initial([]));
}
