// Java as the judge of what `remora generate` computes, and the jars that it is judged with.
import { createHash } from "node:crypto";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findJava, findMaven, peersDirectory } from "../../support/peers/java.ts";
import { run } from "../../support/peers/processes.ts";

const sources = fileURLToPath(new URL("../../../peers/names/", import.meta.url));

/** Client jars of others, with EJB 2 homes, EJB 3 views and plain RMI interfaces. */
export const publicJars: readonly string[] = [
  "jakarta.management.j2ee:jakarta.management.j2ee-api:1.1.4",
  "javax.management.j2ee:javax.management.j2ee-api:1.1.2",
  "org.apache.openejb:openejb-itests-beans:4.7.5",
];

/** What was built of `test/peers/names`. */
export interface NamesPeer {
  /** Compiled `sample/`: interfaces with every odd name. */
  readonly sample: string;
  /** The judge's own classes and all jars of its `pom.xml`. */
  readonly classPath: readonly string[];
}

/** Fetches jars and compiles, once per state of the sources. */
export async function namesPeer(): Promise<NamesPeer> {
  const files = await filesBelow(sources);
  const hash = createHash("sha256").update(String(findJava().release));
  for (const file of files) hash.update(await readFile(file));
  const folder = join(peersDirectory(), `names-${hash.digest("hex").slice(0, 16)}`);
  const pathFile = join(folder, "classpath");
  if (!(await exists(pathFile))) await build(folder, files);
  const jars = (await readFile(pathFile, "utf8")).trim().split(delimiter);
  return {
    sample: join(folder, "sample"),
    classPath: [join(folder, "classes"), ...jars],
  };
}

async function build(folder: string, files: readonly string[]): Promise<void> {
  await mkdir(peersDirectory(), { recursive: true });
  const work = await mkdtemp(`${folder}.part-`);
  try {
    const list = join(work, "classpath");
    const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath";
    const pom = join(sources, "pom.xml");
    await run(findMaven(), ["-q", "-B", "-f", pom, goal, `-Dmdep.outputFile=${list}`]);
    const jars = (await readFile(list, "utf8")).trim();
    await compile(join(work, "classes"), jars, below(files, "src"));
    await compile(join(work, "sample"), jars, below(files, "sample"));
    await rename(work, folder).catch(async (error: unknown) => {
      // Somebody else was faster.
      if (!(await exists(join(folder, "classpath")))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function below(files: readonly string[], folder: string): readonly string[] {
  return files.filter((file) => file.startsWith(join(sources, folder)) && file.endsWith(".java"));
}

/** Compiles as clients are compiled: with names of parameters, and of local variables too. */
export async function compile(
  target: string,
  classPath: string,
  files: readonly string[],
): Promise<void> {
  const options = ["--release", "17", "-g", "-parameters", "-encoding", "UTF-8", "-proc:none"];
  await run(findJava().javac, [...options, "-nowarn", "-d", target, "-cp", classPath, ...files]);
}

/** The path of a jar that Maven fetches. */
export async function publicJar(coordinates: string): Promise<string> {
  const [, artifact = "", version = ""] = coordinates.split(":");
  const folder = join(peersDirectory(), "client-jars");
  const jar = join(folder, `${artifact}-${version}.jar`);
  if (await exists(jar)) return jar;
  await mkdir(folder, { recursive: true });
  const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";
  const words = [`-Dartifact=${coordinates}`, `-DoutputDirectory=${folder}`];
  await run(findMaven(), ["-q", "-B", goal, ...words], { cwd: folder });
  return jar;
}

/** Asks the judge; the fields of its lines. */
export async function askJava(
  peer: NamesPeer,
  classPath: readonly string[],
  words: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const path = [...peer.classPath, ...classPath].join(delimiter);
  const options = ["-Djava.awt.headless=true", "-XX:TieredStopAtLevel=1", "-cp", path];
  const { stdout } = await run(findJava().java, [...options, "remora.names.Main", ...words]);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Makes a folder a package that uses the client's sources, as a user's project uses the built client. */
export async function projectFiles(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await symlink(join(root, "test/node_modules"), join(folder, "node_modules"), "junction");
  const options = {
    noEmit: true,
    isolatedDeclarations: true,
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "@remora/client": [join(root, "packages/client/src/index.ts")] },
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: options,
      include: ["**/*.ts"],
    }),
  );
}

/** Type-checks all generated code below a folder, strictly; throws with the compiler's words. */
export async function typeCheck(folder: string): Promise<void> {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "-p", join(folder, "tsconfig.json")]);
}

/** Throws where the formatter of this repository would change a generated file. */
export async function formatCheck(folder: string): Promise<void> {
  const settings = {
    root: true,
    formatter: { enabled: true, indentStyle: "space", indentWidth: 2, lineWidth: 100 },
    linter: { enabled: false },
    assist: { enabled: true, actions: { source: { organizeImports: "on" } } },
  };
  await writeFile(join(folder, "biome.json"), JSON.stringify(settings));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const entries = await readdir(folder, { withFileTypes: true });
  const generated = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  await run(process.execPath, [biome, "check", ...generated], { cwd: folder });
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}
