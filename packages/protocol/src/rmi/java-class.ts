import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { JavaTyped } from "../java-values/java-typed.ts";
import { classHash } from "./class-hash.ts";
import {
  type ClassLayout,
  type FieldLayout,
  type JavaFields,
  javaClassOf,
} from "./class-layout.ts";
import { JavaInput, JavaOutput } from "./custom-data.ts";
import { illegalValue, isStackOverflow, type JavaType } from "./java-type.ts";
import { KnownId } from "./known-id.ts";
import { classRepositoryId } from "./repository-id.ts";
import { uniformField } from "./uniform-layout.ts";
import type { ValueReader } from "./value-reader.ts";
import { valuesOf } from "./value-reader.ts";
import { type ValueWriter, valueWriterOf } from "./value-writer.ts";

/** A field whose JavaScript name is not its Java name. */
export interface JavaField {
  /** Name in Java, as the class file has it. */
  readonly javaName: string;
  /** The declared type. */
  readonly type: JavaType<any>;
}

/** The serialised fields of a class itself, by JavaScript name; their order does not matter. */
export type JavaFieldTypes<T> = {
  readonly [K in keyof T & string]?: JavaType<any> | JavaField;
};

/** What a class with a `writeObject` or `writeExternal` of its own writes beside its fields. */
export interface CustomData<T> {
  /** Writes what Java's `readObject` (or `readExternal`) reads, in its order. */
  write(out: JavaOutput, value: T): void;
  /** Reads what Java's `writeObject` (or `writeExternal`) wrote, and puts it into the value, whose fields are not yet `readonly`. */
  read(input: JavaInput, value: unknown extends T ? T : { -readonly [K in keyof T]: T[K] }): void;
}

/** What a user says about one Java class. */
export interface JavaClassOptions<T> {
  /** `serialVersionUID`: the declared one, else the one that Java computes. `remora generate` knows both. */
  readonly serialVersionUID: bigint;
  /** Nearest serialisable superclass. Default: none (`java.lang.Object`). */
  readonly extends?: () => JavaClass<any>;
  /** Own serialised fields. A function, so that classes may refer to each other. Default: none. */
  readonly fields?: () => JavaFieldTypes<T>;
  /** The class has a private `writeObject(ObjectOutputStream)`. Default: false. */
  readonly writeObject?: boolean;
  /** The class implements `java.io.Externalizable`. Default: false. */
  readonly externalizable?: boolean;
  /** What `writeObject` or `writeExternal` writes beyond the fields. Without it only fields are read, the rest is stepped over. */
  readonly custom?: CustomData<T>;
}

/** Descriptor of one Java class: a type for parameters, results, fields and elements. Made by {@link javaClass}. */
export interface JavaClass<T> extends JavaType<T | null> {
  /** Binary name: `com.acme.Order`, `com.acme.Order$Line`. */
  readonly name: string;
  /** `RMI:name:HASH:SUID`; computed when first asked for. */
  readonly repositoryId: string;
  /** The object as a value of this very class, where the declared type is a superclass or `Object`. */
  of(value: T): T;
}

/** Names the Java name of a field whose JavaScript name is another one. */
export function javaField(javaName: string, type: JavaType<any>): JavaField {
  return Object.freeze({ javaName, type });
}

/**
 * Describes a Java class. Objects of it are plain JavaScript objects with the fields of the class and
 * its superclasses; those that were read also carry the class name under {@link javaClassOf}.
 *
 * Throws {@link LocalProtocolError} for a serialVersionUID outside 64 bits.
 */
export function javaClass<T>(name: string, options: JavaClassOptions<T>): JavaClass<T> {
  return new DescribedClass<T>(name, options);
}

/** Options of classes whose superclass may be a built-in one. */
export interface DescriptionOptions<T> extends Omit<JavaClassOptions<T>, "extends"> {
  readonly extends?: (() => JavaType<any>) | undefined;
}

/** A declared field and what it takes to read, write and hash it. */
interface DeclaredField {
  readonly property: string;
  readonly javaName: string;
  readonly type: JavaType<unknown>;
}

/** The class behind {@link javaClass}. Everything that depends on other classes is found when first needed: they may not exist before. */
export class DescribedClass<T> implements JavaClass<T>, ClassLayout {
  readonly name: string;
  readonly descriptor: string;
  readonly form = "value" as const;
  readonly layout: ClassLayout = this;
  readonly custom: boolean;
  readonly externalizable: boolean;
  readonly readOptional?: (values: ValueReader, target: JavaFields) => void;
  readonly writeOptional?: (values: ValueWriter, value: never) => void;
  readonly #options: DescriptionOptions<T>;
  /** Null: there is none. */
  #superclass: ClassLayout | null | undefined;
  #declared: readonly DeclaredField[] | undefined;
  #fields: readonly FieldLayout[] | undefined;
  #hash: bigint | undefined;
  #hashText: string | undefined;
  #repositoryId: string | undefined;
  #knownId: KnownId | undefined;

  constructor(name: string, options: DescriptionOptions<T>) {
    const uid = options.serialVersionUID;
    if (typeof uid !== "bigint" || BigInt.asIntN(64, uid) !== uid) {
      throw illegalValue(`${name} serialVersionUID`, "a bigint of 64 bits, signed", uid);
    }
    this.name = name;
    this.descriptor = `L${name.replaceAll(".", "/")};`;
    this.#options = options;
    this.custom = options.writeObject === true;
    this.externalizable = options.externalizable === true;
    const { custom } = options;
    if (custom !== undefined) {
      this.readOptional = (values, target) => {
        try {
          JavaInput.lend(values, (input) => custom.read(input, target as unknown as T));
        } catch (error) {
          throw readProblem(error, name, values);
        }
      };
      this.writeOptional = (values, value) =>
        JavaOutput.lend(values, (out) => custom.write(out, value as T));
    } else if (this.custom) {
      this.writeOptional = () => {
        throw new LocalProtocolError(
          "CLASS_NOT_WRITABLE",
          `${name} has a writeObject of its own, which no descriptor can know: give its descriptor \`custom\``,
          { path: "" },
        );
      };
    }
  }

