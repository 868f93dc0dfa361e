import { median } from "./statistics.ts";

/**
 * How much of the processor one synchronous operation takes, microseconds: the median of several samples after a
 * warm-up. It is the process's CPU time, collecting its garbage included, so that a busy machine counts for little.
 */
export function microsPerOperation(operation: () => unknown, quick: boolean): number {
  const sampleMicros = quick ? 5_000 : 50_000;
  const perSample = countFor(operation, sampleMicros);
  const samples = Array.from({ length: quick ? 5 : 15 }, () => microsOf(operation, perSample));
  return median(samples) / perSample;
}

/** How many operations fill so much time; finding that out warms them up. */
function countFor(operation: () => unknown, micros: number): number {
  for (let count = 1; ; count *= 2) {
    const taken = microsOf(operation, count);
    if (taken >= micros) return Math.max(1, Math.round((count * micros) / taken));
  }
}

/** What operations return: a result that nobody could see would let the compiler leave the work out. */
const kept: { result: unknown } = { result: undefined };

function microsOf(operation: () => unknown, count: number): number {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) kept.result = operation();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
