import type { Ior } from "../ior/ior.ts";
import { type ClassLayout, fields } from "./class-layout.ts";
import { builtInId } from "./repository-id.ts";
import type { ValueWriter } from "./value-writer.ts";

/** A business reference inside a value: the interface and the reference of the remote object. */
export interface BusinessReference {
  readonly businessInterface: string | null;
  readonly reference: Ior | null;
}

/** What GlassFish puts around a reference to an EJB 3 business interface, which is no remote interface in Java. */
export const businessReferenceLayout: ClassLayout = {
  name: "com.sun.ejb.containers.RemoteBusinessWrapperBase",
  repositoryId: builtInId(
    "com.sun.ejb.containers.RemoteBusinessWrapperBase",
    "0FFE1E1103E422FC:9F7DD06D1EE1A4BD",
  ),
  custom: true,
  noDefaults: true,
  readOptional: (values, target) => {
    target["businessInterface"] = values.abstractValue();
    const isReference = values.reader.boolean();
    const reference = isReference ? values.reference() : values.value();
    target["reference"] = isReference ? reference : null;
  },
  // A stub, where the call knows the interface; else both parts, which can be sent back.
  resolve: (target, values) => {
    const { businessInterface, reference } = target;
    const named = typeof businessInterface === "string" && values.layoutOf(businessInterface);
    const remote = named ? named.remote?.() : undefined;
    const toReference = values.reader.java?.toReference;
    if (remote === undefined || toReference === undefined || reference === null) return target;
    return toReference(reference, remote);
  },
  writeOptional: (values: ValueWriter, { businessInterface, reference }: BusinessReference) => {
    values.abstractValue(businessInterface, "");
    values.abstractValue(reference, "");
  },
};

/** Classes of GlassFish and its ORB that clients meet. */
export const glassfishLayouts: readonly ClassLayout[] = [
  {
    name: "com.sun.corba.ee.spi.folb.ClusterInstanceInfo",
    fields: fields("long weight", "value endpoints", "value name"),
  },
  {
    name: "com.sun.corba.ee.spi.folb.SocketInfo",
    fields: fields("long port", "value host", "value type"),
  },
  businessReferenceLayout,
  {
    name: "com.sun.ejb.containers.EjbRemoteFutureTask",
    fields: fields(
      "boolean cancelCalled",
      "boolean complete",
      "value asyncId",
      "throwable resultException",
      "any resultValue",
      "reference server",
    ),
  },
  {
    name: "com.sun.ejb.containers.RemoteAsyncResult",
    fields: fields("value asyncID", "throwable resultException", "any resultValue"),
  },
];
