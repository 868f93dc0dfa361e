// A large argument over a slow link: the socket is blocked for many times `silenceProbeMs`, and nothing is received.
import { setTimeout as pause } from "node:timers/promises";
import type { MockMember } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { collect, nextEvent } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { orbOf, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const silenceProbeMs = 200;

/** 30 MB on the wire: several times what the kernels of both sides hold. */
const big = "x".repeat(15_000_000);

/** Reads in bursts, as octets come out of a slow link, until told to stop; resolves with the number of bursts. */
async function readSlowly(member: MockMember, goesOn: () => boolean): Promise<number> {
  let bursts = 0;
  while (goesOn()) {
    member.pauseReading();
    await pause(silenceProbeMs / 4);
    member.resumeReading();
    await new Promise((resolve) => setImmediate(resolve));
    bursts += 1;
  }
  return bursts;
}

test("a peer that reads slowly is not silent: the call stays where it is", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { silenceProbeMs });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const failed = collect(orb, "endpointFailed");
  let answered = false;
  const bursts = readSlowly(cluster.member(first), () => !answered);
  // Marked, so that a false alarm would take it to the other member.
  expect(await shop.read(big)).toBe(first);
  answered = true;
  // Many times the silence that an idle peer is allowed.
  expect(await bursts).toBeGreaterThan(10);
  expect(failed).toEqual([]);
  expect(cluster.journal.executions({ operation: "read" })).toBe(1);
});

test("a peer that stops reading in the middle is suspect, and the call goes on elsewhere", async () => {
  await using cluster = await startShop(["i1", "i2"]);
  await using orb = orbOf(cluster, { silenceProbeMs });
  const { shop } = await shopIn(orb);
  const first = await shop.whoami();
  const member = cluster.member(first);
  const suspected = nextEvent(orb, "endpointFailed", ({ code }) => code === "SILENT_PEER");
  const call = shop.read(big);
  let bursts = 0;
  await readSlowly(member, () => (bursts += 1) < 6);
  member.pauseReading();
  expect(await suspected).toMatchObject({ member: first });
  expect(await call).not.toBe(first);
});
