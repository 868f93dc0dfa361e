// The bean whose classes differ from those described here: `remora.shop.Evolution`.
import {
  type JavaClass,
  java,
  javaClass,
  type MethodDescriptor,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { OrderException, Person } from "./shop-types.ts";

type Options = object;

/** A version of the server's class without its field "remark", and with two that the server lacks. */
export interface Parcel {
  label: string | null;
  weight: number;
  sender: Person | null;
  sizes: Int32Array | null;
  colour: string | null;
  number: bigint;
}
export const Parcel: JavaClass<Parcel> = javaClass<Parcel>("remora.shop.Parcel", {
  serialVersionUID: 11n,
  fields: () => ({
    label: java.string,
    weight: java.int,
    sender: Person,
    sizes: java.array(java.int),
    colour: java.string,
    number: java.long,
  }),
});

/** Known; the server puts what is not known into "middle". */
export interface Box {
  number: number;
  after: string | null;
  before: string | null;
  middle: unknown;
  person: Person | null;
}
export const Box: JavaClass<Box> = javaClass<Box>("remora.shop.Box", {
  serialVersionUID: 17n,
  fields: () => ({
    number: java.int,
    after: java.string,
    before: java.string,
    middle: java.object,
    person: Person,
  }),
});

export interface Evolution {
  sample(options?: Options): Promise<Parcel | null>;
  echo(value: Parcel | null, options?: Options): Promise<Parcel | null>;
  describe(value: Parcel | null, options?: Options): Promise<string>;
  row(kind: string, options?: Options): Promise<unknown[]>;
  array(kind: string, options?: Options): Promise<unknown[]>;
  box(kind: string, options?: Options): Promise<Box>;
  map(kind: string, options?: Options): Promise<Map<string, unknown>>;
  alone(kind: string, options?: Options): Promise<unknown>;
  express(options?: Options): Promise<Parcel | null>;
  refuse(options?: Options): Promise<void>;
  describeRow(row: unknown[], options?: Options): Promise<string>;
}

/** The bean, with that description of a parcel. */
export function evolution(parcel: JavaClass<any>): RemoteInterface<Evolution> {
  const methods: { readonly [K in keyof Evolution]: MethodDescriptor } = {
    sample: method([], parcel),
    echo: method([parcel], parcel),
    describe: method([parcel], java.string),
    row: method([java.string], java.list(java.object)),
    array: method([java.string], java.array(java.object)),
    box: method([java.string], Box),
    map: method([java.string], java.map(java.string, java.object)),
    alone: method([java.string], java.object),
    express: method([], parcel),
    refuse: method([], java.void, { throws: [OrderException] }),
    describeRow: method([java.list(java.object)], java.string),
  };
  return remoteInterface<Evolution>("remora.shop.Evolution", methods, {
    classes: () => [Person, OrderException],
  });
}
