// `npm run bench`: what the client costs, beside a hand-written loop and beside others. See docs/performance.md.
import {
  type BenchOptions,
  BenchUsageError,
  benchHelp,
  benchOptions,
  type SectionName,
} from "./bench-options.ts";
import type { SectionOptions, SectionResult } from "./figure.ts";
import { isWithin } from "./figure.ts";
import { load, thisMachine } from "./machine.ts";
import { sectionTable, summary } from "./report.ts";
import { codecSection } from "./sections/codec.ts";
import { eclipseOrbSection } from "./sections/eclipse-orb.ts";
import { glassFishSection } from "./sections/glassfish.ts";
import { grpcSection } from "./sections/grpc.ts";
import { inProcessSection } from "./sections/in-process.ts";
import { mockSection } from "./sections/mock.ts";
import { policiesSection } from "./sections/policies.ts";
import { rawSection } from "./sections/raw.ts";
import { rotationSection } from "./sections/rotation.ts";
import { startSection } from "./sections/start.ts";
import { valuesSection } from "./sections/values.ts";

interface Section {
  readonly title: string;
  run(options: SectionOptions): Promise<SectionResult>;
}

const sections: Readonly<Record<SectionName, Section>> = {
  raw: { title: "Empty call, canned replies", run: rawSection },
  "in-process": { title: "Empty call, no socket", run: inProcessSection },
  mock: { title: "Empty call, mock cluster of three", run: mockSection },
  "eclipse-orb": { title: "add(int, int), Eclipse ORB", run: eclipseOrbSection },
  grpc: { title: "Empty call, beside gRPC", run: grpcSection },
  codec: { title: "Codecs", run: codecSection },
  values: { title: "Java values", run: valuesSection },
  rotation: { title: "Rotation and decision", run: rotationSection },
  policies: { title: "Policies, one decision", run: policiesSection },
  start: { title: "Start of a program", run: startSection },
  glassfish: { title: "Empty call, GlassFish cluster", run: glassFishSection },
};

interface Reported extends SectionResult {
  readonly section: SectionName;
  readonly title: string;
  readonly loadBefore: number;
  readonly loadAfter: number;
}

async function run(options: BenchOptions): Promise<readonly Reported[]> {
  const { quick, glassFishState } = options;
  const log = (line: string): void => console.error(line);
  const results: Reported[] = [];
  for (const name of options.sections) {
    const { title, run: measure } = sections[name];
    const loadBefore = load();
    const result = await measure({ quick, glassFishState, log }).catch(failedSection);
    results.push({ ...result, section: name, title, loadBefore, loadAfter: load() });
    console.log(sectionTable(`${title} (load ${loadBefore.toFixed(1)})`, result));
  }
  return results;
}

/** One part that fails does not take the figures of the others with it. */
function failedSection(error: unknown): SectionResult {
  process.exitCode = 1;
  return {
    figures: [],
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** The object of `--json`. */
function jsonOf(options: BenchOptions, results: readonly Reported[]): object {
  return {
    machine: thisMachine(),
    quick: options.quick,
    sections: results.map((result) => ({
      ...result,
      figures: result.figures.map((figure) => ({ ...figure, within: isWithin(figure) })),
    })),
  };
}

async function main(): Promise<void> {
  let options: BenchOptions | undefined;
  try {
    options = benchOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BenchUsageError)) throw error;
    console.error(`bench: ${error.message}\n\n${benchHelp}`);
    process.exitCode = 2;
    return;
  }
  if (options === undefined) {
    console.log(benchHelp);
    return;
  }
  const { processor, cores, system, node, grpc } = thisMachine();
  console.log(`${processor}, ${cores} cores, ${system}, Node.js ${node}, ${grpc}`);
  if (options.quick) console.log("quick: figures of so short a run mean nothing");
  const results = await run(options);
  console.log(summary(results));
  if (options.json) console.log(JSON.stringify(jsonOf(options, results)));
}

await main();
