import {
  bindingIterator,
  firstIiopProfile,
  type Ior,
  isIor,
  type JavaContext,
  type JavaType,
  java,
  type NamingOperation,
  namingContext,
  type RemoteMethod,
  readClusterInstances,
  readValue,
  writeStringValue,
} from "@remora/protocol/internal";
import { ObjectReference } from "../invocation/object-reference.ts";
import { isStub, referenceOf } from "../invocation/stub.ts";

/** A CosNaming operation in the shape of a remote method: one argument, one result. */
function naming<A, R>(operation: NamingOperation<A, R>): RemoteMethod {
  const argument: JavaType<A> = {
    name: operation.operation,
    read: (reader) => operation.readArguments(reader),
    write: (writer, value) => operation.writeArguments(writer, value),
  };
  const result: JavaType<R> = {
    name: operation.operation,
    read: (reader) => operation.readResult(reader),
    write: (writer, value) => operation.writeResult(writer, value),
  };
  return {
    name: operation.operation,
    wireName: operation.operation,
    params: [argument],
    result,
    idempotent: operation.idempotent,
    oneway: false,
    throws: [],
    argumentPaths: [`${operation.operation} argument`],
  };
}

function readOnly<T>(name: string, read: JavaType<T>["read"]): JavaType<T> {
  return {
    name,
    read,
    write() {
      throw new TypeError(`${name} is only read`);
    },
  };
}

function remote(
  wireName: string,
  params: RemoteMethod["params"],
  result: RemoteMethod["result"],
  idempotent = true,
): RemoteMethod {
  const argumentPaths = params.map((_, index) => `${wireName} argument ${index + 1}`);
  return {
    name: wireName,
    wireName,
    params,
    result,
    idempotent,
    oneway: false,
    throws: [],
    argumentPaths,
  };
}

const nameText: JavaType<string> = {
  name: "java.lang.String",
  read: (reader) => java.string.read(reader) ?? "",
  write: (writer, value, path) => writeStringValue(writer, value, path),
};

/** What is bound knows no interface: references inside values are given and taken as they are. */
const boundContext: JavaContext = {
  classes: undefined,
  toReference: (found) =>
    isIor(found) && firstIiopProfile(found) !== undefined ? ObjectReference.of(found) : found,
  iorOf: (value) => {
    if (isStub(value)) return referenceOf(value).ior;
    return value instanceof ObjectReference ? value.ior : undefined;
  },
};

/** What is bound under a name: any value, or a reference. */
export const boundObject: JavaType<unknown> = {
  ...java.object,
  read(reader) {
    reader.java = boundContext;
    return java.object.read(reader);
  },
  write(writer, value, path) {
    writer.java = boundContext;
    java.object.write(writer, value, path);
  },
};

/** CosNaming `resolve`. */
export const resolveMethod: RemoteMethod = naming(namingContext.resolve);
/** CosNaming `list`. */
export const listMethod: RemoteMethod = naming(namingContext.list);
/** `next_n` of the iterator that `list` may return: moves it on. */
export const nextNamesMethod: RemoteMethod = naming(bindingIterator.nextMany);
/** `destroy` of the iterator that `list` may return. */
export const destroyIteratorMethod: RemoteMethod = naming(bindingIterator.destroy);
/** CosNaming `bind`, for servers without GlassFish's service. */
export const bindReferenceMethod: RemoteMethod = naming(namingContext.bind);
/** CosNaming `rebind`. */
export const rebindReferenceMethod: RemoteMethod = naming(namingContext.rebind);
/** CosNaming `unbind`. */
export const unbindReferenceMethod: RemoteMethod = naming(namingContext.unbind);

/** GlassFish's `SerialContextProvider.lookup`: whatever is bound, inside an any. */
export const providerLookupMethod: RemoteMethod = remote("lookup", [nameText], boundObject);

/** Its `list`: the names of one context, each with what is bound there. */
export const providerListMethod: RemoteMethod = remote(
  "list__CORBA_WStringValue",
  [nameText],
  readOnly("java.util.Hashtable", (reader) => readValue(reader)),
);

/** Its `bind`. Never repeated: the second run would find the name of the first one bound. */
export const providerBindMethod: RemoteMethod = remote(
  "bind",
  [nameText, boundObject],
  java.void,
  false,
);
/** Its `rebind`. Never repeated: somebody else may have bound the name anew in between. */
export const providerRebindMethod: RemoteMethod = remote(
  "rebind",
  [nameText, boundObject],
  java.void,
  false,
);
/** Its `unbind`. */
export const providerUnbindMethod: RemoteMethod = remote("unbind", [nameText], java.void, false);
/** Its `rename`. */
export const providerRenameMethod: RemoteMethod = remote(
  "rename",
  [nameText, nameText],
  java.void,
  false,
);

/** `create` of the home that GlassFish makes for an EJB 3 view: takes the generated interface's name. */
export const createMethod: RemoteMethod = remote(
  "create",
  [nameText],
  java.remote() as JavaType<Ior | null>,
);

/** GlassFish's discovery: who is in the cluster. */
export const clusterInstancesMethod: RemoteMethod = remote(
  "_get_clusterInstanceInfo",
  [],
  readOnly("java.util.List", readClusterInstances),
);
