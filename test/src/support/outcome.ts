// How a promise ended, as a value, and when, beside a timer of its own.
import { CallError, OrbError } from "@remora/client";
import { expect } from "vitest";

/** How a promise ended. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly ms: number }
  | { readonly ok: false; readonly error: OrbError; readonly ms: number };

/** Waits for the end of a promise. Anything but a documented error of the client fails the test. */
export async function outcomeOf<T>(promise: Promise<T>): Promise<Outcome<T>> {
  const started = performance.now();
  try {
    const value = await promise;
    return { ok: true, value, ms: performance.now() - started };
  } catch (error) {
    expectDocumented(error);
    return { ok: false, error, ms: performance.now() - started };
  }
}

/** The error that a promise must reject with. */
export async function errorOf(promise: Promise<unknown>): Promise<CallError> {
  const outcome = await outcomeOf(promise);
  if (outcome.ok) throw new Error(`no error, but ${JSON.stringify(outcome.value)}`);
  return outcome.error as CallError;
}

/** Every rejection is one of the documented classes, with a code and a message for people. */
export function expectDocumented(error: unknown): asserts error is OrbError {
  if (!(error instanceof OrbError)) throw error;
  expect(error.code).toMatch(/^[A-Z][A-Z0-9_]+$/);
  expect(error.message.length).toBeGreaterThan(10);
}

/** The most that a call may settle after its control timer. */
export const allowedLateMs = 50;

/** What a watched call did, and how it stood to its control timer. */
export interface Watched<T> {
  readonly outcome: Outcome<T>;
  /** Milliseconds after its deadline at which the call settled, when that was too late; else 0. */
  readonly lateMs: number;
}

/**
 * Makes a call beside a control timer that is armed with it for the allowed time. A busy machine may stop the process
 * between any two timers; so the control counts turns of the event loop, not a clock: when it fires, one turn is given
 * to sockets that a late deadline lets be read first, and then the call must have settled.
 */
export async function watched<T>(timeoutMs: number, call: () => Promise<T>): Promise<Watched<T>> {
  let overAt: number | undefined;
  // The control is armed with the call, right behind it: a pause between the two must not count against the call.
  const made = call();
  const control = setTimeout(() => {
    setImmediate(() => {
      setImmediate(() => {
        overAt = performance.now();
      });
    });
  }, timeoutMs + allowedLateMs);
  const outcome = await outcomeOf(made);
  const lateMs = overAt === undefined ? 0 : performance.now() - overAt + allowedLateMs + 1;
  clearTimeout(control);
  return { outcome, lateMs };
}
