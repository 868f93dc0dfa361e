import { has } from "../class-file/access-flags.ts";
import type { ClassField, ClassFile } from "../class-file/class-file.ts";
import { type GenericType, typeOfDescriptor } from "../class-file/generic-type.ts";
import { serialVersionUidOf } from "../class-file/serial-version-uid.ts";
import { parseFieldSignature } from "../class-file/signature.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { GenerateError } from "../generate-error.ts";
import type { GenerationReport } from "../generation-report.ts";
import { didYouMean } from "../nearest-name.ts";
import { type Overlay, type OverlayEntry, overlayEntry } from "../overlay.ts";
import type {
  EnumModel,
  FieldModel,
  ThrowableModel,
  TypeUse,
  ValueModel,
} from "./generation-model.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { isStatelessJdkClass } from "./jdk-types.ts";
import { annotatedNonNull, withoutNull } from "./nullability.ts";
import { LeftOut, notOnClassPath, type TypeResolver } from "./type-resolver.ts";

// Properties of the client's exceptions, and of all objects.
const throwableNames: ReadonlySet<string> = new Set([
  ...["name", "message", "stack", "cause", "code", "completed", "attempts", "endpoint", "member"],
  ...["operation", "elapsedMs", "javaClass", "repositoryId", "serverText", "fields"],
  ...["constructor", "__proto__", "toString", "toJSON", "then"],
]);
const objectNames: ReadonlySet<string> = new Set(["constructor", "__proto__", "toJSON", "then"]);

