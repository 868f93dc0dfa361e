import { median, middleHalf } from "./statistics.ts";

/** One contender: makes calls until told to stop. */
export interface Contender {
  readonly name: string;
  call(): Promise<unknown>;
}

/** What one slice measured. */
export interface Slice {
  readonly calls: number;
  readonly callsPerSecond: number;
  /** Client CPU per call, microseconds (user and system). */
  readonly cpuMicros: number;
}

/** How a comparison is made. */
export interface SliceOptions {
  readonly pairs: number;
  readonly milliseconds: number;
  /** Of each contender, before the first pair. */
  readonly warmUpMilliseconds: number;
}

/** Calls for a time with so many in flight. */
export async function slice(
  contender: Contender,
  inFlight: number,
  milliseconds: number,
): Promise<Slice> {
  let calls = 0;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const endAt = startedAt + milliseconds;
  const worker = async (): Promise<void> => {
    while (performance.now() < endAt) {
      await contender.call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { calls, callsPerSecond: (calls / elapsed) * 1000, cpuMicros: (user + system) / calls };
}

/** Medians of pairs of slices that alternate, so that a machine that drifts slows both alike. */
export interface Comparison {
  readonly inFlight: number;
  readonly pairs: number;
  /** Time per call of the first divided by that of the second: 1 is equal, 1.2 is 20 % slower. */
  readonly timeRatio: number;
  /** Width of the middle half of the pairs' time ratios. */
  readonly timeRatioSpread: number;
  /** Client CPU per call of the first minus that of the second, microseconds. */
  readonly cpuDifferenceMicros: number;
  /** Width of the middle half of the pairs' CPU differences. */
  readonly cpuDifferenceSpread: number;
  readonly first: ContenderFigures;
  readonly second: ContenderFigures;
}

/** Medians of one contender's slices. */
export interface ContenderFigures {
  readonly name: string;
  readonly callsPerSecond: number;
  readonly cpuMicros: number;
}

/** Alternates slices of two contenders and compares them pair by pair. */
export async function compare(
  first: Contender,
  second: Contender,
  inFlight: number,
  options: SliceOptions,
): Promise<Comparison> {
  await slice(first, inFlight, options.warmUpMilliseconds);
  await slice(second, inFlight, options.warmUpMilliseconds);
  const firsts: Slice[] = [];
  const seconds: Slice[] = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    // Who goes first changes, so that neither always inherits the other's garbage.
    if (pair % 2 === 0) {
      firsts.push(await slice(first, inFlight, options.milliseconds));
      seconds.push(await slice(second, inFlight, options.milliseconds));
    } else {
      seconds.push(await slice(second, inFlight, options.milliseconds));
      firsts.push(await slice(first, inFlight, options.milliseconds));
    }
  }
  return comparisonOf(
    { name: first.name, slices: firsts },
    { name: second.name, slices: seconds },
    inFlight,
  );
}

/** All slices of one contender, in order. */
export interface ContenderSlices {
  readonly name: string;
  readonly slices: readonly Slice[];
}

/** Compares slices pair by pair. */
export function comparisonOf(
  first: ContenderSlices,
  second: ContenderSlices,
  inFlight: number,
): Comparison {
  const pairs = first.slices.flatMap((mine, index) => {
    const other = second.slices[index];
    return other === undefined ? [] : [{ mine, other }];
  });
  const ratios = pairs.map(({ mine, other }) => other.callsPerSecond / mine.callsPerSecond);
  const differences = pairs.map(({ mine, other }) => mine.cpuMicros - other.cpuMicros);
  return {
    inFlight,
    pairs: pairs.length,
    timeRatio: median(ratios),
    timeRatioSpread: middleHalf(ratios),
    cpuDifferenceMicros: median(differences),
    cpuDifferenceSpread: middleHalf(differences),
    first: figuresOf(first),
    second: figuresOf(second),
  };
}

function figuresOf({ name, slices }: ContenderSlices): ContenderFigures {
  return {
    name,
    callsPerSecond: median(slices.map((each) => each.callsPerSecond)),
    cpuMicros: median(slices.map((each) => each.cpuMicros)),
  };
}
