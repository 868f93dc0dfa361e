// Reads golden files for the tests, and refuses any that lacks what README.md asks for.
import { readdirSync, readFileSync } from "node:fs";

/** A golden file, as README.md describes it. */
export interface Golden<Meaning> {
  /** File name without its ending. */
  readonly name: string;
  readonly server: string;
  readonly version: string;
  readonly file: string;
  readonly sender?: string;
  readonly description: string;
  readonly hex: string;
  readonly meaning: Meaning;
  readonly canonical: boolean;
  readonly reason?: string;
  readonly padding?: readonly number[];
}

function problemOf(golden: { readonly [field: string]: unknown }): string | undefined {
  for (const field of ["server", "version", "file", "description", "hex"]) {
    const value = golden[field];
    if (typeof value !== "string" || value === "") return `has no ${field}`;
  }
  if (!/^([0-9a-f]{2})+$/.test(golden["hex"] as string)) return "has hex that is no octets";
  if (typeof golden["meaning"] !== "object" || golden["meaning"] === null) return "has no meaning";
  if (typeof golden["canonical"] !== "boolean") return "does not say whether it is canonical";
  if (!golden["canonical"] && !golden["reason"]) return "gives no reason for not being canonical";
  const padding = golden["padding"];
  if (padding !== undefined && !(Array.isArray(padding) && padding.every(Number.isInteger))) {
    return "has padding that is no list of offsets";
  }
  return undefined;
}

/** All golden files of one folder, by name. */
export function loadGolden<Meaning>(folder: "ior" | "giop" | "rmi"): readonly Golden<Meaning>[] {
  const directory = new URL(`${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => {
      const golden = JSON.parse(readFileSync(new URL(file, directory), "utf8"));
      const problem = problemOf(golden);
      if (problem !== undefined) throw new Error(`golden/${folder}/${file} ${problem}`);
      return { ...golden, name: file.replace(/\.json$/, "") };
    });
}

/** Octets of hexadecimal text. */
export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

/** A copy with the pad octets that hold garbage set to 0, which is what we write. */
export function masked(octets: Uint8Array, padding: readonly number[] | undefined): Uint8Array {
  const copy = Uint8Array.from(octets);
  for (const offset of padding ?? []) copy[offset] = 0;
  return copy;
}
