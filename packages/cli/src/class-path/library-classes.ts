import { access } from "../class-file/access-flags.ts";
import type { ClassField, ClassFile, ClassMethod } from "../class-file/class-file.ts";
import { jdkExceptionTable } from "./jdk-exceptions.ts";

// Client jars rarely contain the EJB API or the JDK. What a remote interface can inherit from them is told here,
// so that no one must look for those jars. A class of the same name on the class path comes first.

const remoteException = "java.rmi.RemoteException";

function anInterface(
  name: string,
  interfaces: readonly string[],
  methods: readonly ClassMethod[] = [],
  signature?: string,
): ClassFile {
  return {
    name,
    access: access.public | access.interface | access.abstract,
    superName: "java.lang.Object",
    interfaces,
    ...(signature !== undefined && { signature }),
    fields: [],
    methods,
    annotations: [],
    isRecord: false,
  };
}

function aMethod(
  name: string,
  descriptor: string,
  exceptions: readonly string[] = [],
  parameterNames: readonly string[] = [],
): ClassMethod {
  return {
    name,
    descriptor,
    access: access.public | access.abstract,
    exceptions,
    annotations: [],
    parameterAnnotations: [],
    parameterNames,
  };
}

/** A serialisable class. */
function aClass(
  name: string,
  superName: string,
  serialVersionUid: string,
  fields: readonly ClassField[] = [],
): ClassFile {
  const uid: ClassField = {
    name: "serialVersionUID",
    descriptor: "J",
    access: access.private | access.static | access.final,
    constant: BigInt(serialVersionUid),
    annotations: [],
  };
  return {
    name,
    access: access.public,
    superName,
    interfaces: superName === "java.lang.Object" ? ["java.io.Serializable"] : [],
    fields: [uid, ...fields],
    methods: [],
    annotations: [],
    isRecord: false,
  };
}

function anEnum(name: string, constants: string): ClassFile {
  return {
    ...aClass(name, "java.lang.Enum", "0"),
    fields: constants.split(" ").map((constant) => ({
      name: constant,
      descriptor: `L${name.replaceAll(".", "/")};`,
      access: access.public | access.static | access.final | access.enum,
      annotations: [],
    })),
  };
}

function jdkEnums(): readonly ClassFile[] {
  const temporal =
    "NANOS MICROS MILLIS SECONDS MINUTES HOURS HALF_DAYS DAYS WEEKS MONTHS YEARS DECADES CENTURIES MILLENNIA ERAS FOREVER";
  return [
    anEnum(
      "java.util.concurrent.TimeUnit",
      "NANOSECONDS MICROSECONDS MILLISECONDS SECONDS MINUTES HOURS DAYS",
    ),
    anEnum("java.time.temporal.ChronoUnit", temporal),
    anEnum(
      "java.math.RoundingMode",
      "UP DOWN CEILING FLOOR HALF_UP HALF_DOWN HALF_EVEN UNNECESSARY",
    ),
  ];
}

