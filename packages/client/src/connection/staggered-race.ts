/** One runner of a race: resolves with a result, or rejects. The signal fires when another has won. */
export type Runner<T> = (signal: AbortSignal) => Promise<T>;

/** How a race ended: the first result, or every failure in the order of the runners. */
export type RaceOutcome<T> =
  | { readonly kind: "won"; readonly index: number; readonly value: T }
  | { readonly kind: "lost"; readonly errors: readonly unknown[] };

/**
 * Starts the runners one after another, each with a head start of `staggerMs` before the next (RFC 8305's way);
 * a failure starts the next at once. The first result wins, the other runners are told to stop; what one of them
 * brings all the same is handed to `discard`.
 */
export function staggeredRace<T>(
  runners: readonly Runner<T>[],
  staggerMs: number,
  discard: (late: T) => void,
): Promise<RaceOutcome<T>> {
  return new Promise((resolve) => {
    if (runners.length === 0) {
      resolve({ kind: "lost", errors: [] });
      return;
    }
    const controllers: AbortController[] = [];
    const errors: unknown[] = [];
    let failed = 0;
    let done = false;
    let timer: NodeJS.Timeout | undefined;
    const startNext = (): void => {
      clearTimeout(timer);
      const index = controllers.length;
      const runner = runners[index];
      if (done || runner === undefined) return;
      const controller = new AbortController();
      controllers.push(controller);
      runner(controller.signal).then(
        (value) => {
          if (done) {
            discard(value);
            return;
          }
          done = true;
          clearTimeout(timer);
          for (const [other, stop] of controllers.entries()) if (other !== index) stop.abort();
          resolve({ kind: "won", index, value });
        },
        (error: unknown) => {
          errors[index] = error;
          failed += 1;
          if (done) return;
          if (failed === runners.length) {
            done = true;
            clearTimeout(timer);
            resolve({ kind: "lost", errors });
          } else {
            startNext();
          }
        },
      );
      if (controllers.length < runners.length) {
        timer = setTimeout(startNext, staggerMs);
        timer.unref();
      }
    };
    startNext();
  });
}
