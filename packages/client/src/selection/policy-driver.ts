import type {
  Candidate,
  Feedback,
  MemberOrder,
  Policy,
  Selection,
  SelectionRequest,
} from "@remora/cluster";
import { ConfigurationError, NoCandidateError } from "../errors.ts";
import { Assignment, type WorkCounter } from "./assignment.ts";
import { goneOn, isPipelineState } from "./pipeline-state.ts";

/** The candidates of a policy, as they are now. */
export interface CandidateBook {
  /** Everybody; the same list as long as nothing has changed. */
  candidates(): readonly Candidate[];
  /** What a candidate is called now that was called otherwise before; the same name for all others. */
  nameNow(name: string): string;
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
  /** A policy of somebody's own failed when it was told something: it goes on as if it had not been told. */
  onPolicyFailed(policy: string, event: Feedback["type"], error: unknown): void;
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
  readonly #reports: Reports;
  #candidates: readonly Candidate[];
  #names: ReadonlySet<string>;
  #failed: ReadonlySet<string> = nobody;
  #drained: ReadonlySet<string> = nobody;
  /** Work that has not ended: a policy that comes later, or a member that comes back, is told of it. */
  readonly #open = new Set<Assignment>();
  /** Who owns a key now, and how much of its work is open. */
  readonly #owners = new Map<string, { readonly member: string; readonly open: number }>();

