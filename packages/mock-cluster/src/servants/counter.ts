// Built-in stateless bean that counts per member: what a call executed twice would show.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/protocol/internal";
import type { ServantFactory } from "../bean-binding.ts";

/** The remote interface of the counter bean. */
export interface Counter {
  /** Adds one; gives this member's count. */
  increment(): Promise<number>;
  /** Notes an id; gives how often it was noted here before. */
  record(id: string | null): Promise<number>;
  /** This member's count. */
  value(): Promise<number>;
}

/** Its descriptor. */
export const Counter: RemoteInterface<Counter> = remoteInterface<Counter>("remora.mock.Counter", {
  increment: method([], java.int),
  record: method([java.string], java.int),
  value: method([], java.int, { idempotent: true }),
});

/** Makes counter servants; each member counts for itself. */
export const counterServant: ServantFactory<Counter> = () => {
  const recorded = new Map<string | null, number>();
  let count = 0;
  return {
    increment: () => ++count,
    record: (id) => {
      const before = recorded.get(id) ?? 0;
      recorded.set(id, before + 1);
      return before;
    },
    value: () => count,
  };
};
