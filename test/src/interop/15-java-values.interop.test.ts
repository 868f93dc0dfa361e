// Values of every kind, judged by real servers: Java's own equals there, deep equality here.
import { readFile } from "node:fs/promises";
import { ArgumentError, isSameObject, JavaCalendar, java, javaClass } from "@remora/client";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/outcome.ts";
import { judgeExamples } from "../support/peers/glassfish-build.ts";
import type { Greeter } from "./support/beans.ts";
import { figure } from "./support/figures.ts";
import type { Json } from "./support/judge-description.ts";
import { largeCases } from "./support/judge-description-filling.ts";
import { needsPeers } from "./support/peers.ts";
import type { Declared, Echo } from "./support/shop-types-operations.ts";
import { asObjects, valueGroups } from "./support/value-cases.ts";
import { wide } from "./support/value-cases-objects.ts";
import { ownCases } from "./support/value-cases-own.ts";
import { differenceOf } from "./support/value-difference.ts";
import { allProblems, onEachServer, perform, textOf } from "./support/value-servers.ts";

needsPeers();

const megabytes = 1_000_000;

/** A line of the examples that the Java client is tested with, too. */
interface Example {
  readonly name: string;
  readonly types: readonly (Declared | "")[];
  readonly description: Json;
}

async function examples(): Promise<readonly Example[]> {
  const lines = (await readFile(judgeExamples, "utf8")).trim().split("\n");
  const all = lines.map((line) => JSON.parse(line) as Partial<Example> & { readonly name: string });
  return all.filter((each): each is Example => each.types !== undefined);
}

/** What JavaScript does not keep, beside classes: comparators, defaults of Properties, classes inside of sets. */
const knownLosses = [
  "TreeSet in reverse",
  "TreeSet without case",
  "TreeMap in reverse",
  "Properties with defaults",
  "HashSet",
];

/** A LinkedList may hold null; what goes back where a Deque is declared is an ArrayDeque. */
const nullInDeque = "LinkedList, Deque";

