import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findJava, findMaven, peersDirectory } from "./java.ts";
import { run } from "./processes.ts";

/** GlassFish release that the interop tests run. */
export const glassFishVersion = "7.0.15";

const sources = fileURLToPath(new URL("../../../peers/glassfish/", import.meta.url));

/** Home of an unpacked GlassFish (the folder with `bin`, `modules`, `lib`); fetched by Maven once. */
export async function glassFishHome(version = glassFishVersion): Promise<string> {
  const base = join(peersDirectory(), `glassfish-${version}`);
  const home = join(base, `glassfish${version.split(".")[0]}`, "glassfish");
  const last = join(home, "lib", "client", "appserver-cli.jar");
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

/** The jar of the EJB application, compiled from `test/peers/glassfish/app` when that changed. */
export function shopJar(version = glassFishVersion): Promise<string> {
  return compiled("shop", join(sources, "app"), version, async (home) => [
    join(home, "modules", "jakarta.ejb-api.jar"),
    join(home, "modules", "jakarta.annotation-api.jar"),
  ]);
}

/** The jar of the Java client for comparisons, compiled from `test/peers/glassfish/client`. */
export async function shopClientJar(version = glassFishVersion): Promise<string> {
  const app = await shopJar(version);
  return compiled("shop-client", join(sources, "client"), version, async (home) => [
    join(home, "modules", "jakarta.ejb-api.jar"),
    join(home, "modules", "glassfish-corba-omgapi.jar"),
    app,
  ]);
}

async function compiled(
  name: string,
  source: string,
  version: string,
  classPath: (home: string) => Promise<readonly string[]>,
): Promise<string> {
  const home = await glassFishHome(version);
  const files = await filesBelow(source);
  const hash = createHash("sha256").update(version);
  for (const file of files) hash.update(relative(source, file)).update(await readFile(file));
  const directory = join(peersDirectory(), `${name}-${hash.digest("hex").slice(0, 16)}`);
  const jar = join(directory, `${name}.jar`);
  if (await exists(jar)) return jar;
  const { javac, jar: jarTool } = findJava();
  const path = (await classPath(home)).join(process.platform === "win32" ? ";" : ":");
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
