import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = ["protocol", "cluster", "client"];

/** Builds the packages that users install, unless they are built and newer than their sources. */
export async function buildPackages(log: (line: string) => void): Promise<void> {
  if (packages.every((name) => isBuilt(join(root, "packages", name)))) return;
  log("building the packages");
  const child = spawn("npm", ["run", "build"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`npm run build ended with ${code}\n${errors.trim()}`);
}

function isBuilt(directory: string): boolean {
  const built = join(directory, "dist", "index.js");
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  const source = join(directory, "src");
  return readdirSync(source, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isShipped(entry.name))
    .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs <= builtAt);
}

function isShipped(name: string): boolean {
  return name.endsWith(".ts") && !/\.(test|test-d|bench|property\.test)\.ts$/.test(name);
}
