import type { Paint } from "./drawing.ts";
import type { Details, Figures } from "./figures.ts";
import { joiningMember } from "./stage.ts";

/** The end of the demo: what happened, counted by the servers, and whether the promises were kept. */
export function summaryLines(
  figures: Figures,
  details: Details,
  broken: readonly string[],
  paint: Paint,
): readonly string[] {
  const { maybe, replayed, calls, executedTwice, longestStallMs, joinedMemberCalls } = figures;
  const { ordersHeld, ordersRun, stocksHeld, stocksRun, stocksTwice, recoveredMs } = details;
  const shares = Object.entries(figures.shares)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
  const served = Object.entries(details.served)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
  const answered = calls - maybe - details.lostAtStop - figures.failed;
  const lines = [
    "",
    paint("What the servers counted", "bold"),
    `  contexts   ${shares}: within ${details.largestSigma} sigma of the weights`,
    `  in flight  ${ordersHeld} orders and ${stocksHeld} stock calls had arrived at i2 when it crashed,`,
    `             ${Math.max(0, maybe - ordersHeld)} orders were on their way to it`,
    `  orders     ${ordersRun} of the ${ordersHeld} had run, which no client can know: none was repeated,`,
    `             ${maybe} callers got an error that says completed: "maybe"`,
    `  stock      ${stocksRun} of the ${stocksHeld} had run; marked idempotent, ${replayed} ran again elsewhere,`,
    `             all answered ${recoveredMs} ms after the crash at the latest`,
    `  stop       i1 refused ${details.refused} calls, its application gone: they went elsewhere;`,
    `             ${details.lostAtStop} orders were on their way when it closed: completed "maybe", too`,
    `  executed   ${details.executions} times for ${calls} calls: ${served}`,
    `  twice      ${executedTwice} orders, ${stocksTwice} stock calls`,
    `  joined     ${joiningMember.name}, of which nobody told the client, ran ${joinedMemberCalls} calls`,
    `  answered   ${answered} of ${calls}; the longest time without an answer was ${longestStallMs} ms`,
    "",
  ];
  if (broken.length === 0) return [...lines, paint("Every promise was kept.", "green")];
  return [...lines, ...broken.map((sentence) => paint(`Broken: ${sentence}.`, "red"))];
}
