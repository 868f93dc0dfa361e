import type { Ior } from "../ior/ior.ts";
import { type ClassLayout, fields } from "./class-layout.ts";

/** A business reference inside a value: the interface and the reference of the remote object. */
export interface BusinessReference {
  readonly businessInterface: string | null;
  readonly reference: Ior | null;
}

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
  {
    name: "com.sun.ejb.containers.RemoteBusinessWrapperBase",
    custom: true,
    readOptional: (values, target) => {
      target["businessInterface"] = values.abstractValue();
      target["reference"] = values.abstractValue();
    },
  },
];
