import type { Ior } from "../ior/ior.ts";
import type { ClassLayout } from "./class-layout.ts";
import type { RemoteInterface } from "./remote-interface.ts";

/** Described classes by binary name. */
export type JavaClasses = ReadonlyMap<string, ClassLayout>;

/** What values need of the call that they belong to. */
export interface JavaContext {
  /** Classes that may appear beyond the built-in ones and those that a declared type names. */
  readonly classes: JavaClasses | undefined;
  /** What the user gets for an IOR, or for what this made of one before: a stub where `remote` is known. */
  readonly toReference?: (
    reference: unknown,
    remote: RemoteInterface<unknown> | undefined,
  ) => unknown;
  /** The reference behind what the user gave, for instance a stub. Undefined for all other values. */
  readonly iorOf?: (value: object) => Ior | undefined;
  /** The business interface of a stub that GlassFish passes inside a wrapper value; undefined for others. */
  readonly businessInterfaceOf?: (value: object) => string | undefined;
  /** Turns the byte order of every element of so many octets, in place: what the host does fastest. */
  readonly swap?: (octets: Uint8Array, size: number) => void;
}
