// GlassFish component 0x53554e03: one member of the cluster that serves the object; one component
// per member.
import { CdrReader } from "../cdr/reader.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { ComponentTag, type TaggedComponent } from "./tagged-component.ts";

/**
 * One listener of a cluster member. `type` is `IIOP_CLEAR_TEXT` or, from older servers, a
 * listener's name.
 */
export interface ClusterMemberSocket {
  /** Listener id, `orb-listener-1` or `SSL…`, or a word of the ORB such as `IIOP_CLEAR_TEXT`. */
  readonly type: string;
  /** The node's name, where the profile has a number: one server, two texts. */
  readonly host: string;
  /** 0: no such listener. */
  readonly port: number;
}

/** One member of a cluster as a reference tells it: name, weight (`lb-weight`), listeners. */
export interface ClusterMemberComponent {
  /** Instance name, unique in the cluster. */
  readonly name: string;
  /** `lb-weight`, 100 by default. */
  readonly weight: number;
  /** All listeners, in the clear and in TLS. */
  readonly sockets: readonly ClusterMemberSocket[];
}

// Two strings of at least a length and a NUL, padding apart, and a long.
const minOctetsPerSocket = 14;

/**
 * Decodes one member. Ports are 32 bits wide here, unlike those of profiles (golden/ior).
 */
export function decodeClusterMember(data: Uint8Array): ClusterMemberComponent {
  const reader = CdrReader.ofEncapsulation(data);
  const name = reader.string();
  const weight = reader.long();
  const count = reader.sequenceLength(minOctetsPerSocket);
  const sockets: ClusterMemberSocket[] = [];
  for (let i = 0; i < count; i++) {
    const type = reader.string();
    const host = reader.string();
    sockets.push({ type, host, port: reader.long() });
  }
  return { name, weight, sockets };
}

/** Encodes one member. */
export function encodeClusterMember(member: ClusterMemberComponent): TaggedComponent {
  const data = writeEncapsulated((writer) => {
    writer.string(member.name);
    writer.long(member.weight);
    writer.ulong(member.sockets.length);
    for (const socket of member.sockets) {
      writer.string(socket.type);
      writer.string(socket.host);
      writer.long(socket.port);
    }
  });
  return { tag: ComponentTag.FOLB_CLUSTER_MEMBER, data };
}

/**
 * Whether a listener speaks clear text: GlassFish names every TLS listener `SSL…`, and renames the
 * others or not.
 */
export function isClearText(socket: ClusterMemberSocket): boolean {
  return !socket.type.startsWith("SSL");
}

/** All members a profile names, in the server's order; empty when the object is not clustered. */
export function clusterMembers(
  components: readonly TaggedComponent[],
): readonly ClusterMemberComponent[] {
  return components
    .filter((component) => component.tag === ComponentTag.FOLB_CLUSTER_MEMBER)
    .map((component) => decodeClusterMember(component.data));
}
