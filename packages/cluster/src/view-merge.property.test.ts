import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClusterView, configuredView } from "./cluster-view.ts";
import { type Endpoint, endpointKey } from "./endpoint.ts";
import { mergeView, type ToldMembers, viewAfterSilence } from "./view-merge.ts";

// Few names and addresses, so that steps meet.
const names = ["i1", "i2", "i3", "i4", "i5"];
const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  host: fc.constantFrom("a", "b", "c", "d"),
  port: fc.constantFrom(0, 3700, 3701),
  security: fc.constant("clear"),
});
const told: fc.Arbitrary<ToldMembers> = fc.record({
  from: fc.option(fc.constantFrom(...names), { nil: undefined }),
  members: fc.array(
    fc.record({
      name: fc.constantFrom(...names, ""),
      weight: fc.constantFrom(100, 200, 0, -1, Number.NaN),
      endpoints: fc.array(endpoint, { maxLength: 3 }),
    }),
    { maxLength: 6 },
  ),
  complete: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: told },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);
const same = (a: Endpoint, b: Endpoint): boolean => a.host === "d" && b.host === "c";
const symmetric = (a: Endpoint, b: Endpoint): boolean => same(a, b) || same(b, a);

function after(view: ClusterView, each: ToldMembers | string): ReturnType<typeof mergeView> {
  return typeof each === "string"
    ? viewAfterSilence(view, each, symmetric)
    : mergeView(view, each, symmetric);
}

const start = configuredView([
  { host: "a", port: 3700, security: "clear" },
  { host: "d", port: 3701, security: "clear" },
]);

describe("a view through any sequence of tellings", () => {
  test("keeps its invariants", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let view = start;
        for (const each of steps) {
          const { view: next, changed, joined, left } = after(view, each);
          const [before, members] = [new Set(view.members.map((m) => m.name)), next.members];
          const now = new Set(members.map(({ name }) => name));
          expect(now.size, "names are unique").toBe(members.length);
          expect(members.length, "never empty").toBeGreaterThan(0);
          expect(next.bootstrap, "configured endpoints are never deleted").toEqual(start.bootstrap);
          for (const member of members) {
            expect(member.endpoints.length).toBeGreaterThan(0);
            expect(member.weight).toBeGreaterThanOrEqual(0);
            expect(new Set(member.endpoints.map(endpointKey)).size).toBe(member.endpoints.length);
          }
          // Bounded by the members, however many come and go.
          for (const name of next.ownWord) expect(now.has(name)).toBe(true);
          for (const name of next.doubted) expect(next.ownWord.has(name)).toBe(true);
          for (const each of next.bootstrapOnly) expect(next.bootstrap).toContain(each);
          expect(changed).toBe(next !== view);
          expect(next.version).toBe(view.version + (changed ? 1 : 0));
          expect([...joined].sort()).toEqual([...now].filter((n) => !before.has(n)).sort());
          expect([...left].sort()).toEqual([...before].filter((n) => !now.has(n)).sort());
          view = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the same telling again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), told, (steps, last) => {
        let view = start;
        for (const each of steps) view = after(view, each).view;
        const once = after(view, last).view;
        expect(after(once, last)).toEqual({ view: once, changed: false, joined: [], left: [] });
      }),
      { numRuns: 500 },
    );
  });

  test("an empty or partial telling never shrinks what was discovered", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), told, (steps, last) => {
        let view = start;
        for (const each of steps) view = after(view, each).view;
        const discovered = view.members.filter(({ source }) => source === "discovered");
        const partial = after(view, { ...last, complete: false }).view;
        const left = new Set(partial.members.map(({ name }) => name));
        for (const { name } of discovered) expect(left.has(name)).toBe(true);
        expect(after(view, { ...last, members: [] }).view).toBe(view);
      }),
      { numRuns: 500 },
    );
  });
});

test("ten thousand members come and go, and nothing of them stays", () => {
  let view = start;
  for (let round = 0; round < 10; round += 1) {
    const members = Array.from({ length: 1_000 }, (_, index) => ({
      name: `i${round}-${index}`,
      weight: 100,
      endpoints: [{ host: `h${round}-${index}`, port: 3700, security: "clear" as const }],
    }));
    const from = `i${round}-0`;
    view = mergeView(view, { from, members, complete: true }, () => false).view;
    for (const name of view.doubted) view = viewAfterSilence(view, name, () => false).view;
  }
  expect(view.members.length).toBe(1_000);
  expect(view.ownWord.size).toBe(1);
  expect(view.doubted.size).toBe(0);
});
