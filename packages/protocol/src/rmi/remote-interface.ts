import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { isIor, isNil, nilIor, readIor, writeIor } from "../ior/ior.ts";
import type { ClassLayout } from "./class-layout.ts";
import type { JavaContext } from "./java-context.ts";
import { illegalValue, type JavaType, type WireForm } from "./java-type.ts";

/** An exception that a method declares; its `name` is the Java class. */
export interface ThrowsDescriptor {
  /** For instance `com.acme.SoldOutException`. */
  readonly name: string;
}

/** What a user says about one remote method. */
export interface MethodOptions {
  /** Operation name on the wire where it differs from the JavaScript name (overloads, keywords). */
  readonly wireName?: string;
  /** May run twice without harm, so a call that may have run can be repeated. Default: false. */
  readonly idempotent?: boolean;
  /** No reply is waited for. Default: false. */
  readonly oneway?: boolean;
  /** Exceptions that the Java method declares. Default: none. Every user exception is decoded, declared or not. */
  readonly throws?: readonly ThrowsDescriptor[];
}

/** One remote method: the types of its parameters and result, and how it may be called. */
export interface MethodDescriptor {
  // `any`: arguments are checked at run time, by these very types.
  readonly params: readonly JavaType<any>[];
  /** `java.void` where nothing is returned. */
  readonly result: JavaType<any>;
  /** Undefined: the JavaScript name, which the interface gives. */
  readonly wireName: string | undefined;
  /** May run twice without harm. */
  readonly idempotent: boolean;
  /** No reply is waited for. */
  readonly oneway: boolean;
  /** Declared exceptions. */
  readonly throws: readonly ThrowsDescriptor[];
}

/** A method under the name that a {@link RemoteInterface} gives it. */
export interface RemoteMethod extends MethodDescriptor {
  /** The JavaScript name. */
  readonly name: string;
  /** The operation name on the wire. */
  readonly wireName: string;
  /** How errors name each argument; made once, since nearly no call needs them. */
  readonly argumentPaths: readonly string[];
  /** No value of the method has a class or is a reference: only numbers, booleans and text. Absent: not known. */
  readonly plain?: boolean;
  /** The interface that the method belongs to; absent for calls without an interface. */
  readonly owner?: RemoteInterface<unknown>;
}

/**
 * What an interface is to the server. `business`: the EJB 3 view of a bean, whose exceptions the container wraps;
 * `rmi`: it extends `java.rmi.Remote`, as EJB 2 homes and objects do; `idl`: a plain CORBA object.
 */
export type InterfaceKind = "business" | "rmi" | "idl";

/** What the caller knows of the bean behind an interface. */
export type BeanType = "stateless" | "singleton" | "stateful";

/** What a user says about a whole interface. */
export interface RemoteInterfaceOptions<T> {
  /** Default `business`. */
  readonly kind?: InterfaceKind;
  /** Default: what the object's key tells. A stateful bean is never balanced, and its lookup never repeated. */
  readonly bean?: BeanType;
  /**
   * JavaScript name of the method that ends a session (Java: `@Remove`), without parameters: what `await using` calls.
   * Default: none.
   */
  readonly remove?: keyof T & string;
  /**
   * Classes that may appear below declared ones, or where `Object` is declared; and remote interfaces whose stubs may
   * appear there.
   */
  readonly classes?: () => readonly unknown[];
}

/** A remote interface; `T` is the TypeScript interface of its stubs. */
export interface RemoteInterface<T> {
  /** The Java (or IDL) name. */
  readonly name: string;
  /** By JavaScript name; frozen. */
  readonly methods: { readonly [K in keyof T & string]: RemoteMethod };
  /** What it is to the server. */
  readonly kind: InterfaceKind;
  /** What its bean is, where the caller said so. */
  readonly bean: BeanType | undefined;
  /** JavaScript name of the method that ends a session. */
  readonly remove: string | undefined;
  /** Classes beside those that the methods name. */
  readonly classes: (() => readonly unknown[]) | undefined;
}

/** Describes one remote method. */
export function method(
  params: readonly JavaType<any>[],
  result: JavaType<any>,
  options?: MethodOptions,
): MethodDescriptor {
  return Object.freeze({
    params: Object.freeze([...params]),
    result,
    wireName: options?.wireName,
    idempotent: options?.idempotent ?? false,
    oneway: options?.oneway ?? false,
    throws: Object.freeze([...(options?.throws ?? [])]),
  });
}

/** Whether a type is octets or text only. */
function isPlain(type: JavaType<any>): boolean {
  return type.plain ?? (type.form === undefined || type.form === "primitive");
}

/** Names that would change what a stub *is*: a `then` makes `await` hang, a `toJSON` breaks logging. */
const reservedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "then",
  "toJSON",
  "prototype",
]);

/**
 * Describes a remote interface. Throws {@link LocalProtocolError} for method names that a stub cannot
 * have (the same name with a trailing `_` and a `wireName` can be used instead), and for a `remove`
 * method that does not exist or has parameters.
 */
