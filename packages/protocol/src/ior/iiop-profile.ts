// The IIOP profile body (CORBA 3.3 part 2, §9.7): version, host, port, object key and, since 1.1,
// components.

import { CdrReader } from "../cdr/reader.ts";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { checkedPort, writeEncapsulated } from "./encapsulated.ts";
import { type Ior, TAG_INTERNET_IOP, type TaggedProfile } from "./ior.ts";
import { readComponents, type TaggedComponent, writeComponents } from "./tagged-component.ts";

/**
 * How to reach an object over IIOP. Port 0 means that the target demands TLS (its addresses are
 * components).
 */
export interface IiopProfile {
  /** 1. */
  readonly major: number;
  /** Highest GIOP version that the server reads; 1.0 has no components. */
  readonly minor: number;
  /** As the server advertises itself: not always reachable from here. */
  readonly host: string;
  /** 0 when only TLS is offered. */
  readonly port: number;
  /** Sent back as it is. */
  readonly objectKey: Uint8Array;
  /** In their order, unknown ones included. */
  readonly components: readonly TaggedComponent[];
}

/**
 * Decodes the data of a profile with tag TAG_INTERNET_IOP. A minor version above 2 is read as 1.2,
 * and octets behind the known members are left alone: §9.7 promises that newer minor versions only
 * append. Throws RemoteProtocolError for another major version and for malformed data.
 */
export function decodeIiopProfile(data: Uint8Array): IiopProfile {
  const reader = CdrReader.ofEncapsulation(data);
  const major = reader.octet();
  const minor = reader.octet();
  if (major !== 1) {
    throw new RemoteProtocolError(
      "IIOP_PROFILE_VERSION",
      `IIOP profile of version ${major}.${minor}, where 1.x is known`,
      {
        offset: 1,
      },
    );
  }
  const host = reader.string();
  const port = reader.ushort();
  const objectKey = reader.octets().slice();
  const components = minor === 0 ? [] : readComponents(reader);
  return { major, minor, host, port, objectKey, components };
}

/**
 * Encodes an IIOP profile. Throws LocalProtocolError for a 1.0 profile with components, which
 * cannot exist.
 */
export function encodeIiopProfile(profile: IiopProfile): TaggedProfile {
  if (profile.minor === 0 && profile.components.length > 0) {
    throw new LocalProtocolError(
      "IIOP_PROFILE_VERSION",
      `IIOP profile of version 1.0 cannot hold its ${profile.components.length} components, use 1.1 or later`,
    );
  }
  const data = writeEncapsulated((writer) => {
    writer.octet(profile.major);
    writer.octet(profile.minor);
    writer.string(profile.host);
    writer.ushort(checkedPort(profile.port, "an IIOP profile"));
    writer.octets(profile.objectKey);
    if (profile.minor > 0) writeComponents(writer, profile.components);
  });
  return { tag: TAG_INTERNET_IOP, data };
}

/**
 * The IIOP profiles of a reference, in order. Profiles of another major version are left out, as
 * §7.6 allows for everything a client does not understand; malformed ones throw
 * RemoteProtocolError.
 */
export function iiopProfiles(ior: Ior): readonly IiopProfile[] {
  return ior.profiles
    .filter((profile) => profile.tag === TAG_INTERNET_IOP && (profile.data[1] ?? 1) === 1)
    .map((profile) => decodeIiopProfile(profile.data));
}

/** The profile Java clients use, and we for labels and keys: the first IIOP one, or undefined. */
export function firstIiopProfile(ior: Ior): IiopProfile | undefined {
  for (const profile of ior.profiles) {
    if (profile.tag === TAG_INTERNET_IOP && (profile.data[1] ?? 1) === 1)
      return decodeIiopProfile(profile.data);
  }
  return undefined;
}
