import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findJava, findMaven, peersDirectory } from "./java.ts";
import { run } from "./processes.ts";

/** GlassFish release that the interop tests run, on Java 17 or newer. */
export const glassFishVersion = "7.0.15";

/** The later release for the values of its own; it needs Java 21, and is tested on Java 25. */
export const glassFishEightVersion = "8.0.0";

/** The release that "7", "8" or a full version means. */
export function fullVersion(version: string): string {
  if (version === "7") return glassFishVersion;
  return version === "8" ? glassFishEightVersion : version;
}

const sources = fileURLToPath(new URL("../../../peers/glassfish/", import.meta.url));

/** Home of an unpacked GlassFish (the folder with `bin`, `modules`, `lib`); fetched by Maven once. */
export async function glassFishHome(version = glassFishVersion): Promise<string> {
  const base = join(peersDirectory(), `glassfish-${version}`);
  const home = join(base, `glassfish${version.split(".")[0]}`, "glassfish");
  const last = join(home, "lib", "gf-client.jar");
  if (await exists(last)) return home;
  await once(base, last, async (directory) => {
    await run(
      findMaven(),
      [
        "-q",
        "-B",
        "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
        `-Dartifact=org.glassfish.main.distributions:glassfish:${version}:zip`,
        `-DoutputDirectory=${directory}`,
      ],
      { cwd: directory, limitMs: 900_000 },
    );
    const zip = join(directory, `glassfish-${version}.zip`);
    await run(findJava().jar, ["xf", zip], { cwd: directory });
    await rm(zip);
  });
  return home;
}

/**
 * The jar of the EJB application, compiled from `test/peers/glassfish/app` when that changed. All releases get the same one.
 */
export function shopJar(): Promise<string> {
  return compiled("shop", join(sources, "app"), (home) => [
    join(home, "modules", "jakarta.ejb-api.jar"),
    join(home, "modules", "jakarta.annotation-api.jar"),
    join(home, "modules", "jakarta.json-api.jar"),
  ]);
}

/** The jar of the Java client for comparisons, compiled from `test/peers/glassfish/client`. */
export async function shopClientJar(): Promise<string> {
  const app = await shopJar();
  return compiled("shop-client", join(sources, "client"), (home) => [
    join(home, "modules", "jakarta.ejb-api.jar"),
    join(home, "modules", "glassfish-corba-omgapi.jar"),
    join(home, "modules", "jakarta.json-api.jar"),
    app,
  ]);
}

/** A jar with other versions of some value classes, to be put before the application's on a client's class path. */
export async function evolvedJar(): Promise<string> {
  const app = await shopJar();
  return compiled("shop-evolved", join(sources, "evolved"), () => [app]);
}

/** Examples of the judge's descriptions, one JSON object a line; see `test/peers/glassfish/JUDGE.md`. */
export const judgeExamples: string = join(sources, "judge-examples.jsonl");

async function compiled(
  name: string,
  source: string,
  classPath: (home: string) => readonly string[],
): Promise<string> {
  const files = await filesBelow(source);
  const path = classPath(await glassFishHome()).join(process.platform === "win32" ? ";" : ":");
  // The path names the application's jar, so what uses it is compiled again with it.
  const hash = createHash("sha256").update(path);
  for (const file of files) hash.update(relative(source, file)).update(await readFile(file));
  const directory = join(peersDirectory(), `${name}-${hash.digest("hex").slice(0, 16)}`);
  const jar = join(directory, `${name}.jar`);
  if (await exists(jar)) return jar;
  const { javac, jar: jarTool } = findJava();
  await once(directory, jar, async (work) => {
    const classes = join(work, "classes");
    await run(javac, [
      "--release",
      "17",
      "-Xlint:all",
      "-Werror",
      "-proc:none",
      "-d",
      classes,
      "-cp",
      path,
      ...files.filter((file) => file.endsWith(".java")),
    ]);
    if (await exists(join(source, "META-INF"))) {
      await cp(join(source, "META-INF"), join(classes, "META-INF"), { recursive: true });
    }
    await run(jarTool, ["--create", "--file", join(work, `${name}.jar`), "-C", classes, "."]);
  });
  return jar;
}

/**
 * Fills a folder under another name first, so that nobody ever sees half of it. When somebody else
 * was faster, which shows by the file `proof` in it, theirs stays.
 */
async function once(
  target: string,
  proof: string,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const directory = await mkdtemp(`${target}.part-`);
  try {
    await fill(directory);
    await rename(directory, target).catch(async (error: unknown) => {
      if (await exists(proof)) return;
      await rm(target, { recursive: true, force: true });
      await rename(directory, target).catch(() => {
        throw error;
      });
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "EISDIR",
  );
}