  get superclass(): ClassLayout | undefined {
    if (this.#superclass === undefined) this.#superclass = this.#options.extends?.().layout ?? null;
    return this.#superclass ?? undefined;
  }

  /** In wire order: primitives by name, then the others by name, as Java compares strings. */
  get fields(): readonly FieldLayout[] {
    if (this.#fields === undefined) {
      const byName = [...this.#declaredFields()].sort((a, b) => (a.javaName < b.javaName ? -1 : 1));
      const primitive = (field: DeclaredField): boolean => field.type.descriptor?.length === 1;
      this.#fields = [
        ...byName.filter(primitive),
        ...byName.filter((field) => !primitive(field)),
      ].map(({ property, type }) => {
        const kind = type.form === "value" ? "value" : "any";
        return uniformField({ name: property, kind, type });
      });
    }
    return this.#fields;
  }

  get hash(): string {
    return (this.#hashText ??= hexOf(this.structuralHash));
  }

  /** See {@link classHash}; 1 for Externalizable classes. */
  get structuralHash(): bigint {
    this.#hash ??= this.externalizable
      ? 1n
      : classHash({
          superHash: hashOf(this.superclass),
          writeObject: this.custom,
          fields: this.#declaredFields().map(({ javaName, type }) => ({
            name: javaName,
            descriptor: type.descriptor as string,
          })),
        });
    return this.#hash;
  }

  get repositoryId(): string {
    this.#repositoryId ??= classRepositoryId(
      this.name,
      this.hash,
      hexOf(BigInt.asUintN(64, this.#options.serialVersionUID)),
    );
    return this.#repositoryId;
  }

  get knownId(): KnownId {
    return (this.#knownId ??= new KnownId(this.repositoryId));
  }

  /** Field types and the superclass. */
  uses(): readonly JavaType<unknown>[] {
    const types = this.#declaredFields().map((field) => field.type);
    const superclass = this.#options.extends?.();
    return superclass === undefined ? types : [superclass, ...types];
  }

  of(value: T): T {
    return { ...value, [javaClassOf]: this.name };
  }

  create(javaClass: string): object {
    return { [javaClassOf]: javaClass };
  }

  read(reader: CdrReader): T | null {
    const values = valuesOf(reader);
    values.know(this);
    const id = this.knownId;
    const value =
      reader.valueDepth > 0 ? values.inner(id.text, this, id) : values.value(id.text, this, id);
    if (value !== null && typeof value !== "object") {
      reader.fail(`${this.name} is declared, the value has another class`, "VALUE_CLASS");
    }
    return value as T | null;
  }

  write(writer: CdrWriter, value: T | null, path: string): void {
    const values = valueWriterOf(writer);
    if (value === null) {
      values.null();
      return;
    }
    if (typeof value !== "object") throw illegalValue(path, `${this.name} or null`, value);
    const told = (value as JavaFields)[javaClassOf as unknown as string];
    if (told === undefined && JavaTyped.is(value)) {
      values.value(value, path);
      return;
    }
    if (told === undefined || told === this.name) values.object(this, value, path);
    else {
      values.know(this);
      values.value(value, path);
    }
  }

  #declaredFields(): readonly DeclaredField[] {
    if (this.#declared === undefined) {
      const described = this.#options.fields?.() ?? {};
      this.#declared = Object.entries<JavaType<unknown> | JavaField | undefined>(described).map(
        ([property, given]) => this.#declaredField(property, given),
      );
    }
    return this.#declared;
  }

  #declaredField(
    property: string,
    given: JavaType<unknown> | JavaField | undefined,
  ): DeclaredField {
    const type = given !== undefined && "javaName" in given ? given.type : given;
    const javaName = given !== undefined && "javaName" in given ? given.javaName : property;
    const where = `${this.name}.${property}`;
    if (type === undefined) {
      throw illegalValue(where, "a type (is its module imported in a cycle? use a function)", type);
    }
    if (type.descriptor === undefined) {
      throw illegalValue(where, "a Java type, no IDL type, as the type of a field", type.name);
    }
    if (property === "__proto__") throw illegalValue(where, "another JavaScript name", property);
    return { property, javaName, type };
  }
}

/** Whatever `custom.read` makes of octets that it did not expect: it is the octets that are wrong. */
function readProblem(error: unknown, name: string, { reader }: ValueReader): unknown {
  if (error instanceof RemoteProtocolError || isStackOverflow(error)) return error;
  const offset = reader.position - reader.base;
  return new RemoteProtocolError(
    "VALUE_MALFORMED",
    `${name}: \`custom.read\` could not read the value: ${String(error)}`,
    { offset, path: name, cause: error },
  );
}

function hashOf(superclass: ClassLayout | undefined): bigint {
  if (superclass === undefined) return 0n;
  if (superclass instanceof DescribedClass) return superclass.structuralHash;
  const [, , hash] = superclass.repositoryId?.split(":") ?? [];
  return hash === undefined ? 0n : BigInt(`0x${hash}`);
}

function hexOf(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(16, "0");
}
