// A bean's objects and home, over the descriptor of its interface.
import {
  type CdrReader,
  type CdrWriter,
  classesOfInterface,
  type Ior,
  type JavaContext,
  java,
  type RemoteMethod,
  writeIor,
} from "@remora/protocol/internal";
import { type AsyncResult, type AsyncTasks, failureOfTask } from "../async-tasks.ts";
import {
  type BeanBinding,
  generatedInterfaceName,
  homeTypeId,
  isBusinessView,
  makesSessions,
  objectTypeId,
} from "../bean-binding.ts";
import { MockSystemException, MockUserException } from "../errors.ts";
import { declaredClassOf, MockJavaException, throwableOf } from "../java-exception.ts";
import { type Operation, pseudoOperation, type Target, withoutArgs } from "../target.ts";
import { writeAsyncResult, writeFuture } from "../values/async-values.ts";
import { ejb2HomeOperation, ejb2ObjectOperation } from "./ejb2-operations.ts";

/** What a bean's objects ask of their member. */
export interface BeanHost {
  /** Asynchronous methods of this run of the member. */
  readonly tasks: AsyncTasks;
  /** A fresh reference to one of the bean's objects or its home. */
  beanReference(binding: BeanBinding, typeId: string, objectKey: Uint8Array): Ior;
  /** A fresh reference to the bean's home. */
  homeReference(binding: BeanBinding): Ior;
  /** Makes an object: the stateless one, or a new session; returns its reference. */
  create(binding: BeanBinding, args?: readonly unknown[]): Ior;
  /** Ends a session. */
  remove(objectKey: Uint8Array): void;
  /** Calls `go` after a time of the member, which may die before. */
  after(ms: number, go: () => void): void;
}

type Method = (...args: readonly unknown[]) => unknown;

/** The type of a method that goes on when it has answered. */
const futureDescriptor = "Ljava/util/concurrent/Future;";

function readParameters(method: RemoteMethod, reader: CdrReader): readonly unknown[] {
  const args: unknown[] = [];
  for (const param of method.params) args.push(param.read(reader));
  return args;
}

function beanOperation(method: RemoteMethod, servant: object): Operation {
  const { name, result, throws, owner } = method;
  const path = `result of ${name}`;
  // Made when the first value needs it: descriptors may be cyclic.
  let java: JavaContext | undefined;
  const context = (): JavaContext | undefined => {
    if (owner !== undefined) java ??= { classes: classesOfInterface(owner) };
    return java;
  };
  return {
    throws,
    readArgs: (reader) => {
      reader.java = context();
      return readParameters(method, reader);
    },
    run: (args) => {
      const implementation = (servant as Record<string, Method | undefined>)[name];
      if (implementation === undefined) throw new Error(`the servant has no method ${name}`);
      return implementation.apply(servant, args as unknown[]);
    },
    writeResult: (writer: CdrWriter, value) => {
      writer.java = context();
      result.write(writer, value, path);
    },
  };
}

/** Answers at once with a Future; the servant's promise settles its task. */
function asyncOperation(
  method: RemoteMethod,
  servant: object,
  host: BeanHost,
  binding: BeanBinding,
): Operation {
  const plain = beanOperation(method, servant);
  return {
    throws: method.throws,
    readArgs: (reader) => plain.readArgs(reader),
    run: (args) =>
      host.tasks.add((async () => await plain.run(args))(), (error) => {
        const thrown = throwableOf(error);
        return failureOfTask(thrown, declaredClassOf(thrown, method.throws) !== undefined);
      }),
    writeResult: (writer, asyncId) =>
      writeFuture(writer, asyncId as bigint, host.homeReference(binding)),
  };
}

/** Whether a container lets an exception through, so that the instance that threw it lives on. */
function isExpected(error: unknown, method: RemoteMethod): boolean {
  if (error instanceof MockUserException || error instanceof MockSystemException) return true;
  if (error instanceof MockJavaException && error.application) return true;
  return declaredClassOf(throwableOf(error), method.throws) !== undefined;
}