export function remoteInterface<T>(
  name: string,
  methods: { readonly [K in keyof T & string]: MethodDescriptor },
  options: RemoteInterfaceOptions<T> = {},
): RemoteInterface<T> {
  const bound: Record<string, RemoteMethod> = Object.create(null);
  const { kind = "business", bean, remove, classes } = options;
  const owner: RemoteInterface<unknown> = { name, methods: bound, kind, bean, remove, classes };
  if (remove !== undefined && methods[remove]?.params.length !== 0) {
    const problem = Object.hasOwn(methods, remove)
      ? "has parameters, and `await using` has no arguments for them"
      : "is none of its methods";
    throw new LocalProtocolError("REMOVE_METHOD", `${name}: remove: "${remove}" ${problem}`, {
      path: remove,
    });
  }
  for (const key of Object.keys(methods) as (keyof T & string)[]) {
    if (reservedNames.has(key)) {
      throw new LocalProtocolError(
        "RESERVED_METHOD_NAME",
        `${name}: a stub cannot have a method "${key}", use "${key}_" with wireName "${key}"`,
        { path: key },
      );
    }
    const described = methods[key];
    const argumentPaths = described.params.map((_, index) => `${key} argument ${index + 1}`);
    const wireName = described.wireName ?? key;
    const plain = described.params.every(isPlain) && isPlain(described.result);
    bound[key] = Object.freeze({ ...described, name: key, wireName, argumentPaths, plain, owner });
  }
  Object.freeze(bound);
  return Object.freeze(owner) as RemoteInterface<T>;
}

/** Writes the arguments of a call; `args` has at least as many entries as there are parameters. */
export function writeArguments(
  writer: CdrWriter,
  remote: RemoteMethod,
  args: readonly unknown[],
  java?: JavaContext,
): void {
  writer.java = java;
  const params = remote.params;
  const paths = remote.argumentPaths;
  for (let index = 0; index < params.length; index++) {
    params[index]!.write(writer, args[index], paths[index]!);
  }
}

/** Reads the arguments of a call, as a server does. */
export function readArguments(reader: CdrReader, remote: MethodDescriptor): unknown[] {
  return remote.params.map((type) => type.read(reader));
}

/** A parameter or result that is a remote object; the wire has its IOR. */
export interface ReferenceType<T> extends JavaType<any> {
  /** Interface of the object; a function where descriptors refer to each other. */
  readonly remote: () => RemoteInterface<T> | undefined;
}

/**
 * The type of references to remote objects; nil is null. In a call users give and get stubs; without a
 * call around it, the type reads and writes IORs.
 */
export function referenceType<T = unknown>(
  remote?: RemoteInterface<T> | (() => RemoteInterface<T>),
): ReferenceType<T> {
  const resolve = typeof remote === "function" ? remote : () => remote;
  const name = (): string => resolve()?.name ?? "java.rmi.Remote";
  return Object.freeze({
    get name(): string {
      return name();
    },
    get descriptor(): string {
      return `L${name().replaceAll(".", "/")};`;
    },
    form: "reference" as const,
    get layout(): ClassLayout {
      return { name: name(), elements: "reference" };
    },
    remote: resolve,
    read(reader: CdrReader): unknown {
      const ior = readIor(reader);
      if (isNil(ior)) return null;
      const toReference = reader.java?.toReference;
      return toReference === undefined
        ? ior
        : toReference(ior, resolve() as RemoteInterface<unknown> | undefined);
    },
    write(writer: CdrWriter, value: unknown, path: string): void {
      if (value === null) {
        writeIor(writer, nilIor);
        return;
      }
      const ior = isIor(value)
        ? value
        : typeof value === "object"
          ? writer.java?.iorOf?.(value)
          : undefined;
      if (ior === undefined) throw illegalValue(path, "a reference or null", value);
      writeIor(writer, ior);
    },
  });
}

/** The same type without null, in both directions. */
export function nonNull<T>(type: JavaType<T>): JavaType<NonNullable<T>> {
  return Object.freeze({
    // By getters: the type may lead to descriptors that do not exist yet.
    get name(): string {
      return type.name;
    },
    get descriptor(): string | undefined {
      return type.descriptor;
    },
    get form(): WireForm | undefined {
      return type.form;
    },
    get layout(): ClassLayout | undefined {
      return type.layout;
    },
    get plain(): boolean | undefined {
      return type.plain;
    },
    uses: () => [type],
    read(reader: CdrReader): NonNullable<T> {
      const value = type.read(reader);
      if (value === null || value === undefined) {
        return reader.fail(`null where ${type.name} is declared as not null`, "VALUE_NULL");
      }
      return value;
    },
    write(writer: CdrWriter, value: NonNullable<T>, path: string): void {
      if (value === null || value === undefined) {
        throw illegalValue(path, `a ${type.name} that is not null`, value);
      }
      type.write(writer, value, path);
    },
  });
}
