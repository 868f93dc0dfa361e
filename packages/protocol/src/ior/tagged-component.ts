// Tagged components (CORBA 3.3 part 2, §7.6): extra data in a profile, by numeric tag.
import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";

/** Extra data in a profile: a tag, and octets kept exactly as they came. */
export interface TaggedComponent {
  /** See `ComponentTag`. */
  readonly tag: number;
  /** Usually an encapsulation; kept as octets, so that unknown ones survive. */
  readonly data: Uint8Array;
}

/**
 * Tags of the components this package knows; all others are carried along and shown as hexadecimal
 * text.
 */
export const ComponentTag = {
  TAG_ORB_TYPE: 0,
  TAG_CODE_SETS: 1,
  TAG_POLICIES: 2,
  TAG_ALTERNATE_IIOP_ADDRESS: 3,
  TAG_SSL_SEC_TRANS: 20,
  TAG_JAVA_CODEBASE: 25,
  TAG_OTS_POLICY: 31,
  TAG_INV_POLICY: 32,
  TAG_CSI_SEC_MECH_LIST: 33,
  TAG_NULL_TAG: 34,
  TAG_TLS_SEC_TRANS: 36,
  TAG_RMI_CUSTOM_MAX_STREAM_FORMAT: 38,
  // GlassFish's own range, base 0x53554e00 ("SUN" and a NUL).
  FOLB_REQUEST_PARTITION: 0x53554e01,
  FOLB_JAVA_SERIALIZATION: 0x53554e02,
  FOLB_CLUSTER_MEMBER: 0x53554e03,
  FOLB_MEMBERSHIP_LABEL: 0x53554e04,
  FOLB_LOAD_BALANCING: 0x53554e05,
} as const;

// A tag and the length of empty data.
const minOctetsPerComponent = 8;

/** Reads a sequence of components; data is copied, for references outlive their message. */
export function readComponents(reader: CdrReader): readonly TaggedComponent[] {
  const count = reader.sequenceLength(minOctetsPerComponent);
  const components: TaggedComponent[] = [];
  for (let i = 0; i < count; i++) {
    const tag = reader.ulong();
    components.push({ tag, data: reader.octets().slice() });
  }
  return components;
}

/** Writes a sequence of components in the given order. */
export function writeComponents(writer: CdrWriter, components: readonly TaggedComponent[]): void {
  writer.ulong(components.length);
  for (const component of components) {
    writer.ulong(component.tag);
    writer.octets(component.data);
  }
}

/** The first component with a tag; most tags may stand in a profile only once (§7.6). */
export function findComponent(
  components: readonly TaggedComponent[],
  tag: number,
): TaggedComponent | undefined {
  return components.find((component) => component.tag === tag);
}
