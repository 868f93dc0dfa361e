import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { header } from "./emit/generated-files.ts";
import { GenerateError } from "./generate-error.ts";

/** How an output folder differs from what belongs there; paths below the folder, sorted. */
export interface OutputDifference {
  /** Files that are not there. */
  readonly missing: readonly string[];
  /** Files with other content. */
  readonly changed: readonly string[];
  /** Files that an earlier run wrote and that nothing belongs in any more. */
  readonly stale: readonly string[];
}

/** Compares a folder with the files that belong there. Throws {@link GenerateError} for files that were not generated. */
export async function compareOutput(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<OutputDifference> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const [path, text] of files) {
    const there = await readFile(join(folder, path), "utf8").catch(() => undefined);
    if (there === undefined) missing.push(path);
    else if (!isGenerated(there)) {
      throw new GenerateError(
        `${join(folder, path)}: this file was not generated, and a generated one has its name; move it, or choose another folder with --out`,
      );
    } else if (there !== text) changed.push(path);
  }
  const stale: string[] = [];
  for (const path of await scriptsBelow(folder)) {
    if (files.has(path)) continue;
    if (isGenerated(await readFile(join(folder, path), "utf8"))) stale.push(path);
  }
  return { missing, changed, stale };
}

/** Makes the folder what it should be; files that were not generated stay. */
export async function writeOutput(
  folder: string,
  files: ReadonlyMap<string, string>,
  difference: OutputDifference,
): Promise<void> {
  for (const path of [...difference.missing, ...difference.changed]) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, files.get(path) ?? "");
  }
  for (const path of difference.stale) await rm(join(folder, path));
}

/** Line ends are Git's business: a check-out on Windows is still a generated file. */
function isGenerated(text: string): boolean {
  return text.startsWith(header.trimEnd());
}

async function scriptsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.includes("node_modules/"))
    .sort();
}
