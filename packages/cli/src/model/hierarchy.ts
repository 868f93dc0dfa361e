import { has } from "../class-file/access-flags.ts";
import { type ClassFile, isInterface } from "../class-file/class-file.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { byName, isJdkClass } from "./java-names.ts";
import { isJdkAbstractInterface, isStatelessJdkClass } from "./jdk-types.ts";

/** Answer to "is it a subtype?": `missing` names a class without which one cannot tell. */
export type SubtypeAnswer = "yes" | "no" | { readonly missing: string };

/** What a class is to RMI-IIOP. */
export type ClassKind =
  | { readonly kind: "missing" }
  /** Of the JDK, and nothing is known of it. */
  | { readonly kind: "jdk" }
  | {
      readonly kind: "record" | "enum" | "throwable" | "remote" | "interface" | "value" | "plain";
      readonly file: ClassFile;
    }
  /** A class above it is not there. */
  | { readonly kind: "incomplete"; readonly missing: string };

/** Questions about supertypes and subtypes of the classes on a class path. */
export class Hierarchy {
  readonly #classPath: ClassPath;
  readonly #subtypes = new Map<string, string[]>();
  readonly #kinds = new Map<string, ClassKind>();

  constructor(classPath: ClassPath) {
    this.#classPath = classPath;
    for (const name of classPath.own) {
      const file = classPath.find(name);
      if (file === undefined) continue;
      for (const above of supertypes(file)) {
        const known = this.#subtypes.get(above);
        if (known === undefined) this.#subtypes.set(above, [name]);
        else known.push(name);
      }
    }
  }

  /** Whether `name` is `target` or a class or interface below it. */
  isSubtype(name: string, target: string): SubtypeAnswer {
    let missing: string | undefined;
    const seen = new Set<string>();
    const waiting = [name];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === target) return "yes";
      if (seen.has(next)) continue;
      seen.add(next);
      const file = this.#classPath.find(next);
      if (file !== undefined) waiting.push(...supertypes(file));
      else if (!isJdkClass(next)) missing ??= next;
    }
    return missing === undefined ? "no" : { missing };
  }

  /** The classes of the input that are below a class, at any depth, by name. */
  subtypesOf(name: string): readonly string[] {
    const found = new Set<string>();
    const waiting = [name];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const below of this.#subtypes.get(next) ?? []) {
        if (found.has(below)) continue;
        found.add(below);
        waiting.push(below);
      }
    }
    return [...found].sort(byName);
  }

  /** What a class is to RMI-IIOP. */
  kindOf(name: string): ClassKind {
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const kind = this.#classify(name);
    this.#kinds.set(name, kind);
    return kind;
  }

  #classify(name: string): ClassKind {
    const file = this.#classPath.find(name);
    if (file === undefined) return { kind: isJdkClass(name) ? "jdk" : "missing" };
    if (file.isRecord) return { kind: "record", file };
    if (isInterface(file)) {
      const remote = this.isSubtype(name, "java.rmi.Remote");
      if (typeof remote !== "string") return { kind: "incomplete", missing: remote.missing };
      return { kind: remote === "yes" ? "remote" : "interface", file };
    }
    if (file.superName === "java.lang.Enum") return { kind: "enum", file };
    const throwable = this.isSubtype(name, "java.lang.Throwable");
    if (throwable === "yes") return { kind: "throwable", file };
    const serializable = this.isSubtype(name, "java.io.Serializable");
    // With a class missing above, not even "is a value" helps: the state of that class would be unknown.
    const above = this.#unknownSuperclass(file);
    if (above !== undefined && !isJdkClass(above)) return { kind: "incomplete", missing: above };
    // What extends a class of the JDK that is not known here may be serialisable by that.
    const isOpen = above !== undefined && !isStatelessJdkClass(above);
    if (serializable === "yes" || isOpen) return { kind: "value", file };
    if (typeof serializable !== "string")
      return { kind: "incomplete", missing: serializable.missing };
    return { kind: "plain", file };
  }

  /** The first class above that is not on the class path. */
  #unknownSuperclass(file: ClassFile): string | undefined {
    for (let above = file.superName; above !== undefined; ) {
      const next = this.#classPath.find(above);
      if (next === undefined) return above;
      above = next.superName;
    }
    return undefined;
  }

  /** Whether RMI-IIOP writes an interface as an abstract one: every method of it throws RemoteException. */
  isAbstractInterface(file: ClassFile): boolean {
    const seen = new Set<string>();
    const check = (next: ClassFile): boolean => {
      if (seen.has(next.name)) return true;
      seen.add(next.name);
      const own = next.methods.every(
        (method) =>
          !has(method.access, "public") ||
          (has(method.access, "static") && next !== file) ||
          method.name === "<clinit>" ||
          method.exceptions.some(
            (name) => this.isSubtype(name, "java.rmi.RemoteException") === "yes",
          ),
      );
      return (
        own &&
        next.interfaces.every((name) => {
          const above = this.#classPath.find(name);
          // Interfaces of the JDK that are not known here have methods, but for those that only mark.
          return above === undefined ? isJdkAbstractInterface(name) : check(above);
        })
      );
    };
    return check(file);
  }
}

function supertypes(file: ClassFile): readonly string[] {
  return file.superName === undefined ? file.interfaces : [file.superName, ...file.interfaces];
}
