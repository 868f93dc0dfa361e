// Object keys are opaque to a client (CORBA 3.3 part 2, §9.7). The keys of GlassFish's ORB are
// nevertheless read here, for display, and to tell references without identity (any member may
// serve them) from sessions (one member does).
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";

/**
 * What a reference stands for, as far as its key tells. `unknown` is to be treated like a session.
 */
export type KeyKind = "stateless" | "session" | "home" | "naming" | "unknown";

/**
 * Parts of a key made by the ORB of GlassFish, Payara and WildFly. `orbId` is undefined for keys
 * outside a POA.
 */
export interface GlassFishKey {
  /** Kind of server object; below 32 are the ORB's own. */
  readonly subcontract: number;
  /** 100 on every GlassFish instance: it tells nothing apart. */
  readonly serverId: number;
  /** `S1AS-ORB` on GlassFish. */
  readonly orbId: string | undefined;
  /** Names of the POAs, outermost first. */
  readonly adapter: readonly string[];
  /** For EJBs see `decodeEjbObjectId`. */
  readonly objectId: Uint8Array;
  /** Of the ORB that made the key. */
  readonly version: number | undefined;
}

/**
 * Parts of the object id that the EJB container puts into a key: which bean, and which instance of
 * it.
 */
export interface EjbObjectId {
  /** Application id in the upper bits: new at each deployment, so a stale key finds no adapter. */
  readonly beanId: bigint;
  /** `ff`: home; `00000001`: no identity; 20 octets: a session. */
  readonly instance: Uint8Array;
}

const magic = 0xafabcb00;
// Below 32 are the ORB's own objects, such as the CodeBase a server sends in context 6: an object
// id and no adapter.
const firstPoaSubcontract = 32;

/** Undefined for another magic number; malformed data throws, and the caller says what that means. */
function readKey(key: Uint8Array): GlassFishKey | undefined {
  const reader = new CdrReader(key, 0, key.length);
  if (reader.ulong() !== magic) return undefined;
  const subcontract = reader.ulong();
  const serverId = reader.ulong();
  const adapter: string[] = [];
  let orbId: string | undefined;
  if (subcontract >= firstPoaSubcontract) {
    orbId = reader.string();
    for (let left = reader.sequenceLength(5); left > 0; left--) adapter.push(reader.string());
  }
  const objectId = reader.octets().slice();
  // The octet behind the object id is the version of the ORB that made the key (20 in all golden
  // files).
  const version = reader.remaining() > 0 ? reader.octet() : undefined;
  return { subcontract, serverId, orbId, adapter, objectId, version };
}

/** Reads a key of GlassFish's ORB; undefined for every other key, malformed ones included. */
export function decodeGlassFishKey(key: Uint8Array): GlassFishKey | undefined {
  try {
    return readKey(key);
  } catch (error) {
    if (error instanceof RemoteProtocolError) return undefined;
    throw error;
  }
}

/**
 * Writes a key in the layout of GlassFish's ORB, so that a mock server's keys tell the same as real
 * ones.
 */
export function encodeGlassFishKey(key: GlassFishKey): Uint8Array {
  const writer = new CdrWriter({ capacity: 128 });
  writer.ulong(magic);
  writer.ulong(key.subcontract);
  writer.ulong(key.serverId);
  if (key.orbId !== undefined) {
    writer.string(key.orbId);
    writer.ulong(key.adapter.length);
    for (const name of key.adapter) writer.string(name);
  }
  writer.octets(key.objectId);
  if (key.version !== undefined) writer.octet(key.version);
  return writer.toBytes();
}

/**
 * Reads the object id of an EJB: 8 octets bean id, 4 octets length of the instance part, the
 * instance part, and nothing more. Undefined when the octets do not add up.
 */
export function decodeEjbObjectId(objectId: Uint8Array): EjbObjectId | undefined {
  if (objectId.length < 12) return undefined;
  const view = new DataView(objectId.buffer, objectId.byteOffset, objectId.byteLength);
  const length = view.getUint32(8);
  if (12 + length !== objectId.length) return undefined;
  return { beanId: view.getBigUint64(0), instance: objectId.slice(12) };
}

// Adapters of naming objects: two kinds of CosNaming contexts, the group information service, EJB's
// lookup service.
const namingAdapters: readonly string[] = [
  "TNameService",
  "NameService",
  "INITIAL_GIS",
  "RemoteSerialContextProvider",
];

// The key of a corbaloc, answered with a forward to the root context; as octets, 11 of them.
function isNameServiceKey(key: Uint8Array): boolean {
  const text = "NameService";
  return key.length === text.length && key.every((octet, i) => octet === text.charCodeAt(i));
}

/**
 * What a reference stands for, told by its key. The rule, from golden/ior (18
 * kinds of reference of a GlassFish cluster) and the operations seen on each key in golden/giop:
 *
 * - last adapter name is one of the naming adapters, or the whole key is `NameService`: `naming`;
 * - object id of an EJB with instance part `ff`: `home` (EJB 2 homes and generic EJB 3 homes
 *   alike);
 * - with instance part `00000001`, the same for all clients: `stateless`;
 * - with any other instance part, 20 octets for stateful beans: `session`;
 * - everything else, other ORBs' keys above all: `unknown`.
 */
export function keyKind(objectKey: Uint8Array): KeyKind {
  if (isNameServiceKey(objectKey)) return "naming";
  const key = decodeGlassFishKey(objectKey);
  const adapter = key?.adapter.at(-1);
  if (key === undefined || adapter === undefined) return "unknown";
  if (namingAdapters.includes(adapter)) return "naming";
  const ejb = decodeEjbObjectId(key.objectId);
  if (ejb === undefined) return "unknown";
  if (ejb.instance.length === 1 && ejb.instance[0] === 0xff) return "home";
  if (ejb.instance.length === 4 && ejb.instance.every((octet, i) => octet === (i === 3 ? 1 : 0))) {
    return "stateless";
  }
  return "session";
}
