import { expect, test } from "vitest";
import { type QueuedCall, Session } from "./session.ts";

class Call implements QueuedCall {
  started = false;
  readonly #onStart: (call: Call) => void;

  constructor(onStart: (call: Call) => void = () => {}) {
    this.#onStart = onStart;
  }

  start(): void {
    this.started = true;
    this.#onStart(this);
  }
}

test("one call at a time, in the order in which they came", () => {
  const session = new Session();
  const calls = [new Call(), new Call(), new Call()] as const;
  expect(calls.map((call) => session.enter(call))).toEqual([true, false, false]);
  expect(session.waiting).toBe(2);
  session.leave(calls[0]);
  expect(calls.map(({ started }) => started)).toEqual([false, true, false]);
  session.leave(calls[1]);
  expect(calls[2].started).toBe(true);
  session.leave(calls[2]);
  expect(session.enter(new Call())).toBe(true);
});

test("a call that leaves while it waits is passed over; one that never entered disturbs nobody", () => {
  const session = new Session();
  const [running, waiting, last] = [new Call(), new Call(), new Call()];
  session.enter(running);
  session.enter(waiting);
  session.enter(last);
  session.leave(new Call());
  session.leave(waiting);
  expect(session.waiting).toBe(1);
  session.leave(running);
  expect([waiting.started, last.started]).toEqual([false, true]);
});

test("a hundred thousand calls that end as soon as they start do not stand on each other's shoulders", () => {
  const session = new Session();
  const first = new Call();
  session.enter(first);
  let started = 0;
  for (let n = 0; n < 100_000; n++) {
    session.enter(
      new Call((call) => {
        started += 1;
        session.leave(call);
      }),
    );
  }
  session.leave(first);
  expect(started).toBe(100_000);
  expect(session.waiting).toBe(0);
  expect(session.enter(new Call())).toBe(true);
});

test("a session that is never idle keeps its order, also of calls that leave", () => {
  const session = new Session();
  const seen: number[] = [];
  const calls = Array.from({ length: 5_000 }, (_each, n) => new Call(() => seen.push(n)));
  const ahead = 10;
  for (const call of calls.slice(0, ahead)) session.enter(call);
  let running = calls[0];
  for (const [n, call] of calls.entries()) {
    if (n < ahead) continue;
    session.enter(call);
    // Each fifth gives up while it waits, and the others wait on.
    if (n % 5 === 0) {
      session.leave(call);
      continue;
    }
    session.leave(running as Call);
    running = calls[seen.at(-1) ?? 0];
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.some((n) => n >= ahead && n % 5 === 0)).toBe(false);
  expect(seen.length).toBe((4 * (calls.length - ahead)) / 5);
});

test("unordered: nobody waits", () => {
  const session = new Session("unordered");
  expect([session.enter(new Call()), session.enter(new Call())]).toEqual([true, true]);
  session.leave(new Call());
});

test("its end is told once, by the remove method or by the server", () => {
  const session = new Session();
  let told = 0;
  session.onEnded = () => {
    told += 1;
  };
  session.forget();
  expect(session.end).toBeUndefined();
  session.remove({ operation: "checkout" });
  expect(session.end).toEqual({ operation: "checkout" });
  expect(told).toBe(1);
});
