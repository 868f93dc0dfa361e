// Installs the workspace once, with the pinned pnpm and the frozen lock file, when a clone has no modules yet.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, "node_modules", ".remora-installed");
const wanted = ["pnpm-lock.yaml", "pnpm-workspace.yaml"]
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const lock = join(root, "node_modules.installing");
const holder = join(lock, "pid");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Remora needs Node.js 20.19 or newer; this is ${process.version}`);
  process.exit(1);
}

const installed = () => existsSync(marker) && readFileSync(marker, "utf8") === wanted;

/** True when the process that made the lock is gone; one that has not written its number yet gets 5 seconds. */
function isAbandoned() {
  try {
    const pid = existsSync(holder) ? Number(readFileSync(holder, "utf8")) : 0;
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > 5_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** Two first commands may run at once: the folder is a lock. False when the other one has installed meanwhile. */
function takeLock() {
  for (let waits = 0; ; waits++) {
    try {
      mkdirSync(lock);
      writeFileSync(holder, String(process.pid));
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (installed()) return false;
      if (waits === 0) console.error("waiting for the installation that another command has begun");
      if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
  }
}

/** Exit status of the installation. Standard input is closed and CI is set, so pnpm cannot wait for an answer. */
function install() {
  console.error("installing the workspace (first run): pnpm install --frozen-lockfile");
  const words = ["--yes", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"];
  const { status, error } = spawnSync("npx", words, {
    cwd: root,
    env: { ...process.env, CI: "true" },
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error !== undefined) console.error(`npx could not be started: ${error.message}`);
  return status ?? 1;
}

if (!installed() && takeLock()) {
  let status = 0;
  try {
    if (!installed()) {
      status = install();
      if (status === 0) writeFileSync(marker, wanted);
    }
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (status !== 0) {
    console.error(
      "the installation failed; see the lines above (Node.js, npm and access to an npm registry are needed)",
    );
    process.exit(status);
  }
}
