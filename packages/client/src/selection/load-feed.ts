import { type FigureProblem, soundFigures } from "@remora/cluster";
import type { LoadHost, LoadSource, MemberCounters } from "../load/load-source.ts";

/** Where the figures of the sources go. */
export interface LoadReceiver {
  readonly now: () => number;
  readonly random: () => number;
  members(): readonly string[];
  counters(member: string): MemberCounters;
  /** Figures of one member; `atMs` on the clock of the policies. */
  onReport(
    member: string,
    figures: Readonly<Record<string, unknown>>,
    problems: readonly FigureProblem[],
    ageMs: number,
  ): void;
  /** A source failed; `failures` in a row. */
  onFailed(source: string, message: string, failures: number): void;
}

/** The load sources of one cluster at work. */
export class LoadFeed {
  readonly #stops: (() => void)[] = [];
  #stopped = false;

  readonly #receiver: LoadReceiver;

  constructor(receiver: LoadReceiver) {
    this.#receiver = receiver;
  }

  start(sources: readonly LoadSource[]): void {
    for (const source of sources) this.#start(source, this.#receiver);
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops.splice(0)) {
      try {
        // A source of somebody's own must neither keep an Orb from closing nor end the process with a late rejection.
        Promise.resolve(stop() as unknown).catch(() => {});
      } catch {
        // Nor by throwing at once.
      }
    }
  }

  /** A start that is asynchronous, or gives nothing to stop it with. */
  #refuse(given: unknown, failed: (message: string) => void): void {
    const refused = "start must give a function that stops the source";
    if (!(given instanceof Promise)) {
      failed(refused);
      return;
    }
    given
      .then(
        (stop: unknown) => {
          if (typeof stop !== "function") failed(refused);
          else if (this.#stopped) stop();
          else this.#stops.push(stop as () => void);
        },
        (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
      )
      .catch(() => {});
  }

  #start(source: LoadSource, receiver: LoadReceiver): void {
    let failures = 0;
    const failed = (message: string): void => {
      if (this.#stopped) return;
      failures += 1;
      receiver.onFailed(source.name, message, failures);
    };
    const host: LoadHost = {
      now: receiver.now,
      random: receiver.random,
      members: () => receiver.members(),
      counters: (member) => receiver.counters(member),
      report: (member, figures, ageMs = 0) => {
        if (this.#stopped) return;
        if (typeof figures !== "object" || figures === null) {
          failed(`figures of ${member} are no object`);
          return;
        }
        failures = 0;
        const age = Number.isFinite(ageMs) && ageMs > 0 ? ageMs : 0;
        receiver.onReport(member, figures, soundFigures(figures).problems, age);
      },
      failed,
    };
    try {
      const stop: unknown = source.start(host);
      if (typeof stop === "function") this.#stops.push(stop as () => void);
      else this.#refuse(stop, failed);
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error));
    }
  }
}
