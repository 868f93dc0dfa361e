// The clock of every source that asks for figures: when to ask, how long to wait, what to tell of failures.
import { failureText, LoadFailure } from "./load-failure.ts";
import type { LoadHost } from "./load-source.ts";

/** How often a source asks, and how long it waits. */
export interface PollPace {
  /** Milliseconds from one poll to the next, before jitter. */
  readonly intervalMs: number;
  /** Limit of one poll, milliseconds. */
  readonly timeoutMs: number;
}

/** The pace of a source whose options say nothing. */
const defaultPace: PollPace = Object.freeze({ intervalMs: 5_000, timeoutMs: 2_000 });

/** A pace by options; what is missing there is the default. */
export function paceOf(
  options: { readonly intervalMs?: number | undefined; readonly timeoutMs?: number | undefined },
  intervalMs: number = defaultPace.intervalMs,
): PollPace {
  return {
    intervalMs: options.intervalMs ?? intervalMs,
    timeoutMs: options.timeoutMs ?? defaultPace.timeoutMs,
  };
}

/** One poll while it runs. */
export interface Poll {
  /** Aborted when the time is over or the source is stopped. */
  readonly signal: AbortSignal;
  /** As `LoadHost.report`; says nothing once the poll is over. */
  readonly report: (
    member: string,
    figures: Readonly<Record<string, unknown>>,
    ageMs?: number,
  ) => void;
}

/** Share of the interval by which polls come earlier or later, so that many clients do not ask in step. */
const jitter = 0.2;

/**
 * Runs `attempt` at once and then again and again until the function that is given back is called. Two attempts never
 * run at the same time. An attempt that throws, or takes too long, is told to the host; what it reports later is lost.
 */
export function startPolling(
  host: LoadHost,
  pace: PollPace,
  attempt: (poll: Poll) => Promise<void>,
): () => void {
  const loop = new PollLoop(host, pace, attempt);
  void loop.run();
  return () => loop.stop();
}

class PollLoop {
  readonly #host: LoadHost;
  readonly #pace: PollPace;
  readonly #attempt: (poll: Poll) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #controller: AbortController | undefined;
  /** An attempt that did not obey its signal. */
  #overdue = false;
  #failures = 0;
  #stopped = false;

  constructor(host: LoadHost, pace: PollPace, attempt: (poll: Poll) => Promise<void>) {
    this.#host = host;
    this.#pace = pace;
    this.#attempt = attempt;
  }

  async run(): Promise<void> {
    const { now, random } = this.#host;
    const begunAt = now();
    if (this.#overdue)
      this.#fail("the poll that ran out of time has not ended; it must obey its signal");
    else await this.#poll();
    if (this.#stopped) return;
    const wait = this.#pace.intervalMs * (1 - jitter + 2 * jitter * random()) - (now() - begunAt);
    this.#timer = setTimeout(() => void this.run(), Math.max(1, wait));
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#limit);
    this.#controller?.abort(new LoadFailure("stopped"));
  }

  async #poll(): Promise<void> {
    const { timeoutMs } = this.#pace;
    const controller = new AbortController();
    this.#controller = controller;
    this.#limit = setTimeout(
      () => controller.abort(new LoadFailure(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    this.#limit.unref();
    this.#overdue = true;
    try {
      await Promise.race([this.#work(controller.signal), rejection(controller.signal)]);
      this.#failures = 0;
    } catch (error) {
      this.#fail(failureText(error));
    } finally {
      clearTimeout(this.#limit);
      this.#controller = undefined;
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    const report: Poll["report"] = (member, figures, ageMs) => {
      if (!signal.aborted) this.#host.report(member, figures, ageMs);
    };
    try {
      await this.#attempt({ signal, report });
    } finally {
      this.#overdue = false;
    }
  }

  #fail(message: string): void {
    if (this.#stopped) return;
    this.#failures++;
    this.#host.failed(this.#failures === 1 ? message : `${message} (${this.#failures} in a row)`);
  }
}

/** Rejects a turn after the signal was aborted: an attempt that obeys has said by then what it waited for. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => setImmediate(() => reject(signal.reason as Error)), {
      once: true,
    });
  });
}
