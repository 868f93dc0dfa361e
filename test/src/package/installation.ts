import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** Folders under packages/, the lowest first. */
export const packageFolders = ["protocol", "cluster", "client", "mock-cluster", "cli"] as const;

/** The manifest that is published: what a workspace range or the catalog stood for is written out. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A folder like a user's project, with the packed packages under node_modules and the programs beside it. */
export function installation(): string {
  return inject("packageInstallation");
}

/** Paths of the files of one installed package. */
export function filesOf(packageName: string): readonly string[] {
  const folder = join(installation(), "node_modules", packageName);
  return readdirSync(folder, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => statSync(join(folder, path)).isFile());
}

/** The text of one file of an installed package. */
export function textOf(packageName: string, path: string): string {
  return readFileSync(join(installation(), "node_modules", packageName, path), "utf8");
}

/** The manifest of an installed package. */
export function manifestOf(packageName: string): Manifest {
  return JSON.parse(textOf(packageName, "package.json")) as Manifest;
}

declare module "vitest" {
  interface ProvidedContext {
    packageInstallation: string;
  }
}
