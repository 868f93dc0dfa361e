import { expect, test } from "vitest";
import type { ObjectReference } from "../invocation/object-reference.ts";
import { Session } from "../invocation/session.ts";
import { SessionBook } from "./session-book.ts";

/** What the book looks at of a reference. */
function reference(): ObjectReference & { readonly session: Session } {
  return { session: new Session(), servedLast: "i1", routing: {} } as never;
}

const about = { interface: "shop.Basket", nowMs: 1 };

test("sessions beyond the thousandth are counted, and counted off when they end", () => {
  const book = new SessionBook();
  const all = Array.from({ length: 1_500 }, reference);
  for (const each of all) book.opened(each, about);
  expect(book.count).toBe(1_500);
  expect(book.list()).toHaveLength(1_000);
  for (const each of all) each.session.remove({ operation: "checkout" });
  expect(book.count).toBe(0);
  expect(book.list()).toEqual([]);
});

test("a reference that is opened again is one session", () => {
  const book = new SessionBook();
  const one = reference();
  book.opened(one, about);
  book.opened(one, about);
  expect(book.count).toBe(1);
  one.session.remove({ operation: "checkout" });
  expect(book.count).toBe(0);
});
