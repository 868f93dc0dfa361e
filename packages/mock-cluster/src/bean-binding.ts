// A bean of the mock's application: its names, its interface, and what makes its servants.
import {
  businessReferenceTypeId,
  generatedRemoteInterface,
  genericHomeTypeId,
  interfaceOfJndiName,
  interfaceRepositoryId,
  internalHomeName,
  type RemoteInterface,
} from "@remora/protocol/internal";
import type { SecurityDemand } from "./csi-component.ts";
import type { MockMember } from "./mock-member.ts";

/**
 * What a bean is: a stateless EJB 3 view, a stateful one (each `create` makes a session), an EJB 2 home whose
 * `create` makes a stateless object or a session, or a plain object that its name leads to without any home.
 */
export type BeanKind = "stateless" | "session" | "ejb2" | "ejb2Session" | "object";

/** Methods that the mock answers by itself for the objects of EJB 2 homes. */
type Ejb2Method<T> = T extends { getHandle: unknown; isIdentical: unknown }
  ? "getEJBHome" | "getHandle" | "getPrimaryKey" | "isIdentical" | "remove"
  : never;

/**
 * A servant: an object with the interface's methods by name, which may answer at once or by a promise. What
 * every EJB 2 object has is the mock's own, and no servant needs it.
 */
export type Servant<T> = {
  readonly [K in keyof T as K extends string ? Exclude<K, Ejb2Method<T>> : never]: T[K] extends (
    ...args: infer A
  ) => infer R
    ? (...args: A) => R | Awaited<R>
    : never;
};

/** Makes a servant for a member; for sessions one per session, for EJB 2 objects with the arguments of `create`. */
export type ServantFactory<T> = (member: MockMember, args: readonly unknown[]) => Servant<T>;

/** Options of a bean. */
export interface BindOptions {
  /** Default: what descriptor and `home` say: `session` for stateful beans, `ejb2…` with a home, else `stateless`. */
  readonly kind?: BeanKind;
  /** Sessions survive their member: every other one can serve them. Default false. */
  readonly replicated?: boolean;
  /**
   * The home interface of an EJB 2 bean: its methods called `create…` make objects. Default: one `create`, whose
   * arguments are not looked at.
   */
  // biome-ignore lint/suspicious/noExplicitAny: whatever its stubs look like.
  readonly home?: RemoteInterface<any>;
  /** What its references demand; the mock itself lets every call pass. Default `none`. */
  readonly demand?: SecurityDemand;
}

/** A bound bean. The type of its interface is lost here; the descriptor checks what travels. */
export interface BeanBinding {
  /** The name it was bound under. */
  readonly name: string;
  /** Place in the application: a part of every object key. */
  readonly index: number;
  readonly interface: RemoteInterface<unknown>;
  readonly factory: (member: MockMember, args: readonly unknown[]) => object;
  readonly home: RemoteInterface<unknown> | undefined;
  readonly kind: BeanKind;
  readonly replicated: boolean;
  readonly demand: SecurityDemand;
}

/** What a bean is when the script does not say so. */
export function kindOf({ bean }: RemoteInterface<unknown>, { home }: BindOptions): BeanKind {
  const stateful = bean === "stateful";
  if (home !== undefined) return stateful ? "ejb2Session" : "ejb2";
  return stateful ? "session" : "stateless";
}

/** Whether callers go through GlassFish's generic home (EJB 3) rather than a home of the bean's own (EJB 2). */
export function isBusinessView(binding: BeanBinding): boolean {
  return binding.kind === "stateless" || binding.kind === "session";
}

/** Whether `create` makes an object with identity. */
export function makesSessions(binding: BeanBinding): boolean {
  return binding.kind === "session" || binding.kind === "ejb2Session";
}

/**
 * The name without its interface part: `java:global/shop/Greeter!com.acme.Greeter` and the plain form give the same, and
 * so do the mapped names `shop#com.acme.Shop` and `shop`.
 */
function nameWithoutInterface(name: string): string {
  const interfaceName = interfaceOfJndiName(name);
  return interfaceName === undefined ? name : name.slice(0, -interfaceName.length - 1);
}

/** JNDI name of the internal home of an EJB 3 bean. */
export function homeNameOf(binding: BeanBinding): string {
  return internalHomeName(binding.name);
}

/** All JNDI names that lead to the bean's view. */
export function viewNames(binding: BeanBinding): readonly string[] {
  const plain = nameWithoutInterface(binding.name);
  // Only names of the server's own making have a "!"; those that a bean's author chose have a "#".
  const mark = plain.startsWith("java:") ? "!" : "#";
  return [...new Set([binding.name, plain, `${plain}${mark}${binding.interface.name}`])];
}

/** The interface that `create` of the generic home wants to hear. */
export function generatedInterfaceName(binding: BeanBinding): string {
  return generatedRemoteInterface(binding.interface.name);
}

/** The view part of the adapter's name in object keys. */
export function keyView(binding: BeanBinding): string {
  return isBusinessView(binding) ? `RBusiness_${generatedInterfaceName(binding)}` : "RHome";
}

/** Type id of the references to the bean's objects. */
export function objectTypeId(binding: BeanBinding): string {
  return isBusinessView(binding)
    ? businessReferenceTypeId(binding.interface.name)
    : interfaceRepositoryId(binding.interface.name);
}

/** Type id of the references to the bean's home. */
export function homeTypeId(binding: BeanBinding): string {
  return isBusinessView(binding)
    ? genericHomeTypeId
    : interfaceRepositoryId(binding.home?.name ?? `${binding.interface.name}Home`);
}
