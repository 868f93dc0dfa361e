import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failures, usualFacts } from "../spec/failover-case.ts";
import { decide } from "./failover.ts";
import type { Attempt, CallFacts, Decision, Failure } from "./failure.ts";

/** Every failure the spec names, whether it fits the call or not. */
const failure: fc.Arbitrary<Failure> = fc.constantFrom(...Object.values(failures));
const facts: fc.Arbitrary<CallFacts> = fc.record({
  idempotent: fc.boolean(),
  oneway: fc.boolean(),
  kind: fc.constantFrom("stateless", "session", "home", "naming", "unknown"),
  reLookup: fc.constantFrom("possible", "done", "impossible"),
  clustered: fc.boolean(),
  untried: fc.nat(3),
  round: fc.nat(3),
  maxRounds: fc.integer({ min: 1, max: 3 }),
  replaysUsed: fc.nat(2),
  maxReplays: fc.nat(2),
  trustCompletedNo: fc.boolean(),
  forwardHops: fc.nat(8),
  forwardFollowed: fc.boolean(),
  budgetLeft: fc.boolean(),
  deadlineMs: fc.constantFrom(500, 30_000),
});
const attempt: fc.Arbitrary<Attempt> = fc.record({
  endpoint: fc.constantFrom("a:3700", "b:3700", "c:3700"),
  failure,
  atMs: fc.constant(0),
});

/** What the failure alone says of the operation, by the standard: the upper bound of safety. */
function maySurelyRepeat({ failure: each, facts: call }: { failure: Failure; facts: CallFacts }) {
  if (each.sent === "none" || each.forward !== undefined || each.addressing !== undefined) {
    return true;
  }
  if (each.tlsAlert === true || (each.phase === "closeConnection" && !each.replyStarted)) {
    return !call.oneway;
  }
  const { exception } = each;
  if (exception?.completed !== "no") return false;
  if (exception.name === "OBJECT_NOT_EXIST") return true;
  return call.trustCompletedNo && ["TRANSIENT", "OBJ_ADAPTER"].includes(exception.name);
}

