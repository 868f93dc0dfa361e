import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { unzipSync } from "fflate";
import { type ClassFile, readClassFile } from "../class-file/class-file.ts";
import { ClassFileError } from "../class-file/class-file-error.ts";
import { GenerateError } from "../generate-error.ts";
import { libraryClass } from "./library-classes.ts";

/** Where a class file is: for messages. */
interface ClassLocation {
  readonly octets: Uint8Array;
  /** `shop.jar: com/acme/Order.class`. */
  readonly place: string;
}

/** Largest class file, after unpacking, that is read. A JVM class cannot have more than 64 Ki constants of 64 KiB. */
const largestClass = 64 * 1024 * 1024;

/** All classes of some jars, folders and class files; parsed when asked for. */
export class ClassPath {
  readonly #locations: ReadonlyMap<string, ClassLocation>;
  readonly #parsed = new Map<string, ClassFile | undefined>();
  /** Names of the classes that were given to generate from, in order. */
  readonly own: readonly string[];

  private constructor(own: ReadonlyMap<string, ClassLocation>, all: Map<string, ClassLocation>) {
    this.#locations = all;
    this.own = [...own.keys()].sort();
  }

  /** Opens what is given; `libraries` are only looked into for classes that the inputs name. */
  static async open(
    inputs: readonly string[],
    libraries: readonly string[] = [],
  ): Promise<ClassPath> {
    const own = new Map<string, ClassLocation>();
    const all = new Map<string, ClassLocation>();
    for (const input of inputs) {
      const before = own.size;
      await collect(input, own);
      if (own.size === before) {
        throw new GenerateError(
          `${input}: no class file in it; give a jar, a folder of classes, or .class files`,
        );
      }
    }
    for (const [name, location] of own) all.set(name, location);
    for (const library of libraries) await collect(library, all);
    return new ClassPath(own, all);
  }

  /** The class of a name, or undefined; throws {@link GenerateError} for a corrupt file. */
  find(name: string): ClassFile | undefined {
    if (this.#parsed.has(name)) return this.#parsed.get(name);
    const location = this.#locations.get(name);
    const file = location === undefined ? libraryClass(name) : parse(location);
    if (location !== undefined && file !== undefined && file.name !== name) {
      throw new GenerateError(
        `${location.place}: it is the class ${file.name}, which belongs into ${file.name.replaceAll(".", "/")}.class; give the folder in which the packages begin`,
      );
    }
    this.#parsed.set(name, file);
    return file;
  }
}

function parse({ octets, place }: ClassLocation): ClassFile {
  try {
    return readClassFile(octets);
  } catch (error) {
    if (!(error instanceof ClassFileError)) throw error;
    throw new GenerateError(
      `${place}: corrupt class file at offset ${error.offset}: ${error.message}; compile it anew, or leave it out of the jar`,
    );
  }
}

async function collect(input: string, into: Map<string, ClassLocation>): Promise<void> {
  const found = await stat(input).catch(() => undefined);
  if (found === undefined) throw new GenerateError(`${input}: no such file or folder`);
  if (found.isDirectory()) {
    for (const path of await classFilesBelow(input)) {
      add(relative(input, path).split(sep).join("/"), await readFile(path), path, into);
    }
  } else if (input.endsWith(".class")) {
    const octets = await readFile(input);
    const location = { octets, place: input };
    const { name } = parse(location);
    if (!into.has(name)) into.set(name, location);
  } else collectJar(input, await readFile(input), into);
}

async function classFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".class"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function collectJar(jar: string, octets: Uint8Array, into: Map<string, ClassLocation>): void {
  let files: Readonly<Record<string, Uint8Array>>;
  const archives: string[] = [];
  try {
    files = unzipSync(octets, {
      filter: ({ name, originalSize }) => {
        if (/\.[jwr]ar$/.test(name)) archives.push(name);
        return name.endsWith(".class") && originalSize <= largestClass;
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GenerateError(
      `${jar}: not a readable jar (${reason}); give a jar, a folder of classes, or .class files`,
    );
  }
  for (const path of Object.keys(files).sort()) {
    add(path, files[path] ?? new Uint8Array(), `${jar}: ${path}`, into);
  }
  if (archives.length > 0 && Object.keys(files).length === 0) {
    throw new GenerateError(
      `${jar}: its classes are in archives inside it (${archives.sort()[0]}); unpack it and give those`,
    );
  }
}

/** Files that are no class of the application: of other Java releases, modules, packages. */
function add(
  path: string,
  octets: Uint8Array,
  place: string,
  into: Map<string, ClassLocation>,
): void {
  if (path.startsWith("META-INF/")) return;
  const inside = path.replace(/^(?:WEB-INF|BOOT-INF)\/classes\//, "");
  const name = inside.slice(0, -".class".length).replaceAll("/", ".");
  if (/(?:^|\.)(?:module|package)-info$/.test(name)) return;
  if (!into.has(name)) into.set(name, { octets, place });
}
