// References as a GlassFish member makes them: one IIOP 1.2 profile with the components of the captures, in order.
import {
  ComponentTag,
  encodeClusterMember,
  encodeCodeSets,
  encodeIiopProfile,
  encodeIorUpdate,
  encodeMaxStreamFormat,
  type Ior,
  membershipLabelComponent,
  type TaggedComponent,
} from "@remora/protocol/internal";
import { csiComponent, type SecurityDemand } from "./csi-component.ts";
import type { MemberInfo, MembershipView, ReferenceLabel } from "./membership.ts";
import { codeBaseKey } from "./object-keys.ts";

/** The type of listener that clear text sockets get in member components. */
const clearTextSocket = "IIOP_CLEAR_TEXT";

/** What kind of object a reference is for: this decides its components. */
export type ReferenceKind = "naming" | "plain" | "clustered" | "bean";

/** What the reference factory asks of the member it works for. */
export interface ReferenceSource {
  readonly view: Pick<MembershipView, "label" | "previousLabel" | "members">;
  readonly referenceLabel: ReferenceLabel;
  readonly advertisedHost: string;
  readonly advertisedPort: number;
}

const codeSets = encodeCodeSets({
  char: { native: 0x00010001, conversions: [0x05010001, 0x00010020] },
  wchar: { native: 0x00010109, conversions: [0x00010100] },
});
const maxStreamFormat = encodeMaxStreamFormat(2);
// ulongs 3 and 1, as the server writes them without an encapsulation around.
const otsPolicy: TaggedComponent = {
  tag: ComponentTag.TAG_OTS_POLICY,
  data: Uint8Array.of(0, 0, 0, 3),
};
const invocationPolicy: TaggedComponent = {
  tag: ComponentTag.TAG_INV_POLICY,
  data: Uint8Array.of(0, 0, 0, 1),
};

/** A label that no member of the cluster ever has. */
export const foreignLabel: Uint8Array = new TextEncoder().encode(
  "192.0.2.77:::5eed5eed:1a22ca76d23:-8000",
);

/** The TLS listeners a member tells of; nothing listens there, for a client without TLS never goes there. */
export function tlsPorts(port: number): { readonly ssl: number; readonly mutual: number } {
  return port < 65_534 ? { ssl: port + 1, mutual: port + 2 } : { ssl: port - 1, mutual: port - 2 };
}

function labelComponent(source: ReferenceSource): readonly TaggedComponent[] {
  switch (source.referenceLabel) {
    case "current":
      return [membershipLabelComponent(source.view.label)];
    case "stale":
      return [membershipLabelComponent(source.view.previousLabel)];
    case "foreign":
      return [membershipLabelComponent(foreignLabel)];
    case "none":
      return [];
  }
}

function memberComponents(members: readonly MemberInfo[]): readonly TaggedComponent[] {
  return members.map((member) =>
    encodeClusterMember({
      name: member.name,
      weight: member.weight,
      sockets: [{ type: clearTextSocket, host: member.host, port: member.port }],
    }),
  );
}

function tlsAddresses(members: readonly MemberInfo[]): readonly { host: string; port: number }[] {
  return members.flatMap((member) => {
    const { ssl, mutual } = tlsPorts(member.port);
    return [
      { host: member.host, port: ssl },
      { host: member.host, port: mutual },
    ];
  });
}

/** The source's parts with some of them replaced: a member's own are getters, which spreading would lose. */
export function changedSource(
  source: ReferenceSource,
  change: Partial<ReferenceSource>,
): ReferenceSource {
  const { view, referenceLabel, advertisedHost, advertisedPort } = source;
  return { view, referenceLabel, advertisedHost, advertisedPort, ...change };
}

/** Makes a reference to `objectKey` as the member tells it now. */
export function makeReference(
  source: ReferenceSource,
  typeId: string,
  objectKey: Uint8Array,
  kind: ReferenceKind,
  demand: SecurityDemand = "none",
): Ior {
  const components: TaggedComponent[] = [codeSets, maxStreamFormat];
  const { members } = source.view;
  if (kind === "bean") components.push(csiComponent(tlsAddresses(members), demand));
  if (kind === "bean" || kind === "clustered") {
    components.push(...memberComponents(members), ...labelComponent(source));
  }
  if (kind !== "naming") components.push(otsPolicy, invocationPolicy);
  const profile = encodeIiopProfile({
    major: 1,
    minor: 2,
    host: source.advertisedHost,
    port: source.advertisedPort,
    objectKey,
    components,
  });
  return { typeId, profiles: [profile] };
}

/** The data of the reply context that carries a fresh reference. */
export function iorUpdate(reference: Ior): Uint8Array {
  return encodeIorUpdate(reference);
}

/** The reference to the server's CodeBase, which goes out in the first reply of a connection. */
export function codeBaseReference(source: ReferenceSource): Ior {
  return makeReference(source, "IDL:omg.org/SendingContext/CodeBase:1.0", codeBaseKey(), "plain");
}
