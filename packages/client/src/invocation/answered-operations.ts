import type { RemoteMethod } from "@remora/protocol/internal";

/**
 * Which members have answered an operation: when one says that it does not know it, the others tell whether the
 * descriptor is wrong or that member runs another version.
 */
export class AnsweredOperations {
  readonly #members = new WeakMap<RemoteMethod, Set<string>>();

  /** A member has answered. */
  note(method: RemoteMethod, member: string): void {
    const members = this.#members.get(method);
    if (members === undefined) this.#members.set(method, new Set([member]));
    else members.add(member);
  }

  /** A member has refused; the others that have answered. What it answered before a new version counts no more. */
  others(method: RemoteMethod, member: string | undefined): readonly string[] {
    const members = this.#members.get(method);
    if (members === undefined) return [];
    if (member !== undefined) members.delete(member);
    return [...members].sort();
  }
}
