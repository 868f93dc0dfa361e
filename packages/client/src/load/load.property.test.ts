import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOf, glassFishFigures, type InstanceNodes } from "./glassfish-figures.ts";
import { InstanceHistory } from "./glassfish-instance.ts";
import { inLanes } from "./in-lanes.ts";
import { parseLoadDocument } from "./load-document.ts";
import { LoadFailure } from "./load-failure.ts";

const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
const name = fc.constantFrom("version", "atMs", "members", "figures", "ageMs", "i1", "sessions");
const leaf = fc.constantFrom(0, 1, -1, 1e308, null, "1", true, [], {});
const branch = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(leaf, fc.dictionary(name, value, { maxKeys: 4 }), fc.array(value, { maxLength: 2 }));
const document = branch(branch(branch(branch(leaf))));

test("any document is read, or refused in short words", () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    document.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (given) => {
      try {
        const { atMs, figures } = parseLoadDocument(given);
        if (atMs !== undefined) expect(Number.isFinite(atMs)).toBe(true);
        for (const { ageMs, figures: own } of figures) {
          expect(Number.isFinite(ageMs) && ageMs >= 0).toBe(true);
          expect(typeof own).toBe("object");
        }
      } catch (error) {
        expect(error).toBeInstanceOf(LoadFailure);
        expect((error as Error).message.length).toBeLessThan(300);
      }
    }),
  );
});

const statistic = fc.oneof(
  fc.record({ count: fc.oneof(fc.double(), fc.integer(), anything), lastsampletime: anything }),
  fc.record({ current: fc.oneof(fc.double(), anything) }),
  anything,
);
const node = fc.option(
  fc.record({
    statistics: fc.dictionary(
      fc.constantFrom(
        ...["currentbusythreads", "numberofworkitemsinqueue", "totalworkitemsadded"],
        ...["numberofavailablethreads", "usedheapsize-count", "maxheapsize-count"],
        ...["numbeansinpool", "numthreadswaiting"],
      ),
      statistic,
    ),
    children: fc.constant([]),
  }),
  { nil: undefined },
);
const nodes: fc.Arbitrary<InstanceNodes> = fc.record({
  threadPool: node,
  memory: node,
  beanPools: fc.array(node, { maxLength: 2 }),
});
const isSound = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

test("whatever a server says of its instances, no wrong number becomes a good one", () => {
  const idleThreads = fc.constantFrom(undefined, { all: undefined }, { all: 8 });
  fc.assert(
    fc.property(nodes, idleThreads, (given, idle) => {
      const settings = { figures: glassFishFigures, idleThreads: idle };
      const figures = figuresOf(given, undefined, settings);
      const { busyThreads, queuedRequests, sessions, idlePercent } = figures;
      if (sessions !== undefined && isSound(sessions)) {
        expect(isSound(busyThreads) && isSound(queuedRequests)).toBe(true);
        expect(sessions).toBe((busyThreads as number) + (queuedRequests as number));
      }
      if (isSound(idlePercent)) {
        expect(isSound(busyThreads)).toBe(true);
        expect(idlePercent as number).toBeLessThanOrEqual(100);
      }
      expect(Object.values(figures)).not.toContain(undefined);
    }),
  );
});

test("rates are sound at any time and after any answer", () => {
  const settings = { figures: glassFishFigures, idleThreads: undefined };
  fc.assert(
    fc.property(fc.array(fc.tuple(nodes, fc.nat(10_000)), { maxLength: 8 }), (polls) => {
      const history = new InstanceHistory();
      let nowMs = 0;
      for (const [given, passedMs] of polls) {
        nowMs += passedMs;
        const rate = history.next(given, nowMs, settings)?.["requestsPerSecond"];
        expect(rate === undefined || isSound(rate)).toBe(true);
      }
    }),
  );
});

test("lanes: each item once, never more at a time, all problems in order", async () => {
  const turns = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(turns, fc.integer({ min: 1, max: 5 }), async (items, lanes) => {
      let running = 0;
      const seen: number[] = [];
      const problems = await inLanes(
        items.map((item, index) => ({ item, index })),
        lanes,
        async ({ item: [pause, fails], index }) => {
          seen.push(index);
          expect(++running).toBeLessThanOrEqual(lanes);
          for (let turn = 0; turn < pause; turn++) await Promise.resolve();
          running--;
          if (fails) throw new Error(`${index}`);
        },
      );
      expect(seen.toSorted((one, other) => one - other)).toEqual(items.map((_, index) => index));
      const failed = items.flatMap(([, fails], index) => (fails ? [index] : []));
      expect(problems.map(({ item }) => item.index)).toEqual(failed);
    }),
  );
});
