// TAG_CSI_SEC_MECH_LIST (CORBA 3.3 part 2, §10.5): the security a target offers and demands, in
// three layers: transport (TLS), client authentication (AS, a name and a password) and attributes
// (SAS, identity assertion).

import { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { AssociationOption } from "./association-options.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { ComponentTag, findComponent, type TaggedComponent } from "./tagged-component.ts";
import { decodeTlsTransport, encodeTlsTransport, type TlsTransport } from "./tls-transport.ts";

/** The transport layer: TLS, none at all, or a mechanism this package cannot use. */
export type CsiTransport =
  | ({ readonly kind: "tls" } & TlsTransport)
  | { readonly kind: "none" }
  | { readonly kind: "other"; readonly tag: number; readonly data: Uint8Array };

/**
 * The client authentication layer. `mechanism` is a DER object identifier, empty when nothing is
 * offered.
 */
export interface CsiAuthentication {
  /** Association options that the target offers. */
  readonly supports: number;
  /** Those it insists on: 0x40 means a user name and a password. */
  readonly requires: number;
  /** GSS object id; GSSUP is 06066781020101. */
  readonly mechanism: Uint8Array;
  /** The realm, as an exported GSS name. */
  readonly targetName: Uint8Array;
}

/** The attribute layer; an ordinary client ignores it. */
export interface CsiAttributes {
  readonly supports: number;
  readonly requires: number;
  readonly privilegeAuthorities: readonly { readonly syntax: number; readonly name: Uint8Array }[];
  readonly namingMechanisms: readonly Uint8Array[];
  readonly identityTypes: number;
}

/** One way to satisfy the target; the list is in the target's order of preference. */
export interface CsiMechanism {
  /** Sum of what all its layers insist on. */
  readonly targetRequires: number;
  /** What protects the octets: TLS, or nothing. */
  readonly transport: CsiTransport;
  /** Who the client is. */
  readonly authentication: CsiAuthentication;
  /** For whom it acts. */
  readonly attributes: CsiAttributes;
}

/**
 * All mechanisms of a target. `stateful` says whether it keeps security contexts between requests.
 */
export interface CsiMechanismList {
  /** Whether the server keeps security contexts; GlassFish says false. */
  readonly stateful: boolean;
  /** In order of preference. */
  readonly mechanisms: readonly CsiMechanism[];
}

// Fixed members of one mechanism, all sequences empty, without padding.
const minOctetsPerMechanism = 38;

/** TAG_NULL_TAG: nothing protects the transport. Other tags are kept, SECIOP among them. */
function readTransport(reader: CdrReader): CsiTransport {
  const tag = reader.ulong();
  const data = reader.octets();
  if (tag === ComponentTag.TAG_TLS_SEC_TRANS) return { kind: "tls", ...decodeTlsTransport(data) };
  if (tag === ComponentTag.TAG_NULL_TAG) return { kind: "none" };
  return { kind: "other", tag, data: data.slice() };
}

function readAuthentication(reader: CdrReader): CsiAuthentication {
  const supports = reader.ushort();
  const requires = reader.ushort();
  const mechanism = reader.octets().slice();
  return { supports, requires, mechanism, targetName: reader.octets().slice() };
}

function readAttributes(reader: CdrReader): CsiAttributes {
  const supports = reader.ushort();
  const requires = reader.ushort();
  const privilegeAuthorities: { syntax: number; name: Uint8Array }[] = [];
  for (let left = reader.sequenceLength(8); left > 0; left--) {
    const syntax = reader.ulong();
    privilegeAuthorities.push({ syntax, name: reader.octets().slice() });
  }
  const namingMechanisms: Uint8Array[] = [];
  for (let left = reader.sequenceLength(4); left > 0; left--) {
    namingMechanisms.push(reader.octets().slice());
  }
  return {
    supports,
    requires,
    privilegeAuthorities,
    namingMechanisms,
    identityTypes: reader.ulong(),
  };
}

/** Decodes a mechanism list. Throws RemoteProtocolError when it is malformed. */
export function decodeCsiMechanismList(data: Uint8Array): CsiMechanismList {
  const reader = CdrReader.ofEncapsulation(data);
  const stateful = reader.boolean();
  const mechanisms: CsiMechanism[] = [];
  for (let left = reader.sequenceLength(minOctetsPerMechanism); left > 0; left--) {
    const targetRequires = reader.ushort();
    const transport = readTransport(reader);
    const authentication = readAuthentication(reader);
    mechanisms.push({
      targetRequires,
      transport,
      authentication,
      attributes: readAttributes(reader),
    });
  }
  return { stateful, mechanisms };
}

function writeTransport(writer: CdrWriter, transport: CsiTransport): void {
  switch (transport.kind) {
    case "tls": {
      const component = encodeTlsTransport(transport);
      writer.ulong(component.tag);
      writer.octets(component.data);
      break;
    }
    case "none":
      writer.ulong(ComponentTag.TAG_NULL_TAG);
      writer.ulong(0);
      break;
    case "other":
      writer.ulong(transport.tag);
      writer.octets(transport.data);
      break;
  }
}

/** Encodes a mechanism list, for servers that demand TLS or a password. */
export function encodeCsiMechanismList(list: CsiMechanismList): TaggedComponent {
  const data = writeEncapsulated((writer) => {
    writer.boolean(list.stateful);
    writer.ulong(list.mechanisms.length);
    for (const { targetRequires, transport, authentication, attributes } of list.mechanisms) {
      writer.ushort(targetRequires);
      writeTransport(writer, transport);
      writer.ushort(authentication.supports);
      writer.ushort(authentication.requires);
      writer.octets(authentication.mechanism);
      writer.octets(authentication.targetName);
      writer.ushort(attributes.supports);
      writer.ushort(attributes.requires);
      writer.ulong(attributes.privilegeAuthorities.length);
      for (const { syntax, name } of attributes.privilegeAuthorities) {
        writer.ulong(syntax);
        writer.octets(name);
      }
      writer.ulong(attributes.namingMechanisms.length);
      for (const mechanism of attributes.namingMechanisms) writer.octets(mechanism);
      writer.ulong(attributes.identityTypes);
    }
  });
  return { tag: ComponentTag.TAG_CSI_SEC_MECH_LIST, data };
}

/** The mechanism list of a profile, or undefined when the target says nothing about security. */
export function csiMechanismList(
  components: readonly TaggedComponent[],
): CsiMechanismList | undefined {
  const component = findComponent(components, ComponentTag.TAG_CSI_SEC_MECH_LIST);
  return component === undefined ? undefined : decodeCsiMechanismList(component.data);
}

const channelProtection = AssociationOption.Integrity | AssociationOption.Confidentiality;
const channelTrust =
  AssociationOption.EstablishTrustInTarget | AssociationOption.EstablishTrustInClient;

/**
 * Whether a mechanism can be used over TLS only. Protection is something no other layer gives, so
 * it counts in the requirements of the whole mechanism too; trust counts only in those of the
 * transport.
 */
export function requiresTls(mechanism: CsiMechanism): boolean {
  if ((mechanism.targetRequires & channelProtection) !== 0) return true;
  return (
    mechanism.transport.kind === "tls" &&
    (mechanism.transport.requires & (channelProtection | channelTrust)) !== 0
  );
}

/** Whether the TLS transport wants a certificate of the client. */
export function requiresClientCertificate(mechanism: CsiMechanism): boolean {
  return (
    mechanism.transport.kind === "tls" &&
    (mechanism.transport.requires & AssociationOption.EstablishTrustInClient) !== 0
  );
}

/** Whether a name and a password may be sent. */
export function supportsPassword(mechanism: CsiMechanism): boolean {
  return (
    (mechanism.authentication.supports & AssociationOption.EstablishTrustInClient) !== 0 &&
    mechanism.authentication.mechanism.length > 0
  );
}

/** Whether requests without a name and a password are refused. */
export function requiresPassword(mechanism: CsiMechanism): boolean {
  return (mechanism.authentication.requires & AssociationOption.EstablishTrustInClient) !== 0;
}

/**
 * The TLS listeners of a mechanism; in a GlassFish cluster those of all members, with and without
 * client certificate.
 */
export function tlsAddresses(mechanism: CsiMechanism): TlsTransport["addresses"] {
  return mechanism.transport.kind === "tls" ? mechanism.transport.addresses : [];
}
