import type { ReferenceKind } from "@remora/cluster";
import type { RemoteMethod } from "@remora/protocol/internal";

/** Whether a call may run twice: the caller's word, else the descriptor's mark, unless it never may. */
export function isRepeatable(
  method: RemoteMethod,
  kind: ReferenceKind,
  marked: boolean | undefined,
): boolean {
  return (marked ?? method.idempotent) && !isNeverRepeated(method, kind);
}

/**
 * `create…` of an EJB 2 home makes a session each time, and `remove` is not the same the second time: no mark of a
 * descriptor or a caller makes a repetition of those harmless.
 */
function isNeverRepeated({ owner, wireName }: RemoteMethod, kind: ReferenceKind): boolean {
  if (owner?.kind !== "rmi") return false;
  if (wireName === "remove" || wireName.startsWith("remove__")) return true;
  return kind === "home" && /^create(?:$|[A-Z_])/.test(wireName);
}
