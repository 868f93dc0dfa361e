import type { ReferenceKind } from "@remora/cluster";
import type { RemoteInterface } from "@remora/protocol/internal";
import { CallError } from "../errors.ts";
import { referenceOf, type StubShaper } from "../invocation/stub.ts";

/** What the descriptor of a bean says of its references, in the words of failover. */
export function kindOfBean(
  remote: RemoteInterface<unknown> | undefined,
): ReferenceKind | undefined {
  switch (remote?.bean) {
    case "stateful":
      return "session";
    case "stateless":
    case "singleton":
      return "stateless";
    case undefined:
      return undefined;
  }
}

/** Codes that say that there is nothing left to be ended, or nobody who could end it. */
const vanished: ReadonlySet<string> = new Set([
  "NO_SUCH_EJB",
  "SESSION_LOST",
  "SESSION_UNAVAILABLE",
]);

/**
 * Stubs of interfaces that name their remove method end their session by `await using`: the method is called unless it
 * has succeeded already. A session that has vanished is as good as ended; every other error is the caller's.
 */
export const sessionBeanShaper: StubShaper = {
  members(remote) {
    const { remove } = remote;
    if (remove === undefined) return {};
    return {
      [Symbol.asyncDispose]: {
        value: async function dispose(this: Record<string, () => Promise<unknown>>): Promise<void> {
          if (referenceOf(this).session?.end !== undefined) return;
          try {
            await this[remove]?.();
          } catch (error) {
            if (!(error instanceof CallError && vanished.has(error.code))) throw error;
          }
        },
      },
    };
  },
};
