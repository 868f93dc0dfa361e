import type { Endpoint } from "@remora/cluster";
import {
  alternateAddresses,
  type ClusterMemberComponent,
  clusterMembers,
  csiMechanismList,
  type IiopProfile,
  type Ior,
  iiopProfiles,
  isClearText,
  type KeyKind,
  keyKind,
  membershipLabel,
  requiresPassword,
  requiresTls,
} from "@remora/protocol/internal";

/** One address at which the object answers, with the key and the GIOP version that go with it. */
export interface Contact {
  readonly endpoint: Endpoint;
  readonly objectKey: Uint8Array;
  readonly giopMinor: number;
}

/** What a reference says about where its object is: the contact list, the members, the label, the demands. */
export interface Target {
  readonly typeId: string;
  readonly objectKey: Uint8Array;
  readonly giopMinor: number;
  /** Primary, members' clear-text sockets, alternates, further profiles; addresses without repetition. */
  readonly contacts: readonly Contact[];
  /** The primary address, or undefined when its port is 0: the target demands TLS. */
  readonly primary: Endpoint | undefined;
  readonly members: readonly ClusterMemberComponent[];
  readonly label: Uint8Array | undefined;
  readonly kind: KeyKind;
  /** Why the reference cannot be used by this version: TLS or a password demanded. */
  readonly demands: "tls" | "password" | undefined;
}

function clear(host: string, port: number): Endpoint {
  return { host: host.toLowerCase(), port, security: "clear" };
}

/** A target that offers a way without TLS and password demands neither. */
function demandsOf(profile: IiopProfile): "tls" | "password" | undefined {
  const mechanisms = csiMechanismList(profile.components)?.mechanisms ?? [];
  if (mechanisms.length > 0 && mechanisms.every((mechanism) => requiresTls(mechanism)))
    return "tls";
  if (mechanisms.length > 0 && mechanisms.every((mechanism) => requiresPassword(mechanism))) {
    return "password";
  }
  return profile.port === 0 ? "tls" : undefined;
}

/** Members of a profile with a weight and clear-text sockets only. */
export function clearEndpointsOf(member: ClusterMemberComponent): readonly Endpoint[] {
  return member.sockets
    .filter((socket) => isClearText(socket) && socket.port > 0)
    .map((socket) => clear(socket.host, socket.port));
}

/** The IOR as endpoints: the one translation from references to addresses. Undefined for nil and foreign profiles. */
export function targetOf(ior: Ior): Target | undefined {
  const profiles = iiopProfiles(ior);
  const first = profiles[0];
  if (first === undefined) return undefined;
  const contacts: Contact[] = [];
  const seen = new Set<string>();
  const add = (profile: IiopProfile, endpoint: Endpoint): void => {
    const key = `${endpoint.host}:${endpoint.port}`;
    if (endpoint.port === 0 || seen.has(key)) return;
    seen.add(key);
    contacts.push({
      endpoint,
      objectKey: profile.objectKey,
      giopMinor: Math.min(profile.minor, 2),
    });
  };
  const members = clusterMembers(first.components);
  for (const profile of profiles) {
    add(profile, clear(profile.host, profile.port));
    for (const member of profile === first ? members : clusterMembers(profile.components)) {
      for (const endpoint of clearEndpointsOf(member)) add(profile, endpoint);
    }
    for (const address of alternateAddresses(profile.components)) {
      add(profile, clear(address.host, address.port));
    }
  }
  return {
    typeId: ior.typeId,
    objectKey: first.objectKey,
    giopMinor: Math.min(first.minor, 2),
    contacts,
    primary: first.port === 0 ? undefined : clear(first.host, first.port),
    members,
    label: membershipLabel(first.components),
    kind: keyKind(first.objectKey),
    demands: demandsOf(first),
  };
}
