// IOR updates that should never be sent, made by a script.
import {
  ComponentTag,
  decodeIiopProfile,
  encodeClusterMember,
  encodeIiopProfile,
  encodeIorUpdate,
  type IiopProfile,
  type Ior,
  membershipLabelComponent,
  type TaggedComponent,
} from "@remora/protocol/internal";
import { foreignLabel } from "./references.ts";

function changed(
  reference: Ior,
  change: (components: readonly TaggedComponent[]) => readonly TaggedComponent[],
): Uint8Array {
  const profiles = reference.profiles.map((tagged) => {
    const profile: IiopProfile = decodeIiopProfile(tagged.data);
    return encodeIiopProfile({ ...profile, components: change(profile.components) });
  });
  return encodeIorUpdate({ typeId: reference.typeId, profiles });
}

/** An update whose member components end in the middle. */
export function malformedMembersUpdate(reference: Ior): Uint8Array {
  return changed(reference, (components) =>
    components.map((component) =>
      component.tag === ComponentTag.FOLB_CLUSTER_MEMBER
        ? { tag: component.tag, data: component.data.slice(0, 11) }
        : component,
    ),
  );
}

/** An update that names no members, as Payara's deployment groups send it. */
export function memberlessUpdate(reference: Ior): Uint8Array {
  return changed(reference, (components) =>
    components.filter((component) => component.tag !== ComponentTag.FOLB_CLUSTER_MEMBER),
  );
}

/** An update about a cluster of documentation addresses (RFC 5737), which nobody can reach. */
export function foreignUpdate(typeId: string, objectKey: Uint8Array): Uint8Array {
  const members = ["x1", "x2"].map((name, index) =>
    encodeClusterMember({
      name,
      weight: 100,
      sockets: [{ type: "IIOP_CLEAR_TEXT", host: `192.0.2.${index + 1}`, port: 3700 }],
    }),
  );
  const components = [...members, membershipLabelComponent(foreignLabel)];
  const profile = { major: 1, minor: 2, host: "192.0.2.1", port: 3700, objectKey, components };
  return encodeIorUpdate({ typeId, profiles: [encodeIiopProfile(profile)] });
}
