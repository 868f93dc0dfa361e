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

/** What a watched call did, and how it stood to its control timer. */
export interface Watched<T> {
  readonly outcome: Outcome<T>;
  /** Milliseconds after the control timer at which the call settled; 0 when it was earlier. */
  readonly lateMs: number;
}

/**
 * Makes a call beside a plain timer armed with it for the same time: what a busy machine does to one, it does to the
 * other.
 */
export async function watched<T>(timeoutMs: number, call: () => Promise<T>): Promise<Watched<T>> {
  let firedAt: number | undefined;
  const control = setTimeout(() => {
    firedAt = performance.now();
  }, timeoutMs);
  const outcome = await outcomeOf(call());
  const lateMs = firedAt === undefined ? 0 : performance.now() - firedAt;
  clearTimeout(control);
  return { outcome, lateMs };
}

/** The most that a call may settle after its control timer. */
export const allowedLateMs = 50;
