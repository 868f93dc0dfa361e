// The script of faults: which of them strikes which call. By count and predicate, so a run repeats exactly.
import type { ConnectionFault, Fault } from "./faults.ts";
import type { JournalEntry } from "./journal.ts";

/** Which calls a scripted fault strikes. */
export interface FaultScope {
  /** Only at this member. */
  readonly member?: string;
  /** How many calls it strikes. Default 1 for `next`, unlimited for `when`. */
  readonly count?: number;
  /** How many matching calls pass before it strikes. Default 0. */
  readonly after?: number;
}

/** A scripted fault: how often it struck, and its release. */
export interface FaultHandle {
  /** How many calls it has struck. */
  readonly hits: number;
  /** How many more it will strike. */
  readonly remaining: number;
  /** Lets everything that waits because of this fault go on, and what it strikes later does not wait. */
  release(): void;
  /** Lets the call that waits longest go on. Says whether one waited. */
  releaseOne(): boolean;
  /** Takes the fault out of the script; what waits keeps waiting until released. */
  remove(): void;
  /** Resolves when it has struck `count` calls in all. */
  struck(count?: number): Promise<void>;
}

/** A fault as members see it. */
export class ScriptedFault<F> implements FaultHandle {
  readonly fault: F;
  #remaining: number;
  #toSkip: number;
  #hits = 0;
  #released = false;
  #waiting: (() => void)[] = [];
  #watchers: { readonly count: number; readonly resolve: () => void }[] = [];
  readonly #remove: () => void;

  constructor(fault: F, count: number, after: number, remove: (self: ScriptedFault<F>) => void) {
    this.fault = fault;
    this.#remaining = count;
    this.#toSkip = after;
    this.#remove = () => remove(this);
  }

  get hits(): number {
    return this.#hits;
  }

  get remaining(): number {
    return this.#remaining;
  }

  /** Counts a matching call; says whether the fault strikes it. */
  strike(): boolean {
    if (this.#remaining <= 0) return false;
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return false;
    }
    this.#remaining--;
    this.#hits++;
    if (this.#remaining === 0) this.#remove();
    for (const watcher of this.#watchers) if (this.#hits >= watcher.count) watcher.resolve();
    this.#watchers = this.#watchers.filter((watcher) => this.#hits < watcher.count);
    return true;
  }

  /** Calls `go` when the fault is released, at once if it already is. */
  wait(go: () => void): void {
    if (this.#released) go();
    else this.#waiting.push(go);
  }

  release(): void {
    this.#released = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  releaseOne(): boolean {
    const go = this.#waiting.shift();
    go?.();
    return go !== undefined;
  }

  remove(): void {
    this.#remaining = 0;
    this.#remove();
  }

  async struck(count = 1): Promise<void> {
    if (this.#hits >= count) return;
    await new Promise<void>((resolve) => this.#watchers.push({ count, resolve }));
  }
}

interface CallRule {
  readonly member: string | undefined;
  readonly accepts: (call: JournalEntry) => boolean;
  readonly scripted: ScriptedFault<Fault>;
}

interface ConnectionRule {
  readonly member: string | undefined;
  readonly scripted: ScriptedFault<ConnectionFault>;
}

/** The faults of a cluster. Rules are asked in the order in which they were made; the first that strikes wins. */
export class FaultScript {
  #calls: CallRule[] = [];
  #connections: ConnectionRule[] = [];
  // Also those that have struck often enough: calls may still wait for their release.
  #made: FaultHandle[] = [];

  /** Whether any call could be struck: the quick question of every request. @internal */
  get active(): boolean {
    return this.#calls.length > 0;
  }

  /** Strikes the next calls of an operation; `*` stands for any. LocateRequests have the operation `LocateRequest`. */
  next(operation: string, fault: Fault, scope: FaultScope = {}): FaultHandle {
    const accepts =
      operation === "*" ? () => true : (call: JournalEntry) => call.operation === operation;
    return this.#add(accepts, fault, { count: 1, ...scope });
  }

  /** Strikes every call that the predicate accepts, or as many as `scope.count` says. */
  when(
    accepts: (call: JournalEntry) => boolean,
    fault: Fault,
    scope: FaultScope = {},
  ): FaultHandle {
    return this.#add(accepts, fault, scope);
  }

  /** Strikes the next connections: one, or as many as `scope.count` says. */
  connection(fault: ConnectionFault, scope: FaultScope = {}): FaultHandle {
    const scripted = new ScriptedFault(fault, scope.count ?? 1, scope.after ?? 0, (self) => {
      this.#connections = this.#connections.filter((rule) => rule.scripted !== self);
    });
    this.#connections.push({ member: scope.member, scripted });
    this.#made.push(scripted);
    return scripted;
  }

  /** Takes all faults out of the script and releases what waits. */
  clear(): void {
    const made = this.#made;
    this.#made = [];
    for (const handle of made) {
      handle.remove();
      handle.release();
    }
  }

  /** The fault that strikes this call, or undefined; for members. @internal */
  strikeCall(call: JournalEntry): ScriptedFault<Fault> | undefined {
    for (const rule of this.#calls) {
      if (rule.member !== undefined && rule.member !== call.member) continue;
      if (rule.accepts(call) && rule.scripted.strike()) return rule.scripted;
    }
    return undefined;
  }

  /** The fault that strikes a new connection of a member, or undefined; for members. @internal */
  strikeConnection(member: string): ScriptedFault<ConnectionFault> | undefined {
    for (const rule of this.#connections) {
      if (rule.member !== undefined && rule.member !== member) continue;
      if (rule.scripted.strike()) return rule.scripted;
    }
    return undefined;
  }

  #add(accepts: (call: JournalEntry) => boolean, fault: Fault, scope: FaultScope): FaultHandle {
    const count = scope.count ?? Number.POSITIVE_INFINITY;
    const scripted = new ScriptedFault(fault, count, scope.after ?? 0, (self) => {
      this.#calls = this.#calls.filter((rule) => rule.scripted !== self);
    });
    this.#calls.push({ member: scope.member, accepts, scripted });
    this.#made.push(scripted);
    return scripted;
  }
}