describe("any decision", () => {
  test("without mark, nothing that may have run is repeated", () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 4 }), attempt, facts, (earlier, last, each) => {
        const call = { ...each, idempotent: false };
        const decision = decide([...earlier, last], last.failure, call, 1_000);
        if (decision.action === "give-up") return;
        expect(maySurelyRepeat({ failure: last.failure, facts: call })).toBe(true);
        expect(decide([last], last.failure, call, 1_000).completed).toBe("no");
        expect(decision.effects.replay).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });

  test("is well formed and says why", () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 4 }), attempt, facts, (earlier, last, call) => {
        const history = [...earlier, last];
        const before = structuredClone(history);
        const decision = decide(history, last.failure, call, 1_000);
        expect(history).toEqual(before);
        expect(decide(history, last.failure, call, 1_000)).toEqual(decision);
        expect(decision.error !== undefined).toBe(decision.action === "give-up");
        expect(decision.reason).toMatch(/^[^.]+; [^.]+$/);
        const { effects } = decision;
        if (decision.action === "give-up") {
          expect(decision.delay).toBe("none");
          expect([effects.replay, effects.newRound, effects.drawsBudget]).toEqual([
            undefined,
            undefined,
            undefined,
          ]);
        }
        if (effects.newRound === true) expect(decision.delay).toBe("backoff");
        if (effects.cancelRequest === true) expect(last.failure.sent).toBe("some");
        if (last.failure.sent === "none") expect(effects.drawsBudget).toBeUndefined();
        if (call.deadlineMs <= 1_000) expect(decision.action).toBe("give-up");
      }),
      { numRuns: 5_000 },
    );
  });

  test("the mark never makes a call end earlier", () => {
    fc.assert(
      fc.property(attempt, facts, (last, each) => {
        const [without, withMark] = [false, true].map((idempotent) =>
          decide([last], last.failure, { ...each, idempotent }, 1_000),
        );
        if (without?.action === "give-up" || !each.trustCompletedNo) return;
        expect(withMark).toEqual(without);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the call is as complete as its worst attempt", () => {
    const severity = ["no", "maybe", "yes"];
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 4 }), attempt, facts, (earlier, last, call) => {
        const whole = decide([...earlier, last], last.failure, call, 1_000).completed;
        const own = decide([last], last.failure, call, 1_000).completed;
        expect(severity.indexOf(whole)).toBeGreaterThanOrEqual(severity.indexOf(own));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** A call against an adversary who answers every attempt with the next failure of a list. */
function play(
  list: readonly Failure[],
  start: CallFacts,
  size: number,
): { attempts: number; replays: number; last: Decision } {
  const history: Attempt[] = [];
  let call: CallFacts = { ...start, untried: size - 1 };
  let [endpoint, hops, replays] = [0, 0, 0];
  for (;;) {
    const drawn = list[history.length % list.length] as Failure;
    if (drawn.forward !== undefined) hops += 1;
    const each: Failure =
      drawn.forward === undefined ? drawn : { ...drawn, forward: { ...drawn.forward, hops } };
    history.push({ endpoint: `e${endpoint}:3700`, failure: each, atMs: 1_000 });
    const decision = decide(history, each, call, 1_000);
    if (decision.effects.replay === true) {
      replays += 1;
      call = { ...call, replaysUsed: call.replaysUsed + 1 };
    }
    const fresh = { untried: size - 1, round: 0 };
    switch (decision.action) {
      case "give-up":
        return { attempts: history.length, replays, last: decision };
      case "follow-forward":
        call = { ...call, ...fresh, forwardFollowed: true };
        break;
      case "original-target":
        hops = 0;
        call = { ...call, ...fresh, forwardFollowed: false, forwardDropped: true };
        break;
      case "lookup-again":
        hops = 0;
        call = { ...call, ...fresh, forwardFollowed: false, reLookup: "done" };
        break;
      case "next-endpoint":
        endpoint = (endpoint + 1) % size;
        call = decision.effects.newRound
          ? { ...call, round: call.round + 1, untried: size - 1 }
          : { ...call, untried: call.untried - 1 };
        break;
      case "same-endpoint":
        if (decision.effects.newRound === true) call = { ...call, round: call.round + 1 };
        break;
    }
    // 3 members, 3 rounds, reconnects, two targets of up to 8 hops each, one lookup.
    expect(history.length, decision.rule).toBeLessThan(1_000);
  }
}

describe("any call ends", () => {
  const list = fc.array(failure, { minLength: 1, maxLength: 12 });
  const start = fc.record({
    kind: fc.constantFrom("stateless", "session", "home", "naming", "unknown"),
    reLookup: fc.constantFrom("possible", "impossible"),
    idempotent: fc.boolean(),
    maxReplays: fc.nat(2),
  });

  test("whatever the servers answer, without help of the deadline", () => {
    fc.assert(
      fc.property(list, start, fc.integer({ min: 1, max: 3 }), (answers, some, size) => {
        const call: CallFacts = { ...usualFacts, ...(some as Partial<CallFacts>) };
        const { attempts, replays } = play(answers, call, size);
        expect(attempts).toBeGreaterThan(0);
        expect(replays).toBeLessThanOrEqual(call.idempotent ? call.maxReplays : 0);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(Object.keys(failures))("always %s", (name) => {
    for (const idempotent of [false, true]) {
      for (const kind of ["stateless", "session", "unknown"] as const) {
        play([failures[name] as Failure], { ...usualFacts, idempotent, kind }, 3);
      }
    }
  });

  test("a refused cluster is dialled once per member and round", () => {
    const refused = failures["refused"] as Failure;
    expect(play([refused], usualFacts, 3).attempts).toBe(9);
    expect(play([refused], { ...usualFacts, maxRounds: 1 }, 3).attempts).toBe(3);
  });

  test("a planned stop costs one further attempt", () => {
    const gone = failures["adapter gone"] as Failure;
    const exception = failures["NO_PERMISSION"] as Failure;
    expect(play([gone, exception], usualFacts, 3).attempts).toBe(2);
  });

  test("a servant whose inner call fails runs once, or twice with the mark", () => {
    const trouble = failures["COMM_FAILURE NO"] as Failure;
    expect(play([trouble], usualFacts, 3).attempts).toBe(1);
    expect(play([trouble], { ...usualFacts, idempotent: true, maxReplays: 5 }, 3).attempts).toBe(2);
  });
});
