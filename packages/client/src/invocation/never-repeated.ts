import type { ReferenceKind } from "@remora/cluster";
import type { RemoteMethod } from "@remora/protocol/internal";

/**
 * `create…` of an EJB 2 home makes a session each time, and `remove` is not the same the second time: no mark of a
 * descriptor or a caller makes a repetition of those harmless.
 */
export function isNeverRepeated({ owner, wireName }: RemoteMethod, kind: ReferenceKind): boolean {
  if (owner?.kind !== "rmi") return false;
  if (wireName === "remove" || wireName.startsWith("remove__")) return true;
  return kind === "home" && /^create[A-Z_]?/.test(wireName);
}
