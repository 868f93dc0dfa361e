// INITIAL_GIS: the object that tells the members of the cluster.
import { type Ior, initialGroupInfoService } from "@remora/protocol/internal";
import type { MemberInfo } from "../membership.ts";
import { groupInfoKey } from "../object-keys.ts";
import { tlsPorts } from "../references.ts";
import { type Operation, pseudoOperation, type Target, withoutArgs } from "../target.ts";
import { type MemberListener, writeClusterInstanceInfo } from "../values/cluster-instance-info.ts";

/** What it asks of its member. */
export interface GroupInfoHost {
  /** The members to tell; undefined when the server is not in a cluster, which is told as null. */
  knownMembers(): readonly MemberInfo[] | undefined;
  plainReference(typeId: string, objectKey: Uint8Array): Ior;
}

function listenersOf(member: MemberInfo): readonly MemberListener[] {
  const { host, port } = member;
  const { ssl, mutual } = tlsPorts(port);
  return [
    { type: "orb-listener-1", host, port },
    { type: "SSL", host, port: ssl },
    { type: "SSL_MUTUALAUTH", host, port: mutual },
  ];
}

/** The group information object of one member. */
export class GroupInfo implements Target {
  readonly objectKey: Uint8Array = groupInfoKey();
  readonly typeId: string = initialGroupInfoService.typeId;
  readonly otherTypeIds: readonly string[] = [];
  readonly clustered: boolean = false;
  readonly bean: undefined = undefined;
  readonly #host: GroupInfoHost;

  constructor(host: GroupInfoHost) {
    this.#host = host;
  }

  operation(name: string): Operation | undefined {
    if (name !== "_get_clusterInstanceInfo") return pseudoOperation(this, name);
    return withoutArgs(
      () => this.#host.knownMembers(),
      (writer, result, call) => {
        const members = result as readonly MemberInfo[] | undefined;
        if (members === undefined) writer.ulong(0);
        else writeClusterInstanceInfo(writer, members, listenersOf, call.streamFormat);
      },
    );
  }

  reference(): Ior {
    return this.#host.plainReference(this.typeId, this.objectKey);
  }
}
