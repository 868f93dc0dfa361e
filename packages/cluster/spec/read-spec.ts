import { readdirSync, readFileSync } from "node:fs";

/** Where the spec files are. */
export const specRoot: URL = new URL("./", import.meta.url);

/** One spec file or other JSON document below {@link specRoot}. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, specRoot), "utf8"));
}

/** A case and its name. */
export type Named<T> = T & { readonly name: string };

/** The cases of one file; the path goes without its ending. */
export function cases<T>(path: string): readonly Named<T>[] {
  return (readJson(`${path}.json`) as { cases: readonly Named<T>[] }).cases;
}

/** All spec files, as `folder/name` without ending, in order. */
export function specFiles(): readonly string[] {
  const folders = readdirSync(specRoot, { withFileTypes: true }).filter((e) => e.isDirectory());
  return folders
    .flatMap(({ name }) =>
      readdirSync(new URL(`${name}/`, specRoot)).map((file) => `${name}/${file}`),
    )
    .map((path) => path.replace(".json", ""))
    .sort();
}
