import {
  type ClassLayout,
  type JavaType,
  java,
  type MethodDescriptor,
  method,
  type RemoteInterface,
  valuesOf,
  valueWriterOf,
} from "@remora/protocol/internal";
import { ArgumentError } from "../errors.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import { narrow } from "../invocation/stub.ts";
import type { CallOptions } from "../options.ts";

/** `jakarta.ejb.Handle`: a reference as a value, which may be kept. `objectOfHandle` makes a stub of it. */
export interface EJBHandle {
  /** The object, for `orb.objectToString` and `orb.invoke`. */
  readonly reference: ObjectReference;
}

/** `jakarta.ejb.EJBMetaData`: what a home tells of its bean. */
export interface EJBMetaData {
  /** Always true: entity beans are gone from Jakarta EE. */
  readonly isSession: boolean;
  /** Its objects have no identity. */
  readonly isStatelessSession: boolean;
  /** Java name of the objects' interface. */
  readonly remoteInterface: string;
  /** Java name of the home's interface. */
  readonly homeInterface: string;
  /** The home itself. */
  readonly homeHandle: EJBHandle;
}

/** What every object of an EJB 2 bean has (`jakarta.ejb.EJBObject`); interfaces of such beans extend it. */
export interface EJBObject {
  /** The home that made it. */
  getEJBHome(options?: CallOptions): Promise<unknown>;
  /** A handle of it. */
  getHandle(options?: CallOptions): Promise<EJBHandle | null>;
  /** Sessions have none: the server refuses. */
  getPrimaryKey(options?: CallOptions): Promise<unknown>;
  /** Whether both stubs lead to one object, as the server sees it. `isSameObject` asks nobody. */
  isIdentical(other: unknown, options?: CallOptions): Promise<boolean>;
  /** Ends it. Never repeated. */
  remove(options?: CallOptions): Promise<void>;
}

/** What every home of an EJB 2 bean has (`jakarta.ejb.EJBHome`). */
export interface EJBHome {
  /** What it tells of its bean. */
  getEJBMetaData(options?: CallOptions): Promise<EJBMetaData | null>;
  /** A handle of the home. */
  getHomeHandle(options?: CallOptions): Promise<EJBHandle | null>;
  /** Ends the object of a handle, as its own `remove` does. Never repeated. */
  remove_Handle(handle: EJBHandle | null, options?: CallOptions): Promise<void>;
  /** Ends an object by its primary key. Sessions have none: the server refuses. Never repeated. */
  remove_Object(primaryKey: unknown, options?: CallOptions): Promise<void>;
}

/** A class that writes its reference by hand, and no field. */
function handleLayout(name: string, hash: string, uid: string): ClassLayout {
  return {
    name,
    hash,
    repositoryId: `RMI:${name}:${hash}:${uid}`,
    custom: true,
    noDefaults: true,
    fields: [],
    readOptional: (values, target) => {
      target["reference"] = values.abstractValue();
    },
    writeOptional: (values, { reference }: EJBHandle) =>
      values.abstractValue(reference, "reference"),
  };
}

const handle: ClassLayout = handleLayout(
  "com.sun.ejb.portable.HandleImpl",
  "91028FB7348E2329",
  "226D50998865404E",
);

const homeHandle: ClassLayout = handleLayout(
  "com.sun.ejb.portable.HomeHandleImpl",
  "0F913EA8EFDE194B",
  "CAC2721920586E3C",
);

const metaData: ClassLayout = {
  name: "com.sun.ejb.portable.EJBMetaDataImpl",
  hash: "AE837E85D7D3C983",
  custom: true,
  fields: [],
  readOptional: (values, target) => {
    const { reader } = values;
    target["isSession"] = reader.boolean();
    target["isStatelessSession"] = reader.boolean();
    target["remoteInterface"] = reader.wstring();
    target["homeInterface"] = reader.wstring();
    // Only entities have the class of a primary key in between.
    target["homeHandle"] = values.abstractValue();
  },
};

/** The type of handles: in Java an interface, so a flag says whether a reference or a value follows. */
function handleTypeOf(name: string, layout: ClassLayout): JavaType<EJBHandle | null> {
  return {
    name,
    descriptor: `L${name.replaceAll(".", "/")};`,
    form: "abstract",
    layout,
    read: (reader) => valuesOf(reader).abstractValue() as EJBHandle | null,
    write(writer, value, path) {
      writer.boolean(false);
      const values = valueWriterOf(writer);
      if (value === null) values.null();
      else if (value?.reference instanceof ObjectReference) values.object(layout, value, path);
      else throw new ArgumentError(`${path}: a handle that a stub gave is accepted`);
    },
  };
}

const handleType: JavaType<EJBHandle | null> = handleTypeOf("jakarta.ejb.Handle", handle);
const homeHandleType: JavaType<EJBHandle | null> = handleTypeOf(
  "jakarta.ejb.HomeHandle",
  homeHandle,
);

const metaDataType: JavaType<EJBMetaData | null> = {
  name: "jakarta.ejb.EJBMetaData",
  descriptor: "Ljakarta/ejb/EJBMetaData;",
  form: "value",
  layout: metaData,
  uses: () => [homeHandleType],
  read: (reader) => valuesOf(reader).value() as EJBMetaData | null,
  write() {
    throw new ArgumentError("EJBMetaData can be received, not sent");
  },
};

/** Method descriptors by name. */
export type MethodDescriptors<T> = { readonly [K in keyof T & string]: MethodDescriptor };

/**
 * The methods of `jakarta.ejb.EJBObject`, to be spread into the methods of an interface with `kind: "rmi"`:
 * `{ ...ejbObjectMethods(() => AccountHome), getOwner: … }`.
 */
export function ejbObjectMethods<H>(
  home?: RemoteInterface<H> | (() => RemoteInterface<H>),
): MethodDescriptors<EJBObject> {
  return {
    getEJBHome: method([], java.remote(home), { wireName: "_get_EJBHome", idempotent: true }),
    getHandle: method([], handleType, { wireName: "_get_handle", idempotent: true }),
    getPrimaryKey: method([], java.object, { wireName: "_get_primaryKey", idempotent: true }),
    isIdentical: method([java.remote()], java.boolean, { idempotent: true }),
    remove: method([], java.void),
  };
}

/** The methods of `jakarta.ejb.EJBHome`, to be spread into the methods of a home: `{ ...ejbHomeMethods(), create: … }`. */
export function ejbHomeMethods(): MethodDescriptors<EJBHome> {
  return {
    getEJBMetaData: method([], metaDataType, { wireName: "_get_EJBMetaData", idempotent: true }),
    getHomeHandle: method([], homeHandleType, { wireName: "_get_homeHandle", idempotent: true }),
    remove_Handle: method([handleType], java.void, { wireName: "remove__jakarta_ejb_Handle" }),
    remove_Object: method([java.object], java.void, { wireName: "remove__java_lang_Object" }),
  };
}

/** A stub for the object of a handle, in the Orb of the stub that gave it. */
export function objectOfHandle<T>(received: EJBHandle, remote: RemoteInterface<T>): T {
  const { reference } = received;
  if (!(reference instanceof ObjectReference)) {
    throw new ArgumentError("objectOfHandle takes a handle that a stub's getHandle gave");
  }
  return narrow(reference, remote);
}
