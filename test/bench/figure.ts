import type { Comparison, ContenderFigures } from "./slices.ts";

/** What is required of a figure. */
export type Limit = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** For example "×", "µs", "calls/s". */
  readonly unit: string;
  readonly limit?: Limit;
  /** The figure varied so much that it says little. */
  readonly noisy?: boolean;
  /** More for people, in a few words. */
  readonly note?: string;
}

/** What one part of the suite found out. */
export interface SectionResult {
  readonly figures: readonly Figure[];
  /** Why there are none, where a program is missing. */
  readonly skipped?: string;
  /** What went wrong, where the section did not come to its end. */
  readonly failed?: string;
  /** What the figures were made from, for `--json`. */
  readonly details?: unknown;
}

/** How a section is to measure. */
export interface SectionOptions {
  /** Few and short slices: whether it works, not how fast it is. */
  readonly quick: boolean;
  /** State file of a running GlassFish cluster. */
  readonly glassFishState?: string | undefined;
  /** Told one line per step. */
  readonly log: (line: string) => void;
}

/** Whether a figure is as required; undefined where nothing is. */
export function isWithin({ value, limit }: Figure): boolean | undefined {
  if (limit === undefined) return undefined;
  return "atMost" in limit ? value <= limit.atMost : value >= limit.atLeast;
}

/** Half the pairs further apart than this share of the ratio itself: nothing can be said. */
const noisyRatio = 0.15;
/** The same for differences of CPU time, microseconds. */
const noisyMicros = 2;

/** Whether the pairs of a comparison differ too much from each other. */
export function isNoisyRatio({ timeRatio, timeRatioSpread }: Comparison): boolean {
  return timeRatioSpread > noisyRatio * timeRatio;
}

/** What a comparison is required to show. */
export interface ComparisonLimits {
  readonly timeRatio?: Limit;
  readonly cpuDifferenceMicros?: Limit;
}

/** All lines of a comparison. */
export function comparisonFigures(
  name: string,
  comparison: Comparison,
  limits: ComparisonLimits = {},
): readonly Figure[] {
  const { first, second } = comparison;
  return [
    timeFigure(name, comparison, limits.timeRatio),
    cpuFigure(name, comparison, limits.cpuDifferenceMicros),
    rateFigure(name, first),
    rateFigure(name, second),
  ];
}

/** How much longer a call takes. */
export function timeFigure(name: string, comparison: Comparison, limit?: Limit): Figure {
  const { first, second, timeRatio, timeRatioSpread } = comparison;
  return {
    name: `${name}: time per call, ${first.name} / ${second.name}`,
    value: timeRatio,
    unit: "×",
    noisy: isNoisyRatio(comparison),
    note: `middle half of the pairs ${decimal(timeRatioSpread)} wide`,
    ...(limit === undefined ? {} : { limit }),
  };
}

/** How much more of the processor a call takes in this process. */
export function cpuFigure(name: string, comparison: Comparison, limit?: Limit): Figure {
  const { first, second, cpuDifferenceMicros, cpuDifferenceSpread } = comparison;
  return {
    name: `${name}: client CPU per call, ${first.name} − ${second.name}`,
    value: cpuDifferenceMicros,
    unit: "µs",
    noisy: cpuDifferenceSpread > noisyMicros,
    note: `${decimal(first.cpuMicros)} and ${decimal(second.cpuMicros)} µs`,
    ...(limit === undefined ? {} : { limit }),
  };
}

/** How many calls one contender made. */
export function rateFigure(name: string, contender: ContenderFigures): Figure {
  return { name: `${name}: ${contender.name}`, value: contender.callsPerSecond, unit: "calls/s" };
}

/** A number as people read it: three figures that count. */
export function decimal(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
}
