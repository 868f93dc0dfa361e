import { spawnSync } from "node:child_process";
import { accessSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Thrown when a program that the interop tests need is not on this machine; the message says what to install. */
export class MissingToolError extends Error {
  override name = "MissingToolError";
}

/** Java development kit found on this machine. */
export interface Java {
  readonly java: string;
  readonly javac: string;
  readonly jar: string;
  /** Feature release, for example 17. */
  readonly release: number;
  /** Its folder; undefined for the one that the PATH leads to. */
  readonly home?: string;
}

const oldestRelease = 17;

const installHint =
  "install with `apt-get install openjdk-17-jdk-headless maven`, `brew install openjdk@17 maven`, " +
  "or set JAVA_HOME and put mvn on the PATH";

/** Folder of downloaded and compiled peers: REMORA_PEERS, by default in the user's cache. */
export function peersDirectory(): string {
  return process.env["REMORA_PEERS"] ?? join(homedir(), ".cache", "remora-peers");
}

let found: Java | undefined;

/** Finds java, javac and jar of one JDK: JAVA_HOME first, then the PATH. */
export function findJava(): Java {
  if (found !== undefined) return found;
  const home = process.env["JAVA_HOME"];
  const tool = (name: string): string =>
    home === undefined || home === "" ? name : join(home, "bin", name);
  const version = output(tool("java"), ["-version"]);
  if (version === undefined) throw missing(`${tool("java")} not found`);
  const release = releaseOf(version);
  if (release < oldestRelease) throw missing(`${tool("java")} is Java ${release}`);
  for (const name of ["javac", "jar"]) {
    if (output(tool(name), ["--version"]) === undefined) {
      throw missing(`${tool(name)} not found (a JDK is needed, not only a runtime)`);
    }
  }
  found = {
    java: tool("java"),
    javac: tool("javac"),
    jar: tool("jar"),
    release,
    ...(home === undefined || home === "" ? {} : { home }),
  };
  return found;
}

/**
 * Finds the installed JDK whose release is nearest to the wanted one and not below the least: in JAVA_HOME and all
 * variables like JAVA_HOME_25_X64, and where the usual installers put theirs.
 */
export function findJavaNear(wanted: number, least: number): Java {
  let nearest: Java | undefined;
  for (const home of javaHomes()) {
    const release = releaseOfHome(home);
    if (release < least) continue;
    const distance = Math.abs(release - wanted);
    if (nearest !== undefined && Math.abs(nearest.release - wanted) <= distance) continue;
    const [java, javac, jar] = ["java", "javac", "jar"].map((name) => join(home, "bin", name));
    if (java === undefined || javac === undefined || jar === undefined) continue;
    nearest = { java, javac, jar, release, home };
  }
  if (nearest !== undefined) return nearest;
  throw new MissingToolError(
    `interop tests with GlassFish 8 need Java ${least} or newer (${wanted} is what they are meant for): ` +
      "install one, for example with `sdk install java 25-tem`, and name its folder in JAVA_HOME_25",
  );
}

function javaHomes(): readonly string[] {
  const named = Object.entries(process.env).flatMap(([name, value]) =>
    /^JAVA_HOME(_|$)/.test(name) && value !== undefined && value !== "" ? [value] : [],
  );
  const folders: readonly (readonly [string, string])[] = [
    ["/usr/lib/jvm", ""],
    ["/opt/java", ""],
    ["/Library/Java/JavaVirtualMachines", "Contents/Home"],
    [join(homedir(), ".sdkman", "candidates", "java"), ""],
    [join(homedir(), ".jdks"), ""],
  ];
  const installed = folders.flatMap(([folder, below]) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name, below));
    } catch {
      return [];
    }
  });
  return [...named, ...installed];
}

/** From the file "release" that every JDK has; 0 when the folder holds none. */
function releaseOfHome(home: string): number {
  try {
    const text = readFileSync(join(home, "release"), "utf8");
    accessSync(join(home, "bin", process.platform === "win32" ? "javac.exe" : "javac"));
    return Number(/^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Finds Maven, which fetches the servers from the repository that it is configured for. */
export function findMaven(): string {
  if (output("mvn", ["-v"]) === undefined) throw missing("mvn not found");
  return "mvn";
}

/** What is missing for the interop tests, in one line, or undefined when they can run. */
export function missingTools(): string | undefined {
  try {
    findJava();
    findMaven();
    return undefined;
  } catch (error) {
    if (error instanceof MissingToolError) return error.message;
    throw error;
  }
}

function missing(what: string): MissingToolError {
  return new MissingToolError(
    `interop tests need Java ${oldestRelease} or newer and Maven: ${what}; ${installHint}`,
  );
}

function output(command: string, args: readonly string[]): string | undefined {
  const result = spawnSync(command, args, { encoding: "utf8" });
  if (result.error !== undefined || result.status !== 0) return undefined;
  return result.stdout + result.stderr;
}

function releaseOf(text: string): number {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match === null ? 0 : Number(match[1]);
}
