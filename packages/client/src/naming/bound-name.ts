import {
  businessInterfaceOf,
  businessObjectFactory,
  iiopObjectFactory,
  isIor,
  JndiReference,
} from "@remora/protocol/internal";
import { javaClassNameOf } from "./java-class-name.ts";

/** One name of a context, as `context.list()` gives it. */
export interface BoundName {
  /** The name inside the listed context: one part, without any "/". */
  readonly name: string;
  /** `object`: a remote object, such as a bean. `value`: a string, a number, a resource of the server. */
  readonly kind: "context" | "object" | "value";
  /** Java's name of the class or interface, where the server tells it: for a bean its business interface. */
  readonly className?: string;
}

/** Whether a `javax.naming.Reference` stands for a bean's business view. */
export function isBusinessReference(value: unknown): value is JndiReference {
  return value instanceof JndiReference && value.factory === businessObjectFactory;
}

/**
 * What stands under a name of GlassFish's tree, by the value that `list` sends for it. Homes come as references for a
 * factory of the server; contexts are not sent at all.
 */
export function describeBound(name: string, value: unknown): BoundName {
  if (isIor(value)) {
    const className = javaInterfaceOf(value.typeId);
    return { name, kind: "object", ...(className === undefined ? {} : { className }) };
  }
  if (value instanceof JndiReference && value.factory === iiopObjectFactory) {
    // Its class name is the word "reference": nobody knows the interface before a lookup.
    return { name, kind: "object" };
  }
  const className = javaClassNameOf(value);
  return {
    name,
    kind: isBusinessReference(value) ? "object" : "value",
    ...(className === undefined ? {} : { className }),
  };
}

/** `demo.TellerHome` of `RMI:demo.TellerHome:0000000000000000`; for a bean its business interface; undefined for IDL. */
function javaInterfaceOf(typeId: string): string | undefined {
  const name = /^RMI:([^:]+):/
    .exec(typeId)?.[1]
    ?.replace(/\\U([0-9A-Fa-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return name === undefined ? undefined : (businessInterfaceOf(name) ?? name);
}
