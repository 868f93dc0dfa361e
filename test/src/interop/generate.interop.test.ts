// `remora generate` on our own jars and on those of others, with Java as the judge: names on the wire, hashes and
// serialVersionUIDs, and the TypeScript compiler for the rest.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type GenerateResult, generate } from "@remora/cli";
import {
  beanClasses,
  ClassPath,
  emptyOverlay,
  GenerationReport,
  Hierarchy,
  hasWriteObject,
  interfaceMethods,
  jdkExceptionTable,
  remoteInterfaces,
  serialisedFields,
  serialVersionUidOf,
  wireNames,
} from "@remora/cli/internal";
import { classHash, classRepositoryId } from "@remora/protocol/internal";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { shopJar } from "../support/peers/glassfish-build.ts";
import { missingTools } from "../support/peers/java.ts";
import {
  askJava,
  formatCheck,
  type NamesPeer,
  namesPeer,
  projectFiles,
  publicJar,
  publicJars,
  typeCheck,
} from "./support/generate-java.ts";

const missing = missingTools();
let peer: NamesPeer;
let folder: string;

beforeAll(async () => {
  if (missing !== undefined) return;
  peer = await namesPeer();
  folder = await mkdtemp(join(tmpdir(), "remora-generate-"));
  await projectFiles(folder);
});

afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const inputs: readonly (readonly [string, () => Promise<string>])[] = [
  ["the shop", () => shopJar()],
  ["the sample of odd names", async () => peer.sample],
  ...publicJars.map((jar) => [jar, () => publicJar(jar)] as const),
];

function outOf(name: string): string {
  return join(folder, name.replaceAll(/[^\w.]+/g, "-"));
}

describe.skipIf(missing !== undefined)("generated from", () => {
  describe.each(inputs)("%s", (name, input) => {
    let result: GenerateResult;

    test("twice the same octets, and --check agrees", async () => {
      const jar = await input();
      result = await generate({ inputs: [jar], classPath: peer.classPath, out: outOf(name) });
      expect(result.interfaces).toBeGreaterThan(0);
      const again = await generate({
        inputs: [jar],
        classPath: peer.classPath,
        out: outOf(name),
        mode: "compare",
      });
      expect(again.difference).toEqual({ missing: [], changed: [], stale: [] });
      for (const [path, text] of result.files) {
        expect(await readFile(join(outOf(name), path), "utf8")).toBe(text);
        expect(text).not.toContain(jar);
      }
    });

    test("names on the wire are those of the Java ORB", async () => {
      const jar = await input();
      const found = await namesByRemora(jar);
      const words = [...found].flatMap(([one, { view }]) => [view, one]);
      const work = await mkdtemp(join(folder, "views-"));
      const told = await askJava(peer, [jar], ["names", work, ...words]);
      await rm(work, { recursive: true });
      const byJava = new Map<string, Record<string, string>>();
      const refused = new Set<string>();
      for (const [one = "", method = "", wireName = ""] of told) {
        if (method === "refused") {
          refused.add(one);
          continue;
        }
        const names = byJava.get(one) ?? {};
        names[method] = wireName;
        byJava.set(one, names);
      }
      const noted = result.notes.filter(({ reason }) => reason.startsWith("no ORB serves it"));
      expect(noted.map(({ subject }) => subject)).toEqual([...refused].sort());
      for (const one of refused) found.delete(one);
      expect(byJava.size).toBe(found.size);
      for (const [one, { names }] of found) {
        expect({ [one]: names }).toEqual({ [one]: byJava.get(one) });
      }
    });

    test("the files have those names", async () => {
      const found = await namesByRemora(await input());
      const used = new Set(
        [...result.files.values()].flatMap((text) => [
          ...[...text.matchAll(/wireName:\s+"([^"]+)"/g)].map((match) => match[1] ?? ""),
        ]),
      );
      const all = new Set([...found.values()].flatMap(({ names }) => Object.values(names)));
      // Interfaces of the EJB API are generated too, and not among those of the jar.
      const foreign = [...used].filter((one) => !all.has(one) && !/^(_get_|remove__)/.test(one));
      expect(foreign).toEqual([]);
    });
  });

  test("a hand-written part is imported and fits", async () => {
    const path = join(folder, "hand-written");
    await mkdir(path);
    const overlay = join(path, "overlay.json");
    const custom = '{ "custom": { "remora.shop.Diary": "./diary.ts#diary" } }\n';
    await writeFile(overlay, custom);
    await writeFile(join(path, "diary.ts"), handWritten);
    const { notes } = await generate({
      inputs: [await shopJar()],
      out: join(path, "generated"),
      overlay,
    });
    expect(notes.map(({ subject }) => subject)).not.toContain("remora.shop.Diary");
    const { Diary } = (await import(
      pathToFileURL(join(path, "generated/remora/shop/diary.ts")).href
    )) as { readonly Diary: Described };
    expect(Diary.repositoryId).toMatch(/^RMI:remora\.shop\.Diary:[0-9A-F]{16}:000000000000002A$/);
  });

  test("all of it compiles under strict", async () => {
    await typeCheck(folder);
  });

  test("all of it is as a formatter leaves it", async () => {
    await formatCheck(folder);
  });

  test("a method that throws Exception may throw any exception of the jar", async () => {
    const path = join(outOf("the sample of odd names"), "remora/sample/clashes.ts");
    expect(await readFile(path, "utf8")).toMatch(
      /classes: \(\) => \[[^\]]*DeepTrouble,[^\]]*Trouble/,
    );
  });

  test("annotations of types say that null is no value, of whole types only", async () => {
    const path = join(outOf("the sample of odd names"), "remora/sample/clashes.ts");
    expect(await readFile(path, "utf8")).toContain(
      "[nonNull(java.string), nonNull(java.array(java.string)), java.array(java.string)]",
    );
  });

  test.each(["the sample of odd names", "the shop"])(
    "every module of %s can be the first that a program imports",
    async (name) => {
      const entries = await readdir(outOf(name), { withFileTypes: true, recursive: true });
      for (const entry of entries.filter((one) => one.isFile())) {
        vi.resetModules();
        const url = pathToFileURL(join(entry.parentPath, entry.name)).href;
        expect(Object.keys((await import(url)) as object), entry.name).not.toEqual([]);
      }
    },
  );

  test("descriptors have the repository ids of Java", async () => {
    const index = pathToFileURL(join(outOf("the sample of odd names"), "index.ts")).href;
    const ids = Object.values((await import(index)) as Record<string, Described>)
      .map((one) => (typeof one.descriptor === "object" ? one.descriptor : one))
      .filter(({ repositoryId }) => repositoryId !== undefined)
      .map(({ name = "", repositoryId }) => [name, repositoryId]);
    expect(ids.length).toBeGreaterThan(5);
    const names = ids.map(([name = ""]) => name);
    expect(await askJava(peer, [peer.sample], ["id", ...names])).toEqual(ids);
  });
});

