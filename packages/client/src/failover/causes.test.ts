import { JavaThrowable } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { noDetails } from "../errors.ts";
import { declaredException, ejbExceptionOf } from "./exception-error.ts";

/** Messages of an error and its causes, outermost first. */
function chainOf(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) messages.push(at.message);
  return messages;
}

/** Exceptions each of which has the next one as its cause; the last has the one at `back`. */
function chain(length: number, back?: number): JavaThrowable {
  const all = Array.from(
    { length },
    (_, index) => new JavaThrowable("demo.ChainException", { message: `${index}` }),
  );
  for (const [index, each] of all.entries()) {
    const cause = all[index + 1] ?? (back === undefined ? undefined : all[back]);
    Object.assign(each, { cause });
  }
  return all[0] as JavaThrowable;
}

test("a circle of causes is told once", () => {
  const thrown = chain(3, 0);
  expect(chainOf(declaredException(thrown, "", thrown.javaClass, undefined, noDetails))).toEqual([
    "0",
    "1",
    "2",
  ]);
  const later = chain(4, 2);
  expect(chainOf(declaredException(later, "", later.javaClass, undefined, noDetails))).toEqual([
    "0",
    "1",
    "2",
    "3",
  ]);
  const wrapped = ejbExceptionOf(chain(3, 0), undefined, "greet", noDetails);
  expect(chainOf(wrapped)).toEqual(["greet: demo.ChainException: 2", "0", "1", "2"]);
});

test("a chain of causes that somebody made endless has an end", () => {
  const thrown = chain(10_000);
  const told = chainOf(declaredException(thrown, "", thrown.javaClass, undefined, noDetails));
  expect(told.length).toBeGreaterThan(50);
  expect(told.length).toBeLessThan(60);
});
