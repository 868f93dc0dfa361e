// Calls at a fixed rate, whatever becomes of them, and what became of them.
import type { CallError } from "@remora/client";
import { until } from "../../support/peers/processes.ts";

/** One call of a load. */
export interface LoadCall {
  readonly id: string;
  /** Marked idempotent. */
  readonly marked: boolean;
  /** When it was made, and when it ended, on the clock of `performance.now`. */
  readonly startedAt: number;
  endedAt: number | undefined;
  /** What it answered. */
  answer: string | undefined;
  error: CallError | undefined;
}

/** Makes call number `n`; odd ones are marked. */
export type MakeCall = (
  n: number,
  id: string,
  options: { readonly idempotent: boolean },
) => Promise<string>;

const tickMs = 5;
const endLimitMs = 60_000;
let loads = 0;

/** A running load. */
export class Load {
  readonly calls: LoadCall[] = [];
  readonly #timer: NodeJS.Timeout;

  /** Calls a second, each started when it is due: a slow one does not hold up the next. */
  constructor(perSecond: number, make: MakeCall) {
    const startedAt = performance.now();
    loads += 1;
    const label = `${process.pid}-${Date.now()}-${loads}`;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedAt) * perSecond) / 1_000;
      while (this.calls.length < due) this.#start(label, make);
    }, tickMs);
  }

  #start(label: string, make: MakeCall): void {
    const n = this.calls.length;
    const call: LoadCall = {
      id: `${label}-${n}`,
      marked: n % 2 === 1,
      startedAt: performance.now(),
      endedAt: undefined,
      answer: undefined,
      error: undefined,
    };
    this.calls.push(call);
    make(n, call.id, { idempotent: call.marked }).then(
      (answer) => {
        call.endedAt = performance.now();
        call.answer = answer;
      },
      (error: CallError) => {
        call.endedAt = performance.now();
        call.error = error;
      },
    );
  }

  /** Waits until so many calls that were made from now on have succeeded. */
  async more(count: number, limitMs = 60_000): Promise<void> {
    const from = performance.now();
    await until(
      `${count} more calls succeed`,
      limitMs,
      () => {
        let good = 0;
        for (let i = this.calls.length - 1; i >= 0; i--) {
          const call = this.calls[i] as LoadCall;
          if (call.startedAt < from) break;
          if (call.answer !== undefined) good += 1;
        }
        return good >= count;
      },
      20,
    );
  }

  /** Makes no more calls, and waits for those under way. */
  async stop(): Promise<readonly LoadCall[]> {
    clearInterval(this.#timer);
    await until("every call ends", endLimitMs, () => this.calls.every(hasEnded), 20);
    return this.calls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
  }
}

function hasEnded(call: LoadCall): boolean {
  return call.endedAt !== undefined;
}

/** Calls that failed. */
export function failedOf(
  calls: readonly LoadCall[],
): readonly (LoadCall & { readonly error: CallError })[] {
  return calls.filter((call): call is LoadCall & { error: CallError } => call.error !== undefined);
}

/** Longest time without a success between two moments, in milliseconds. */
export function longestGap(calls: readonly LoadCall[], from: number, to: number): number {
  const successes = calls
    .filter(({ answer, endedAt }) => answer !== undefined && endedAt !== undefined)
    .map(({ endedAt }) => endedAt as number)
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b);
  let longest = 0;
  let last = from;
  for (const at of [...successes, to]) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return Math.round(longest);
}

/** Failures by code, completion and mark: `CONNECTION_LOST maybe (unmarked) 2`. */
export function shownFailures(calls: readonly LoadCall[]): string {
  const counts = new Map<string, number>();
  for (const { error, marked } of failedOf(calls)) {
    const key = `${error.code} ${error.completed} (${marked ? "marked" : "unmarked"})`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size === 0 ? "none" : [...counts].map(([key, n]) => `${key} ${n}`).join(", ");
}
