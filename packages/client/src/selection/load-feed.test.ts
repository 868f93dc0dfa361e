import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadHost, LoadSource } from "../load/load-source.ts";
import { LoadFeed } from "./load-feed.ts";

interface Heard {
  readonly feed: LoadFeed;
  readonly reports: string[];
  readonly failures: string[];
}

const unhandled: unknown[] = [];
const note = (error: unknown): void => {
  unhandled.push(error);
};
beforeEach(() => {
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
});

/** A feed with one source that starts so, and what comes of it. */
function started(start: (host: LoadHost) => unknown): Heard {
  const reports: string[] = [];
  const failures: string[] = [];
  const feed = new LoadFeed({
    now: () => 0,
    random: () => 0,
    members: () => ["i1"],
    counters: () => ({ inFlight: 0, roundTripMs: undefined, failures: 0 }),
    onReport: (member, figures, problems, ageMs) => {
      reports.push(`${member} ${JSON.stringify(figures)} ${problems.length} ${ageMs}`);
    },
    onFailed: (source, message, count) => {
      failures.push(`${source}: ${message} (${count})`);
    },
  });
  feed.start([{ name: "mine", start } as LoadSource]);
  return { feed, reports, failures };
}

/** Rejections that nobody handled: they are told after the promises of a turn. */
const unhandledUntilNow = async (): Promise<readonly unknown[]> => {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
  return unhandled.splice(0);
};

test("a source that throws, that is asynchronous or that gives nothing to stop it with has failed, and harms nobody", async () => {
  const thrown = started(() => {
    throw new Error("no socket");
  });
  const empty = started(() => undefined);
  const late = started(() => Promise.reject(new Error("no answer")));
  expect(await unhandledUntilNow()).toEqual([]);
  expect(thrown.failures).toEqual(["mine: no socket (1)"]);
  expect(empty.failures).toEqual(["mine: start must give a function that stops the source (1)"]);
  expect(late.failures).toEqual(["mine: no answer (1)"]);
  for (const { feed } of [thrown, empty, late]) feed.stop();
});

test("a source that starts late is stopped, also when its feed has ended before", async () => {
  let stops = 0;
  const early = started(async () => () => {
    stops += 1;
  });
  expect(await unhandledUntilNow()).toEqual([]);
  early.feed.stop();
  expect(stops).toBe(1);
  const late = started(async () => () => {
    stops += 1;
    throw new Error("not now");
  });
  late.feed.stop();
  expect(await unhandledUntilNow()).toEqual([]);
  expect(stops).toBe(2);
});

test("a stop that throws or rejects harms nobody, and is asked once", async () => {
  let stops = 0;
  const { feed } = started(() => () => {
    stops += 1;
    return Promise.reject(new Error("stuck"));
  });
  const other = started(() => () => {
    throw new Error("stuck");
  });
  feed.stop();
  feed.stop();
  other.feed.stop();
  expect(await unhandledUntilNow()).toEqual([]);
  expect(stops).toBe(1);
});

test("after the end nothing is heard; a report between two failures ends their row", () => {
  let host: LoadHost | undefined;
  const { feed, reports, failures } = started((given) => {
    host = given;
    return () => {};
  });
  host?.failed("a");
  host?.failed("b");
  host?.report("i1", { sessions: -1, busy: 2 }, Number.NaN);
  host?.failed("c");
  host?.report("i1", null as never);
  feed.stop();
  host?.report("i1", { sessions: 1 });
  host?.failed("d");
  expect(reports).toEqual(['i1 {"sessions":-1,"busy":2} 1 0']);
  expect(failures).toEqual([
    "mine: a (1)",
    "mine: b (2)",
    "mine: c (1)",
    "mine: figures of i1 are no object (2)",
  ]);
});
