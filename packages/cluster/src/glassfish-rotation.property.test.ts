import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClusterView, configuredView } from "./cluster-view.ts";
import { formatEndpoint } from "./endpoint.ts";
import { initialRotationState, nextHead, prepareRotation } from "./rotation.ts";
import { tailOf } from "./rotation-tail.ts";
import { mergeView } from "./view-merge.ts";

interface Instance {
  readonly name: string;
  readonly weight: number;
}

/**
 * Java's algorithm as it is written there: a list that is rotated and stored. Ours keeps an offset
 * into one list instead; both must give the same orders for the same draws.
 */
class StoredList {
  #list: readonly Instance[];
  readonly #total: number;

  constructor(list: readonly Instance[], total: number) {
    this.#list = list;
    this.#total = total;
  }

  next(draw: () => number): readonly string[] {
    let r = 0;
    while (r === 0) r = draw() % this.#total;
    let low = 0;
    for (const [index, { weight }] of this.#list.entries()) {
      if (low < r && r <= low + weight) {
        this.#list = [...this.#list.slice(index), ...this.#list.slice(0, index)];
        break;
      }
      low += weight;
    }
    return this.#list.map(({ name }) => name);
  }
}

function discoveredView(weights: readonly number[], leftovers: number): ClusterView {
  const clear = "clear" as const;
  const bootstrap = Array.from({ length: leftovers }, (_, index) => {
    return { host: `boot${index}`, port: 3700, security: clear };
  });
  const members = weights.map((weight, index) => {
    return {
      name: `m${index}`,
      weight,
      endpoints: [{ host: `h${index}`, port: 3700, security: clear }],
    };
  });
  const told = { from: undefined, members, complete: true };
  return mergeView(configuredView(bootstrap), told, () => false).view;
}

test("the same orders as the stored list, draw by draw", () => {
  const weights = fc.array(fc.nat(9), { minLength: 1, maxLength: 6 });
  const draws = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(weights, fc.nat(3), fc.boolean(), draws, (list, leftovers, byWeight, all) => {
      const view = discoveredView(list, leftovers);
      const result = prepareRotation(view, {
        policy: byWeight ? "ic-based-weighted" : "ic-based",
        compatibility: "glassfish",
      });
      const own = list.map((weight) => (byWeight ? weight : 10));
      const total = own.reduce((sum, weight) => sum + weight, 0);
      expect(result.ok).toBe(total > 1);
      if (!result.ok) return;
      const java = new StoredList(
        [
          ...own.map((weight, index) => ({ name: `m${index}`, weight })),
          ...view.bootstrapOnly.map((each) => ({ name: formatEndpoint(each), weight: 10 })),
        ],
        total,
      );
      let state = initialRotationState;
      for (const drawn of all) {
        // A draw that comes out as 0 is repeated in Java; here the next number is taken at once.
        const r = drawn % total === 0 ? 1 : drawn % total;
        const head = nextHead(result.rotation, state, () => (r + 0.5) / total);
        state = head.state;
        const tail = [...tailOf(result.rotation, head.member, () => 0)];
        expect([head.member, ...tail].map(({ name }) => name)).toEqual(java.next(() => r));
      }
    }),
    { numRuns: 500 },
  );
});

test("a source that answers 0 for ever does not hang", () => {
  const result = prepareRotation(discoveredView([5, 5], 0), {
    policy: "ic-based-weighted",
    compatibility: "glassfish",
  });
  if (!result.ok) throw new Error(result.problem);
  expect(nextHead(result.rotation, initialRotationState, () => 0).member.name).toBe("m0");
});
