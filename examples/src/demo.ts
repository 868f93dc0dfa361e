// `npm run demo`: a cluster, an application client and what happens when members crash, stop, join and return.

import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { demoOptions } from "./demo/demo-options.ts";
import { painter } from "./demo/drawing.ts";
import { brokenPromises, figuresOf } from "./demo/figures.ts";
import { type CallOutcome, runShopClient } from "./demo/runner-process.ts";
import { Screen, type ScreenOutput } from "./demo/screen.ts";
import { playScript, startCluster } from "./demo/stage.ts";
import { summaryLines } from "./demo/summary.ts";

const contexts = 600;
const calls = 4_000;
const callsPerSecond = 500;
const graceMs = 5_000;

/** Runs the demo; gives its exit status. */
async function demo(json: boolean, seed: number | undefined): Promise<number> {
  const out: ScreenOutput = json ? { write: () => true } : process.stdout;
  const paint = painter(out.isTTY === true, process.env);
  const screen = new Screen(out, paint, { contexts, callsPerSecond });
  await using cluster = await startCluster();
  const folder = await mkdtemp(join(tmpdir(), "remora-demo-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const xml = join(folder, "sun-acc.xml");
  await writeFile(xml, cluster.sunAccXml({ policy: "ic-based-weighted" }));
  screen.line(paint("Three members, weights 100, 200 and 300; one sun-acc.xml:", "bold"));
  screen.line(
    cluster
      .sunAccXml({ policy: "ic-based-weighted" })
      .replace(/^.*\n.*\n/, "")
      .trimEnd(),
  );
  screen.line("");
  screen.line(
    paint(`appclient -xml sun-acc.xml -client shop-client.ts: ${contexts} contexts`, "bold"),
  );

  const outcomes: CallOutcome[] = [];
  const listener = {
    context: (n: number, member: string) => screen.context(n, member),
    call: (outcome: CallOutcome) => {
      outcomes.push(outcome);
      screen.call(outcome);
    },
  };
  const script = playScript(cluster, calls, (event) => screen.event(event));
  const client = runShopClient(
    { xml, args: [contexts, calls, callsPerSecond], ...(seed === undefined ? {} : { seed }) },
    listener,
  );
  const [scene] = await Promise.all([Promise.race([script, tooLate(client)]), client]);
  screen.end();

  const run = { wanted: { contexts, calls }, entries: cluster.journal.entries, outcomes, scene };
  const { figures, details } = figuresOf(run);
  const broken = brokenPromises(run, figures, details);
  for (const line of summaryLines(figures, details, broken, paint)) screen.line(line);
  if (json) {
    for (const sentence of broken) process.stderr.write(`demo: broken: ${sentence}\n`);
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
  return broken.length === 0 ? 0 : 1;
}

/** A script that waits for calls which never come must not keep the demo from ending. */
async function tooLate(client: Promise<void>): Promise<never> {
  await client;
  await delay(graceMs, undefined, { ref: false });
  throw new Error("the calls ended before all that should happen to the cluster had happened");
}

const parsed = demoOptions(process.argv.slice(2));
if (parsed.ok) {
  // By these the process ends through its exit handlers: no folder and no client are left behind.
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  process.exitCode = await demo(parsed.options.json, parsed.options.seed);
} else {
  process.exitCode = parsed.help ? 0 : 2;
  (parsed.help ? process.stdout : process.stderr).write(parsed.text);
}
