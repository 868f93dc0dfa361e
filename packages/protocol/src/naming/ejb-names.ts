// Names that GlassFish derives from an EJB's business interface. Knowing them saves the first of
// two lookups, and the decoding of the `javax.naming.Reference` that it would answer.

const internalHomeSuffix = "__3_x_Internal_RemoteBusinessHome__";

/**
 * Where the interface part of an EJB's JNDI name begins: behind "!" in portable names
 * (`java:global/app/Bean!pkg.Shop`), behind "#" in names given by `mappedName` (`shop#pkg.Shop`).
 * -1 without one.
 */
function interfaceMark(jndiName: string): number {
  const lastPart = jndiName.lastIndexOf("/") + 1;
  const mark = jndiName.indexOf("!", lastPart);
  return mark >= 0 ? mark : jndiName.indexOf("#", lastPart);
}

/** The Java interface that a JNDI name names, or undefined when the name leaves it out. */
export function interfaceOfJndiName(jndiName: string): string | undefined {
  const mark = interfaceMark(jndiName);
  return mark < 0 ? undefined : jndiName.slice(mark + 1);
}

/**
 * The name under which the home of an EJB 3 view is bound: the interface part replaced by a suffix.
 * It holds when the bean has one remote view or the name is portable; else the Reference under
 * `jndiName` tells it. (golden/rmi/reference-*.json;
 * `java:global/remora-app/GreeterBean__3_x_Internal_RemoteBusinessHome__`.)
 */
export function internalHomeName(jndiName: string): string {
  const mark = interfaceMark(jndiName);
  return (mark < 0 ? jndiName : jndiName.slice(0, mark)) + internalHomeSuffix;
}

/** Whether a name is that of an internal home already. */
export function isInternalHomeName(jndiName: string): boolean {
  return jndiName.endsWith(internalHomeSuffix);
}

/**
 * The remote interface that the container generates for a business interface, and whose name
 * `create` of the home takes: `pkg.Shop` → `pkg._Shop_Remote`, `pkg.Outer$Inner` →
 * `pkg._Outer$Inner_Remote`.
 */
export function generatedRemoteInterface(businessInterface: string): string {
  const simpleName = businessInterface.lastIndexOf(".") + 1;
  return `${businessInterface.slice(0, simpleName)}_${businessInterface.slice(simpleName)}_Remote`;
}

/** The business interface behind a generated one, or undefined for other names. */
export function businessInterfaceOf(generated: string): string | undefined {
  const simpleName = generated.lastIndexOf(".") + 1;
  const match = /^_(.+)_Remote$/.exec(generated.slice(simpleName));
  return match === null ? undefined : generated.slice(0, simpleName) + match[1];
}

/**
 * The repository id of a Java interface (Java to IDL mapping 1.4): interfaces have no hash.
 * Characters other than those of ISO Latin identifiers become `\Uxxxx`, so that `$` of inner
 * classes is `\U0024`.
 */
export function interfaceRepositoryId(javaName: string): string {
  let escaped = "";
  for (let i = 0; i < javaName.length; i++) {
    const character = javaName.charAt(i);
    // By UTF-16 units, as Java counts characters. The accented letters of ISO 8859-1 stay as they
    // are.
    escaped += /[0-9A-Za-z._\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/.test(character)
      ? character
      : `\\U${javaName.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0")}`;
  }
  return `RMI:${escaped}:0000000000000000`;
}

/** The type id that a reference to an EJB 3 view carries. */
export function businessReferenceTypeId(businessInterface: string): string {
  return interfaceRepositoryId(generatedRemoteInterface(businessInterface));
}

/** The type id of every EJB 3 home on GlassFish. */
export const genericHomeTypeId =
  "RMI:com.sun.ejb.codegen.GenericEJBHome_Generated:0000000000000000";

/** Name, and type id, of the service that looks up JNDI names on GlassFish. */
export const serialContextProvider: { readonly id: string; readonly typeId: string } =
  Object.freeze({
    id: "SerialContextProvider",
    typeId: "RMI:com.sun.enterprise.naming.impl.SerialContextProvider:0000000000000000",
  });

/** Name, and type id, of the service that lists a GlassFish cluster's members. */
export const initialGroupInfoService: { readonly id: string; readonly typeId: string } =
  Object.freeze({
    id: "INITIAL_GIS",
    typeId:
      "RMI:com.sun.corba.ee.impl.folb.InitialGroupInfoService\\U0024InitialGIS:0000000000000000",
  });

/** Factory of the `javax.naming.Reference` that GlassFish binds under the name of an EJB 3 business view. */
export const businessObjectFactory: string = "com.sun.ejb.containers.RemoteBusinessObjectFactory";

/**
 * Factory of the `javax.naming.Reference` that GlassFish binds under the names of homes. `lookup` resolves it at the
 * server; `list` shows it as it is.
 */
export const iiopObjectFactory: string = "com.sun.enterprise.naming.util.IIOPObjectFactory";

/** Class of a context in GlassFish's tree of JNDI names. */
export const transientContextClass: string = "com.sun.enterprise.naming.impl.TransientContext";

/** A name as a listing shows it: that of an internal home stands for its bean. */
export function listedNameOf(jndiName: string): string {
  return isInternalHomeName(jndiName) ? jndiName.slice(0, -internalHomeSuffix.length) : jndiName;
}
