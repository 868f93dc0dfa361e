import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SilenceWatch, type WatchedConnection } from "./silence-watch.ts";

const times = { silenceProbeMs: 1_000, idleCloseMs: 60_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection with one request pending, which notes what its watch does. */
function watched(proven = true) {
  const told: string[] = [];
  const connection: { -readonly [Name in keyof WatchedConnection]: WatchedConnection[Name] } = {
    pendingCount: 1,
    owed: false,
    proven,
    blocked: false,
    octetsTaken: 0,
    probe: () => {
      if (connection.blocked) return false;
      told.push("probe");
      return true;
    },
    onSilence: () => void told.push("silence"),
    onIdle: () => void told.push("idle"),
  };
  const watch = new SilenceWatch(times, connection);
  watch.start();
  return { watch, connection, told };
}

test("a peer that answers nothing is asked, and then silent", () => {
  const { watch, told } = watched();
  watch.noteRequest();
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(["probe"]);
  vi.advanceTimersByTime(500);
  expect(told).toEqual(["probe", "silence"]);
  watch.stop();
});

test("a peer that reads is not silent, however long it takes", () => {
  const { watch, connection, told } = watched();
  watch.noteRequest();
  connection.blocked = true;
  for (let second = 0; second < 60; second++) {
    connection.octetsTaken += 10_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([]);
  watch.stop();
});

test("a peer that stops reading is silent, whatever it has read before", () => {
  const { watch, connection, told } = watched();
  watch.noteRequest();
  connection.blocked = true;
  for (let second = 0; second < 10; second++) {
    connection.octetsTaken += 10_000;
    vi.advanceTimersByTime(1_000);
  }
  // The last period began in the middle of the loop's last second: it ends, and then half of one more.
  vi.advanceTimersByTime(999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["silence"]);
  watch.stop();
});

test.each([true, false])(
  "a peer that reads nothing at all is silent (has spoken before: %s)",
  (proven) => {
    const { watch, connection, told } = watched(proven);
    watch.noteRequest();
    connection.blocked = true;
    vi.advanceTimersByTime(proven ? 1_499 : 999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(["silence"]);
    watch.stop();
  },
);

test("what the kernels hold has as long as the reading took before the peer is asked", () => {
  const { watch, connection, told } = watched();
  watch.noteRequest();
  connection.blocked = true;
  vi.advanceTimersByTime(1_000);
  for (let half = 0; half < 8; half++) {
    connection.octetsTaken += 10_000;
    vi.advanceTimersByTime(1_000);
  }
  connection.blocked = false;
  vi.advanceTimersByTime(7_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(told.slice(0, 2)).toEqual(["probe", "silence"]);
  watch.stop();
});

test("a socket that was blocked for less than a period proves nothing", () => {
  const { watch, connection, told } = watched();
  watch.noteRequest();
  vi.advanceTimersByTime(500);
  connection.octetsTaken += 10_000;
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(["probe", "silence"]);
  watch.stop();
});

test("a message received ends every doubt", () => {
  const { watch, connection, told } = watched();
  watch.noteRequest();
  for (let second = 0; second < 10; second++) {
    watch.noteMessage();
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([]);
  connection.pendingCount = 0;
  watch.noteMessage();
  vi.advanceTimersByTime(100_000);
  expect(told).toEqual(["idle", "idle"].slice(0, told.length));
  expect(told).toContain("idle");
  watch.stop();
});

test("octets of a long message are a sign of life, a trickle into one that never ends is none", () => {
  const { watch, told } = watched();
  watch.noteRequest();
  for (let second = 0; second < 10; second++) {
    watch.noteOctets(1_000);
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([]);
  for (let second = 0; second < 10 && !told.includes("silence"); second++) {
    watch.noteOctets(40);
    vi.advanceTimersByTime(1_000);
  }
  expect(told.slice(0, 2)).toEqual(["probe", "silence"]);
  watch.stop();
});
