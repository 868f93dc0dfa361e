// Tagged components as plain objects with names instead of numbers, for people and for tools that
// print JSON.
import { RemoteProtocolError } from "../errors.ts";
import { type AdvertisedAddress, decodeAlternateAddress } from "./alternate-address.ts";
import { associationOptionNames } from "./association-options.ts";
import { decodeClusterMember } from "./cluster-member-component.ts";
import { type CodeSetSupport, codeSetName, decodeCodeSets } from "./code-sets-component.ts";
import {
  type CsiMechanism,
  decodeCsiMechanismList,
  requiresClientCertificate,
  requiresPassword,
  requiresTls,
} from "./csi-mechanism-list.ts";
import { realmOfExportedName } from "./exported-name.ts";
import { hexNumber, printable, toHex } from "./hex.ts";
import {
  decodeJavaCodebase,
  decodeLoadBalancing,
  decodeMaxStreamFormat,
  decodeOrbType,
  decodeRequestPartition,
  decodeTransactionPolicy,
} from "./small-components.ts";
import { ComponentTag, type TaggedComponent } from "./tagged-component.ts";
import { decodeSslTransport, decodeTlsTransport, type TlsTransport } from "./tls-transport.ts";

/** What `JSON.stringify` takes without loss. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * A component by name. `hex` is there when the tag is unknown or the data malformed, which
 * `problem` then tells.
 */
export interface ComponentDescription {
  readonly tag: number;
  readonly name: string;
  readonly [detail: string]: Json;
}

type Details = { readonly [detail: string]: Json };

/** `host:port`, IPv6 in brackets. */
export function addressText({ host, port }: AdvertisedAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function describeSupport({ native, conversions }: CodeSetSupport): Details {
  return { native: codeSetName(native), conversions: conversions.map(codeSetName) };
}

function describeTls({ supports, requires, addresses }: TlsTransport): Details {
  return {
    supports: associationOptionNames(supports),
    requires: associationOptionNames(requires),
    addresses: addresses.map(addressText),
  };
}

function describeTransport(transport: CsiMechanism["transport"]): Json {
  switch (transport.kind) {
    case "tls":
      return { kind: "tls", ...describeTls(transport) };
    case "none":
      return { kind: "none" };
    case "other":
      return { kind: "other", tag: transport.tag, hex: toHex(transport.data) };
  }
}

function describeMechanism(mechanism: CsiMechanism): Details {
  const { authentication, attributes } = mechanism;
  const realm = realmOfExportedName(authentication.targetName);
  return {
    requiresTls: requiresTls(mechanism),
    requiresClientCertificate: requiresClientCertificate(mechanism),
    requiresPassword: requiresPassword(mechanism),
    targetRequires: associationOptionNames(mechanism.targetRequires),
    transport: describeTransport(mechanism.transport),
    authentication: {
      supports: associationOptionNames(authentication.supports),
      requires: associationOptionNames(authentication.requires),
      mechanism: toHex(authentication.mechanism),
      ...(realm === undefined ? { targetName: toHex(authentication.targetName) } : { realm }),
    },
    attributes: {
      supports: associationOptionNames(attributes.supports),
      requires: associationOptionNames(attributes.requires),
      privilegeAuthorities: attributes.privilegeAuthorities.map(({ syntax, name }) => ({
        syntax,
        name: toHex(name),
      })),
      namingMechanisms: attributes.namingMechanisms.map(toHex),
      identityTypes: attributes.identityTypes,
    },
  };
}

// Values 0 to 4 of the two policies (Object Transaction Service 1.4).
const otsPolicies: readonly string[] = ["unknown", "REQUIRES", "FORBIDS", "ADAPTS"];
const invocationPolicies: readonly string[] = ["EITHER", "SHARED", "UNSHARED"];

function describePolicy(data: Uint8Array, names: readonly string[]): Details {
  const value = decodeTransactionPolicy(data);
  return { value, policy: names[value] ?? "unknown" };
}

/** One case per component that is known; the tables of numbers are the standard's. */
function describeData(tag: number, data: Uint8Array): Details {
  switch (tag) {
    case ComponentTag.TAG_ORB_TYPE: {
      const orbType = decodeOrbType(data);
      // Most vendors chose letters: "JAC\0" is JacORB.
      const letters = Uint8Array.of(orbType >>> 24, orbType >>> 16, orbType >>> 8, orbType);
      return { orbType: hexNumber(orbType), text: printable(letters) };
    }
    case ComponentTag.TAG_CODE_SETS: {
      const { char, wchar } = decodeCodeSets(data);
      return { char: describeSupport(char), wchar: describeSupport(wchar) };
    }
    case ComponentTag.TAG_ALTERNATE_IIOP_ADDRESS:
      return { address: addressText(decodeAlternateAddress(data)) };
    case ComponentTag.TAG_SSL_SEC_TRANS: {
      const { supports, requires, port } = decodeSslTransport(data);
      return {
        supports: associationOptionNames(supports),
        requires: associationOptionNames(requires),
        port,
      };
    }
    case ComponentTag.TAG_JAVA_CODEBASE:
      return { codebase: decodeJavaCodebase(data) };
    case ComponentTag.TAG_OTS_POLICY:
      return describePolicy(data, otsPolicies);
    case ComponentTag.TAG_INV_POLICY:
      return describePolicy(data, invocationPolicies);
    case ComponentTag.TAG_CSI_SEC_MECH_LIST: {
      const { stateful, mechanisms } = decodeCsiMechanismList(data);
      return { stateful, mechanisms: mechanisms.map(describeMechanism) };
    }
    case ComponentTag.TAG_TLS_SEC_TRANS:
      return describeTls(decodeTlsTransport(data));
    case ComponentTag.TAG_RMI_CUSTOM_MAX_STREAM_FORMAT:
      return { format: decodeMaxStreamFormat(data) };
    case ComponentTag.FOLB_REQUEST_PARTITION:
      return { pool: decodeRequestPartition(data) };
    case ComponentTag.FOLB_CLUSTER_MEMBER: {
      const { name, weight, sockets } = decodeClusterMember(data);
      return {
        member: name,
        weight,
        sockets: sockets.map((socket) => ({ type: socket.type, address: addressText(socket) })),
      };
    }
    case ComponentTag.FOLB_MEMBERSHIP_LABEL:
      return { label: printable(data) };
    case ComponentTag.FOLB_LOAD_BALANCING:
      return { perRequest: decodeLoadBalancing(data) === 1 };
    default:
      return { hex: toHex(data) };
  }
}

/** The standard's name of a component tag, or its number as hexadecimal text. */
export function componentTagName(tag: number): string {
  for (const [name, value] of Object.entries(ComponentTag)) {
    if (value === tag) return name;
  }
  return hexNumber(tag);
}

/**
 * A component by name. Never throws for what a peer wrote: malformed data is shown beside the
 * problem.
 */
export function describeComponent({ tag, data }: TaggedComponent): ComponentDescription {
  const name = componentTagName(tag);
  try {
    return { tag, name, ...describeData(tag, data) };
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) throw error;
    return { tag, name, problem: error.message, hex: toHex(data) };
  }
}