/** Makes the models of value classes, exceptions and enums. */
export class ValueClasses {
  readonly #classPath: ClassPath;
  readonly #hierarchy: Hierarchy;
  readonly #overlay: Overlay;
  readonly #report: GenerationReport;
  readonly #problems = new Map<string, string | undefined>();
  readonly #names = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    classPath: ClassPath,
    hierarchy: Hierarchy,
    overlay: Overlay,
    report: GenerationReport,
  ) {
    this.#classPath = classPath;
    this.#hierarchy = hierarchy;
    this.#overlay = overlay;
    this.#report = report;
  }

  /** Why a serialisable class or exception cannot be described; undefined when it can. */
  problemOf(name: string): string | undefined {
    if (this.#problems.has(name)) return this.#problems.get(name);
    const file = this.#classPath.find(name);
    const problem = file === undefined ? notOnClassPath(name) : this.#findProblem(file);
    this.#problems.set(name, problem);
    return problem;
  }

  #findProblem(file: ClassFile): string | undefined {
    const superName = file.superName ?? "java.lang.Object";
    if (this.#isThrowable(file.name)) {
      if (superName === "java.lang.Throwable" || superName === "java.lang.Error") {
        return `it extends ${superName}; only exceptions below java.lang.Exception are described`;
      }
    }
    const above = this.#superProblem(superName);
    if (above !== undefined) return above;
    const { serialVersionUID } = overlayEntry(this.#overlay, file.name);
    if (serialVersionUID === undefined && serialVersionUidOf(file).kind === "unknown") {
      return `its serialVersionUID is computed when Java loads it; write it into the overlay: "${file.name}": {"serialVersionUID": "…"}`;
    }
    if (file.fields.some((field) => field.name === "serialPersistentFields")) {
      return "it has serialPersistentFields, whose content is not in the class file";
    }
    if (this.#isExternalizable(file.name)) return undefined;
    for (const field of serialisedFields(file)) {
      const named = /^\[*L([^;]+);$/.exec(field.descriptor)?.[1]?.replaceAll("/", ".");
      if (named === undefined) continue;
      const kind = this.#hierarchy.kindOf(named);
      const missing =
        kind.kind === "missing" ? named : kind.kind === "incomplete" ? kind.missing : undefined;
      if (missing !== undefined)
        return `${notOnClassPath(missing)} (the type of its field ${field.name})`;
    }
    return undefined;
  }

  #superProblem(superName: string): string | undefined {
    if (builtInThrowables.has(superName)) return undefined;
    const kind = this.#hierarchy.kindOf(superName);
    switch (kind.kind) {
      case "jdk":
        return isStatelessJdkClass(superName)
          ? undefined
          : `it extends ${superName}, a class of the JDK whose serialised form is not described`;
      case "missing":
        return notOnClassPath(superName);
      case "incomplete":
        return notOnClassPath(kind.missing);
      case "value":
      case "throwable": {
        const problem = this.problemOf(superName);
        return problem === undefined ? undefined : `${superName}, which it extends: ${problem}`;
      }
      default:
        return undefined;
    }
  }

  /** The model of a value class that has no problem. */
  value(file: ClassFile, resolver: TypeResolver): ValueModel {
    const { name } = file;
    const externalizable = this.#isExternalizable(name);
    const writeObject = !externalizable && hasWriteObject(file);
    const custom = this.#overlay.custom.get(name);
    if (custom === undefined && (externalizable || writeObject)) {
      const what = externalizable ? "is Externalizable" : "has a writeObject of its own";
      this.#report.note(
        name,
        `${what}: what it writes beside its fields must be written by hand; name it in the overlay: "custom": {"${name}": "./module.ts#export"}`,
      );
    }
    if (custom !== undefined && !externalizable && !writeObject) {
      throw new GenerateError(
        `${this.#overlay.file}: custom: ${name} has no writeObject and is not Externalizable; remove the entry`,
      );
    }
    return {
      kind: "value",
      name,
      superclass: this.#superclassOf(file),
      serialVersionUid: this.#serialVersionUid(file),
      fields: this.#fields(file, resolver),
      writeObject,
      externalizable,
      custom,
    };
  }

  /** The model of an exception class that has no problem. */
  throwable(file: ClassFile, resolver: TypeResolver): ThrowableModel {
    const superName = file.superName ?? "";
    return {
      kind: "throwable",
      name: file.name,
      superclass: builtInThrowables.has(superName) ? undefined : superName,
      isRuntime: superName === "java.lang.RuntimeException",
      serialVersionUid: this.#serialVersionUid(file),
      fields: this.#fields(file, resolver),
    };
  }

  /** The model of an enum. */
  enumeration(file: ClassFile): EnumModel {
    const constants = file.fields.filter(({ access }) => has(access, "enum"));
    return { kind: "enum", name: file.name, constants: constants.map(({ name }) => name) };
  }

  #superclassOf(file: ClassFile): string | undefined {
    const { superName } = file;
    if (superName === undefined) return undefined;
    return this.#hierarchy.kindOf(superName).kind === "value" ? superName : undefined;
  }

  #serialVersionUid(file: ClassFile): bigint {
    const { serialVersionUID } = overlayEntry(this.#overlay, file.name);
    if (serialVersionUID !== undefined) return serialVersionUID;
    const found = serialVersionUidOf(file);
    if (found.kind === "unknown") throw new LeftOut(`${file.name}: serialVersionUID unknown`);
    return found.value;
  }

  #fields(file: ClassFile, resolver: TypeResolver): readonly FieldModel[] {
    const entry = overlayEntry(this.#overlay, file.name);
    const names = this.#namesOf(file, entry);
    const fields = this.#fieldsInPlay(file);
    this.#checkFields(file, fields, entry);
    const models: FieldModel[] = [];
    for (const field of fields) {
      const serialised = !has(field.access, "transient") && !this.#isExternalizable(file.name);
      try {
        const type = this.#fieldType(file, field, entry, resolver);
        const name = names.get(field.name) ?? field.name;
        models.push({ javaName: field.name, name, type, serialised });
      } catch (error) {
        // Of a serialised field the form must be known, and problemOf has looked; the others only serve the hand-written part.
        if (serialised || !(error instanceof LeftOut)) throw error;
        this.#report.leaveOut(`${file.name}.${field.name}`, error.message);
      }
    }
    return models;
  }

  #fieldType(
    file: ClassFile,
    field: ClassField,
    entry: OverlayEntry,
    resolver: TypeResolver,
  ): TypeUse {
    const place = { kind: "field", subject: `${file.name}.${field.name}` } as const;
    const type = resolver.resolve(genericTypeOf(field), place);
    const annotated = annotatedNonNull(field.annotations);
    const nonNull =
      entry.nonNull.includes(field.name) ||
      (annotated === true && !entry.nullable.includes(field.name));
    return nonNull ? withoutNull(type) : type;
  }

  /** Serialised fields; with a hand-written part also those that only that part can fill. */
  #fieldsInPlay(file: ClassFile): readonly ClassField[] {
    if (this.#overlay.custom.has(file.name)) {
      return file.fields.filter(({ access }) => !has(access, "static"));
    }
    return this.#isExternalizable(file.name) ? [] : serialisedFields(file);
  }

  #checkFields(file: ClassFile, fields: readonly ClassField[], entry: OverlayEntry): void {
    const known = fields.map(({ name }) => name);
    const named = [...entry.rename.keys(), ...entry.nonNull, ...entry.nullable];
    const { idempotent, exclude, classes, kind, bean, remove } = entry;
    const misplaced = Object.entries({ idempotent, exclude, classes, kind, bean, remove }).find(
      ([, value]) => value !== undefined && value.length > 0,
    );
    if (misplaced !== undefined) {
      throw new GenerateError(
        `${this.#overlay.file}: ${file.name}: "${misplaced[0]}" is for remote interfaces, and this is a class`,
      );
    }
    const wrong = named.find((name) => !known.includes(name));
    if (wrong === undefined) return;
    throw new GenerateError(
      `${this.#overlay.file}: ${file.name} has no field "${wrong}"${didYouMean(wrong, known)}`,
    );
  }

  /** Java name → JavaScript name, of the class's own fields. A name that a superclass has got is extended by `_`. */
  #namesOf(file: ClassFile, entry: OverlayEntry): ReadonlyMap<string, string> {
    const known = this.#names.get(file.name);
    if (known !== undefined) return known;
    const taken = new Set<string>();
    for (let above = this.#above(file); above !== undefined; above = this.#above(above)) {
      const inherited = this.#namesOf(above, overlayEntry(this.#overlay, above.name));
      for (const name of inherited.values()) taken.add(name);
    }
    const reserved = this.#isThrowable(file.name) ? throwableNames : objectNames;
    const names = new Map<string, string>();
    const fields = this.#fieldsInPlay(file);
    const own = new Set(fields.map(({ name }) => name));
    for (const { name } of fields) {
      let chosen = entry.rename.get(name) ?? name;
      while (
        reserved.has(chosen) ||
        taken.has(chosen) ||
        (chosen !== name && own.has(chosen) && entry.rename.get(name) !== chosen)
      ) {
        chosen += "_";
      }
      taken.add(chosen);
      names.set(name, chosen);
    }
    this.#names.set(file.name, names);
    return names;
  }

  #above(file: ClassFile): ClassFile | undefined {
    const { superName } = file;
    if (superName === undefined || builtInThrowables.has(superName)) return undefined;
    const kind = this.#hierarchy.kindOf(superName);
    return kind.kind === "value" || kind.kind === "throwable" ? kind.file : undefined;
  }

  #isThrowable(name: string): boolean {
    return this.#hierarchy.isSubtype(name, "java.lang.Throwable") === "yes";
  }

  #isExternalizable(name: string): boolean {
    return this.#hierarchy.isSubtype(name, "java.io.Externalizable") === "yes";
  }
}

const builtInThrowables: ReadonlySet<string> = new Set([
  "java.lang.Throwable",
  "java.lang.Exception",
  "java.lang.RuntimeException",
]);

/** The fields that Java's default serialisation writes, in the order of the class file. */
export function serialisedFields(file: ClassFile): readonly ClassField[] {
  return file.fields.filter(({ access }) => !has(access, "static") && !has(access, "transient"));
}

/** Whether a class has the method by which it writes data of its own. */
export function hasWriteObject(file: ClassFile): boolean {
  return file.methods.some(
    ({ name, descriptor, access }) =>
      name === "writeObject" &&
      descriptor === "(Ljava/io/ObjectOutputStream;)V" &&
      has(access, "private") &&
      !has(access, "static"),
  );
}

/** The type of a field with its arguments. A type variable by itself has the form of its erasure. */
function genericTypeOf(field: ClassField): GenericType {
  const generic = parseFieldSignature(field.signature);
  let inner = generic;
  while (inner?.kind === "array") inner = inner.element;
  return generic === undefined || inner?.kind === "variable"
    ? typeOfDescriptor(field.descriptor)
    : generic;
}
