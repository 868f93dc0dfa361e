// A bean's objects and home, over the descriptor of its interface.
import {
  type CdrReader,
  type CdrWriter,
  type Ior,
  java,
  type RemoteMethod,
  writeIor,
} from "@remora/protocol/internal";
import {
  type BeanBinding,
  generatedInterfaceName,
  homeTypeId,
  isBusinessView,
  objectTypeId,
} from "../bean-binding.ts";
import { MockSystemException } from "../errors.ts";
import { type Operation, pseudoOperation, type Target, withoutArgs, writeVoid } from "../target.ts";

/** What a bean's objects ask of their member. */
export interface BeanHost {
  /** A fresh reference to one of the bean's objects or its home. */
  beanReference(binding: BeanBinding, typeId: string, objectKey: Uint8Array): Ior;
  /** Makes an object: the stateless one, or a new session; returns its reference. */
  create(binding: BeanBinding): Ior;
  /** Ends a session. */
  remove(objectKey: Uint8Array): void;
}

type Method = (...args: readonly unknown[]) => unknown;

function beanOperation(method: RemoteMethod, servant: object): Operation {
  const { name, params, result } = method;
  const path = `result of ${name}`;
  return {
    readArgs: (reader: CdrReader) => {
      const args: unknown[] = [];
      for (const param of params) args.push(param.read(reader));
      return args;
    },
    run: (args) => {
      const implementation = (servant as Record<string, Method | undefined>)[name];
      if (implementation === undefined) throw new Error(`the servant has no method ${name}`);
      return implementation.apply(servant, args as unknown[]);
    },
    writeResult: (writer: CdrWriter, value) => result.write(writer, value, path),
  };
}

/** Operations of a servant by wire name; made once per servant, for every call looks one up. */
function operationsOf(binding: BeanBinding, servant: object): ReadonlyMap<string, Operation> {
  const methods = Object.values<RemoteMethod>(binding.interface.methods);
  return new Map(methods.map((method) => [method.wireName, beanOperation(method, servant)]));
}

/** One object of a bean: the stateless one of a member, or a session. */
export class BeanObject implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string;
  readonly otherTypeIds: readonly string[];
  readonly clustered: boolean = true;
  readonly bean: string;
  readonly businessView: boolean;
  readonly #host: BeanHost;
  readonly #binding: BeanBinding;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(host: BeanHost, binding: BeanBinding, objectKey: Uint8Array, servant: object) {
    this.#host = host;
    this.#binding = binding;
    this.objectKey = objectKey;
    this.bean = binding.name;
    this.businessView = isBusinessView(binding);
    this.typeId = objectTypeId(binding);
    this.otherTypeIds = [`RMI:${binding.interface.name}:0000000000000000`];
    this.#operations = operationsOf(binding, servant);
  }

  operation(name: string): Operation | undefined {
    const own = this.#operations.get(name);
    if (own !== undefined) return own;
    if (name === "remove" && !isBusinessView(this.#binding)) {
      return withoutArgs(() => this.#host.remove(this.objectKey), writeVoid);
    }
    return pseudoOperation(this, name);
  }

  reference(): Ior {
    return this.#host.beanReference(this.#binding, this.typeId, this.objectKey);
  }
}

/** A bean's home: GlassFish's generic one for EJB 3 views, or an EJB 2 home whose `create` takes any arguments. */
export class BeanHome implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string;
  readonly otherTypeIds: readonly string[];
  readonly clustered: boolean = true;
  readonly bean: string;
  readonly businessView: boolean;
  readonly #host: BeanHost;
  readonly #binding: BeanBinding;

  constructor(host: BeanHost, binding: BeanBinding, objectKey: Uint8Array) {
    this.#host = host;
    this.#binding = binding;
    this.objectKey = objectKey;
    this.bean = binding.name;
    this.businessView = isBusinessView(binding);
    this.typeId = homeTypeId(binding);
    this.otherTypeIds = isBusinessView(binding)
      ? ["RMI:com.sun.ejb.containers.GenericEJBHome:0000000000000000"]
      : ["RMI:jakarta.ejb.EJBHome:0000000000000000"];
  }

  operation(name: string): Operation | undefined {
    if (name !== "create") return pseudoOperation(this, name);
    const business = isBusinessView(this.#binding);
    return {
      // The arguments of an EJB 2 create are the bean's own; the mock does not know their types.
      readArgs: (reader) => (business ? [java.string.read(reader)] : []),
      run: ([interfaceName]) => {
        const wanted = generatedInterfaceName(this.#binding);
        if (business && interfaceName !== wanted) {
          throw new MockSystemException({ name: "BAD_PARAM", minor: 0x5355_0006 });
        }
        return this.#host.create(this.#binding);
      },
      writeResult: (writer, reference) => writeIor(writer, reference as Ior),
    };
  }

  reference(): Ior {
    return this.#host.beanReference(this.#binding, this.typeId, this.objectKey);
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
