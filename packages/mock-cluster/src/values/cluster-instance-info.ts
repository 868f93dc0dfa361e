// The answer of `_get_clusterInstanceInfo`: a java.util.List of ClusterInstanceInfo (octets as in the captures
// glassfish/discovery-3-endpoints.jsonl for stream format 2 and glassfish/verify-raw.jsonl for format 1).
import type { CdrWriter } from "@remora/protocol/internal";
import type { MemberInfo } from "../membership.ts";
import { type StreamFormat, ValueWriter } from "./value-writer.ts";

const arrayListId = "RMI:java.util.ArrayList:F655154F32815380:7881D21D99C7619D";
const instanceId =
  "RMI:com.sun.corba.ee.spi.folb.ClusterInstanceInfo:1B79EDA0C4896AF3:34D0ED1E74E54EE0";
const unmodifiableListId =
  "RMI:java.util.Collections\\U0024UnmodifiableList:0FB2D524A8F804A3:FC0F2531B5EC8E10";
const socketId = "RMI:com.sun.corba.ee.spi.folb.SocketInfo:474CAAFFEFF46CA5:1723387C1F6DD6E4";

/** One listener of a member with GlassFish's listener id: `orb-listener-1`, `SSL` or `SSL_MUTUALAUTH`. */
export interface MemberListener {
  readonly type: string;
  readonly host: string;
  readonly port: number;
}

function writeArrayList<T>(
  values: ValueWriter,
  items: readonly T[],
  writeItem: (item: T) => void,
): number {
  const at = values.begin(arrayListId, true);
  values.customClass(
    arrayListId,
    () => values.long(items.length),
    () => {
      values.long(items.length);
      for (const item of items) {
        // writeObject writes an abstract interface: false says that a value follows, not a reference.
        values.boolean(false);
        writeItem(item);
      }
    },
  );
  values.end();
  return at;
}

/** Writes the list of members with their listeners. */
export function writeClusterInstanceInfo(
  writer: CdrWriter,
  members: readonly MemberInfo[],
  listenersOf: (member: MemberInfo) => readonly MemberListener[],
  format: StreamFormat,
): void {
  const values = new ValueWriter(writer, format);
  writeArrayList(values, members, (member) => {
    values.begin(instanceId, true);
    values.long(member.weight);
    values.begin(unmodifiableListId, true);
    const list = writeArrayList(values, listenersOf(member), (listener) => {
      values.begin(socketId, true);
      values.long(listener.port);
      values.string(listener.host);
      values.string(listener.type);
      values.end();
    });
    // UnmodifiableCollection.c is the list, UnmodifiableList.list the same list again.
    values.indirection(list);
    values.end();
    values.string(member.name);
    values.end();
  });
}
