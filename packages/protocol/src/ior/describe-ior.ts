// References as plain objects with everything by name: for `objectToString`'s readers, the command
// line and tests.

import { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import {
  addressText,
  type ComponentDescription,
  describeComponent,
  type Json,
} from "./describe-component.ts";
import { hexNumber, printable, toHex } from "./hex.ts";
import { decodeIiopProfile } from "./iiop-profile.ts";
import {
  type Ior,
  isNil,
  TAG_INTERNET_IOP,
  TAG_MULTIPLE_COMPONENTS,
  type TaggedProfile,
} from "./ior.ts";
import { decodeEjbObjectId, decodeGlassFishKey, type KeyKind, keyKind } from "./object-key.ts";
import { readComponents } from "./tagged-component.ts";

/**
 * An object key: its octets, its text where octets are printable, and what GlassFish's layout
 * tells.
 */
export interface ObjectKeyDescription {
  /** All octets. */
  readonly hex: string;
  /** Printable octets as letters, others as dots. */
  readonly text: string;
  /** What the key leads to. */
  readonly kind: KeyKind;
  /** Parts of a key of GlassFish's ORB. */
  readonly glassFish?: Json;
}

/** A profile by name. `problem` and `hex` stand for data that cannot be read. */
export interface ProfileDescription {
  /** Number of the profile. */
  readonly tag: number;
  /** The standard's name, or the number as hexadecimal text. */
  readonly name: string;
  /** GIOP version, `1.2`. */
  readonly version?: string;
  /** `host:port`, as the server advertises itself. */
  readonly address?: string;
  /** The key, with what can be read from it. */
  readonly objectKey?: ObjectKeyDescription;
  /** By name; unknown ones with their octets. */
  readonly components?: readonly ComponentDescription[];
  /** Why it cannot be read, when it cannot. */
  readonly problem?: string;
  /** The octets of what cannot be read. */
  readonly hex?: string;
}

/** A reference by name. */
export interface IorDescription {
  /** Repository id of the reference. */
  readonly typeId: string;
  /** Whether it leads nowhere. */
  readonly nil: boolean;
  /** In the order of the reference. */
  readonly profiles: readonly ProfileDescription[];
}

/** Undefined for every other ORB's key. */
function describeGlassFishKey(objectKey: Uint8Array): Json | undefined {
  const key = decodeGlassFishKey(objectKey);
  if (key === undefined) return undefined;
  // Other adapters use octets of any meaning as object ids; only those of EJB homes and objects are
  // taken apart.
  const kind = keyKind(objectKey);
  const isEjb = kind === "home" || kind === "stateless" || kind === "session";
  const ejb = isEjb ? decodeEjbObjectId(key.objectId) : undefined;
  return {
    subcontract: key.subcontract,
    serverId: key.serverId,
    ...(key.orbId === undefined ? {} : { orbId: key.orbId, adapter: key.adapter }),
    objectId: toHex(key.objectId),
    ...(key.version === undefined ? {} : { version: key.version }),
    ...(ejb === undefined
      ? {}
      : {
          beanId: `0x${ejb.beanId.toString(16).padStart(16, "0")}`,
          instance: toHex(ejb.instance),
        }),
  };
}

/** An object key for display. */
export function describeObjectKey(objectKey: Uint8Array): ObjectKeyDescription {
  const glassFish = describeGlassFishKey(objectKey);
  return {
    hex: toHex(objectKey),
    text: printable(objectKey),
    kind: keyKind(objectKey),
    ...(glassFish === undefined ? {} : { glassFish }),
  };
}

function describeKnownProfile(profile: TaggedProfile): ProfileDescription {
  const { tag, data } = profile;
  if (tag === TAG_INTERNET_IOP) {
    const { major, minor, host, port, objectKey, components } = decodeIiopProfile(data);
    return {
      tag,
      name: "TAG_INTERNET_IOP",
      version: `${major}.${minor}`,
      address: addressText({ host, port }),
      objectKey: describeObjectKey(objectKey),
      components: components.map(describeComponent),
    };
  }
  if (tag === TAG_MULTIPLE_COMPONENTS) {
    const components = readComponents(CdrReader.ofEncapsulation(data)).map(describeComponent);
    return { tag, name: "TAG_MULTIPLE_COMPONENTS", components };
  }
  return { tag, name: hexNumber(tag), hex: toHex(data) };
}

function describeProfile(profile: TaggedProfile): ProfileDescription {
  try {
    return describeKnownProfile(profile);
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) throw error;
    const { tag, data } = profile;
    return { tag, name: hexNumber(tag), problem: error.message, hex: toHex(data) };
  }
}

/** A reference by name, ready for `JSON.stringify`. Never throws for what a peer wrote. */
export function describeIor(ior: Ior): IorDescription {
  return { typeId: ior.typeId, nil: isNil(ior), profiles: ior.profiles.map(describeProfile) };
}
