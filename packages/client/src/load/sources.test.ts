import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { callbackLoad, type LoadRequest } from "./callback-load.ts";
import type { LoadHost, LoadSource, MemberCounters } from "./load-source.ts";
import type { FiguresByMember } from "./named-figures.ts";
import { ownCounters } from "./own-counters.ts";
import { staticLoad } from "./static-load.ts";

interface FakeHost extends LoadHost {
  readonly reports: (readonly [member: string, figures: unknown, ageMs: number | undefined])[];
  readonly failures: string[];
  names: string[];
  draw: number;
}

function fakeHost(...names: string[]): FakeHost {
  const counters: Record<string, MemberCounters> = {
    i1: { inFlight: 2, roundTripMs: 1.5, failures: 1 },
  };
  const host: FakeHost = {
    reports: [],
    failures: [],
    names,
    draw: 0.5,
    now: () => performance.now(),
    random: () => host.draw,
    members: () => host.names,
    counters: (name) => counters[name] ?? { inFlight: 0, roundTripMs: undefined, failures: 0 },
    report: (member, figures, ageMs) => host.reports.push([member, figures, ageMs]),
    failed: (message) => host.failures.push(message),
  };
  return host;
}

const stops: (() => void)[] = [];
function start(source: LoadSource, host: LoadHost): () => void {
  const stop = source.start(host);
  stops.push(stop);
  return stop;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await vi.advanceTimersByTimeAsync(1);
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left`);
});

describe("polling", () => {
  /** A callback whose answers the test gives. */
  function scripted(obeys = true) {
    const requests: LoadRequest[] = [];
    const answers: ((figures: FiguresByMember) => void)[] = [];
    let running = 0;
    let most = 0;
    const load = async (request: LoadRequest): Promise<FiguresByMember> => {
      requests.push(request);
      most = Math.max(most, ++running);
      try {
        return await new Promise<FiguresByMember>((resolve, reject) => {
          answers.push(resolve);
          if (obeys) request.signal.addEventListener("abort", () => reject(new Error("obeyed")));
        });
      } finally {
        running--;
      }
    };
    return { load, requests, answers, most: () => most };
  }

  test("the first poll runs at once, the next after the interval that the dice stretch", async () => {
    const { load, requests } = scripted();
    const answer = { i1: { sessions: 1 } };
    const host = fakeHost("i1");
    const polls: number[] = [];
    const source = callbackLoad(
      async (request) => {
        polls.push(performance.now());
        void load(request).catch(() => undefined);
        return answer;
      },
      { intervalMs: 1_000 },
    );
    const begun = performance.now();
    host.draw = 0;
    start(source, host);
    await vi.advanceTimersByTimeAsync(799);
    expect(polls).toEqual([begun]);
    host.draw = 0.75;
    await vi.advanceTimersByTimeAsync(1);
    expect(polls).toEqual([begun, begun + 800]);
    await vi.advanceTimersByTimeAsync(1_099);
    expect(polls.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(polls).toEqual([begun, begun + 800, begun + 1_900]);
    expect(requests[0]?.members).toEqual(["i1"]);
    expect(host.reports).toEqual(polls.map(() => ["i1", { sessions: 1 }, 0]));
  });

  test("what runs out of time is told, and asked again; the figures of before stay", async () => {
    const { load, answers } = scripted();
    const host = fakeHost("i1");
    start(callbackLoad(load, { intervalMs: 1_000, timeoutMs: 300 }), host);
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.({ i1: { sessions: 1 } });
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(299);
    expect(host.failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(host.failures).toEqual(["obeyed"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(host.failures).toEqual(["obeyed", "obeyed (2 in a row)"]);
    await vi.advanceTimersByTimeAsync(700);
    answers[3]?.({ i1: { sessions: 2 } });
    await vi.advanceTimersByTimeAsync(1_000 + 300);
    expect(host.failures.at(-1)).toBe("obeyed");
    expect(host.reports.map(([, figures]) => figures)).toEqual([{ sessions: 1 }, { sessions: 2 }]);
  });

  test("a poll that does not obey its signal is never joined by a second one, and its late answer is lost", async () => {
    const { load, answers, requests, most } = scripted(false);
    const host = fakeHost("i1");
    start(callbackLoad(load, { intervalMs: 1_000, timeoutMs: 300 }), host);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(requests.length).toBe(1);
    expect(host.failures).toEqual([
      "no answer within 300 ms",
      "the poll that ran out of time has not ended; it must obey its signal (2 in a row)",
      "the poll that ran out of time has not ended; it must obey its signal (3 in a row)",
    ]);
    answers[0]?.({ i1: { sessions: 9 } });
    await vi.advanceTimersByTimeAsync(500);
    answers[1]?.({ i1: { sessions: 2 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(host.reports).toEqual([["i1", { sessions: 2 }, 0]]);
    expect(most()).toBe(1);
  });

  test("a poll longer than its interval delays the next one", async () => {
    const { load, answers, requests, most } = scripted();
    const host = fakeHost("i1");
    start(callbackLoad(load, { intervalMs: 100, timeoutMs: 5_000 }), host);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests.length).toBe(1);
    answers[0]?.({});
    await vi.advanceTimersByTimeAsync(1);
    expect(requests.length).toBe(2);
    expect(most()).toBe(1);
  });

  test("stopping ends the timer and the poll that runs, and nothing is told any more", async () => {
    const { load, answers, requests } = scripted();
    const host = fakeHost("i1");
    const stop = start(callbackLoad(load, { intervalMs: 100 }), host);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests[0]?.signal.aborted).toBe(false);
    stop();
    stop();
    expect(requests[0]?.signal.aborted).toBe(true);
    answers[0]?.({ i1: { sessions: 1 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests.length).toBe(1);
    expect(host.reports).toEqual([]);
    expect(host.failures).toEqual([]);
  });

  test("one source serves two Orbs apart from each other", async () => {
    const source = staticLoad({ i1: { sessions: 1 } });
    const [one, other] = [fakeHost("i1"), fakeHost("i1")];
    const stop = start(source, one);
    start(source, other);
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([one.reports.length, other.reports.length]).toEqual([1, 2]);
  });
});

describe("callbackLoad", () => {
  async function once(host: FakeHost, answer: unknown): Promise<void> {
    start(
      callbackLoad(() => answer as FiguresByMember),
      host,
    );
    await vi.advanceTimersByTimeAsync(0);
  }

  test("figures go on as they came, wrong ones too, for the Orb to judge", async () => {
    const host = fakeHost("i1", "i2");
    await once(host, { i1: { sessions: -1, cpuPercent: "7" }, i2: { sessions: Number.NaN } });
    expect(host.reports).toEqual([
      ["i1", { sessions: -1, cpuPercent: "7" }, 0],
      ["i2", { sessions: Number.NaN }, 0],
    ]);
    expect(host.failures).toEqual([]);
  });

  test.each([
    [undefined, "figures by member are wanted, as { i1: { … } }, not undefined"],
    [[{ sessions: 1 }], "figures by member are wanted, as { i1: { … } }, not a list of 1"],
    [{ i1: 3 }, 'the figures of "i1" must be an object, not 3'],
    [{}, 'has figures of nobody and of none of the members "i1", "i2"'],
    [{ x: {} }, 'has figures of "x" and of none of the members "i1", "i2"'],
  ])("%o is told", async (answer, message) => {
    const host = fakeHost("i1", "i2");
    await once(host, answer);
    expect(host.failures).toEqual([message]);
    expect(host.reports).toEqual([]);
  });

  test("a stranger is told once, with the name that was meant; the members get their figures", async () => {
    const host = fakeHost("shop-1", "shop-2");
    const figures = { "shop-1": { sessions: 1 }, shop2: { sessions: 2 } };
    start(
      callbackLoad(() => figures),
      host,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(host.failures).toEqual([
      'has figures of "shop2" (did you mean "shop-2"?), which is no member; members: "shop-1", "shop-2"',
    ]);
    expect(host.reports.map(([member]) => member)).toEqual(["shop-1", "shop-1", "shop-1"]);
    host.names = ["shop-1", "shop2"];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(host.reports.at(-1)?.[0]).toBe("shop2");
  });

  test("what it throws is told, at once or later", async () => {
    const host = fakeHost("i1");
    start(
      callbackLoad(() => {
        throw new TypeError("no monitoring today");
      }),
      host,
    );
    start(
      callbackLoad(() => Promise.reject(new Error("nor tomorrow"))),
      host,
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(host.failures.toSorted()).toEqual(["no monitoring today", "nor tomorrow"]);
  });
});

test("staticLoad says its figures again before they are old, also of members that join later", async () => {
  const host = fakeHost("i1");
  start(staticLoad({ i1: { sessions: 3 }, i2: { sessions: 5 } }, { intervalMs: 1_000 }), host);
  // At once: the first decision knows them.
  expect(host.reports).toEqual([["i1", { sessions: 3 }, undefined]]);
  host.names = ["i1", "i2"];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(host.reports.slice(1)).toEqual([
    ["i1", { sessions: 3 }, undefined],
    ["i2", { sessions: 5 }, undefined],
  ]);
});

test("ownCounters tells calls in flight, times and failures; no time before the first reply", () => {
  const host = fakeHost("i1", "i2");
  start(ownCounters(), host);
  expect(host.reports).toEqual([
    ["i1", { sessions: 2, roundTripMs: 1.5, responseMs: 1.5, failures: 1 }, undefined],
    ["i2", { sessions: 0, failures: 0 }, undefined],
  ]);
});

test.each([
  [
    () => staticLoad({ i1: { sessions: -1 } }),
    'staticLoad: figure "sessions" of "i1" is -1; accepted: a number from 0',
  ],
  [
    () => staticLoad({ i1: { sessions: Number.POSITIVE_INFINITY } }),
    'staticLoad: figure "sessions" of "i1" is Infinity; accepted: a number from 0',
  ],
  [
    () => staticLoad({ i1: 3 } as never),
    'staticLoad: the figures of "i1" must be an object, not 3',
  ],
  [
    () => staticLoad({}, { intervallMs: 3 } as never),
    'staticLoad: unknown option "intervallMs"; did you mean intervalMs?',
  ],
  [
    () => ownCounters({ intervalMs: 0 }),
    "ownCounters: option intervalMs is 0; accepted: a number of milliseconds from 1 to 2147483647",
  ],
  [() => ownCounters(3 as never), "ownCounters: options must be an object, not 3"],
  [() => callbackLoad(3 as never), "callbackLoad: a function is wanted, not 3"],
  [
    () => callbackLoad(() => ({}), { timeout: 3 } as never),
    'callbackLoad: unknown option "timeout"; did you mean timeoutMs?',
  ],
])("wrong options: %o", (make, message) => {
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(message);
});
