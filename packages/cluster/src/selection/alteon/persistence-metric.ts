import { addressOctets, networkPart } from "../client-network.ts";
import {
  emptyTable,
  entriesOf,
  entryOf,
  type FactTable,
  tableOf,
  withEntry,
} from "../fact-table.ts";
import type { Metric } from "../stage.ts";

interface Answer {
  readonly member: string;
  readonly atMs: number;
}

type Answers = FactTable<Answer>;
const noAnswers: Answers = emptyTable();

/**
 * The site that answered a client, or a neighbour in its network, before.
 *
 * @param timeoutMs - for how long
 * @param bits - how many bits of the client's address make its network
 */
export function persistenceMetric(timeoutMs: number, bits: number): Metric<Answers> {
  const keyOf = (address: string | undefined): string | undefined => {
    const octets = address === undefined ? undefined : addressOctets(address);
    return octets === undefined ? undefined : networkPart(octets, bits);
  };
  return {
    name: "persistence",
    initial: () => noAnswers,
    on: (own, event) => {
      if (event.type === "tick") {
        const kept = [...entriesOf(own)].filter(([, { atMs }]) => event.atMs - atMs <= timeoutMs);
        return tableOf(kept);
      }
      if (event.type !== "assigned" || event.atMs === undefined) return own;
      const key = keyOf(event.clientAddress);
      if (key === undefined) return own;
      return withEntry(own, key, { member: event.member, atMs: event.atMs });
    },
    select: (candidates, { request: { clientAddress }, own, nowMs }) => {
      const key = keyOf(clientAddress);
      const answer = key === undefined ? undefined : entryOf(own, key);
      if (answer === undefined || nowMs - answer.atMs > timeoutMs) return [];
      return candidates.filter(({ name }) => name === answer.member);
    },
  };
}
