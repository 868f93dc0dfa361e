import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** The parts of the suite, in their order. */
export const sectionNames = [
  "raw",
  "in-process",
  "mock",
  "eclipse-orb",
  "grpc",
  "codec",
  "values",
  "rotation",
  "policies",
  "start",
  "glassfish",
] as const;

/** Name of a part of the suite. */
export type SectionName = (typeof sectionNames)[number];

/** What the suite was asked to do. */
export interface BenchOptions {
  readonly sections: readonly SectionName[];
  readonly quick: boolean;
  readonly json: boolean;
  readonly glassFishState: string | undefined;
}

/** Text of `--help`. */
export const benchHelp = `usage: npm run bench [-- OPTIONS]

  --only NAME[,NAME…]    these parts only: ${sectionNames.join(", ")}
  --quick                few and short slices: whether it works, not how fast it is
  --json                 one JSON object, last on standard output
  --glassfish STATE      also rounds on a running cluster; STATE is the file of run-glassfish.ts
  --with-glassfish       also rounds on a GlassFish cluster that is started for it
  --help                 this text`;

/** Wrong words. */
export class BenchUsageError extends Error {
  override readonly name: string = "BenchUsageError";
}

/** Reads the words of the command line; undefined when only help was wanted. Throws BenchUsageError. */
export function benchOptions(words: readonly string[]): BenchOptions | undefined {
  const values = parsed(words);
  if (values.help) return undefined;
  const glassFish = values.glassfish !== undefined || values["with-glassfish"];
  const named = values.only.flatMap((list) => list.split(",")).map(sectionNamed);
  // GlassFish takes ten minutes and a server: only at the caller's word.
  const sections = sectionNames.filter((name) =>
    named.length > 0 ? named.includes(name) : name !== "glassfish" || glassFish,
  );
  return {
    sections,
    quick: values.quick,
    json: values.json,
    glassFishState: values.glassfish === undefined ? undefined : resolve(values.glassfish),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        only: { type: "string", multiple: true, default: [] },
        quick: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        glassfish: { type: "string" },
        "with-glassfish": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new BenchUsageError(error instanceof Error ? error.message : String(error));
  }
}

function sectionNamed(text: string): SectionName {
  const name = sectionNames.find((known) => known === text);
  if (name === undefined) {
    throw new BenchUsageError(
      `--only: ${JSON.stringify(text)} is no part; there are ${sectionNames.join(", ")}`,
    );
  }
  return name;
}