/** Ends a session with its remove method, or with an exception that its container does not expect. */
function sessionOperation(method: RemoteMethod, operation: Operation, end: () => void): Operation {
  const removes = method.owner?.remove === method.name;
  const failed = (error: unknown): never => {
    if (!isExpected(error, method)) end();
    throw error;
  };
  const succeeded = (value: unknown): unknown => {
    if (removes) end();
    return value;
  };
  return {
    ...operation,
    run: (args) => {
      let result: unknown;
      try {
        result = operation.run(args);
      } catch (error) {
        return failed(error);
      }
      return result instanceof Promise ? result.then(succeeded, failed) : succeeded(result);
    },
  };
}

/** One object of a bean: the stateless one of a member, or a session. */
export class BeanObject implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string;
  readonly otherTypeIds: readonly string[];
  readonly clustered: boolean = true;
  readonly bean: string;
  readonly businessView: boolean;
  readonly ejb2View: boolean;
  readonly #host: BeanHost;
  readonly #binding: BeanBinding;
  /** By wire name; made once per servant, for every call looks one up. */
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(host: BeanHost, binding: BeanBinding, objectKey: Uint8Array, servant: object) {
    this.#host = host;
    this.#binding = binding;
    this.objectKey = objectKey;
    this.bean = binding.name;
    this.businessView = isBusinessView(binding);
    this.ejb2View = isEjb2View(binding);
    this.typeId = objectTypeId(binding);
    this.otherTypeIds = [`RMI:${binding.interface.name}:0000000000000000`];
    this.#operations = this.#operationsOf(servant);
  }

  operation(name: string): Operation | undefined {
    const own = this.#operations.get(name);
    if (own !== undefined) return own;
    const common = this.ejb2View
      ? ejb2ObjectOperation(
          {
            objectKey: this.objectKey,
            reference: () => this.reference(),
            homeReference: () => this.#host.homeReference(this.#binding),
            remove: () => this.#host.remove(this.objectKey),
          },
          name,
        )
      : undefined;
    return common ?? pseudoOperation(this, name);
  }

  reference(): Ior {
    return this.#host.beanReference(this.#binding, this.typeId, this.objectKey);
  }

  #operationsOf(servant: object): ReadonlyMap<string, Operation> {
    const operations = new Map<string, Operation>();
    const isSession = makesSessions(this.#binding);
    for (const method of Object.values<RemoteMethod>(this.#binding.interface.methods)) {
      // Inherited from EJBObject: the container's own business, whether the servant has it or not.
      if (this.ejb2View && inheritedNames.has(method.wireName)) continue;
      const isAsync = method.result.descriptor === futureDescriptor;
      const operation = isAsync
        ? asyncOperation(method, servant, this.#host, this.#binding)
        : beanOperation(method, servant);
      const end = (): void => this.#host.remove(this.objectKey);
      operations.set(
        method.wireName,
        isSession ? sessionOperation(method, operation, end) : operation,
      );
    }
    return operations;
  }
}

const inheritedNames: ReadonlySet<string> = new Set([
  "remove",
  "isIdentical",
  "_get_EJBHome",
  "_get_handle",
  "_get_primaryKey",
]);

function isEjb2View({ kind }: BeanBinding): boolean {
  return kind === "ejb2" || kind === "ejb2Session";
}

/** A bean's home: GlassFish's generic one for EJB 3 views, or an EJB 2 home. */
export class BeanHome implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string;
  readonly otherTypeIds: readonly string[];
  readonly clustered: boolean = true;
  readonly bean: string;
  readonly businessView: boolean;
  readonly ejb2View: boolean;
  readonly #host: BeanHost;
  readonly #binding: BeanBinding;

  constructor(host: BeanHost, binding: BeanBinding, objectKey: Uint8Array) {
    this.#host = host;
    this.#binding = binding;
    this.objectKey = objectKey;
    this.bean = binding.name;
    this.businessView = isBusinessView(binding);
    this.ejb2View = isEjb2View(binding);
    this.typeId = homeTypeId(binding);
    this.otherTypeIds = isBusinessView(binding)
      ? ["RMI:com.sun.ejb.containers.GenericEJBHome:0000000000000000"]
      : ["RMI:jakarta.ejb.EJBHome:0000000000000000"];
  }

  operation(name: string): Operation | undefined {
    const own = this.businessView ? this.#genericOperation(name) : this.#ejb2Operation(name);
    return own ?? pseudoOperation(this, name);
  }

  reference(): Ior {
    return this.#host.beanReference(this.#binding, this.typeId, this.objectKey);
  }

  /** GlassFish's GenericEJBHome: makes objects, and knows the tasks of asynchronous methods. */
  #genericOperation(name: string): Operation | undefined {
    const { tasks } = this.#host;
    const readId = (reader: CdrReader): readonly unknown[] => [reader.longlong()];
    const writeResult: Operation["writeResult"] = (writer, result) =>
      writeAsyncResult(writer, result as AsyncResult | null);
    switch (name) {
      case "create":
        return {
          readArgs: (reader) => [java.string.read(reader)],
          run: ([interfaceName]) => {
            if (interfaceName !== generatedInterfaceName(this.#binding)) {
              throw new MockSystemException({ name: "BAD_PARAM", minor: 0x5355_0006 });
            }
            return this.#host.create(this.#binding);
          },
          writeResult: (writer, reference) => writeIor(writer, reference as Ior),
        };
      case "get":
        return { readArgs: readId, run: ([id]) => tasks.get(id as bigint), writeResult };
      case "isDone":
        return { readArgs: readId, run: ([id]) => tasks.isDone(id as bigint), writeResult };
      case "cancel":
        return { readArgs: readId, run: ([id]) => tasks.cancel(id as bigint), writeResult };
      case "getWithTimeout":
        return {
          throws: [{ name: "java.util.concurrent.TimeoutException" }],
          readArgs: (reader) => [reader.longlong(), reader.longlong(), java.string.read(reader)],
          run: ([id, time, unit]) => {
            if (unit !== "MILLISECONDS") {
              throw new MockSystemException({ name: "BAD_PARAM", minor: 0x5355_0006 });
            }
            return tasks.getWithTimeout(id as bigint, Number(time), (ms, go) =>
              this.#host.after(ms, go),
            );
          },
          writeResult,
        };
      default:
        return undefined;
    }
  }

  #ejb2Operation(name: string): Operation | undefined {
    const { home, interface: remote } = this.#binding;
    const create = (args: readonly unknown[]): Ior => this.#host.create(this.#binding, args);
    const writeResult: Operation["writeResult"] = (writer, reference) =>
      writeIor(writer, reference as Ior);
    if (home === undefined) {
      // The arguments of a create that nobody described are not known.
      if (name === "create") return withoutArgs(() => create([]), writeResult);
    } else {
      const method = Object.values<RemoteMethod>(home.methods).find(
        (each) => each.wireName === name && each.name.startsWith("create"),
      );
      if (method !== undefined) {
        return {
          throws: method.throws,
          readArgs: (reader) => readParameters(method, reader),
          run: create,
          writeResult,
        };
      }
    }
    return ejb2HomeOperation(
      {
        stateless: !makesSessions(this.#binding),
        remoteInterface: remote.name,
        homeInterface: home?.name ?? `${remote.name}Home`,
        reference: () => this.reference(),
        removeByKey: (objectKey) => this.#host.remove(objectKey),
      },
      name,
    );
  }
}

/** What stands behind the key of a session that was removed, died, or lives at another member. */
export class MissingInstance implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string;
  readonly otherTypeIds: readonly string[] = [];
  readonly clustered: boolean = true;
  readonly bean: string;
  readonly #host: BeanHost;
  readonly #binding: BeanBinding;

  constructor(host: BeanHost, binding: BeanBinding, objectKey: Uint8Array) {
    this.#host = host;
    this.#binding = binding;
    this.objectKey = objectKey;
    this.bean = binding.name;
    this.typeId = objectTypeId(binding);
  }

  operation(): never {
    throw new MockSystemException({ name: "OBJECT_NOT_EXIST", minor: 9999, completed: "no" });
  }

  reference(): Ior {
    return this.#host.beanReference(this.#binding, this.typeId, this.objectKey);
  }
}