  constructor(policy: Policy, book: CandidateBook, world: SelectionWorld, reports: Reports) {
    this.#policy = policy;
    this.#book = book;
    this.#world = world;
    this.#reports = reports;
    this.#candidates = book.candidates();
    this.#names = namesOf(this.#candidates);
    this.#state = this.#told(policy);
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** No work of it is open. */
  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  /**
   * Gets another policy ready, or the same with other options, which goes on with what was counted. Nothing changes
   * before the function that is given back is called.
   */
  prepare(policy: Policy): () => void {
    this.#follow();
    const fresh = this.#told(policy);
    const before = this.#state;
    const bothPipelines = isPipelineState(before) && isPipelineState(fresh);
    const isKept = !bothPipelines && policy.name === this.#policy.name;
    const next = bothPipelines ? goneOn(before, fresh) : isKept ? before : fresh;
    return () => {
      this.#policy = policy;
      this.#state = next;
    };
  }

  /** Something happened to a member. A policy of somebody's own that throws must not keep a call from ending. */
  feed(event: Feedback): void {
    this.#state = this.#after(this.#policy, this.#state, event);
  }

  /** Figures of a member. Who has just joined is taken in first, or the policy would not know whose they are. */
  report(report: Extract<Feedback, { type: "report" }>): void {
    this.#follow();
    this.feed(report);
  }

  /**
   * Decides, and counts the choice.
   *
   * @param instead - open work that is placed anew: it does not weigh against itself, and stays when nobody is found
   * @throws NoCandidateError when nobody can be chosen; it lists every candidate with its reason
   */
  draw(request: SelectionRequest, instead?: Assignment): Drawn {
    this.#follow();
    const { random, order, nowMs } = this.#world;
    const circumstances = { nowMs: nowMs(), random, order };
    const replaced = instead?.isCountedBy(this) === true ? instead : undefined;
    const base =
      replaced === undefined
        ? this.#state
        : this.#after(this.#policy, this.#state, releasedOf(replaced));
    const { selection, state } = this.#policy.select(base, request, circumstances);
    this.last = selection;
    const head = selection.chosen[0];
    if (head === undefined) throw nobodyLeft(selection);
    if (!this.#names.has(head.name)) throw this.#stranger(head.name);
    this.#state = state;
    const assignment = new Assignment(this, head.name, request);
    this.#open.add(assignment);
    if (replaced !== undefined) {
      this.#open.delete(replaced);
      replaced.replaced();
    }
    // Told once the state is right: a listener may decide anew, or change the policy.
    if (selection.skipped.length > 0) this.#world.onSkipped(selection);
    if (request.key !== undefined) {
      this.#owned(request.key, head.name, replaced === undefined ? 1 : 0);
    }
    return { member: head.name, selection, assignment };
  }

  /**
   * Names in the order in which they would be chosen now; nothing is counted. Drained members come last: whoever
   * needs the order has work under way, which they serve rather than nobody.
   */
  *order(request: SelectionRequest): Generator<string> {
    this.#follow();
    const seen = new Set<string>();
    for (const name of this.#orderIn(this.#state, request)) {
      seen.add(name);
      yield name;
    }
    const drained = this.#drained;
    if (drained.size === 0) return;
    let state = this.#state;
    for (const member of drained) {
      state = this.#after(this.#policy, state, { type: "undrained", member });
    }
    for (const name of this.#orderIn(state, request)) {
      if (drained.has(name) && !seen.has(name)) yield name;
    }
  }

  *#orderIn(state: unknown, request: SelectionRequest): Generator<string> {
    const { tailRandom, order, nowMs } = this.#world;
    const circumstances = { nowMs: nowMs(), random: tailRandom, order };
    const { selection } = this.#policy.select(state, request, circumstances);
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
    this.feed(releasedOf(work, previous));
    this.feed(this.#assignedOf(work));
    if (work.key === undefined) return;
    // Whoever only got a name is the same owner.
    const known = this.#owners.get(work.key);
    if (known !== undefined && this.#book.nameNow(known.member) === next) {
      this.#owners.set(work.key, { ...known, member: next });
    } else this.#owned(work.key, next, 0);
  }

  ended(work: Assignment): void {
    this.#open.delete(work);
    this.feed(releasedOf(work));
    const owner = work.key === undefined ? undefined : this.#owners.get(work.key);
    if (work.key === undefined || owner === undefined) return;
    if (owner.open <= 1) this.#owners.delete(work.key);
    else this.#owners.set(work.key, { ...owner, open: owner.open - 1 });
  }

  #after(policy: Policy, state: unknown, event: Feedback): unknown {
    try {
      return policy.on(state, event);
    } catch (error) {
      this.#world.onPolicyFailed(policy.name, event.type, error);
      return state;
    }
  }

  /** The state of a policy that is told everything that is known: who is out, what runs, what was reported. */
  #told(policy: Policy): unknown {
    let state = policy.initial(this.#candidates);
    const tell = (event: Feedback): void => {
      state = this.#after(policy, state, event);
    };
    const atMs = this.#world.nowMs();
    for (const member of this.#failed) tell({ type: "failed", member, atMs });
    for (const member of this.#drained) tell({ type: "drained", member });
    for (const work of this.#open) tell(this.#assignedOf(work));
    for (const report of this.#reports.values()) tell(report);
    return state;
  }

  #assignedOf({ member, key, clientAddress }: Assignment): Feedback {
    return {
      type: "assigned",
      member,
      atMs: this.#world.nowMs(),
      ...(key === undefined ? {} : { key }),
      ...(clientAddress === undefined ? {} : { clientAddress }),
    };
  }

  #stranger(name: string): ConfigurationError {
    const known = [...this.#names].slice(0, 10).join(", ");
    return new ConfigurationError(
      `the policy ${this.#policy.name} chose ${JSON.stringify(name)}, which is none of its candidates; a chooser must answer with those it is given (${known})`,
    );
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
    const after = namesOf(candidates);
    this.#candidates = candidates;
    this.#names = after;
    for (const name of before.keys()) {
      if (!after.has(name)) this.feed({ type: "left", member: name });
    }
    const come = new Set<string>();
    for (const candidate of candidates) {
      const known = before.get(candidate.name);
      if (known !== undefined && isSame(known, candidate)) continue;
      this.feed({ type: "joined", member: candidate });
      // Who comes back under an old name may be ill or drained still: that is told anew.
      if (known === undefined) {
        come.add(candidate.name);
        this.#failed = without(this.#failed, candidate.name);
        this.#drained = without(this.#drained, candidate.name);
      }
    }
    const renamed = this.#followRenamed();
    if (come.size + renamed.size === 0) return;
    // So is the work that is there: it was placed when the policy did not know its member, or had forgotten it.
    for (const work of this.#open) {
      if (come.has(work.member) || renamed.has(work)) this.feed(this.#assignedOf(work));
    }
  }

  /** Work and keys of members that have got a name since. */
  #followRenamed(): ReadonlySet<Assignment> {
    const renamed = new Set<Assignment>();
    for (const work of this.#open) {
      const name = this.#book.nameNow(work.member);
      if (name === work.member) continue;
      work.renamed(name);
      renamed.add(work);
    }
    for (const [key, owner] of this.#owners) {
      const member = this.#book.nameNow(owner.member);
      if (member !== owner.member) this.#owners.set(key, { ...owner, member });
    }
    return renamed;
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

function namesOf(candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(candidates.map(({ name }) => name));
}

function releasedOf({ key, member }: Assignment, where = member): Feedback {
  return { type: "released", member: where, ...(key === undefined ? {} : { key }) };
}

/** Every candidate with what took it away. */
function nobodyLeft({ policy, explanation }: Selection): NoCandidateError {
  const rows = explanation.candidates.map(({ name, reason }) => ({ name, reason }));
  return new NoCandidateError(policy, rows, explanation);
}

function isSame(a: Candidate, b: Candidate): boolean {
  return a.weight === b.weight && a.address === b.address;
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? new Set([...names].filter((each) => each !== name)) : names;
}
