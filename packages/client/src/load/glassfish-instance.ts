// What is remembered of one instance from poll to poll: the growth of its work, and whether its numbers still move.
import {
  type FigureSettings,
  figuresOf,
  type InstanceNodes,
  newestSample,
  workItemsOf,
} from "./glassfish-figures.ts";

/** Figures of one instance in one poll. */
export interface InstanceReport {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly ageMs: number;
}

/** The memory of one instance. */
export class InstanceHistory {
  #sample: number | undefined;
  #sampleSeenMs = 0;
  #items: number | undefined;
  #itemsAtMs = 0;
  #requestsPerSecond: number | undefined;

  /** Makes the report of a poll. */
  next(nodes: InstanceNodes, nowMs: number, settings: FigureSettings): InstanceReport {
    const sample = newestSample(nodes);
    const stands = sample !== undefined && sample === this.#sample;
    if (!stands) {
      this.#sample = sample;
      this.#sampleSeenMs = nowMs;
      this.#count(workItemsOf(nodes), nowMs);
    }
    const figures = figuresOf(nodes, this.#requestsPerSecond, settings);
    return { figures, ageMs: Math.max(0, nowMs - this.#sampleSeenMs) };
  }

  #count(items: number | undefined, nowMs: number): void {
    const before = this.#items;
    const seconds = (nowMs - this.#itemsAtMs) / 1_000;
    const grown = items === undefined || before === undefined ? -1 : items - before;
    // A count that falls belongs to a process that has started again.
    this.#requestsPerSecond = grown >= 0 && seconds > 0 ? grown / seconds : undefined;
    this.#items = items;
    this.#itemsAtMs = nowMs;
  }
}
