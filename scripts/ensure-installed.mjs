// Installs the workspace once, with the pinned pnpm and the frozen lock file, when a clone has no modules yet.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, "node_modules", ".remora-installed");
const lock = join(root, "pnpm-lock.yaml");
const wanted = readFileSync(lock, "utf8");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Remora needs Node.js 20.19 or newer; this is ${process.version}`);
  process.exit(1);
}

const installed = () => existsSync(marker) && readFileSync(marker, "utf8") === wanted;
const busy = join(root, "node_modules.installing");

/** Two first commands may run at once: the folder is a lock; a stale one (10 minutes) is taken over. */
function takeLock() {
  for (;;) {
    try {
      mkdirSync(busy);
      return true;
    } catch {
      if (installed()) return false;
      try {
        if (Date.now() - statSync(busy).mtimeMs > 600_000) rmSync(busy, { recursive: true });
      } catch {
        // The other one has just finished.
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
  }
}

if (!installed() && takeLock()) {
  let status = 0;
  try {
    if (!installed()) {
      console.error("installing the workspace (first run): pnpm install --frozen-lockfile");
      const result = spawnSync(
        "npx",
        ["--yes", "pnpm@10.34.9", "install", "--frozen-lockfile", "--reporter=append-only"],
        { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
      );
      status = result.status ?? 1;
      if (status === 0) writeFileSync(marker, wanted);
    }
  } finally {
    rmSync(busy, { recursive: true, force: true });
  }
  if (status !== 0) {
    console.error("the installation failed; see the lines above (Node.js, npm and access to an npm registry are needed)");
    process.exit(status);
  }
}
