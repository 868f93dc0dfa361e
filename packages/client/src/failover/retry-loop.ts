import pRetry from "p-retry";

/** What a step of the loop says: it is settled, or another attempt follows after a delay. */
export type StepResult = "settled" | { readonly delayMs: number };

/** Carries a decided delay through p-retry; made without a stack, since nobody reads it. */
class AnotherAttempt extends Error {
  readonly delayMs: number;
  constructor(delayMs: number) {
    super("another attempt");
    this.delayMs = delayMs;
  }
}

/** Resolves after a time; holds no process. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/**
 * Runs steps until one says `settled`. p-retry drives the loop and nothing else: the number of attempts, the delays
 * and the end are decided by `decide` in the cluster package; it gets no signal, since it would throw a success away.
 * Its own delay is zero, for ours is awaited in its hook: two jitters would be none that anybody could explain.
 */
export async function retryLoop(step: () => Promise<StepResult>): Promise<void> {
  await pRetry(
    async () => {
      const result = await step();
      if (result !== "settled") throw new AnotherAttempt(result.delayMs);
    },
    {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 0,
      factor: 1,
      onFailedAttempt: ({ error }) =>
        error instanceof AnotherAttempt && error.delayMs > 0 ? delay(error.delayMs) : undefined,
      shouldRetry: ({ error }) => error instanceof AnotherAttempt,
    },
  );
}
