import {
  type JavaClass,
  type JavaFieldTypes,
  type JavaType,
  java,
  javaClass,
  type MethodDescriptor,
  method,
  type RemoteInterface,
} from "@remora/protocol/internal";
import { ArgumentError } from "../errors.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import { partsOf } from "../invocation/stub.ts";
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
}

/** Stands for an interface of Java in the structural hash of a class; no value of it is ever read. */
function interfaceType(name: string): JavaType<unknown> {
  return {
    ...java.abstract(name),
    form: "reference",
  };
}

/** A field that the hash knows, and that `writeObject` writes by hand: its one object is a reference. */
function handleClass(name: string, serialVersionUID: bigint, field: string, type: string) {
  return javaClass<EJBHandle>(name, {
    serialVersionUID,
    writeObject: true,
    fields: () => ({ [field]: interfaceType(type) }),
    custom: {
      read(input, value) {
        Object.assign(value, { reference: input.readObject() });
      },
      write(_out, _value) {
        throw new ArgumentError(`${name}: handles can be received, not sent`);
      },
    },
  });
}

const handle: JavaClass<EJBHandle> = handleClass(
  "com.sun.ejb.portable.HandleImpl",
  0x226d_5099_8865_404en,
  "ejbObject",
  "jakarta.ejb.EJBObject",
);

const homeHandle: JavaClass<EJBHandle> = handleClass(
  "com.sun.ejb.portable.HomeHandleImpl",
  BigInt.asIntN(64, 0xcac2_7219_2058_6e3cn),
  "ejbHome",
  "jakarta.ejb.EJBHome",
);

const metaData: JavaClass<EJBMetaData> = javaClass<EJBMetaData>(
  "com.sun.ejb.portable.EJBMetaDataImpl",
  {
    serialVersionUID: 0x502e_5c96_f2e7_6966n,
    writeObject: true,
    // Only the structural hash knows them: `writeObject` writes what it likes.
    fields: () =>
      ({
        isSessionBean: java.boolean,
        isStatelessSessionBean: java.boolean,
        keyClass: java.lang.Class,
        homeClass: java.lang.Class,
        remoteClass: java.lang.Class,
        homeHandle: interfaceType("jakarta.ejb.HomeHandle"),
      }) as JavaFieldTypes<EJBMetaData>,
    custom: {
      read(input, value) {
        const isSession = input.readBoolean();
        const isStatelessSession = input.readBoolean();
        const remoteInterface = input.readUTF();
        const homeInterface = input.readUTF();
        // Only entities have the class of a primary key in between.
        const handleOfHome = input.readObject();
        Object.assign(value, {
          isSession,
          isStatelessSession,
          remoteInterface,
          homeInterface,
          homeHandle: handleOfHome,
        });
      },
      write() {
        throw new ArgumentError("EJBMetaData can be received, not sent");
      },
    },
  },
);

/** An interface of which the server sends its own class. */
function declaredAs(type: JavaType<unknown>, known: JavaClass<unknown>): JavaType<unknown> {
  return { ...type, uses: () => [known] };
}

const metaDataType: JavaType<EJBMetaData | null> = {
  name: "jakarta.ejb.EJBMetaData",
  descriptor: "Ljakarta/ejb/EJBMetaData;",
  form: "value",
  uses: () => [metaData, homeHandle],
  read: (reader) => metaData.read(reader),
  write: (writer, value, path) => metaData.write(writer, value, path),
};

const handleType: JavaType<unknown> = declaredAs(java.abstract("jakarta.ejb.Handle"), handle);
const homeHandleType: JavaType<unknown> = declaredAs(
  java.abstract("jakarta.ejb.HomeHandle"),
  homeHandle,
);

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
  };
}

/** A stub for the object of a handle. `near` is any stub of the same Orb, for instance the one that gave the handle. */
export function objectOfHandle<T>(
  received: EJBHandle,
  remote: RemoteInterface<T>,
  near: unknown,
): T {
  const { runtime } = partsOf(near);
  const { reference } = received;
  if (!(reference instanceof ObjectReference)) {
    throw new ArgumentError("objectOfHandle takes a handle that a stub's getHandle gave");
  }
  return runtime.stubs.make(runtime, reference, remote);
}