onEachServer((server, label) => {
  let count = 0;

  describe("sent, echoed, and built by the server", () => {
    for (const [group, make] of Object.entries(valueGroups)) {
      test(group, async () => {
        const cases = make();
        expect(await allProblems(server(), cases)).toEqual([]);
        count += cases.length;
      });
      test(`${group}, as Object and among others`, async () => {
        const cases = asObjects(make());
        expect(await allProblems(server(), cases)).toEqual([]);
        count += cases.length;
      });
    }

    test("5 MB in each direction", async () => {
      const cases = largeCases(5 * megabytes);
      for (const one of cases) expect(await allProblems(server(), [one])).toEqual([]);
      count += cases.length;
    });

    test("so many", () => {
      figure(`${label}: values judged, echoed and built`, String(count));
    });
  });

  test("Java's own collections become arrays, sets and maps", async () => {
    const { judge } = server();
    const problems: string[] = [];
    for (const [description, wanted] of ownCases) {
      const text = JSON.stringify(description);
      try {
        const difference = differenceOf(wanted, await judge.build(text));
        if (difference !== undefined) problems.push(`${text}: ${difference}`);
      } catch (error) {
        problems.push(`${text}: ${textOf(error)}`);
      }
    }
    expect(problems).toEqual([]);
    figure(`${label}: collections of Java's own`, String(ownCases.length));
  });

  test("what the server built goes back and comes again; its class changes where no type is declared", async () => {
    const { judge, echo } = server();
    const problems: string[] = [];
    const changes = new Set<string>();
    let same = 0;
    let changed = 0;
    const visit = async (example: Example, declared: Declared | ""): Promise<void> => {
      const text = JSON.stringify(example.description);
      const where = `${example.name}, ${declared}`;
      const built = await perform(judge, "build", declared, text);
      const again = await perform(echo, "echo", declared === "" ? "Object" : declared, built);
      const difference = differenceOf(built, again);
      if (difference !== undefined) problems.push(`${where}: ${difference}`);
      const verdict = String(await perform(judge, "judge", declared, text, built));
      if (verdict === "ok") same++;
      else if (knownLosses.includes(example.name)) changed++;
      else {
        const classes = /wanted (\S+) .*, got (\S+) /s.exec(verdict);
        if (classes === null || classes[1] === classes[2]) problems.push(`${where}: ${verdict}`);
        else changes.add(`${classes[1]} → ${classes[2]}`);
        changed++;
      }
    };
    for (const example of await examples()) {
      for (const declared of example.types) {
        try {
          await visit(example, declared);
        } catch (error) {
          if (`${example.name}, ${declared}` !== nullInDeque) {
            problems.push(`${example.name}, ${declared}: ${textOf(error)}`);
          }
        }
      }
    }
    expect(problems).toEqual([]);
    figure(
      `${label}: examples sent back`,
      `${same} of the same class, ${changed} of another (${changes.size} kinds of change)`,
    );
  });

  test("order is kept where Java keeps it", async () => {
    const { echo } = server();
    const keys = ["z", "a", "m", "b"];
    const map = new Map<unknown, unknown>(keys.map((key, index) => [key, index]));
    expect([...(await echo.echoMap(map))!]).toEqual([...map]);
    expect([...(await echo.echoLinkedHashMap(map))!]).toEqual([...map]);
    expect([...(await echo.echoSet(new Set(keys)))!]).toEqual(keys);
    expect([...(await echo.echoSortedMap(map))!.keys()]).toEqual([...keys].sort());
    expect([...(await echo.echoSortedSet(new Set(keys)))!]).toEqual([...keys].sort());
    const colors = new Map([["BLUE", 1] as const, ["RED", 2] as const]);
    expect([...(await echo.echoEnumMap(colors))!]).toEqual([...colors].reverse());
  });

  test("a calendar in a named zone, which only Java can make, is sent back whole", async () => {
    const { judge, echo } = server();
    const text = JSON.stringify({
      is: "java.util.GregorianCalendar",
      ms: "1700000000123",
      zone: "Europe/Berlin",
      locale: "de-DE",
    });
    const calendar = await judge.buildCalendar(text);
    expect(calendar).toMatchObject({ zone: "Europe/Berlin", firstDayOfWeek: 2 });
    expect(await judge.judgeCalendar(text, calendar)).toBe("ok");
    expect(differenceOf(calendar, await echo.echoGregorianCalendar(calendar))).toBeUndefined();
  });

  describe("references", () => {
    test("a business interface as argument and result", async () => {
      const { echo, greeter } = server();
      expect(await echo.ask(greeter, "x")).toBe("Hello, x!");
      const back = await echo.echoReference(greeter);
      expect(isSameObject(back, greeter)).toBe(true);
      expect(await back?.greet("y")).toBe("Hello, y!");
      expect(await echo.echoReference(null)).toBeNull();
      expect(await (await echo.reference()).greet("z")).toBe("Hello, z!");
    });

    test("among values: as Object, in lists, in a field", async () => {
      const { echo, greeter, judge } = server();
      expect(await echo.isGreeter(greeter)).toBe(true);
      expect(await echo.isGreeter("Hello")).toBe(false);
      const one = { greeter: true };
      const list = JSON.stringify(["before", one, "after", one]);
      expect(await judge.judge(JSON.stringify(one), greeter)).toBe("ok");
      expect(await judge.judgeList(list, ["before", greeter, "after", greeter])).toBe("ok");
      const value = { ...wide(), ref: greeter };
      expect(await allProblems(server(), [{ declared: "Wide", value }])).toEqual([]);
      const echoed = await echo.echoWide(value);
      expect(await echoed?.ref?.greet("field")).toBe("Hello, field!");
    });

    test("from the server, where anything may stand: stubs, which can be sent back", async () => {
      const { echo, greeter } = server();
      const found = (await echo.referenceAsObject()) as Greeter;
      expect(await found.greet("any")).toBe("Hello, any!");
      expect(isSameObject(found, greeter)).toBe(true);
      expect(await echo.isGreeter(found)).toBe(true);
      const [before, first, after, second] = await echo.referencesInList();
      expect([before, after]).toEqual(["before", "after"]);
      for (const one of [first, second]) {
        expect(await (one as Greeter).greet("list")).toBe("Hello, list!");
        expect(await echo.isGreeter(one)).toBe(true);
      }
    });
  });

  describe("refused here, with nothing sent", () => {
    const cases: [string, (echo: Echo) => Promise<unknown>, string][] = [
      [
        "a lone surrogate",
        (echo) => echo.echoString("a\ud800"),
        'echoString argument 1: text must have no lone surrogate (index 1), not "a\\ud800"',
      ],
      [
        "a lone surrogate as char",
        (echo) => echo.echoChar("\udc00"),
        'echoChar argument 1: text must have no lone surrogate (index 0), not "\\udc00"',
      ],
      [
        "a lone surrogate deep inside",
        (echo) => echo.echoList(["x", ["\udc00"]]),
        'echoList argument 1[1][0]: text must have no lone surrogate (index 0), not "\\udc00"',
      ],
      [
        "an object that tells no class",
        (echo) => echo.echoObject({ a: 1 }),
        "echoObject argument 1: nothing tells the Java class of a plain object: make it with `of` of its descriptor, or say its type with `typed`",
      ],
      [
        "a constant that the enum does not have",
        (echo) => echo.echoColor("PINK" as never),
        'echoColor argument 1: remora.shop.Color (RED, GREEN, BLUE) or null is accepted, not "PINK"',
      ],
      [
        "a number out of range",
        (echo) => echo.echoIntegers([1, 2 ** 31]),
        "echoIntegers argument 1[1]",
      ],
      [
        "null where Java has none",
        (echo) => echo.echoHashtable(new Map([["a", null]])),
        "echoHashtable argument 1[value of entry 0]: anything but null",
      ],
      [
        "an invalid Date",
        (echo) => echo.echoDates([new Date(0), new Date(Number.NaN)]),
        "echoDates argument 1[1]: a valid Date is accepted, not",
      ],
      [
        "a calendar whose zone has rules",
        (echo) => echo.echoCalendar(new JavaCalendar({ time: new Date(0), zone: "Europe/Paris" })),
        "echoCalendar argument 1: a calendar in Europe/Paris cannot be made here",
      ],
      [
        "a field that is missing",
        (echo) => echo.echoPerson({ name: "Ann" } as never),
        "echoPerson argument 1.age",
      ],
    ];
    test.each(cases)("%s", async (_, call, message) => {
      const error = await errorOf(call(server().echo));
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error).toMatchObject({ code: "ARGUMENT" });
      expect(error.message).toContain(message);
    });
  });

  test("a record: GlassFish can read none, and says so", async () => {
    const { echo, orb } = server();
    const Point = javaClass<object>("remora.shop.Point", {
      serialVersionUID: 0n,
      fields: () => ({ x: java.int, y: java.int, label: java.string }),
    });
    const signature = { params: [Point], result: Point };
    const error = await errorOf(
      orb.invoke(echo as never, "echoPoint", signature, [{ x: 1, y: 2, label: "l" }]),
    );
    expect(error).toMatchObject({ code: expect.stringMatching(/^(UNKNOWN|MARSHAL)$/) });
    expect(await orb.invoke(echo as never, "echoPoint", signature, [null])).toBeNull();
  });
});