function ejbClasses(prefix: "javax" | "jakarta"): readonly ClassFile[] {
  const ejb = `${prefix}.ejb`;
  const type = (name: string): string => `L${prefix}/ejb/${name};`;
  const removing = [remoteException, `${ejb}.RemoveException`];
  const class_ = "Ljava/lang/Class;";
  return [
    anInterface(
      `${ejb}.EJBHome`,
      ["java.rmi.Remote"],
      [
        aMethod("remove", `(${type("Handle")})V`, removing, ["handle"]),
        aMethod("remove", "(Ljava/lang/Object;)V", removing, ["primaryKey"]),
        aMethod("getEJBMetaData", `()${type("EJBMetaData")}`, [remoteException]),
        aMethod("getHomeHandle", `()${type("HomeHandle")}`, [remoteException]),
      ],
    ),
    anInterface(
      `${ejb}.EJBObject`,
      ["java.rmi.Remote"],
      [
        aMethod("getEJBHome", `()${type("EJBHome")}`, [remoteException]),
        aMethod("getPrimaryKey", "()Ljava/lang/Object;", [remoteException]),
        aMethod("remove", "()V", removing),
        aMethod("getHandle", `()${type("Handle")}`, [remoteException]),
        aMethod("isIdentical", `(${type("EJBObject")})Z`, [remoteException], ["other"]),
      ],
    ),
    anInterface(
      `${ejb}.Handle`,
      ["java.io.Serializable"],
      [aMethod("getEJBObject", `()${type("EJBObject")}`, [remoteException])],
    ),
    anInterface(
      `${ejb}.HomeHandle`,
      ["java.io.Serializable"],
      [aMethod("getEJBHome", `()${type("EJBHome")}`, [remoteException])],
    ),
    anInterface(
      `${ejb}.EJBMetaData`,
      [],
      [
        aMethod("getEJBHome", `()${type("EJBHome")}`),
        aMethod("getHomeInterfaceClass", `()${class_}`),
        aMethod("getRemoteInterfaceClass", `()${class_}`),
        aMethod("getPrimaryKeyClass", `()${class_}`),
        aMethod("isSession", "()Z"),
        aMethod("isStatelessSession", "()Z"),
      ],
    ),
    anInterface(`${ejb}.EJBLocalObject`, []),
    anInterface(`${ejb}.EJBLocalHome`, []),
    aClass(`${ejb}.CreateException`, "java.lang.Exception", "6295951740865457514"),
    aClass(`${ejb}.DuplicateKeyException`, `${ejb}.CreateException`, "-7287399994705270076"),
    aClass(`${ejb}.FinderException`, "java.lang.Exception", "8785983102057433621"),
    aClass(`${ejb}.ObjectNotFoundException`, `${ejb}.FinderException`, "4624364141026778"),
    aClass(`${ejb}.RemoveException`, "java.lang.Exception", "-4581849053220157910"),
  ];
}

function jdkInterfaces(): readonly ClassFile[] {
  const generic = (parameter: string): string =>
    `<${parameter}:Ljava/lang/Object;>Ljava/lang/Object;`;
  return [
    anInterface("java.rmi.Remote", []),
    anInterface("java.io.Serializable", []),
    anInterface(
      "java.io.Externalizable",
      ["java.io.Serializable"],
      [
        aMethod("writeExternal", "(Ljava/io/ObjectOutput;)V", ["java.io.IOException"]),
        aMethod("readExternal", "(Ljava/io/ObjectInput;)V", [
          "java.io.IOException",
          "java.lang.ClassNotFoundException",
        ]),
      ],
    ),
    anInterface("java.lang.Cloneable", []),
    anInterface("java.lang.AutoCloseable", [], [aMethod("close", "()V", ["java.lang.Exception"])]),
    anInterface(
      "java.io.Closeable",
      ["java.lang.AutoCloseable"],
      [aMethod("close", "()V", ["java.io.IOException"])],
    ),
    anInterface("java.lang.Runnable", [], [aMethod("run", "()V")]),
    anInterface(
      "java.lang.Comparable",
      [],
      [aMethod("compareTo", "(Ljava/lang/Object;)I", [], ["other"])],
      generic("T"),
    ),
    anInterface(
      "java.util.concurrent.Callable",
      [],
      [aMethod("call", "()Ljava/lang/Object;", ["java.lang.Exception"])],
      generic("V"),
    ),
  ];
}

let known: ReadonlyMap<string, ClassFile> | undefined;

function build(): ReadonlyMap<string, ClassFile> {
  const classes = [
    ...ejbClasses("javax"),
    ...ejbClasses("jakarta"),
    ...jdkInterfaces(),
    ...jdkEnums(),
    // Serialisable, with nothing to serialise.
    aClass("java.lang.Number", "java.lang.Object", "-8742448824652078965"),
    aClass("java.util.EventObject", "java.lang.Object", "5516075349620653480"),
  ];
  for (const [name, superName, serialVersionUid, ...fields] of jdkExceptionTable()) {
    classes.push(
      aClass(
        name,
        superName,
        serialVersionUid,
        fields.map((field) => {
          const [fieldName = "", descriptor = ""] = field.split(":");
          return { name: fieldName, descriptor, access: access.private, annotations: [] };
        }),
      ),
    );
  }
  return new Map(classes.map((file) => [file.name, file]));
}

/** A class of the EJB API or the JDK that interfaces, classes and exceptions of applications build on. */
export function libraryClass(name: string): ClassFile | undefined {
  known ??= build();
  return known.get(name);
}
