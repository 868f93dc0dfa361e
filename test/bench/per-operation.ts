import { median } from "./statistics.ts";

/** How long one synchronous operation takes, microseconds: the median of several samples after a warm-up. */
export function microsPerOperation(operation: () => unknown, quick: boolean): number {
  const sampleMs = quick ? 5 : 50;
  const samples = quick ? 5 : 15;
  const perSample = countFor(operation, sampleMs);
  const taken = Array.from({ length: samples }, () => {
    const startedAt = performance.now();
    for (let done = 0; done < perSample; done += 1) kept.result = operation();
    return ((performance.now() - startedAt) * 1000) / perSample;
  });
  return median(taken);
}

/** What operations return: a result that nobody could see would let the compiler leave the work out. */
const kept: { result: unknown } = { result: undefined };

/** How many operations fill so much time; finding that out warms them up. */
function countFor(operation: () => unknown, milliseconds: number): number {
  for (let count = 1; ; count *= 2) {
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) kept.result = operation();
    const elapsed = performance.now() - startedAt;
    if (elapsed >= milliseconds) return Math.max(1, Math.round((count * milliseconds) / elapsed));
  }
}
