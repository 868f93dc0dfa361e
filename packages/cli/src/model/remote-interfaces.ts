import { type ClassFile, isInterface } from "../class-file/class-file.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { GenerateError } from "../generate-error.ts";
import type { GenerationReport } from "../generation-report.ts";
import { didYouMean } from "../nearest-name.ts";
import type { Overlay } from "../overlay.ts";
import { type BeanClass, ejbAnnotation } from "./bean-classes.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { byName } from "./java-names.ts";

/** A remote interface, and which rules make its names. */
export interface RemoteInterfaceFound {
  readonly file: ClassFile;
  readonly view: "business" | "rmi";
}

/**
 * The remote interfaces of the inputs: annotated with `@Remote`, named by a bean class, extending
 * `java.rmi.Remote`, or named in the overlay; by name.
 */
export function remoteInterfaces(
  classPath: ClassPath,
  hierarchy: Hierarchy,
  beans: readonly BeanClass[],
  overlay: Overlay,
  report: GenerationReport,
): ReadonlyMap<string, RemoteInterfaceFound> {
  const found = new Map<string, RemoteInterfaceFound>();
  const named = new Map<string, string>();
  for (const bean of beans) {
    for (const name of bean.remotes) named.set(name, bean.file.name);
  }
  for (const name of [...classPath.own].sort(byName)) {
    const file = classPath.find(name);
    if (file === undefined || !isInterface(file)) continue;
    if (ejbAnnotation(file.annotations, "Remote") !== undefined || named.has(name)) {
      found.set(name, { file, view: "business" });
      continue;
    }
    const remote = hierarchy.isSubtype(name, "java.rmi.Remote");
    if (remote === "yes") found.set(name, { file, view: "rmi" });
  }
  for (const [name, bean] of named) {
    if (found.has(name)) continue;
    const file = classPath.find(name);
    if (file !== undefined && isInterface(file)) found.set(name, { file, view: "business" });
    else {
      report.leaveOut(
        name,
        `${bean} names it in @Remote, and it is not on the class path; add its jar with --classpath`,
      );
    }
  }
  addFromOverlay(classPath, hierarchy, overlay, found);
  return new Map([...found].sort(([a], [b]) => byName(a, b)));
}

function addFromOverlay(
  classPath: ClassPath,
  hierarchy: Hierarchy,
  overlay: Overlay,
  found: Map<string, RemoteInterfaceFound>,
): void {
  for (const name of [...overlay.entries.keys(), ...overlay.custom.keys()]) {
    if (classPath.find(name) !== undefined) continue;
    throw new GenerateError(
      `${overlay.file}: no class ${name} in the jars${didYouMean(name, classPath.own)}`,
    );
  }
  for (const name of overlay.exclude) {
    if (name.includes("*") || classPath.find(name) !== undefined) continue;
    throw new GenerateError(
      `${overlay.file}: exclude: no class ${name} in the jars${didYouMean(name, classPath.own)}`,
    );
  }
  for (const [name, entry] of overlay.entries) {
    const file = classPath.find(name);
    if (file === undefined || !isInterface(file)) continue;
    const isRemote = hierarchy.isSubtype(name, "java.rmi.Remote") === "yes";
    if (entry.serialVersionUID !== undefined) {
      throw new GenerateError(
        `${overlay.file}: ${name}: "serialVersionUID" is for classes, and this is an interface`,
      );
    }
    const view = entry.kind ?? found.get(name)?.view ?? (isRemote ? "rmi" : "business");
    found.set(name, { file, view });
  }
}

/** The error for inputs without remote interfaces. */
export function nothingRemote(inputs: readonly string[], classes: number): GenerateError {
  return new GenerateError(
    `${inputs.join(", ")}: no remote interface among ${classes === 1 ? "1 class" : `${classes} classes`}: none has @Remote of jakarta.ejb or javax.ejb, is named by @Remote of a bean class, or extends java.rmi.Remote. If one is declared in ejb-jar.xml only, name it in an overlay: {"com.acme.Greeter": {}}`,
  );
}
