// The demo's verdict: a run that broke a promise must be found out, whatever the client says of it.
import type { JournalEntry } from "@remora/mock-cluster";
import { expect, it } from "vitest";
import { brokenPromises, figuresOf, type Run } from "../../../examples/src/demo/figures.ts";
import type { CallOutcome } from "../../../examples/src/demo/runner-process.ts";
import { shopName } from "../../../examples/src/demo/shop.ts";

const crashMs = 1_000;
const rule = "lost-after-write";

function entry(
  operation: string,
  id: string,
  member: string,
  more: Partial<JournalEntry> = {},
): JournalEntry {
  return {
    sequence: 1,
    kind: "request",
    member,
    connection: 1,
    requestId: 1,
    operation,
    args: [id],
    bean: shopName,
    objectKey: new Uint8Array(),
    contexts: [],
    giopMinor: 2,
    responseExpected: true,
    state: "replied",
    executed: true,
    reply: "sent",
    answer: "ok",
    ...more,
  };
}

function outcome(
  n: number,
  operation: "order" | "stock",
  more: Partial<CallOutcome> = {},
): CallOutcome {
  const answered = {
    outcome: "ok",
    member: "i3",
    atMs: crashMs + n,
    tookMs: 2,
    code: "",
    rule: "",
  } as const;
  return { n, operation, ...answered, ...more };
}

/** A run of 600 contexts and 12 calls that kept every promise: orders 1 to 4 and stock calls 5 to 8 met the crash. */
function goodRun(): Run & { entries: JournalEntry[]; outcomes: CallOutcome[] } {
  const entries: JournalEntry[] = [];
  const outcomes: CallOutcome[] = [];
  for (let n = 0; n < 600; n++) {
    entries.push(entry("hello", `context-${n}`, n < 100 ? "i1" : n < 300 ? "i2" : "i3"));
  }
  const withheld = { state: "finished", reply: "withheld", answer: undefined } as const;
  for (let n = 1; n <= 8; n++) {
    const operation = n <= 4 ? "order" : "stock";
    entries.push(entry(operation, `${operation}-${n}`, "i2", withheld));
    if (operation === "stock") entries.push(entry(operation, `stock-${n}`, "i3"));
    const lost = { outcome: "maybe", member: "i2", code: "ECONNRESET", rule } as const;
    outcomes.push(outcome(n, operation, operation === "order" ? lost : {}));
  }
  const inFlight = entries.slice(600).filter(({ member }) => member === "i2");
  for (let n = 9; n <= 12; n++) {
    entries.push(entry("order", `order-${n}`, n === 12 ? "i4" : "i1"));
    outcomes.push(outcome(n, "order"));
  }
  const scene = {
    crash: { member: "i2", atMs: crashMs, inFlight },
    stop: { member: "i1", atMs: 10_000 },
  };
  return { wanted: { contexts: 600, calls: 12 }, entries, outcomes, scene };
}

function broken(run: Run): readonly string[] {
  const { figures, details } = figuresOf(run);
  return brokenPromises(run, figures, details);
}

it("counts a run that kept its promises", () => {
  const run = goodRun();
  const { figures, details } = figuresOf(run);
  expect(figures).toEqual({
    contexts: 600,
    shares: { i1: 100, i2: 200, i3: 300 },
    planned: { i1: 0.1667, i2: 0.3333, i3: 0.5 },
    calls: 12,
    failed: 0,
    maybe: 4,
    replayed: 4,
    executedTwice: 0,
    longestStallMs: 1,
    joinedMemberCalls: 1,
  });
  expect(details).toMatchObject({ ordersHeld: 4, ordersRun: 4, stocksTwice: 4, recoveredMs: 8 });
  expect(brokenPromises(run, figures, details)).toEqual([]);
});

it("finds an order that ran twice, though its caller saw nothing of it", () => {
  const run = goodRun();
  run.entries.push(entry("order", "order-9", "i3"));
  expect(broken(run)).toEqual(["1 orders ran more than once"]);
});

it.each<[string, Partial<CallOutcome>]>([
  [
    "an order that failed elsewhere",
    { outcome: "maybe", member: "i3", code: "CONNECTION_LOST", rule },
  ],
  ["an order that was refused", { outcome: "no", member: "i2", code: "TRANSIENT" }],
  [
    "an order that was lost long after the crash",
    { outcome: "maybe", member: "i2", atMs: crashMs + 5_000, code: "CONNECTION_LOST", rule },
  ],
])("finds %s", (_, failure) => {
  const run = goodRun();
  run.outcomes[8] = outcome(9, "order", failure);
  expect(broken(run)).toEqual([
    `1 calls failed that the rules do not allow to fail: order 9 at ${failure.member}: ${failure.code}, completed ${failure.outcome}`,
  ]);
});

it("allows an order that was on its way to the stopping member, and does not count it as lost in the crash", () => {
  const run = goodRun();
  const lost = { outcome: "maybe", member: "i1", code: "CONNECTION_LOST", rule } as const;
  run.outcomes[8] = outcome(9, "order", { ...lost, atMs: 10_001 });
  const { figures, details } = figuresOf(run);
  expect(figures).toMatchObject({ failed: 0, maybe: 4 });
  expect(details.lostAtStop).toBe(1);
  run.outcomes[8] = outcome(9, "order", { ...lost, atMs: 9_000 });
  expect(figuresOf(run).figures.failed).toBe(1);
});

it("finds a marked call that was given up", () => {
  const run = goodRun();
  run.outcomes[4] = outcome(5, "stock", { outcome: "maybe", member: "i2", code: "TIMEOUT" });
  expect(broken(run)[0]).toMatch(/^1 calls failed .* stock 5 at i2: TIMEOUT, completed maybe$/);
});

it("finds shares that the weights do not explain, and calls without an outcome", () => {
  const run = goodRun();
  for (let n = 0; n < 60; n++) run.entries[n] = entry("hello", `context-${n}`, "i3");
  run.outcomes.pop();
  expect(broken(run)).toEqual([
    "11 calls had an outcome instead of 12",
    expect.stringMatching(
      /^shares of contexts are \d+(\.\d)? standard deviations from the plan, more than 4$/,
    ),
  ]);
});
