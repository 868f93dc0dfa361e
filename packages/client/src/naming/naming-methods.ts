import {
  bindingIterator,
  type Ior,
  type JavaType,
  java,
  type NamingOperation,
  namingContext,
  type RemoteMethod,
  readAny,
  readClusterInstances,
  valuesOf,
  writeStringValue,
} from "@remora/protocol/internal";

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
): RemoteMethod {
  const argumentPaths = params.map((_, index) => `${wireName} argument ${index + 1}`);
  return {
    name: wireName,
    wireName,
    params,
    result,
    idempotent: true,
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

/** CosNaming `resolve`. */
export const resolveMethod: RemoteMethod = naming(namingContext.resolve);
/** CosNaming `list`. */
export const listMethod: RemoteMethod = naming(namingContext.list);
/** `destroy` of the iterator that `list` may return. */
export const destroyIteratorMethod: RemoteMethod = naming(bindingIterator.destroy);

/** GlassFish's `SerialContextProvider.lookup`: whatever is bound, inside an any. */
export const providerLookupMethod: RemoteMethod = remote(
  "lookup",
  [nameText],
  readOnly("any", (reader) => readAny(valuesOf(reader))),
);

/** `create` of the home that GlassFish makes for an EJB 3 view: takes the generated interface's name. */
export const createMethod: RemoteMethod = remote(
  "create",
  [nameText],
  java.object() as JavaType<Ior | null>,
);

/** GlassFish's discovery: who is in the cluster. */
export const clusterInstancesMethod: RemoteMethod = remote(
  "_get_clusterInstanceInfo",
  [],
  readOnly("java.util.List", readClusterInstances),
);
