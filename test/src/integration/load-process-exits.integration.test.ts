import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { runChild } from "../support/child.ts";

/** Starts the source, prints its first report and does nothing more. Its timer would fire in a minute. */
const program = (source: string): string => `
  import { glassfishMonitoring, httpLoad, ownCounters } from "@remora/client";
  let said = 0;
  (${source}).start({
    now: () => performance.now(),
    random: () => 0.5,
    members: () => ["i1"],
    counters: () => ({ inFlight: 0, roundTripMs: undefined, failures: 0 }),
    report: (member) => { if (said++ === 0) console.log("reported", member); },
    failed: (message) => console.log("failed", message),
  });
`;

test("a source that waits for its next poll keeps no process alive", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  const options = JSON.stringify({ url: cluster.monitoring.url, intervalMs: 60_000 });
  for (const source of [`glassfishMonitoring(${options})`, "ownCounters({ intervalMs: 60_000 })"]) {
    const { status, stdout, stderr, ms } = await runChild(program(source));
    expect([status, stdout, stderr]).toEqual([0, "reported i1\n", ""]);
    expect(ms).toBeLessThan(48_000);
  }
});

test("nor does one whose server never answers, beyond its limit", async () => {
  await using cluster = await MockCluster.start({ members: ["i1"], monitoring: true });
  const { monitoring } = cluster;
  monitoring.behave("i1", "hang");
  const options = JSON.stringify({ url: monitoring.url, intervalMs: 60_000, timeoutMs: 500 });
  const { status, stdout, stderr } = await runChild(program(`glassfishMonitoring(${options})`));
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("no answer within 500 ms");
});
