// What is remembered of one instance from poll to poll: the growth of its work, and whether its numbers still move.
import {
  type FigureSettings,
  figuresOf,
  type InstanceNodes,
  newestSample,
  workItemsOf,
} from "./glassfish-figures.ts";

/** The memory of one instance. */
export class InstanceHistory {
  #sample: number | undefined;
  #items: number | undefined;
  #itemsAtMs = 0;

  /**
   * The figures of a poll; undefined when the server took its numbers at the time of those before, so that they say
   * nothing new. Times are compared with each other and never with our clock, which is another machine's.
   */
  next(
    nodes: InstanceNodes,
    nowMs: number,
    settings: FigureSettings,
  ): Readonly<Record<string, unknown>> | undefined {
    const sample = newestSample(nodes);
    if (sample !== undefined && sample === this.#sample) return undefined;
    this.#sample = sample;
    return figuresOf(nodes, this.#requestsPerSecond(workItemsOf(nodes), nowMs), settings);
  }

  #requestsPerSecond(items: number | undefined, nowMs: number): number | undefined {
    const before = this.#items;
    const seconds = (nowMs - this.#itemsAtMs) / 1_000;
    this.#items = items;
    this.#itemsAtMs = nowMs;
    if (items === undefined || before === undefined || seconds <= 0) return undefined;
    // A count that falls belongs to a process that has started again.
    return items >= before ? (items - before) / seconds : undefined;
  }
}