/** What the shop's Diary writes beside its fields. */
const handWritten = `import type { CustomData } from "@remora/client";
import type { Diary } from "./generated/remora/shop/diary.js";

export const diary: CustomData<Diary> = {
  write(out, value) {
    out.writeInt(value.notes?.length ?? 0);
  },
  read(input, value) {
    if (input.readInt() > 0) Object.assign(value, { notes: [] });
  },
};
`;

interface Described {
  readonly name?: string;
  readonly repositoryId?: string;
  readonly descriptor?: Described | string;
}

interface InterfaceNames {
  readonly view: "business" | "rmi";
  /** Method with descriptor → operation name. */
  readonly names: Readonly<Record<string, string>>;
}

async function namesByRemora(jar: string): Promise<Map<string, InterfaceNames>> {
  const classPath = await ClassPath.open([jar], peer.classPath);
  const hierarchy = new Hierarchy(classPath);
  const report = new GenerationReport();
  const beans = beanClasses(classPath);
  const found = new Map<string, InterfaceNames>();
  for (const [name, { file, view }] of remoteInterfaces(
    classPath,
    hierarchy,
    beans,
    emptyOverlay,
    report,
  )) {
    const all = interfaceMethods(file, classPath);
    if ("missing" in all) continue;
    const names = [...wireNames(name, view, all, hierarchy)].map(([method, wireName]) => [
      `${method.name}${method.descriptor}`,
      wireName,
    ]);
    found.set(name, { view, names: Object.fromEntries(names) });
  }
  return found;
}

describe.skipIf(missing !== undefined)("from class files", () => {
  test("repository ids of more than 500 classes, hash and serialVersionUID, are Java's", async () => {
    const work = await mkdtemp(join(folder, "classes-"));
    const jars = peer.classPath.filter((path) => path.endsWith(".jar"));
    const told = await askJava(peer, [], ["ids", work, "700", ...jars]);
    const classPath = await ClassPath.open([work]);
    const computed = told.map(([name = ""]) => idOf(classPath, new Hierarchy(classPath), name));
    expect(computed).toEqual(told.map(([, id]) => id));
    expect(told.length).toBeGreaterThan(500);
    const uids = told.map(([name = ""]) => uidOf(classPath, name));
    expect(uids).toEqual(told.map(([, , uid]) => uid));
    await rm(work, { recursive: true });
  });

  test("the exceptions of the JDK that generated ones extend are as Java has them", async () => {
    const rows = jdkExceptionTable();
    const told = await askJava(peer, [], ["exceptions", ...rows.map(([name]) => name)]);
    expect(told.map(([line]) => line)).toEqual(rows.map((row) => row.join(" ")));
  });
});

function uidOf(classPath: ClassPath, name: string): string {
  const file = classPath.find(name);
  const uid = file === undefined ? undefined : serialVersionUidOf(file);
  return uid === undefined || uid.kind === "unknown" ? "unknown" : String(uid.value);
}

function hashOf(classPath: ClassPath, hierarchy: Hierarchy, name: string): bigint {
  const file = classPath.find(name);
  if (file === undefined || hierarchy.isSubtype(name, "java.io.Serializable") !== "yes") return 0n;
  if (hierarchy.isSubtype(name, "java.io.Externalizable") === "yes") return 1n;
  return classHash({
    superHash: hashOf(classPath, hierarchy, file.superName ?? ""),
    writeObject: hasWriteObject(file),
    fields: serialisedFields(file),
  });
}

function idOf(classPath: ClassPath, hierarchy: Hierarchy, name: string): string {
  const hex = (value: bigint): string =>
    BigInt.asUintN(64, value).toString(16).toUpperCase().padStart(16, "0");
  const uid = BigInt(uidOf(classPath, name));
  return classRepositoryId(name, hex(hashOf(classPath, hierarchy, name)), hex(uid));
}
