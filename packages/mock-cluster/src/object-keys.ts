// Object keys as GlassFish writes them, octet by octet (captures: glassfish/iors.json). To a client they are opaque,
// but a client may read the kind of an object from them, and equal keys on all members are what failover stands on.
import { encodeGlassFishKey } from "@remora/protocol/internal";

const serverId = 100;
const orbId = "S1AS-ORB";
const version = 20;

/** What kind of adapter made a key: transient ones, the naming provider's, and those of beans. */
const Subcontract = { transient: 0x20, provider: 0x22, bean: 0x26 } as const;

/** The instance part of a key for objects without identity, for homes, and the octets a session's has. */
export const statelessInstance: Uint8Array = Uint8Array.of(0, 0, 0, 1);

/** A bean of one deployment: its number is part of every key, so keys die with the deployment. */
export interface BeanNumber {
  readonly applicationId: bigint;
  readonly index: number;
}

function objectKey(
  subcontract: number,
  adapter: readonly string[],
  objectId: Uint8Array,
): Uint8Array {
  return encodeGlassFishKey({ subcontract, serverId, orbId, adapter, objectId, version });
}

/** The key that a bootstrap URL names; the server answers it with a forward to the root context. */
export const nameServiceKey: Uint8Array = new TextEncoder().encode("NameService");

/** Key of the n-th object of the transient name service: contexts and iterators; 1 is the root. */
export function namingKey(number: number): Uint8Array {
  const id = new Uint8Array(8);
  const view = new DataView(id.buffer);
  view.setUint32(0, number);
  view.setUint32(4, 1);
  return objectKey(Subcontract.transient, ["RootPOA", "TNameService"], id);
}

/** Key of GlassFish's naming provider, which looks JNDI names up. */
export function providerKey(): Uint8Array {
  const id = Uint8Array.of(0, 3, 5, 7, 2, 37, 42);
  return objectKey(
    Subcontract.provider,
    ["RootPOA", "#RFMBase#", "RemoteSerialContextProvider"],
    id,
  );
}

/** Key of the object that tells the members of the cluster. */
export function groupInfoKey(): Uint8Array {
  return objectKey(Subcontract.transient, ["RootPOA", "INITIAL_GIS"], Uint8Array.of(1, 2, 3));
}

/** Key of the server's CodeBase object, named in the first reply of a connection. */
export function codeBaseKey(): Uint8Array {
  // The ORB's own objects live outside of every object adapter, hence no ORB id in the key.
  return encodeGlassFishKey({
    subcontract: 2,
    serverId,
    orbId: undefined,
    adapter: [],
    objectId: new Uint8Array(8),
    version,
  });
}

/** The number that stands in a bean's keys: the application's, with the bean's index in the low 16 bits. */
function beanId(bean: BeanNumber): bigint {
  return bean.applicationId | BigInt(bean.index);
}

function beanObjectId(bean: BeanNumber, instance: Uint8Array): Uint8Array {
  const id = new Uint8Array(12 + instance.length);
  const view = new DataView(id.buffer);
  view.setBigUint64(0, beanId(bean));
  view.setUint32(8, instance.length);
  id.set(instance, 12);
  return id;
}

/** Key of a bean's home. `view` is `RBusiness_<generated interface>` or, for EJB 2 views, `RHome`. */
export function homeKey(bean: BeanNumber, view: string): Uint8Array {
  const adapter = `${beanId(bean)}_${view}-EJBHome`;
  // A home has an instance part of length 1, which GlassFish writes as the octet ff.
  return objectKey(
    Subcontract.bean,
    ["RootPOA", "#RFMBase#", adapter],
    beanObjectId(bean, Uint8Array.of(0xff)),
  );
}

/** Key of a bean's object: the instance part is `statelessInstance`, or the 20 octets of a session. */
export function beanKey(bean: BeanNumber, view: string, instance: Uint8Array): Uint8Array {
  const adapter = `${beanId(bean)}_${view}-EJBObject`;
  return objectKey(
    Subcontract.bean,
    ["RootPOA", "#RFMBase#", adapter],
    beanObjectId(bean, instance),
  );
}

/** The 20 octets of the n-th session; shaped as in the captures, where they end in 00000001. */
export function sessionInstance(member: number, session: number): Uint8Array {
  const id = new Uint8Array(20);
  const view = new DataView(id.buffer);
  view.setUint32(0, 0x1f00907f);
  view.setUint32(4, 0x2cc50000 + member);
  view.setUint32(8, session);
  view.setUint32(12, (session * 0x9e3779b1) >>> 0);
  view.setUint32(16, 1);
  return id;
}

/** A key as text for maps: one character per octet. */
export function keyText(key: Uint8Array): string {
  // Latin-1 through Buffer is several times faster than building the text by hand, and this runs for every request.
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
}
