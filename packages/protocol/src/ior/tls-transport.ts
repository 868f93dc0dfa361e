// TAG_TLS_SEC_TRANS (CORBA 3.3 part 2, §10.5): where and how an object is reached over TLS. It is a
// transport inside a CSI mechanism, and some servers put it into the profile directly.

import { CdrReader } from "../cdr/reader.ts";
import type { AdvertisedAddress } from "./alternate-address.ts";
import { checkedPort, writeEncapsulated } from "./encapsulated.ts";
import { ComponentTag, type TaggedComponent } from "./tagged-component.ts";

/** A TLS transport: association options it supports and requires, and its listeners. */
export interface TlsTransport {
  readonly supports: number;
  readonly requires: number;
  readonly addresses: readonly AdvertisedAddress[];
}

// A string of length and NUL, a pad octet and a port.
const minOctetsPerAddress = 7;

/** Decodes a TLS transport. Ports are unsigned 16 bits here, unlike those of cluster members. */
export function decodeTlsTransport(data: Uint8Array): TlsTransport {
  const reader = CdrReader.ofEncapsulation(data);
  const supports = reader.ushort();
  const requires = reader.ushort();
  const count = reader.sequenceLength(minOctetsPerAddress);
  const addresses: AdvertisedAddress[] = [];
  for (let i = 0; i < count; i++) {
    const host = reader.string();
    addresses.push({ host, port: reader.ushort() });
  }
  return { supports, requires, addresses };
}

/** Encodes a TLS transport. */
export function encodeTlsTransport(transport: TlsTransport): TaggedComponent {
  const data = writeEncapsulated((writer) => {
    writer.ushort(transport.supports);
    writer.ushort(transport.requires);
    writer.ulong(transport.addresses.length);
    for (const address of transport.addresses) {
      writer.string(address.host);
      writer.ushort(checkedPort(address.port, "a TLS transport"));
    }
  });
  return { tag: ComponentTag.TAG_TLS_SEC_TRANS, data };
}

/** The older TAG_SSL_SEC_TRANS: association options and one port on the host of the profile. */
export interface SslTransport {
  readonly supports: number;
  readonly requires: number;
  readonly port: number;
}

/** Decodes TAG_SSL_SEC_TRANS (CORBA Security Service 1.8). JacORB and other ORBs still write it. */
export function decodeSslTransport(data: Uint8Array): SslTransport {
  const reader = CdrReader.ofEncapsulation(data);
  const supports = reader.ushort();
  const requires = reader.ushort();
  return { supports, requires, port: reader.ushort() };
}
