// Packs the built packages and unpacks them as a user's node_modules: needs a build, needs no registry.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { TestProject } from "vitest/node";
import { type Manifest, packageFolders } from "./installation.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export default function setup(project: TestProject): () => void {
  for (const name of packageFolders) {
    if (!existsSync(join(root, "packages", name, "dist", "index.d.ts"))) {
      throw new Error(`packages/${name} is not built; run \`npm run build\` first`);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "remora-package-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const tarball of pack(folder)) unpack(tarball, folder);
    for (const name of packageFolders) linkThirdParties(name, folder);
    cpSync(fileURLToPath(new URL("programs", import.meta.url)), folder, { recursive: true });
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("packageInstallation", folder);
  return remove;
}

/** Paths of the tarballs. */
function pack(destination: string): readonly string[] {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly packageManager: string;
  };
  const { status, stdout, stderr } = spawnSync(
    "npx",
    [
      ...["--yes", packageManager, "--recursive", "--filter", "./packages/*"],
      ...["pack", "--json", "--pack-destination", destination],
    ],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
  if (status !== 0) throw new Error(`pnpm pack ended with ${status}: ${stderr}${stdout}`);
  const packed = JSON.parse(stdout) as readonly { readonly filename: string }[];
  return packed.map(({ filename }) => filename);
}

function unpack(tarball: string, folder: string): void {
  const files = untar(gunzipSync(readFileSync(tarball)));
  const manifest = files.get("package/package.json") ?? new Uint8Array();
  const { name } = JSON.parse(new TextDecoder().decode(manifest)) as Manifest;
  for (const [path, octets] of files) {
    const target = join(folder, "node_modules", name, path.replace(/^package\//, ""));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, octets);
  }
}

/** The regular files of a tar archive by path. */
function untar(archive: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const field = (at: number, length: number): string =>
    new TextDecoder().decode(archive.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const path = [field(at + 345, 155), field(at, 100)].filter((part) => part !== "").join("/");
    if (["0", ""].includes(field(at + 156, 1))) {
      files.set(path, archive.subarray(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** What a registry would bring is taken from the workspace. */
function linkThirdParties(name: string, folder: string): void {
  const source = join(root, "packages", name);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(source, "package.json"), "utf8"),
  ) as Manifest;
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith("@remora/")) continue;
    symlinkSync(join(source, "node_modules", dependency), join(folder, "node_modules", dependency));
  }
}
