import { dirname, resolve } from "node:path";
import { anyClassNameGlob } from "./class-name-glob.ts";
import { ClassPath } from "./class-path/class-path.ts";
import { ambiguousNames, generatedFiles } from "./emit/generated-files.ts";
import { GenerateError } from "./generate-error.ts";
import { GenerationReport, type ReportLine } from "./generation-report.ts";
import { describedClasses } from "./model/described-classes.ts";
import { compareOutput, type OutputDifference, writeOutput } from "./output-folder.ts";
import { emptyOverlay, readOverlay } from "./overlay.ts";

/** What to generate, from what. */
export interface GenerateOptions {
  /** Jars, folders of classes, and `.class` files. */
  readonly inputs: readonly string[];
  /** Folder for the TypeScript files. */
  readonly out: string;
  /** Jars and folders that are only looked into for classes that the inputs name. */
  readonly classPath?: readonly string[];
  /** Patterns of remote interfaces to generate for; `*` stays in a package, `**` does not. Default: all. */
  readonly include?: readonly string[];
  /** Patterns of classes and interfaces that are left out. Default: none. */
  readonly exclude?: readonly string[];
  /** A JSON file with names, marks and other words that no class file has. */
  readonly overlay?: string;
  /** How imports of generated files end. Default: `js`. */
  readonly extension?: "js" | "ts";
  /** `write` changes the folder; `compare` only tells how it differs. Default: `write`. */
  readonly mode?: "write" | "compare";
  /** Told what happens next: one line of text. */
  readonly onProgress?: (text: string) => void;
}

/** What was generated. */
export interface GenerateResult {
  /** Path below the folder → text. */
  readonly files: ReadonlyMap<string, string>;
  /** How the folder was before. */
  readonly difference: OutputDifference;
  /** Number of remote interfaces. */
  readonly interfaces: number;
  /** Number of value classes, enums and exceptions. */
  readonly classes: number;
  /** What has no place in the output, and why. */
  readonly leftOut: readonly ReportLine[];
  /** What the user should know of the output. */
  readonly notes: readonly ReportLine[];
}

/**
 * Writes TypeScript for the remote interfaces in some jars. The same classes give the same octets. Throws
 * {@link GenerateError} for input that cannot be used; then nothing was written.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const progress = options.onProgress ?? (() => {});
  if (options.inputs.length === 0) throw new GenerateError("no jar, folder or class file is given");
  const overlay = options.overlay === undefined ? emptyOverlay : await readOverlay(options.overlay);
  progress(`reading ${options.inputs.join(", ")}`);
  const classPath = await ClassPath.open(options.inputs, options.classPath);
  const report = new GenerationReport();
  const included = options.include ?? [];
  progress(`looking through ${classPath.own.length} classes`);
  const models = describedClasses({
    classPath,
    inputs: options.inputs,
    overlay,
    report,
    isIncluded: included.length === 0 ? () => true : anyClassNameGlob(included),
    isExcluded: anyClassNameGlob([...(options.exclude ?? []), ...overlay.exclude]),
  });
  for (const [name, classes] of ambiguousNames(models)) {
    report.note(
      classes.join(", "),
      `all are called ${name}: import them from their own files, index.ts has none of them`,
    );
  }
  const files = generatedFiles(models, {
    extension: `.${options.extension ?? "js"}`,
    out: resolve(options.out),
    customBase: dirname(resolve(overlay.file)),
  });
  const difference = await compareOutput(options.out, files);
  if (options.mode !== "compare") {
    progress(`writing ${options.out}`);
    await writeOutput(options.out, files, difference);
  }
  const interfaces = [...models.values()].filter(({ kind }) => kind === "interface").length;
  return {
    files,
    difference,
    interfaces,
    classes: models.size - interfaces,
    leftOut: report.leftOut,
    notes: report.notes,
  };
}
